import type { AnyBlock } from '@slack/types';
import { type Context, type Person, placeKey, placeText } from '../../core/command/context.ts';
import { isDirectMessage } from '../../core/command/direct-message.ts';
import { type Fault, isInForms, type RawArgs, readAll } from '../../core/command/params.ts';
import { isProblem, type Problem } from '../../core/command/problem.ts';
import type { Request } from '../../core/operation.ts';
import { channelOf } from '../../core/policy/policy.ts';
import type { Text } from '../../core/text/text.ts';
import { readPlannedTime } from '../../core/time/planned-time.ts';
import { resultWithin } from '../../core/world.ts';
import type { Operation } from '../../operations/shared/define.ts';
import { orUndefined } from '../../operations/shared/or-undefined.ts';
import { readsOf } from '../../operations/shared/services.ts';
import { refuseUnsupported } from '../../questions/answer-request.ts';
import { quickContextFor } from '../../questions/resolve-context.ts';
import { requestButton } from '../answer/request-button.ts';
import { tellProblem } from '../answer/tell-problem.ts';
import { actions, type Page } from '../blocks/blocks.ts';
import type { Bot } from '../interaction/bot.ts';
import { type Interaction, operationOf, pageOf } from '../interaction/interaction.ts';
import { type ModalScreen, updateView } from '../interaction/modal-screen.ts';
import { openView } from '../interaction/open-view.ts';
import type { ViewPayload } from '../interaction/payloads.ts';
import { lineMessage } from '../interaction/responder.ts';
import { slackMsg } from '../interaction/slack-messages.ts';
import { finishSubmission } from './form.ts';
import { draftOf, fitMeta, formBase, needsAdvanced, withSuggestions } from './form-draft.ts';
import { readForm } from './form-state.ts';
import { type Form, type FormMeta, formView, lineView } from './form-view.ts';
import { hintsFor, nameChoices, withNames } from './name-choices.ts';

/** Opens the plan of a complete change, to confirm or post the change. If a value is missing, opens the form. */
export async function openPlan(bot: Bot, interaction: Interaction, request: Request): Promise<void> {
  const operation = operationOf(bot, request.operation);
  const faults = operation ? readAll(operation.params, request.given) : undefined;
  if (!operation || !faults || 'faults' in faults || interaction.trigger === undefined)
    return openForm(bot, interaction, request, []);
  const { person, thread, trigger } = interaction;
  const channel = interaction.channel || (await channelOfRequest(bot, person, request));
  // The form asks for the channel of the card.
  if (channel === undefined) return openForm(bot, interaction, request, []);
  const views: string[] = [];
  const reading = lineView(slackMsg.readingTitle(), slackMsg.reading(), pageOf(person));
  const why = await openView(bot.client, trigger, reading, ({ id }) => void views.push(id));
  if (why) return offerForm(interaction, request, why);
  const [id] = views;
  if (id === undefined) return;
  await runInModal(bot, id, person, { request, operation, meta: { ch: channel, th: thread, plan: '' } });
}

/** Runs what a refused form or a plan offers, in its modal. The offered plan is shown as a first one. */
export async function runOffered(bot: Bot, view: ViewPayload, person: Person, request: Request): Promise<void> {
  const refused = readForm(view);
  const operation = operationOf(bot, request.operation);
  if (!refused || !operation) return;
  const { ch, th, plan } = refused.meta;
  await updateView(bot, view.id, lineView(slackMsg.readingTitle(), slackMsg.reading(), pageOf(person)));
  const meta = { ch, th, plan: plan === undefined ? undefined : '' };
  await runInModal(bot, view.id, person, { request, operation, meta });
}

async function runInModal(
  bot: Bot,
  id: string,
  person: Person,
  asked: {
    readonly request: Request;
    readonly operation: Operation;
    readonly meta: Pick<FormMeta, 'ch' | 'th' | 'plan'>;
  },
): Promise<void> {
  const { operation } = asked;
  const { given, reason, at, ticket, ask, in: place } = asked.request;
  const meta = { ...asked.meta, o: operation.id, in: place };
  const filled = { meta, given, reason, at, ticket, ask, blockOf: {}, labels: {} };
  const show = (view: Parameters<typeof updateView>[2]) => updateView(bot, id, view);
  const screen: ModalScreen = {
    show,
    // Nothing was submitted, so Slack accepts no errors.
    reject: (_errors, orElse) => show(orElse),
    close: async (view) => void (await show(view)),
  };
  await finishSubmission(bot, { filled, operation }, screen, person);
}

async function channelOfRequest(bot: Bot, person: Person, request: Request): Promise<string | undefined> {
  const context = await quickContextFor(bot.services, { channel: '', person, in: request.in });
  return !context || isProblem(context) ? undefined : channelFor(bot, context);
}

/** Opens a form. Reads only names before that, because the trigger expires after 3 s (docs/slack.md#views). */
export async function openForm(
  bot: Bot,
  interaction: Interaction,
  request: Request,
  faults: readonly Fault[],
): Promise<void> {
  const operation = operationOf(bot, request.operation);
  if (!operation) return interaction.reply.tell(lineMessage(slackMsg.unknownButton(), pageOf(interaction.person)));
  const missing = refuseUnsupported(bot.services, operation);
  if (missing) return tellProblem(bot, interaction, request, missing);
  if (interaction.trigger === undefined) return offerForm(interaction, request, slackMsg.triggerExpired());
  const { channel: asked, person } = interaction;
  const context = await quickContextFor(bot.services, { channel: asked, person, in: request.in });
  if (isProblem(context) && request.in !== undefined) {
    // A form has no input for `in=`. Report the wrong context, and use the current one.
    const { in: _typed, ...rest } = request;
    return openForm(bot, interaction, rest, [...faults, ...aboutContext(context)]);
  }
  const filled = { ...request, given: await filledFrom(bot, operation, request) };
  const known = isProblem(context) ? undefined : context;
  const hinted = hintsFor(bot, operation, filled.given, known);
  const refusal = known && (await refusalOf(bot, operation, filled, known));
  if (refusal) return tellProblem(bot, interaction, request, refusal);
  const drawn = newForm(bot, operation, filled, faults, interaction, known);
  const channel = asked === '' && drawn.context ? await channelFor(bot, drawn.context) : undefined;
  const named = await withNames(bot, interaction, drawn);
  const form = { ...named, ...(await hinted), meta: await fitMeta(bot, drawn.meta), channel };
  const views: { readonly id: string; readonly hash?: string }[] = [];
  const drawnView = formView(form, pageOf(person));
  const why = await openView(bot.client, interaction.trigger, drawnView, (view) => void views.push(view));
  if (why) return offerForm(interaction, request, why);
  for (const view of views) await nameChoices(bot, interaction, form, view);
}

/** Maximum wait for an operation's refusal or values before a form opens, in ms, because its trigger expires after 3 s. */
const refusalWithinMs = 600;

async function refusalOf(
  { services }: Bot,
  operation: Operation,
  { given }: Request,
  context: Context,
): Promise<Problem | undefined> {
  if (operation.kind === 'change' || !operation.refuses) return undefined;
  const { world } = services;
  const asked = operation.refuses(given, { context, now: world.now() }, readsOf(services));
  return orUndefined(resultWithin(world, refusalWithinMs, asked));
}

async function filledFrom({ services }: Bot, operation: Operation, { given }: Request): Promise<RawArgs> {
  const fills = operation.kind === 'setting' ? operation.fills?.(given, readsOf(services)) : undefined;
  return (fills && (await orUndefined(resultWithin(services.world, refusalWithinMs, fills)))) ?? given;
}

function aboutContext(problem: Problem): readonly Fault[] {
  if (problem.problem === 'unknown-name') return [{ param: 'in', why: problem.why }];
  return problem.problem === 'invalid' ? problem.faults.map(({ why }) => ({ param: 'in', why })) : [];
}

/** Returns a context's only channel, by the policy file or `use`. Requests from other places are posted there. */
async function channelFor({ services }: Bot, context: Context): Promise<string | undefined> {
  const ofPolicy = channelOf(services.policy, context);
  if (ofPolicy !== undefined) return ofPolicy;
  const key = placeKey(context);
  const channels = (await services.store.contexts.list()).filter(
    (each) => each.scope === 'channel' && !isDirectMessage(each.key) && placeKey(each.context) === key,
  );
  return channels.length === 1 ? channels[0]?.key : undefined;
}

async function offerForm(interaction: Interaction, request: Request, why: Text): Promise<void> {
  const page = pageOf(interaction.person);
  await interaction.reply.tell(lineMessage(why, page, openFormBlocks(request, page)));
}

/** Returns a button that opens the form. Its press brings a fresh trigger. */
export function openFormBlocks(request: Request, page: Page): readonly AnyBlock[] {
  return actions(
    requestButton({ actionId: 'modal:open', label: slackMsg.openForm(), style: 'primary' }, request, page),
  );
}

function newForm(
  bot: Bot,
  operation: Operation,
  request: Request,
  faults: readonly Fault[],
  interaction: Pick<Interaction, 'channel' | 'thread' | 'person'>,
  context: Context | undefined,
): Form {
  const now = bot.services.world.now();
  const at = request.at === undefined ? undefined : readPlannedTime(request.at, now, interaction.person.zone);
  // A typed value that is wrong may be below the screen, so the form opens at its input.
  const focus = faults.find(({ param }) => operation.params[param])?.param;
  const given = faults.filter((fault) => !isMissing(operation, request.given, fault));
  const wrong = at && !at.ok ? [...given, { param: 'at', why: at.why }] : given;
  const first = firstMissing(operation, request.given) ?? focus;
  const place = context?.team ? placeText(context) : request.in;
  const filled = withSuggestions(operation, request.given, bot.services.policy);
  const meta: FormMeta = {
    o: operation.id,
    ch: interaction.channel || undefined,
    th: interaction.thread,
    in: place,
    ask: request.ask,
    adv: needsAdvanced(operation, request.given, wrong) ? true : undefined,
    ...draftOf(operation, filled),
  };
  return {
    ...formBase(bot, operation),
    meta,
    given: filled,
    faults: wrong,
    focus: first,
    reason: request.reason,
    at: at?.ok ? at.value : undefined,
    ticket: request.ticket,
    ask: request.ask,
    context,
  };
}

/** Checks whether a fault is only a missing value. A form that was just opened doesn't report missing values. */
export function isMissing(operation: Operation, given: Request['given'], { param, missing }: Fault): boolean {
  return missing === true || (operation.params[param]?.required === true && isEmpty(given[param]));
}

export function firstMissing(operation: Operation, given: Request['given']): string | undefined {
  const missing = Object.entries(operation.params).find(
    ([name, param]) => param.required && isInForms(param) && !param.advanced && isEmpty(given[name]),
  );
  return missing?.[0];
}

function isEmpty(values: readonly string[] = []): boolean {
  return values.every((value) => value.trim() === '');
}
