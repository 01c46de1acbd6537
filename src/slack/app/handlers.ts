import type { Answer, ChartOrder } from '../../core/command/answer.ts';
import { type Context, type Person, placeKey, placeText } from '../../core/command/context.ts';
import { interpret } from '../../core/command/interpret.ts';
import { type Command, mainCommand, type Request } from '../../core/command/operation.ts';
import { type Fault, isProblem, type Problem, refused } from '../../core/command/problem.ts';
import { mayAsk } from '../../core/policy/decide.ts';
import { channelOf } from '../../core/policy/policy.ts';
import type { Text } from '../../core/text/text.ts';
import type { Operation } from '../../operations/shared/define.ts';
import { contextRequest, helpQuestion, sharedModal } from '../../operations/shared/find-operation.ts';
import { type Asking, ask } from '../../questions/ask.ts';
import { quickContextFor } from '../../questions/resolve-context.ts';
import { sendAnswerFiles } from '../answer/answer-files.ts';
import { answerMessage } from '../answer/answer-view.ts';
import { mostChoiceButtons, openFormBlocks, problemMessage } from '../answer/problem-view.ts';
import { refusalText } from '../answer/refusal-view.ts';
import { lineMessage, type Responder } from '../answer/responder.ts';
import type { Page } from '../blocks/blocks.ts';
import { cut } from '../blocks/mrkdwn.ts';
import { msg as chartText } from '../chart/chart-messages.ts';
import { type ChartPlace, type ChartPost, postChart } from '../chart/chart-post.ts';
import { draftOf, fitMeta, needsAdvanced } from '../form/form-draft.ts';
import { type Form, type FormMeta, formView } from '../form/form-view.ts';
import { msg as requestText } from '../request/request-action-messages.ts';
import type { Bot } from './bot.ts';
import { type SlackRefusal, slackRefusal } from './slack-errors.ts';
import { msg } from './slack-messages.ts';

/** Actor who asks something in a place, with the way to answer them. */
export interface Interaction {
  readonly person: Person;
  readonly channel: string;
  readonly thread?: string;
  readonly reply: Responder;
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
export async function doTyped(bot: Bot, interaction: Interaction, command: Command, text: string): Promise<void> {
  const { services } = bot;
  if (text.trim() === '') {
    const alone = services.operations.find((each) => each.command === command && each.opensForm);
    if (alone) return openForm(bot, interaction, { operation: alone.id, given: {} }, []);
  }
  const meant = interpret(services.operations, command, text, services.prefix);
  const page = pageOf(interaction.person);
  if (meant.meaning === 'unknown') {
    const near = operationOf(bot, meant.nearest[0] ?? '') ?? helpQuestion(services.operations);
    const example = `/${services.prefix}${near?.examples[0] ?? mainCommand}`;
    return interaction.reply.tell(
      lineMessage(msg.didNotUnderstand({ typed: cut(text.trim(), mostEchoed) || command, example }), page),
    );
  }
  if (meant.faults.length === 0) return doRequest(bot, interaction, meant.request);
  if (interaction.trigger !== undefined) return openForm(bot, interaction, meant.request, meant.faults);
  return tellProblem(bot, interaction, meant.request, { problem: 'invalid', faults: meant.faults });
}

/** Does what a request asks: answers a question, posts a chart, proposes a change. */
export async function doRequest(bot: Bot, interaction: Interaction, request: Request): Promise<void> {
  const operation = operationOf(bot, request.operation);
  if (operation?.kind === 'change') return propose(bot, interaction, request);
  await tellAsking(bot, interaction, request, await askCounted(bot, interaction, request));
}

/** Asks a question or changes a setting, and counts it. */
export async function askCounted(bot: Bot, interaction: Interaction, request: Request): Promise<Asking> {
  const asking = await ask(bot.services, request, askedOf(interaction));
  count(bot, interaction, request, asking.result);
  return asking;
}

function count(bot: Bot, interaction: Interaction, request: Request, result: object): void {
  const problem = isProblem(result) ? result.problem : undefined;
  const outcome = problem === undefined ? 'ok' : problem === 'platform' || problem === 'bug' ? 'failed' : 'refused';
  bot.metrics.asked(request.operation, interaction.from, outcome);
}

/** Proposes a change, and counts it. A card that Slack does not take at once is told to whoever asked. */
export async function proposeCounted(bot: Bot, interaction: Interaction, request: Request) {
  const proposed = await bot.engine.propose(request, askedOf(interaction));
  count(bot, interaction, request, proposed);
  const unposted = 'card' in proposed && !proposed.linked && proposed.card.ts === undefined;
  if (unposted) await interaction.reply.tell(lineMessage(requestText.notPostedYet(), pageOf(interaction.person)));
  return proposed;
}

/** Tells what came of a question or a setting: an answer, a chart, a problem. */
export async function tellAsking(bot: Bot, interaction: Interaction, request: Request, asking: Asking): Promise<void> {
  const { result } = asking;
  if (isProblem(result)) return tellProblem(bot, interaction, request, result);
  if ('chart' in result) return chart(bot, interaction, request, result, asking.context);
  await tellAnswer(bot, interaction, request, { ...asking, result });
}

export function operationOf(bot: Bot, id: string): Operation | undefined {
  return bot.services.operations.find((operation) => operation.id === id);
}

function askedOf({ person, channel, thread }: Interaction) {
  return { person, channel, ...(thread === undefined ? {} : { thread }) };
}

async function propose(bot: Bot, interaction: Interaction, request: Request): Promise<void> {
  const proposed = await proposeCounted(bot, interaction, request);
  if (isProblem(proposed)) return tellProblem(bot, interaction, request, proposed);
  if ('already' in proposed) return interaction.reply.tell(lineMessage(proposed.already, pageOf(interaction.person)));
  if (proposed.linked) {
    const { link, channel } = proposed.card;
    const where = link === undefined ? { channel } : { link, label: msg.theCard() };
    await interaction.reply.tell(lineMessage(msg.linked({ where }), pageOf(interaction.person)));
  }
}

/** A private answer with Share; what it shows is kept, so that Share posts exactly that. */
async function tellAnswer(
  bot: Bot,
  interaction: Interaction,
  request: Request,
  asking: Asking & { result: Answer },
): Promise<void> {
  const { world, store } = bot.services;
  const answer = asking.result;
  const at = world.now();
  const operation = operationOf(bot, request.operation);
  const isSetting = operation?.kind === 'setting';
  // A context that was set names itself; in a direct message there is no channel to share to.
  const place = asking.context && !(isSetting && operation.needs === 'nothing') ? { context: asking.context } : {};
  const shares = answer.share !== false && !interaction.channel.startsWith('D');
  const shareId = shares ? `answer:${world.newId()}` : undefined;
  if (shareId !== undefined) {
    const again = { ...request, ...(asking.context ? { in: placeText(asking.context) } : {}) };
    const kept: KeptAnswer = { answer, at, request, ...place };
    await store.notes.keep(shareId, kept, at + answerKeptMs);
    // Only a question can be asked again by sharing it; a setting would be set again.
    if (!isSetting) await store.notes.keep(`${shareId}:request`, again, at + requestKeptMs);
  }
  const frame = { at, ...place, ...(shareId ? { shareId } : {}) };
  const message = answerMessage(answer, frame, pageOf(interaction.person));
  await interaction.reply.tell(message, { replace: interaction.replaces === request.operation });
  if (answer.files) await sendAnswerFiles(bot, interaction, answer.files);
}

async function chart(
  bot: Bot,
  interaction: Interaction,
  request: Request,
  order: ChartOrder,
  context?: Context,
): Promise<void> {
  if (!context) throw new Error('a chart needs a context');
  const { id, name, lang, zone } = interaction.person;
  const post: ChartPost = {
    operation: request.operation,
    given: request.given,
    context,
    asker: { id, name, lang, zone },
  };
  const place: ChartPlace = order.privately
    ? { channel: interaction.person.id }
    : { channel: interaction.channel, ...(interaction.thread === undefined ? {} : { thread: interaction.thread }) };
  const posted = await postChart(bot, order, post, place);
  if (posted.posted) {
    if (order.privately && posted.channel !== interaction.channel)
      await interaction.reply.tell(lineMessage(chartText.sentToYou(), pageOf(interaction.person)));
    return;
  }
  if ('problem' in posted) return tellProblem(bot, interaction, request, posted.problem);
  await tellRefusal(bot, interaction, request, posted.refusal);
}

/** Tells what Slack refused, and the one thing to do about it. */
export async function tellRefusal(
  bot: Bot,
  interaction: Interaction,
  request: Request,
  refusal: SlackRefusal,
): Promise<void> {
  bot.services.world.log.warn('Slack refused', { code: refusal.code, remarks: refusal.remarks });
  const why = refusalText(refusal, interaction.channel, bot.self().name);
  await tellProblem(bot, interaction, request, { problem: 'platform', why, canRetry: true });
}

/** Tells a problem to who ran into it, with what to do next. */
export async function tellProblem(
  bot: Bot,
  interaction: Interaction,
  request: Request,
  problem: Problem,
): Promise<void> {
  const operation = operationOf(bot, request.operation);
  const choicesId = await keepChoices(bot, request, problem);
  const setContext = contextRequest(bot.services.operations, 'channel');
  const frame = {
    request,
    prefix: bot.services.prefix,
    ...(operation ? { operation } : {}),
    ...(setContext ? { setContext } : {}),
    ...(choicesId === undefined ? {} : { choicesId }),
  };
  const message = problemMessage(problem, frame, pageOf(interaction.person));
  await interaction.reply.tell(message, { replace: interaction.replaces === request.operation });
}

async function keepChoices(bot: Bot, request: Request, problem: Problem): Promise<string | undefined> {
  if (problem.problem !== 'ambiguous' || problem.choices.length <= mostChoiceButtons) return undefined;
  const { world, store } = bot.services;
  const id = world.newId();
  await store.notes.keep(`choices:${id}`, { request, problem }, world.now() + answerKeptMs);
  return id;
}

/**
 * Opens an operation's form, filled with what was understood. Nothing is read from the platform before: the trigger
 * holds three seconds (Slack limits, section 3). When it was too late, a button asks for a fresh one.
 */
export async function openForm(
  bot: Bot,
  interaction: Interaction,
  request: Request,
  faults: readonly Fault[],
): Promise<void> {
  const operation = operationOf(bot, request.operation);
  if (!operation) return interaction.reply.tell(lineMessage(msg.unknownButton(), pageOf(interaction.person)));
  const standing = mayAsk(interaction.person);
  if (standing) return tellProblem(bot, interaction, request, refused(standing.no));
  if (interaction.trigger === undefined) return offerForm(bot, interaction, request, msg.triggerExpired());
  const context = await quickContextFor(bot.services, {
    channel: interaction.channel,
    person: interaction.person,
    ...(request.in === undefined ? {} : { in: request.in }),
  });
  if (isProblem(context) && request.in !== undefined) {
    // A form has no input for in=: what was typed is told, and the context that holds here stands instead.
    const { in: _typed, ...rest } = request;
    return openForm(bot, interaction, rest, [...faults, ...aboutContext(context)]);
  }
  const drawn = newForm(bot, operation, request, faults, interaction, isProblem(context) ? undefined : context);
  const channel = interaction.channel === '' && drawn.context ? await channelFor(bot, drawn.context) : undefined;
  const form = { ...drawn, meta: await fitMeta(bot, drawn.meta), ...(channel === undefined ? {} : { channel }) };
  try {
    await bot.client.views.open({ trigger_id: interaction.trigger, view: formView(form, pageOf(interaction.person)) });
  } catch (error) {
    const refusal = slackRefusal(error);
    if (refusal?.fault !== 'trigger-expired') throw error;
    await offerForm(bot, interaction, request, msg.triggerExpired());
  }
}

function aboutContext(problem: Problem): readonly Fault[] {
  if (problem.problem === 'unknown-name') return [{ param: 'in', why: problem.why }];
  return problem.problem === 'invalid' ? problem.faults.map(({ why }) => ({ param: 'in', why })) : [];
}

/** The one channel that a context belongs to, by the policy or by `use`: what is asked from elsewhere goes there. */
async function channelFor({ services }: Bot, context: Context): Promise<string | undefined> {
  const ofPolicy = channelOf(services.policy, context);
  if (ofPolicy !== undefined) return ofPolicy;
  const key = placeKey(context);
  const channels = (await services.store.contexts.list()).filter(
    (each) => each.scope === 'channel' && !each.key.startsWith('D') && placeKey(each.context) === key,
  );
  return channels.length === 1 ? channels[0]?.key : undefined;
}

async function offerForm(_bot: Bot, interaction: Interaction, request: Request, why: Text): Promise<void> {
  const page = pageOf(interaction.person);
  await interaction.reply.tell(lineMessage(why, page, openFormBlocks(request, page)));
}

function newForm(
  bot: Bot,
  operation: Operation,
  request: Request,
  faults: readonly Fault[],
  interaction: Pick<Interaction, 'channel' | 'thread'>,
  context: Context | undefined,
): Form {
  const modal = sharedModal(bot.services.operations, operation);
  const meta: FormMeta = {
    o: operation.id,
    ...(interaction.channel === '' ? {} : { ch: interaction.channel }),
    ...(interaction.thread === undefined ? {} : { th: interaction.thread }),
    ...(context?.team ? { in: placeText(context) } : request.in === undefined ? {} : { in: request.in }),
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
    ...(modal ? { modal } : {}),
  };
}
