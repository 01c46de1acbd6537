import type { Answer, ChartOrder } from '../../core/command/answer.ts';
import { type Context, type Person, placeText } from '../../core/command/context.ts';
import { isProblem, type Problem } from '../../core/command/problem.ts';
import type { Request } from '../../core/operation.ts';
import { isChannelLost, mayPass, type PostResult } from '../../delivery/post-result.ts';
import type { Line, Poster, PostPlace } from '../../delivery/poster.ts';
import { chartQuestion } from '../shared/find-operation.ts';
import { ProfileUnreadable, type Services } from '../shared/services.ts';
import { schedulerMsg } from './scheduler-messages.ts';
import type { Schedule } from './stored-schedule.ts';

export type AskQuestion = (
  services: Services,
  request: Request,
  /** `now`: time at which the question is asked, epoch ms. */
  as: { readonly person: Person; readonly channel: string; readonly now: number },
) => Promise<{ readonly result: Answer | ChartOrder | Problem; readonly context?: Context }>;

export interface ScheduledChart {
  readonly shows: 'scheduled-chart';
  readonly schedule: Schedule;
  readonly operation: string;
  readonly order: ChartOrder;
  readonly context: Context;
}
export interface ScheduledAnswer {
  readonly shows: 'answer';
  readonly answer: Answer;
  readonly context: Context;
  /** Time of the run, epoch ms. */
  readonly at: number;
}
type SchedulePoster = Pick<Poster<ScheduledChart | ScheduledAnswer | Line>, 'post'>;

export type ScheduleResult =
  | 'posted'
  /** `kept`: this run is retried. `lost`: this run fails. `stopped`: all runs stop until a person acts. */
  | { readonly is: 'kept' | 'lost' | 'stopped'; readonly code: string; readonly retryAfterMs?: number };

function scheduleResult(result: PostResult): ScheduleResult {
  if (result.posted) return 'posted';
  const { code, retryAfterMs } = result;
  if (isChannelLost(result)) return { is: 'stopped', code };
  return mayPass(result) ? { is: 'kept', code, retryAfterMs } : { is: 'lost', code };
}

export interface Scheduling {
  readonly services: Services;
  readonly ask: AskQuestion;
  readonly poster: SchedulePoster;
}

/**
 * Asks a schedule's question with the current rights of its owner, and posts the chart or the answer.
 * @param missed times of the runs that weren't posted, epoch ms; one line reports them
 * @param at end of the chart's range, epoch ms
 * @throws errors of the platform or the store
 */
export async function postSchedule(
  { services, ask, poster }: Scheduling,
  schedule: Schedule,
  missed: readonly number[],
  at: number,
): Promise<ScheduleResult> {
  const owner = await services.people.person(schedule.owner.id).catch((error: unknown) => {
    if (!(error instanceof ProfileUnreadable)) throw error;
    services.world.log.warn('the owner of a schedule could not be read', { schedule: schedule.id, error });
    return error;
  });
  if (owner instanceof ProfileUnreadable) return ownerUnread(owner);
  const { operation = chartQuestion(services.operations)?.id ?? '' } = schedule;
  const { result, context } = await ask(
    services,
    { operation, given: schedule.given, in: placeText(schedule.context) },
    { person: { ...owner, zone: schedule.zone }, channel: schedule.channel, now: at },
  );
  await tellMissed(poster, schedule, missed);
  if (isProblem(result)) return tellProblem(poster, schedule, result);
  if (!context) return { is: 'lost', code: 'no context' };
  if (!('chart' in result)) {
    const answer = { shows: 'answer', answer: result, context, at } as const;
    return scheduleResult(await poster.post(placeOf(schedule, schedule.channel), answer));
  }
  const order = { ...result, privately: false };
  const chart = { shows: 'scheduled-chart', schedule, operation, order, context } as const;
  const posted = await poster.post(placeOf(schedule, schedule.channel), chart);
  return 'problem' in posted ? tellProblem(poster, schedule, posted.problem) : scheduleResult(posted);
}

async function tellMissed(poster: SchedulePoster, schedule: Schedule, missed: readonly number[]): Promise<void> {
  const [first] = missed;
  const last = missed.at(-1);
  if (first === undefined || last === undefined) return;
  const text = schedulerMsg.missed({ id: schedule.id, count: missed.length, from: { at: first }, to: { at: last } });
  await poster.post(placeOf(schedule, schedule.channel), { shows: 'line', text });
}

export function placeOf({ owner: { lang }, zone }: Schedule, channel: string): PostPlace {
  return { channel, reader: { lang, zone } };
}

/** Posts the problem. A permanent problem, such as a changed policy or a deleted component, stops the schedule. */
async function tellProblem(poster: SchedulePoster, schedule: Schedule, problem: Problem): Promise<ScheduleResult> {
  const why = 'why' in problem ? problem.why : schedulerMsg.cannotAsk();
  const text = schedulerMsg.failed({ id: schedule.id, why });
  const result = await poster.post(placeOf(schedule, schedule.channel), { shows: 'line', text });
  const passes = problem.problem === 'platform' || (problem.problem === 'refused' && problem.canRetry);
  return passes || !result.posted ? scheduleResult(result) : { is: 'stopped', code: problem.problem };
}

function ownerUnread({ limitedMs }: ProfileUnreadable): ScheduleResult {
  return { is: 'kept', code: 'users.info', retryAfterMs: limitedMs };
}
