import type { Answer, ChartOrder } from '../core/answer.ts';
import { type Context, type Person, placeKey } from '../core/context.ts';
import type { Command, Request } from '../core/operation.ts';
import { channelOf } from '../core/policy.ts';
import { mayAsk } from '../core/policy-decide.ts';
import { type Fault, isProblem, type Problem, refused } from '../core/problem.ts';
import type { Text } from '../core/text.ts';
import { interpret } from '../core/words.ts';
import type { Operation } from '../operations/define.ts';
import { type Asking, ask } from '../workflow/ask.ts';
import { quickContextFor } from '../workflow/context.ts';
import { sendAnswerFiles } from './answer-files.ts';
import { answerMessage } from './answer-view.ts';
import type { Page } from './blocks.ts';
import type { Bot } from './bot.ts';
import { type ChartPlace, type ChartPost, postChart } from './chart-post.ts';
import { say as sayChart } from './chart-sentences.ts';
import { draftOf, fitMeta, needsAdvanced } from './form-draft.ts';
import { type Form, type FormMeta, formView } from './modal.ts';
import { cut } from './mrkdwn.ts';
import { mostChoiceButtons, openFormBlocks, problemMessage } from './problem-view.ts';
import { sayRefusal } from './refusal-view.ts';
import { lineMessage, type Reply } from './reply.ts';
import { say as sayRequest } from './request-sentences.ts';
import { say } from './sentences.ts';
import { type SlackRefusal, slackRefusal } from './slack-error.ts';

/** Somebody who asks something in a place, with the way to answer them. */
export interface Visit {
  readonly person: Person;
  readonly channel: string;
  readonly thread?: string;
  readonly reply: Reply;
  /** How it was asked, for the metrics. */
  readonly from: 'command' | 'mention' | 'modal' | 'button' | 'shortcut';
  /** Opens a form within three seconds; mentions have none. */
  readonly trigger?: string;
  /** The operation whose private answer this press may replace. */
  readonly replaces?: string;
}

/** How long a private answer is kept for Share (product, section 3). */
export const answerKeptMs = 30 * 60_000;
/** How long it is remembered what an answer had asked: a Share that comes later asks again. */
const requestKeptMs = 7 * 86_400_000;
/** Of what was not understood so much is said again, in characters: the example behind it has to be seen. */
const mostEchoed = 200;
/** The operations that `/gateway` alone opens a form for, with a switch between them. */
const gatewayKinds = ['gateway.http', 'gateway.tcp'];

/** What a private answer keeps, so that Share posts exactly it. */
export interface KeptAnswer {
  readonly answer: Answer;
  readonly context?: Context;
  readonly at: number;
  readonly request: Request;
}

export function pageOf(person: Pick<Person, 'lang' | 'zone'>): Page {
  return { lang: person.lang, zone: person.zone };
}

/** Reads typed words and does what they mean; what is unclear opens the form, or says so in a private line. */
export async function doTyped(bot: Bot, visit: Visit, command: Command, text: string): Promise<void> {
  const { tools } = bot;
  if (command === 'gateway' && text.trim() === '') {
    return openForm(bot, visit, { operation: 'gateway.http', given: {} }, []);
  }
  const meant = interpret(tools.operations, command, text, tools.prefix);
  const page = pageOf(visit.person);
  if (meant.meaning === 'unknown') {
    const near = operationOf(bot, meant.nearest[0] ?? 'help');
    const example = `/${tools.prefix}${near?.examples[0] ?? 'portolan help'}`;
    return visit.reply.tell(
      lineMessage(say.didNotUnderstand({ typed: cut(text.trim(), mostEchoed) || command, example }), page),
    );
  }
  if (meant.faults.length === 0) return doRequest(bot, visit, meant.request);
  if (visit.trigger !== undefined) return openForm(bot, visit, meant.request, meant.faults);
  return tellProblem(bot, visit, meant.request, { problem: 'invalid', faults: meant.faults });
}

/** Does what a request asks: answers a question, posts a chart, proposes a change. */
export async function doRequest(bot: Bot, visit: Visit, request: Request): Promise<void> {
  const operation = operationOf(bot, request.operation);
  if (operation?.kind === 'change') return propose(bot, visit, request);
  await tellAsking(bot, visit, request, await askCounted(bot, visit, request));
}

/** Asks a question or changes a setting, and counts it. */
export async function askCounted(bot: Bot, visit: Visit, request: Request): Promise<Asking> {
  const asking = await ask(bot.tools, request, askedOf(visit));
  count(bot, visit, request, asking.result);
  return asking;
}

function count(bot: Bot, visit: Visit, request: Request, result: object): void {
  const problem = isProblem(result) ? result.problem : undefined;
  const outcome = problem === undefined ? 'ok' : problem === 'platform' || problem === 'bug' ? 'failed' : 'refused';
  bot.metrics.asked(request.operation, visit.from, outcome);
}

/** Proposes a change, and counts it. A card that Slack does not take at once is told to whoever asked. */
export async function proposeCounted(bot: Bot, visit: Visit, request: Request) {
  const proposed = await bot.conductor.propose(request, askedOf(visit));
  count(bot, visit, request, proposed);
  const unposted = 'card' in proposed && !proposed.linked && proposed.card.ts === undefined;
  if (unposted) await visit.reply.tell(lineMessage(sayRequest.notPostedYet(), pageOf(visit.person)));
  return proposed;
}

/** Tells what came of a question or a setting: an answer, a chart, a problem. */
export async function tellAsking(bot: Bot, visit: Visit, request: Request, asking: Asking): Promise<void> {
  const { result } = asking;
  if (isProblem(result)) return tellProblem(bot, visit, request, result);
  if ('chart' in result) return chart(bot, visit, request, result, asking.context);
  await tellAnswer(bot, visit, request, { ...asking, result });
}

export function operationOf(bot: Bot, id: string): Operation | undefined {
  return bot.tools.operations.find((operation) => operation.id === id);
}

function askedOf({ person, channel, thread }: Visit) {
  return { person, channel, ...(thread === undefined ? {} : { thread }) };
}

async function propose(bot: Bot, visit: Visit, request: Request): Promise<void> {
  const proposed = await proposeCounted(bot, visit, request);
  if (isProblem(proposed)) return tellProblem(bot, visit, request, proposed);
  if ('already' in proposed) return visit.reply.tell(lineMessage(proposed.already, pageOf(visit.person)));
  if (proposed.linked) {
    const { link, channel } = proposed.card;
    const where = link === undefined ? { channel } : { link, label: say.theCard() };
    await visit.reply.tell(lineMessage(say.linked({ where }), pageOf(visit.person)));
  }
}

/** A private answer with Share; what it shows is kept, so that Share posts exactly that. */
async function tellAnswer(
  bot: Bot,
  visit: Visit,
  request: Request,
  asking: Asking & { result: Answer },
): Promise<void> {
  const { world, store } = bot.tools;
  const answer = asking.result;
  const at = world.now();
  const operation = operationOf(bot, request.operation);
  const isSetting = operation?.kind === 'setting';
  // A context that was set names itself; in a direct message there is no channel to share to.
  const place = asking.context && !(isSetting && operation.needs === 'nothing') ? { context: asking.context } : {};
  const shares = answer.share !== false && !visit.channel.startsWith('D');
  const shareId = shares ? `answer:${world.newId()}` : undefined;
  if (shareId !== undefined) {
    const again = { ...request, ...(asking.context ? { in: placeText(asking.context) } : {}) };
    const kept: KeptAnswer = { answer, at, request, ...place };
    await store.notes.keep(shareId, kept, at + answerKeptMs);
    // Only a question can be asked again by sharing it; a setting would be set again.
    if (!isSetting) await store.notes.keep(`${shareId}:request`, again, at + requestKeptMs);
  }
  const frame = { at, ...place, ...(shareId ? { shareId } : {}) };
  const message = answerMessage(answer, frame, pageOf(visit.person));
  await visit.reply.tell(message, { replace: visit.replaces === request.operation });
  if (answer.files) await sendAnswerFiles(bot, visit, answer.files);
}

async function chart(bot: Bot, visit: Visit, request: Request, order: ChartOrder, context?: Context): Promise<void> {
  if (!context) throw new Error('a chart needs a context');
  const { id, name, lang, zone } = visit.person;
  const post: ChartPost = { given: request.given, context, asker: { id, name, lang, zone } };
  const place: ChartPlace = order.privately
    ? { channel: visit.person.id }
    : { channel: visit.channel, ...(visit.thread === undefined ? {} : { thread: visit.thread }) };
  const posted = await postChart(bot, order, post, place);
  if (posted.posted) {
    if (order.privately && posted.channel !== visit.channel)
      await visit.reply.tell(lineMessage(sayChart.sentToYou(), pageOf(visit.person)));
    return;
  }
  if ('problem' in posted) return tellProblem(bot, visit, request, posted.problem);
  await tellRefusal(bot, visit, request, posted.refusal);
}

/** Tells what Slack refused, and the one thing to do about it. */
export async function tellRefusal(bot: Bot, visit: Visit, request: Request, refusal: SlackRefusal): Promise<void> {
  bot.tools.world.log.warn('Slack refused', { code: refusal.code, remarks: refusal.remarks });
  const why = sayRefusal(refusal, visit.channel, bot.self().name);
  await tellProblem(bot, visit, request, { problem: 'platform', why, canRetry: true });
}

/** Tells a problem to who ran into it, with what to do next. */
export async function tellProblem(bot: Bot, visit: Visit, request: Request, problem: Problem): Promise<void> {
  const operation = operationOf(bot, request.operation);
  const choicesId = await keepChoices(bot, request, problem);
  const frame = {
    request,
    prefix: bot.tools.prefix,
    ...(operation ? { operation } : {}),
    ...(choicesId === undefined ? {} : { choicesId }),
  };
  const message = problemMessage(problem, frame, pageOf(visit.person));
  await visit.reply.tell(message, { replace: visit.replaces === request.operation });
}

async function keepChoices(bot: Bot, request: Request, problem: Problem): Promise<string | undefined> {
  if (problem.problem !== 'ambiguous' || problem.choices.length <= mostChoiceButtons) return undefined;
  const { world, store } = bot.tools;
  const id = world.newId();
  await store.notes.keep(`choices:${id}`, { request, problem }, world.now() + answerKeptMs);
  return id;
}

/**
 * Opens an operation's form, filled with what was understood. Nothing is read from the platform before: the trigger
 * holds three seconds (Slack limits, section 3). When it was too late, a button asks for a fresh one.
 */
export async function openForm(bot: Bot, visit: Visit, request: Request, faults: readonly Fault[]): Promise<void> {
  const operation = operationOf(bot, request.operation);
  if (!operation) return visit.reply.tell(lineMessage(say.unknownButton(), pageOf(visit.person)));
  const standing = mayAsk(visit.person);
  if (standing) return tellProblem(bot, visit, request, refused(standing.no));
  if (visit.trigger === undefined) return offerForm(bot, visit, request, say.triggerExpired());
  const context = await quickContextFor(bot.tools, {
    channel: visit.channel,
    person: visit.person,
    ...(request.in === undefined ? {} : { in: request.in }),
  });
  if (isProblem(context) && request.in !== undefined) {
    // A form has no input for in=: what was typed is told, and the context that holds here stands instead.
    const { in: _typed, ...rest } = request;
    return openForm(bot, visit, rest, [...faults, ...aboutContext(context)]);
  }
  const drawn = newForm(bot, operation, request, faults, visit, isProblem(context) ? undefined : context);
  const channel = visit.channel === '' && drawn.context ? await channelFor(bot, drawn.context) : undefined;
  const form = { ...drawn, meta: await fitMeta(bot, drawn.meta), ...(channel === undefined ? {} : { channel }) };
  try {
    await bot.client.views.open({ trigger_id: visit.trigger, view: formView(form, pageOf(visit.person)) });
  } catch (error) {
    const refusal = slackRefusal(error);
    if (refusal?.fault !== 'trigger-expired') throw error;
    await offerForm(bot, visit, request, say.triggerExpired());
  }
}

function aboutContext(problem: Problem): readonly Fault[] {
  if (problem.problem === 'unknown-name') return [{ param: 'in', why: problem.why }];
  return problem.problem === 'invalid' ? problem.faults.map(({ why }) => ({ param: 'in', why })) : [];
}

/** The one channel that a context belongs to, by the policy or by `use`: what is asked from elsewhere goes there. */
async function channelFor({ tools }: Bot, context: Context): Promise<string | undefined> {
  const ofPolicy = channelOf(tools.policy, context);
  if (ofPolicy !== undefined) return ofPolicy;
  const key = placeKey(context);
  const channels = (await tools.store.contexts.list()).filter(
    (each) => each.scope === 'channel' && !each.key.startsWith('D') && placeKey(each.context) === key,
  );
  return channels.length === 1 ? channels[0]?.key : undefined;
}

async function offerForm(_bot: Bot, visit: Visit, request: Request, why: Text): Promise<void> {
  const page = pageOf(visit.person);
  await visit.reply.tell(lineMessage(why, page, openFormBlocks(request, page)));
}

function newForm(
  bot: Bot,
  operation: Operation,
  request: Request,
  faults: readonly Fault[],
  visit: Pick<Visit, 'channel' | 'thread'>,
  context: Context | undefined,
): Form {
  const kinds = gatewayKinds.includes(operation.id) ? gatewayKinds : undefined;
  const meta: FormMeta = {
    o: operation.id,
    ...(visit.channel === '' ? {} : { ch: visit.channel }),
    ...(visit.thread === undefined ? {} : { th: visit.thread }),
    ...(context?.team ? { in: placeText(context) } : request.in === undefined ? {} : { in: request.in }),
    ...(kinds ? { kinds } : {}),
    ...(needsAdvanced(operation, faults) ? { adv: true } : {}),
    ...draftOf(operation, request.given),
  };
  return {
    operation,
    meta,
    given: request.given,
    faults,
    ...(request.reason === undefined ? {} : { reason: request.reason }),
    ...(context ? { context } : {}),
    ...(kinds ? { kinds: kindsOf(bot, kinds) } : {}),
  };
}

export function placeText({ team, region, app }: Context): string {
  return `${team}/${region}/${app}`;
}

export function kindsOf(bot: Bot, ids: readonly string[]): NonNullable<Form['kinds']> {
  return ids
    .filter((id) => operationOf(bot, id))
    .map((id) => ({ id, label: id === 'gateway.tcp' ? say.tcp() : say.http() }));
}
