import type { Answer, ChartOrder } from '../../core/command/answer.ts';
import { type Context, type Person, placeKey, placeText } from '../../core/command/context.ts';
import type { Request } from '../../core/command/operation.ts';
import { isProblem, type Problem } from '../../core/command/problem.ts';
import type { Text } from '../../core/text/text.ts';
import { createClaims, type Held } from '../../store/claims.ts';
import type { Due } from '../../store/stored-types.ts';
import { chartQuestion } from '../shared/find-operation.ts';
import type { Services } from '../shared/services.ts';
import { ProfileUnreadable } from '../shared/services.ts';
import { storedOf } from './schedule.ts';
import { msg } from './scheduler-messages.ts';
import { stoppedText } from './stopped.ts';
import { dueId, Schedule, scheduleKind } from './stored.ts';
import { nextRuns } from './times.ts';

/** Asks a question as a person, as if they had typed it in a channel. */
export type AskQuestion = (
  services: Services,
  request: Request,
  as: { readonly person: Person; readonly channel: string },
) => Promise<{ readonly result: Answer | ChartOrder | Problem; readonly context?: Context }>;

/** How scheduled charts reach people; the Slack side hands it in. */
export interface SchedulePoster {
  /** Posts the chart. `gone`: the channel or the bot's place in it is, and will be until somebody acts. */
  chart(schedule: Schedule, operation: string, order: ChartOrder, context: Context): Promise<ScheduleResult>;
  /** A line in the schedule's channel. */
  line(schedule: Schedule, text: Text): Promise<ScheduleResult>;
  /** A line for its owner alone. */
  owner(schedule: Schedule, text: Text): Promise<ScheduleResult>;
}
export type ScheduleResult =
  | { readonly told: true }
  | { readonly told: false; readonly gone: boolean; readonly code: string; readonly problem?: Problem };

export interface Scheduler {
  start(): void;
  stop(): Promise<void>;
}

/** A run that is this late was missed: it is told, not replayed (ms). */
const lateMs = 5 * 60_000;
/** Rows of other replicas, and new ones, are looked for this often (ms). */
const pollMs = 5_000;

/** Posts charts when their time comes: each run by one replica, late ones told once. */
export function createScheduler(services: Services, ask: AskQuestion, poster: SchedulePoster): Scheduler {
  const { world, store } = services;
  const claims = createClaims(world, store.due, world.newId());
  const stop = new AbortController();
  let looping: Promise<void> = Promise.resolve();

  async function loop(): Promise<void> {
    while (!stop.signal.aborted) {
      try {
        const [held] = await claims.take([scheduleKind], 1);
        if (held) {
          await runRow(held).finally(held.letGo);
          continue;
        }
        const next = await store.due.next([scheduleKind]);
        await world.wait(Math.max(50, Math.min(pollMs, (next ?? Infinity) - world.now())), stop.signal);
      } catch (error) {
        world.log.error('a schedule failed', { error });
        await world.wait(pollMs, stop.signal);
      }
    }
  }

  async function runRow(held: Held<Due>): Promise<void> {
    const { row } = held;
    const id = idOf(row);
    const stored = id === undefined ? undefined : await store.schedules.get(id);
    const read = Schedule.safeParse(stored?.body);
    if (!read.success) return held.release(undefined);
    const schedule = read.data;
    const once = row.id !== dueId(schedule.id);
    if (!once && (schedule.paused || schedule.disabled !== undefined)) return held.release(undefined);
    const now = world.now();
    if (!held.holds()) return held.release(now);
    const missed = once ? [] : missedRuns(schedule, row.at, now);
    if (!once) await moveOn(schedule, now, row.at);
    const outcome = await postOne(schedule, missed);
    await settle(schedule, outcome, held, once);
  }

  /** The next run is put before this one is posted: a crash in between loses one chart, and never posts it twice. */
  async function moveOn(schedule: Schedule, now: number, at: number): Promise<void> {
    const [next] = nextRuns(schedule.cron, schedule.zone, now, 1);
    const due = { id: dueId(schedule.id), kind: scheduleKind, at: next ?? 0, body: { schedule: schedule.id } };
    await store.commit({
      at: now,
      schedules: { put: [storedOf({ ...schedule, posting: at })] },
      due: next === undefined ? { drop: [due.id] } : { put: [due] },
    });
  }

  async function postOne(schedule: Schedule, missed: readonly number[]): Promise<ScheduleResult> {
    const owner = await services.people.person(schedule.owner.id).catch((error: unknown) => {
      if (!(error instanceof ProfileUnreadable)) throw error;
      world.log.warn('the owner of a schedule could not be read', { schedule: schedule.id, error });
      return undefined;
    });
    if (!owner) return failed(schedule, { problem: 'refused', why: msg.ownerUnreadable(), canRetry: true });
    const operation = chartQuestion(services.operations)?.id ?? '';
    const { result, context } = await ask(
      services,
      { operation, given: schedule.given, in: placeText(schedule.context) },
      { person: { ...owner, zone: schedule.zone }, channel: schedule.channel },
    );
    if (missed.length > 0) await tellMissed(schedule, missed);
    if (isProblem(result)) return failed(schedule, result);
    if (!('chart' in result) || !context) return { told: false, gone: false, code: 'no chart' };
    const told = await poster.chart(schedule, operation, { ...result, privately: false }, context);
    return !told.told && told.problem ? failed(schedule, told.problem) : told;
  }

  async function tellMissed(schedule: Schedule, missed: readonly number[]): Promise<void> {
    const [first] = missed;
    const last = missed.at(-1);
    if (first === undefined || last === undefined) return;
    await poster.line(
      schedule,
      msg.missed({ id: schedule.id, count: missed.length, from: { at: first }, to: { at: last } }),
    );
  }

  /** What will not pass by itself stops the schedule: its owner left, the policy changed, a component is gone. */
  async function failed(schedule: Schedule, problem: Problem): Promise<ScheduleResult> {
    const why = 'why' in problem ? problem.why : msg.cannotAsk();
    const told = await poster.line(schedule, msg.failed({ id: schedule.id, why }));
    const passes = problem.problem === 'platform' || (problem.problem === 'refused' && problem.canRetry);
    return passes || !told.told ? told : { told: false, gone: true, code: problem.problem };
  }

  async function settle(schedule: Schedule, told: ScheduleResult, held: Held<Due>, once: boolean): Promise<void> {
    const current = Schedule.safeParse((await store.schedules.get(schedule.id))?.body);
    if (once) await held.release(undefined);
    if (!current.success) return;
    const { posting: _posting, ...rest } = current.data;
    if (told.told) return keep(rest);
    world.log.warn('a scheduled chart was not posted', { schedule: schedule.id, code: told.code });
    if (!told.gone) return keep(rest);
    await store.commit({
      at: world.now(),
      schedules: { put: [storedOf({ ...rest, disabled: told.code })] },
      due: { drop: [dueId(schedule.id)] },
      audit: [
        {
          kind: 'setting',
          at: world.now(),
          who: { id: 'portolan', name: 'Portolan' },
          placeKey: placeKey(schedule.context),
          place: placeText(schedule.context),
          operation: 'schedule.disabled',
          reason: told.code,
          details: { schedule: schedule.id },
        },
      ],
    });
    await poster.owner(
      schedule,
      msg.disabled({
        id: schedule.id,
        words: schedule.words,
        channel: { channel: schedule.channel },
        why: stoppedText(told.code),
        code: told.code,
      }),
    );
  }

  async function keep(schedule: Schedule): Promise<void> {
    await store.commit({ at: world.now(), schedules: { put: [storedOf(schedule)] } });
  }

  return {
    start: () => {
      looping = loop();
    },
    async stop() {
      stop.abort();
      await looping;
      claims.stop();
    },
  };
}

function idOf(row: Due): string | undefined {
  const { body } = row;
  const id = typeof body === 'object' && body !== null && 'schedule' in body ? body.schedule : undefined;
  return typeof id === 'string' ? id : undefined;
}

/**
 * The runs that did not happen: those before the latest, when this one comes late. The latest itself is posted now, once,
 * whatever was missed; a run that a crash cut off counts as missed.
 */
export function missedRuns(schedule: Schedule, planned: number, now: number): readonly number[] {
  const before = schedule.posting === undefined ? [] : [schedule.posting];
  if (now - planned <= lateMs) return before;
  const runs = [planned, ...nextRuns(schedule.cron, schedule.zone, planned, 1_000)].filter((at) => at <= now);
  return [...before, ...runs];
}
