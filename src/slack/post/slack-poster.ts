import type { RequestDrawn } from '../../changes/request-drawn.ts';
import type { ChartSummary } from '../../charts/data/job.ts';
import { type ChangeVerdict, verdictOf } from '../../charts/summary/findings-text.ts';
import { placeText } from '../../core/command/context.ts';
import type { RawArgs } from '../../core/command/params.ts';
import { isProblem, type Problem } from '../../core/command/problem.ts';
import { present } from '../../core/defined.ts';
import type { Incident } from '../../core/incident/incident.ts';
import { firingLength } from '../../core/incident/incident-times.ts';
import type { ChartRequests, Request } from '../../core/operation.ts';
import type { ChangeRequest } from '../../core/request/change-request.ts';
import { evidenceDelay } from '../../core/request/finish-request.ts';
import { changedComponents } from '../../core/request/plan.ts';
import { join, type Text } from '../../core/text/text.ts';
import type { Posted, PostResult } from '../../delivery/post-result.ts';
import type { PostedMessage, Poster, PostPlace } from '../../delivery/poster.ts';
import { incidentMarks } from '../../operations/incident/incident-buttons.ts';
import { incidentFeature } from '../../operations/incident/incident-feature.ts';
import type { ScheduledChart } from '../../operations/schedule/post-schedule.ts';
import { chartQuestion, offeredOperations } from '../../operations/shared/find-operation.ts';
import { incidentRecords } from '../../operations/shared/incident/incident-rows.ts';
import type { Services } from '../../operations/shared/services.ts';
import { afterChangeMsg } from '../../operations/watch/evaluation/after-change-messages.ts';
import { answerRequest } from '../../questions/answer-request.ts';
import { ifRoom } from '../answer/notes.ts';
import type { Message } from '../blocks/blocks.ts';
import { postChart } from '../chart/chart-post.ts';
import { drawIncident } from '../incident/draw-incident.ts';
import type { Homes, SlackServices } from '../interaction/bot.ts';
import { channelPage } from '../interaction/channel-page.ts';
import { linkOf, postMessage, resultOf } from '../interaction/post-message.ts';
import { type SlackRefusal, slackRefusal } from '../interaction/slack-errors.ts';
import { actionMsg } from '../request/request-action-messages.ts';
import { plain } from '../slack-catalog.ts';
import { drawForms, type Posting } from './draw-forms.ts';

/** Posts messages that nobody has just requested, and refreshes App Homes that show a posted request or incident. */
export function createPoster(bot: SlackServices, homes: Pick<Homes, 'changed'>): Poster<Posting> {
  return {
    async post(place, drawn) {
      if (drawn.shows === 'scheduled-chart') return postScheduled(bot, place, drawn);
      if (drawn.shows === 'evidence') return resultOf(bot, place.channel, () => tellEvidence(bot, drawn));
      if (drawn.shows === 'card' || drawn.shows === 'incident') homes.changed();
      const page = await channelPage(bot.services, place.channel, place.reader);
      const shown = drawn.shows === 'incident' ? { ...drawn, incident: await withLinks(bot, drawn.incident) } : drawn;
      const [first, ...shorter] = drawForms(shown, page, {
        now: bot.services.world.now(),
        isOffered: offeredBy(bot.services),
      });
      const result = await resultOf(bot, place.channel, () => sendFirstTaken(bot, place, first, shorter));
      if (result.posted) await keepPicture(bot, drawn, result);
      else if ('fix' in result) {
        const { code, fix } = result;
        bot.services.world.log.warn('Slack refused a message', {
          shows: drawn.shows,
          code,
          fix: plain(fix, 'en'),
          ...('request' in drawn ? { request: drawn.request.id } : {}),
        });
      }
      return result;
    },
    picture: async (place, drawn) =>
      drawn.shows === 'incident'
        ? drawIncident(bot, drawn.incident, await channelPage(bot.services, place.channel, place.reader))
        : undefined,
    link: (at) => linkOf(bot.client, at),
  };
}

/** Adds the links to the other incidents that an incident names. */
async function withLinks({ services, client }: SlackServices, incident: Incident): Promise<Incident> {
  const linked = async <T extends { readonly id: string }>(other: T | undefined) => {
    const message = other && (await incidentFeature.messageOf(services.store, other.id));
    return message ? { ...other, link: await linkOf(client, message) } : other;
  };
  const { also, past, later } = incident;
  const lines = incident.lines.map(async (line) =>
    line.hidden ? { ...line, hidden: present(await Promise.all(line.hidden.map(linked))) } : line,
  );
  const links = { also: await linked(also), later: await linked(later), lines: await Promise.all(lines) };
  return { ...incident, ...links, past: past && { ...past, earlier: await linked(past.earlier) } };
}

/** Returns a check whether the platform supports an operation. */
export function offeredBy({ operations, platform }: SlackServices['services']): (operation: string) => boolean {
  const ids = new Set(offeredOperations(operations, platform.dialect()).map(({ id }) => id));
  return (operation) => ids.has(operation);
}

const unanswered: SlackRefusal = { fault: 'unreachable', code: 'no chart' };
/** How much time before a change the chart shows, in ms. */
const timeBefore = 45 * 60_000;

type EvidenceChart = Extract<RequestDrawn, { shows: 'evidence' }>;
type ChartAfter = Extract<EvidenceChart, { when: 'after' }>;
type CardVerdict = NonNullable<Posted['verdict']>;

/** Posts a chart in the card's thread: the load before a change, or its effect (`after`); nothing without data. */
async function tellEvidence(
  bot: SlackServices,
  evidence: EvidenceChart,
): Promise<Omit<Posted, 'posted'> | SlackRefusal> {
  const { request: changeRequest, when } = evidence;
  const here = {
    channel: changeRequest.shown.channel,
    ts: changeRequest.shown.ts ?? '',
    verdict: evidence.when === 'after' ? verdictLine(evidence) : undefined,
  };
  const question = chartQuestion(bot.services.operations);
  if (!question || here.ts === '') return here;
  const request: Request = {
    operation: question.id,
    given:
      when === 'before'
        ? question.chart.evidence(changeRequest.plan.component)
        : {
            ...givenAfter(question.chart, changeRequest),
            ...(await givenOfIncidents(bot.services, changeRequest)),
          },
    in: placeText(changeRequest.context),
  };
  const person = { ...changeRequest.asker, standing: 'member' } as const;
  const { result, context } = await answerRequest(bot.services, request, {
    person,
    channel: changeRequest.shown.channel,
  });
  if (isProblem(result)) return isPassing(result) ? unanswered : here;
  if (!('chart' in result) || !context) return here;
  const about = when === 'after' ? { change: changeRequest.id } : {};
  const { operation, given } = request;
  const post = { operation, given, context, asker: changeRequest.asker, isAutomatic: true, ...about } as const;
  const place = { channel: changeRequest.shown.channel, thread: changeRequest.shown.thread ?? here.ts };
  const heading = (summary: ChartSummary) =>
    evidence.when === 'after' ? verdictHeading(evidence, verdictOf(summary)) : undefined;
  const posted = await postChart(bot, result, post, place, { when: 'if-any', heading });
  if (posted.posted) {
    const { channel, ts, summary } = posted;
    return { channel, ts, verdict: evidence.when === 'after' ? verdictLine(evidence, verdictOf(summary)) : undefined };
  }
  if ('refusal' in posted) return posted.refusal;
  return isPassing(posted.problem) ? unanswered : here;
}

/** Returns the first lines of the note after a change: what got worse or recovered, then what the values say. */
export function verdictHeading(
  { request, since }: Pick<ChartAfter, 'request' | 'since'>,
  verdict: ChangeVerdict,
): Text {
  const { title } = request.plan;
  const { worse, again, unresolved, recovered, afterOther, relapse } = since;
  const worseUntil = since.worseUntil ?? (isOnlyMemory(worse) ? verdict.memoryUntil : undefined);
  const under = (heading: Text, items: readonly Text[]) =>
    join([heading, ...items.map((says) => actionMsg.item({ says }))], '\n');
  if (worseUntil !== undefined && unresolved.length + again.length + afterOther.length === 0)
    return under(actionMsg.worseUntil({ title, at: { at: worseUntil, show: 'time' } }), worse);
  if (worse.length > 0)
    return under(actionMsg.worseAfter({ title }), [...worse, ...again, ...unresolved, ...afterOther]);
  if (relapse) {
    const { recovered: from, again: at } = relapse;
    const heading = actionMsg.relapsedAfter({ title, length: firingLength(from, at), at: { at, show: 'time' } });
    return under(heading, [...again, ...unresolved, ...afterOther]);
  }
  if (again.length > 0) return under(actionMsg.againAfter({ title }), [...again, ...unresolved, ...afterOther]);
  if (unresolved.length > 0)
    return under(actionMsg.unresolvedAfter({ title }), [...unresolved, ...afterOther, ...recovered.slice(0, 1)]);
  if (afterOther.length > 0) return under(actionMsg.otherAfter({ title }), [...afterOther, ...recovered]);
  // That values are as before is news only if nothing else is.
  const values = verdict.is === 'clear' || verdict.is === 'unclear' ? [verdict.says] : [];
  if (recovered.length > 0) return under(actionMsg.recoveredAfter({ title }), [...recovered, ...values]);
  return marked(verdict, afterTexts[verdict.is]({ title, says: verdict.says }));
}

/** Checks whether only the first note tells what got worse, of memory. Then the chart's values say whether it is over. */
function isOnlyMemory(worse: readonly Text[]): boolean {
  return worse.length > 0 && worse.every(({ key }) => key === afterChangeMsg.memory.key);
}

/** Only a comparison is about the 15 minutes after a change. */
const afterTexts = {
  clear: actionMsg.movedAfter,
  unclear: actionMsg.verdictAfter,
  usual: actionMsg.verdictAfter,
  unjudged: actionMsg.unjudgedAfter,
};

/** Returns the verdict in one line, for the card. @param verdict absent if there is no monitoring data */
function verdictLine(
  { since: { worse, again, unresolved, recovered, afterOther } }: ChartAfter,
  verdict?: ChangeVerdict,
): CardVerdict {
  const over = isOnlyMemory(worse) ? verdict?.memoryUntil : undefined;
  if (worse[0] && over !== undefined) {
    const at = { at: over, show: 'time' } as const;
    return { says: actionMsg.recoveredAt({ says: worse[0], at }), isWorse: true };
  }
  if (worse[0]) return { says: worse[0], isWorse: true };
  const [bad] = [...again, ...unresolved, ...afterOther];
  if (bad) return { says: actionMsg.marked({ mark: '⚠', says: bad }) };
  if (recovered[0]) return { says: actionMsg.marked({ mark: '✓', says: recovered[0] }) };
  if (!verdict) return { says: actionMsg.nothingToCompare() };
  if (verdict.is === 'unjudged') return { says: marked(verdict, verdict.says) };
  const since = verdict.is === 'clear' ? actionMsg.movedSince : actionMsg.verdictSince;
  return { says: marked(verdict, since({ says: verdict.says })) };
}

function marked({ is, isBad }: ChangeVerdict, says: Text): Text {
  if (isBad) return actionMsg.marked({ mark: '⚠', says });
  return is === 'usual' ? actionMsg.marked({ mark: '✓', says }) : says;
}

function givenAfter(
  chart: ChartRequests,
  { plan, at, run: { started = at, ended = started } }: ChangeRequest,
): RawArgs {
  return chart.between(changedComponents(plan), started - timeBefore, ended + evidenceDelay);
}

/** Returns what the chart after a change shows of the incidents of its components, first of one that fires. */
async function givenOfIncidents(services: Services, request: ChangeRequest): Promise<RawArgs> {
  const found = await incidentFeature.incidentsOf(services, request);
  const ordered = found.toSorted((one, other) => Number(other.state === 'firing') - Number(one.state === 'firing'));
  const stored = await Promise.all(ordered.map(({ id }) => incidentRecords.get(services.store, id)));
  return incidentMarks(present(stored).flatMap(({ body }) => (body.source.kind === 'exposure' ? [] : [body])));
}

function isPassing(problem: Problem): boolean {
  return (problem.problem === 'platform' || problem.problem === 'refused') && problem.canRetry === true;
}

async function postScheduled(
  bot: SlackServices,
  { channel, reader }: PostPlace,
  { schedule, operation, order, context }: ScheduledChart,
): Promise<PostResult> {
  const { id, given, owner } = schedule;
  const asker = { id: owner.id, name: owner.name, ...reader };
  const posted = await postChart(bot, order, { operation, given, context, asker, schedule: id }, { channel });
  if ('problem' in posted)
    return { posted: false, why: 'undrawn', code: posted.problem.problem, problem: posted.problem };
  return resultOf(bot, channel, async () => (posted.posted ? posted : posted.refusal));
}

/** Sends the first form of a message that Slack accepts. @throws Slack's error for the last form */
async function sendFirstTaken(
  bot: SlackServices,
  place: PostPlace,
  form: Message,
  [next, ...others]: readonly Message[],
): Promise<PostedMessage> {
  try {
    return await send(bot, place, form);
  } catch (error) {
    if (!next || slackRefusal(error)?.fault !== 'bad-blocks') throw error;
    bot.services.world.log.warn('Slack refused the blocks of a message: a shorter one is sent', { error });
    return sendFirstTaken(bot, place, next, others);
  }
}

async function send({ client }: SlackServices, place: PostPlace, message: Message): Promise<PostedMessage> {
  const { channel, ts } = place;
  if (ts === undefined) return postMessage(client, message, place);
  await client.chat.update({ channel, ts, ...message });
  return { channel, ts };
}

/** Records that the message shows this picture, so that its previous picture can be deleted. */
async function keepPicture(bot: SlackServices, drawn: Posting, { channel, ts }: PostedMessage): Promise<void> {
  if (drawn.shows !== 'incident' || !drawn.chart) return;
  const { store, world } = bot.services;
  const post = { id: `incident:${drawn.incident.id}`, channel, ts, fileIds: [drawn.chart.file], at: world.now() };
  await ifRoom(bot, () => store.posts.keep({ ...post, body: {} }));
}
