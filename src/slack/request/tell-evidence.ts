import { placeText } from '../../core/command/context.ts';
import type { RawArgs } from '../../core/command/params.ts';
import { isProblem, type Problem } from '../../core/command/problem.ts';
import type { ChartRequests, Request } from '../../core/operation.ts';
import type { ChangeRequest } from '../../core/request/change-request.ts';
import { evidenceDelay } from '../../core/request/finish-request.ts';
import type { PostedMessage } from '../../delivery/poster.ts';
import { chartQuestion } from '../../operations/shared/find-operation.ts';
import { answerRequest } from '../../questions/answer-request.ts';
import { postChart } from '../chart/chart-post.ts';
import type { SlackServices } from '../interaction/bot.ts';
import type { SlackRefusal } from '../interaction/slack-errors.ts';
import { actionMsg } from './request-action-messages.ts';

const unanswered: SlackRefusal = { fault: 'unreachable', code: 'no chart' };
/** How much time before a change the chart shows, in ms. */
const timeBefore = 45 * 60_000;

/** Posts a chart in the card's thread: the load before a change, or its effect (`after`); nothing without data. */
export async function tellEvidence(
  bot: SlackServices,
  card: ChangeRequest,
  when: 'before' | 'after',
): Promise<PostedMessage | SlackRefusal> {
  const here = { channel: card.channel, ts: card.ts ?? '' };
  const question = chartQuestion(bot.services.operations);
  if (!question || here.ts === '') return here;
  const request: Request = {
    operation: question.id,
    given: when === 'before' ? question.chart.evidence(card.plan.component) : givenAfter(question.chart, card),
    in: placeText(card.context),
  };
  const person = { ...card.asker, standing: 'member' } as const;
  const { result, context } = await answerRequest(bot.services, request, { person, channel: card.channel });
  if (isProblem(result)) return isPassing(result) ? unanswered : here;
  if (!('chart' in result) || !context) return here;
  const heading =
    when === 'after' ? { heading: actionMsg.beforeAndAfter({ title: card.plan.title }), change: card.id } : {};
  const post = {
    operation: request.operation,
    given: request.given,
    context,
    asker: card.asker,
    isAutomatic: true,
    ...heading,
  } as const;
  const place = { channel: card.channel, thread: card.thread ?? here.ts };
  const posted = await postChart(bot, result, post, place, 'if-any');
  if (posted.posted) return { channel: posted.channel, ts: posted.ts };
  if ('refusal' in posted) return posted.refusal;
  return isPassing(posted.problem) ? unanswered : here;
}

function givenAfter(chart: ChartRequests, { plan, at, started = at, ended = started }: ChangeRequest): RawArgs {
  const changed = plan.steps.flatMap(({ awaits }) => awaits?.components.map(({ id }) => id) ?? []);
  const components = [...new Set([plan.component, ...changed])];
  return chart.between(components, started - timeBefore, ended + evidenceDelay);
}

function isPassing(problem: Problem): boolean {
  return (problem.problem === 'platform' || problem.problem === 'refused') && problem.canRetry === true;
}
