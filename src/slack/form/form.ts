import type { ModalView } from '@slack/types';
import type { ToConfirm } from '../../changes/change-engine-types.ts';
import type { Context, Person } from '../../core/command/context.ts';
import { askedInForm, type Fault, isInForms, type RawArgs } from '../../core/command/params.ts';
import { isProblem, type Problem } from '../../core/command/problem.ts';
import { maxListed } from '../../core/command/resolve.ts';
import type { Request } from '../../core/operation.ts';
import type { ChangeRequest } from '../../core/request/change-request.ts';
import type { Text } from '../../core/text/text.ts';
import { readPlannedTime } from '../../core/time/planned-time.ts';
import type { Operation } from '../../operations/shared/define.ts';
import { ProfileUnreadable } from '../../operations/shared/services.ts';
import { quickContextFor } from '../../questions/resolve-context.ts';
import { namingAttempt, offerButtons, offersOf, tellProblem } from '../answer/tell-problem.ts';
import type { Page } from '../blocks/blocks.ts';
import type { Bot } from '../interaction/bot.ts';
import { type Interaction, operationOf, pageOf } from '../interaction/interaction.ts';
import { type ModalScreen, updateView } from '../interaction/modal-screen.ts';
import type { ViewPayload } from '../interaction/payloads.ts';
import { profileText } from '../interaction/refusal-view.ts';
import { createResponder } from '../interaction/responder.ts';
import { slackMsg } from '../interaction/slack-messages.ts';
import { askCounted, proposeFromForm, tellAnswered } from '../request/ask-and-propose.ts';
import { actionMsg } from '../request/request-action-messages.ts';
import { plain } from '../slack-catalog.ts';
import {
  draftOf,
  fitMeta,
  formBase,
  keptDraft,
  needsAdvanced,
  suggestedAnew,
  withoutOldChoices,
} from './form-draft.ts';
import { type Filled, fieldErrors, readForm } from './form-state.ts';
import { type Form, type FormMeta, formView, lineView, refusedView, revealedView } from './form-view.ts';
import { hintsFor, withChoices, withNames } from './name-choices.ts';
import { planView } from './plan-view.ts';

export type Submission = { readonly errors: Record<string, string> } | { readonly view: ModalView } | AcceptedForm;

interface AcceptedForm {
  readonly filled: Filled;
  readonly operation: Operation;
}

interface Visit extends AcceptedForm {
  readonly screen: ModalScreen;
  readonly request: Request;
  readonly interaction: Interaction;
}

/**
 * Runs a submitted form's command. The modal closes if the result is visible where the form was requested. Otherwise
 * the modal shows the result, a plan to confirm, or the form with errors.
 * @param profile the last known profile: only for the language of an answer
 */
export async function finishSubmission(
  bot: Bot,
  form: AcceptedForm,
  screen: ModalScreen,
  profile: Person,
): Promise<void> {
  const { people, world } = bot.services;
  try {
    await runSubmission(bot, visitOf(bot, form, screen, await people.person(profile.id)));
  } catch (error) {
    if (!(error instanceof ProfileUnreadable)) throw error;
    world.log.warn('the profile of the person who submits a form could not be read', { error });
    const problem = { problem: 'refused', why: profileText(error), canRetry: true } as const;
    await showAgain(bot, visitOf(bot, form, screen, profile), problem);
  }
}

async function runSubmission(bot: Bot, visit: Visit): Promise<void> {
  const outcome = await askOrPropose(bot, visit);
  if (isProblem(outcome)) return showAgain(bot, visit, outcome);
  if (outcome === 'revealed') return;
  const page = pageOf(visit.interaction.person);
  if (outcome && 'toConfirm' in outcome) return void (await visit.screen.show(await planViewOf(bot, visit, outcome)));
  if (outcome) {
    const requested = requestedView(outcome, page);
    // The form or the plan has named the channel, so if the card is visible there, no result view is needed.
    return isSeen(outcome) ? visit.screen.close(requested) : void (await visit.screen.show(requested));
  }
  await leaveForAnswer(visit);
}

/** Closes the modal, so that the answer is visible. An answer in direct messages isn't, so the modal names it. */
async function leaveForAnswer({ interaction, screen }: Visit): Promise<void> {
  const answered = answeredView(interaction);
  const isElsewhere = interaction.reply.answeredIn() === 'messages';
  await (isElsewhere ? screen.show(answered) : screen.close(answered));
}

/** Checks whether a request's card is visible in its channel, and the requester has nothing more to do. */
function isSeen({ request, linked }: Requested): boolean {
  return (
    request.shown.ts !== undefined &&
    !linked &&
    (request.state !== 'proposed' ||
      request.decision.ruling.need === 'approve' ||
      request.decision.frozen !== undefined)
  );
}

function answeredView({ person, reply }: Interaction): ModalView {
  const where = reply.answeredIn();
  const line = where === 'messages' ? slackMsg.answeredInMessages() : where ? slackMsg.answered() : slackMsg.posted();
  return lineView(actionMsg.answered(), line, pageOf(person));
}

async function planViewOf(bot: Bot, visit: Visit, { toConfirm, hash }: ToConfirm): Promise<ModalView> {
  const page = pageOf(visit.interaction.person);
  const again = Boolean(visit.filled.meta.plan);
  const offers = offerButtons(toConfirm.plan.alternatives ?? [], visit.request, 'plan', page);
  return planView(toConfirm, { meta: await planMeta(bot, visit, hash), again, offers }, page);
}

interface Requested {
  readonly request: ChangeRequest;
  readonly linked: boolean;
}

/** Shows the next step of a request, and where its card is. Says "done" only if the request has run. */
function requestedView({ request, linked }: Requested, page: Page): ModalView {
  if (request.shown.ts === undefined && !linked)
    return lineView(actionMsg.notPostedTitle(), actionMsg.notPostedYet(), page);
  const where =
    request.shown.link === undefined
      ? { channel: request.shown.channel }
      : { link: request.shown.link, label: actionMsg.card() };
  const confirms =
    request.state === 'proposed' && !request.decision.frozen && request.decision.ruling.need === 'confirm' && !linked;
  const title = linked
    ? actionMsg.requestedAlready()
    : request.decision.frozen
      ? actionMsg.isFrozen()
      : request.state === 'scheduled'
        ? actionMsg.isScheduled()
        : request.state !== 'proposed'
          ? actionMsg.runs()
          : confirms
            ? actionMsg.waitsForConfirmation()
            : actionMsg.waitsForApproval();
  return lineView(title, (confirms ? actionMsg.confirmIt : actionMsg.isPosted)({ card: where }), page);
}

async function planMeta(bot: Bot, { filled, operation, interaction }: Visit, plan?: string): Promise<FormMeta> {
  const { draft: _draft, note: _note, ...kept } = filled.meta;
  const draft = Object.fromEntries(Object.entries(filled.given).map(([name, values]) => [name, [...values]]));
  return fitMeta(bot, {
    ...kept,
    o: operation.id,
    ch: interaction.channel,
    reason: filled.reason,
    at: filled.at,
    ticket: filled.ticket,
    ask: filled.ask,
    draft,
    plan,
  });
}

function visitOf(bot: Bot, { filled, operation }: AcceptedForm, screen: ModalScreen, person: Person): Visit {
  const channel = filled.meta.ch ?? filled.channel ?? person.id;
  const { given, reason, at, ticket, ask } = filled;
  const thread = filled.meta.th;
  const reply = createResponder(bot, { channel: channel === person.id ? 'D' : channel, user: person.id, thread });
  return {
    filled,
    operation,
    screen,
    request: { operation: operation.id, given, in: filled.meta.in, reason, at, ticket, ask },
    interaction: { from: 'modal', person, channel, thread, reply },
  };
}

/** Runs the request. Returns a problem for the form, or the request. `revealed`: the form shows a secret. */
async function askOrPropose(bot: Bot, visit: Visit): Promise<Problem | Requested | ToConfirm | 'revealed' | undefined> {
  const { interaction, request, filled, operation } = visit;
  if (operation.kind === 'change') {
    const proposed = await proposeFromForm(bot, interaction, request, filled.meta.plan);
    if (isProblem(proposed)) return proposed;
    return 'already' in proposed ? { problem: 'refused', why: proposed.already } : proposed;
  }
  if (operation.formOnly) return askRevealing(bot, visit);
  const asking = await askCounted(bot, interaction, request);
  if (isProblem(asking.result)) return asking.result;
  await tellAnswered(bot, interaction, request, asking);
  return undefined;
}

/** Runs an operation that reveals a secret. If the operation fails later, removes the secret from the screen. */
async function askRevealing(bot: Bot, { interaction, request, screen }: Visit): Promise<Problem | 'revealed'> {
  const page = pageOf(interaction.person);
  try {
    const asking = await askCounted(bot, interaction, request, (revealed) => screen.show(revealedView(revealed, page)));
    return isProblem(asking.result) ? asking.result : 'revealed';
  } catch (error) {
    await screen.show(lineView(slackMsg.notCreatedTitle(), slackMsg.notCreated(), page));
    throw error;
  }
}

async function showAgain(bot: Bot, visit: Visit, problem: Problem): Promise<void> {
  const { filled, screen, interaction, request } = visit;
  const { person } = interaction;
  const faults = faultsIn(await namingAttempt(bot, interaction, request, problem), visit.operation);
  const isAtInput = faults.every(({ param }) => filled.blockOf[param] !== undefined);
  // A modal would cover the buttons that choose the channel's context.
  if (!isAtInput && problem.problem === 'no-context') {
    await tellProblem(bot, interaction, request, problem);
    return leaveForAnswer(visit);
  }
  const view = await viewAgain(bot, visit, problem, faults);
  const write = (text: Text) => plain(text, person.lang, person.zone);
  const isShown = await (isAtInput ? screen.reject(fieldErrors(faults, filled, write), view) : screen.show(view));
  if (!isShown) await tellProblem(bot, interaction, request, problem);
}

/** Returns the form with its faults. If none belongs to an input, a short view, because a form may be scrolled. */
async function viewAgain(bot: Bot, visit: Visit, problem: Problem, faults: readonly Fault[]): Promise<ModalView> {
  const { filled, operation, interaction } = visit;
  const page = pageOf(interaction.person);
  const hasInput = (param: string) =>
    filled.blockOf[param] || isInForms(operation.params[param] ?? { input: 'hidden' });
  if (!faults.some(({ param }) => hasInput(param)))
    return refusedView(
      operation,
      faults,
      {
        meta: await refusedMeta(bot, visit),
        canRetry: helpsToRetry(problem),
        offers: offerButtons(offersOf(problem), visit.request, 'plan', page),
      },
      page,
    );
  const context = await contextOfForm(bot, filled, interaction.person);
  const drawn = await formOf(bot, operation, filled, context, faults);
  const hinted = hintsFor(bot, operation, filled.given, context);
  return formView({ ...(await withNames(bot, interaction, drawn)), ...(await hinted) }, page);
}

/** Keeps the values. A plan that had to be shown is shown again. */
async function refusedMeta(bot: Bot, visit: Visit): Promise<FormMeta> {
  return planMeta(bot, visit, visit.filled.meta.plan === undefined ? undefined : '');
}

function helpsToRetry(problem: Problem): boolean {
  return problem.problem === 'bug' || ('canRetry' in problem && problem.canRetry === true);
}

function faultsIn(problem: Problem, operation: Operation): readonly Fault[] {
  switch (problem.problem) {
    case 'invalid':
      return problem.faults;
    case 'unknown-name':
      return [{ param: problem.param, why: whyNamed(problem.why, problem.nearest, problem) }];
    case 'ambiguous':
      return [{ param: problem.param, why: whyNamed(problem.why, problem.choices) }];
    case 'refused':
      return [{ param: problem.param ?? '', why: withChoice(problem, operation) }];
    case 'platform':
      return [{ param: '', why: problem.why }];
    case 'no-context':
      return [{ param: '', why: slackMsg.noContextForm() }];
    case 'bug':
      return [{ param: '', why: slackMsg.bug({ reference: problem.reference }) }];
  }
}

/** Names the choice of the form's input that does the same as an offered button, because an error has no buttons. */
function withChoice(
  { why, param = '', offers = [] }: Extract<Problem, { problem: 'refused' }>,
  { id, params }: Operation,
): Text {
  const offered = offers.find(({ operation }) => operation === id)?.given[param]?.[0];
  const option = params[param]?.options?.find(({ value }) => value === offered);
  return option ? slackMsg.whyChoose({ why, choice: option.label }) : why;
}

function whyNamed(
  why: Text,
  choices: readonly { readonly label: string }[],
  { others = false, more = 0 }: { readonly others?: boolean; readonly more?: number } = {},
): Text {
  if (choices.length === 0) return why;
  const names = choices
    .slice(0, maxListed)
    .map(({ label }) => label)
    .join(', ');
  return others ? slackMsg.whyOthers({ why, names, more }) : slackMsg.whyNearest({ why, names });
}

export async function contextOfForm(bot: Bot, filled: Filled, person: Person): Promise<Context | undefined> {
  const { ch: channel = '', in: place } = filled.meta;
  const context = await quickContextFor(bot.services, { channel, person, in: place });
  return isProblem(context) ? undefined : context;
}

function plannedMoment({ services }: Bot, at: string | undefined): number | undefined {
  const parsed = at === undefined ? undefined : readPlannedTime(at, services.world.now(), 'UTC');
  return parsed?.ok ? parsed.value : undefined;
}

export async function formOf(
  bot: Bot,
  operation: Operation,
  filled: Filled,
  context: Context | undefined,
  faults: readonly Fault[],
): Promise<Form> {
  const { draft: _draft, note: _note, plan: _plan, reason: _reason, at: _at, ticket: _ticket, ...kept } = filled.meta;
  const meta = { ...kept, ...(needsAdvanced(operation, filled.given, faults) ? { adv: true } : {}) };
  const draft = draftFor(operation, filled, meta.adv === true);
  return {
    ...formBase(bot, operation),
    meta: await fitMeta(bot, { ...meta, o: operation.id, ...draft }),
    given: filled.given,
    faults,
    labels: filled.labels,
    reason: filled.reason,
    at: plannedMoment(bot, filled.at),
    ticket: filled.ticket,
    ask: filled.ask,
    channel: filled.channel,
    context,
  };
}

function draftFor(operation: Operation, filled: Filled, advanced: boolean) {
  const shown = askedInForm(operation.params, filled.given, advanced).map(([name]) => name);
  const hidden = Object.keys(filled.given).filter((name) => !shown.includes(name));
  return draftOf(operation, filled.given, hidden);
}

export async function updateForm(
  bot: Bot,
  view: ViewPayload,
  person: Person,
  press: { readonly action: string; readonly value?: string },
): Promise<void> {
  const filled = readForm(view, await keptDraft(bot, view.private_metadata));
  const now = filled && operationOf(bot, filled.meta.o);
  if (!filled || !now) return;
  const operation = (press.action === 'form.kind' && operationOf(bot, press.value ?? '')) || now;
  const advanced = press.action === 'form.advanced' ? filled.meta.adv !== true : filled.meta.adv === true;
  const meta = { ...filled.meta, ...(advanced ? { adv: true } : {}) };
  if (!advanced) delete meta.adv;
  const context = await contextOfForm(bot, filled, person);
  const before = parentsBefore(now, filled);
  const chosen = withoutOldChoices(operation, filled.given, before, filled.labels);
  const given = suggestedAnew(operation, chosen, before, bot.services.policy);
  const asker = { person, channel: meta.ch ?? '' };
  const form = await formOf(bot, operation, { ...filled, meta, given }, context, []);
  // The view of a refused form, or of a short one, has no inputs that could name the ids.
  const isUnnamed = press.action === 'form.edit' || operation.shortForm !== undefined;
  const hinted = hintsFor(bot, operation, given, context);
  const named = await (isUnnamed ? withNames : withChoices)(bot, asker, form);
  await updateView(bot, view.id, formView({ ...named, ...(await hinted) }, pageOf(person)), view.hash);
}

/** Returns the values when the form was last drawn. The block id of a dependent input contains its parents' values. */
function parentsBefore({ params }: Operation, { given, blockOf }: Filled): RawArgs {
  const before: Record<string, readonly string[]> = { ...given };
  for (const [name, { dependsOn = [] }] of Object.entries(params)) {
    const drawnFor = blockOf[name]?.split('@')[1]?.split('|');
    for (const [index, parent] of dependsOn.entries())
      if (drawnFor?.[index] !== undefined) before[parent] = [drawnFor[index]];
  }
  return before;
}
