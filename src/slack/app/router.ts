import type { AnyBlock } from '@slack/types';
import * as z from 'zod';
import { cardActions } from '../../changes/change-engine-types.ts';
import type { Request } from '../../core/operation.ts';
import { StoredGiven } from '../../core/request/plan.ts';
import { readJson } from '../../core/text/json.ts';
import { share } from '../answer/share.ts';
import { choose, keptChoices } from '../answer/tell-problem.ts';
import { readActionId, repeatedId, tryAgainButton, tryPressAgain, tryRequestAgain } from '../answer/try-again.ts';
import type { Page } from '../blocks/blocks.ts';
import { chartActions, chartPressAgain, handleChartAction } from '../chart/chart-actions.ts';
import { updateForm } from '../form/form.ts';
import { openForm, openPlan, runOffered } from '../form/open-form.ts';
import { answerInPlace, openAnswer } from '../form/show-answer.ts';
import type { Bot } from '../interaction/bot.ts';
import { type ActionEvent, type Interaction, pageOf } from '../interaction/interaction.ts';
import type { Action, ActionBody } from '../interaction/payloads.ts';
import { lineMessage } from '../interaction/responder.ts';
import { slackMsg } from '../interaction/slack-messages.ts';
import { doRequest } from '../request/ask-and-propose.ts';
import { handleCardAction, handleReview } from '../request/request-actions.ts';

type ActionHandler = (bot: Bot, event: ActionEvent) => Promise<void>;

/** A request in a button's value; `c` is the context of the answer, `team/region/app`. */
const Carried = z.object({
  o: z.string(),
  g: StoredGiven,
  c: z.string().optional(),
  r: z.string().optional(),
  a: z.string().optional(),
  t: z.string().optional(),
  k: z.array(z.string()).readonly().optional(),
});

/** Data in a select's block id, because option values are too short for a request. `p`: one or several parameters. */
const CarriedSelect = Carried.omit({ r: true }).extend({
  p: z.union([z.string(), z.array(z.string())]),
});
/** The value of an option that sets several parameters. */
const CarriedValues = z.array(z.string());

/** Data of one menu entry. The data that all entries share is in the block id. `m`: the entry opens a modal. */
const CarriedEntry = Carried.pick({ o: true, g: true }).extend({ m: z.literal(1).optional() });
const CarriedMenu = Carried.pick({ g: true, c: true });

interface Picked {
  readonly request: Request;
  readonly opens?: 'form' | 'plan';
  readonly isOfRow?: true;
}

function readEntry(menu: unknown, value: string): Picked | undefined {
  const shared = CarriedMenu.safeParse(menu).data;
  const entry = CarriedEntry.safeParse(readJson(value)).data;
  if (!shared || !entry) return undefined;
  const request = { operation: entry.o, given: { ...shared.g, ...entry.g }, in: shared.c };
  return { request, opens: entry.m === 1 ? 'form' : undefined, isOfRow: true };
}

/** Reads the choice in a select or a row's menu of an answer. Returns undefined if the block isn't Portolan's. */
function readPicked(blockId: string, value: string): Picked | undefined {
  const block = readJson(blockId.replace(/^pick:\d+:/, ''));
  const parsed = CarriedSelect.safeParse(block).data;
  if (!parsed) return readEntry(block, value);
  const values = typeof parsed?.p === 'string' ? [value] : CarriedValues.safeParse(readJson(value)).data;
  if (!values) return undefined;
  const { o, g, p, c } = parsed;
  const chosen = [p].flat().flatMap((param, index) => (values[index] ? [[param, [values[index]]] as const] : []));
  const { in: where, ...rest } = Object.fromEntries(chosen);
  return { request: { operation: o, given: { ...g, ...rest }, in: where?.[0] ?? c } };
}

/** Handlers by action id. An exact id has priority over an id without its suffix after a colon. */
const routes: Readonly<Record<string, ActionHandler>> = {
  ask: handleAsk,
  pick: handlePick,
  modal: handleOpenForm,
  plan: handleOpenPlan,
  show: handleShow,
  'ask.thread': (bot, event) => handleAsk(bot, inThread(event)),
  'modal.thread': (bot, event) => handleOpenForm(bot, inThread(event)),
  'plan.thread': (bot, event) => handleOpenPlan(bot, inThread(event)),
  share: (bot, { interaction, action }) => share(bot, interaction, action.value ?? ''),
  choose: handleChoice,
  ...Object.fromEntries(['range', ...chartActions].map((each) => [`chart.${each}`, handleChartAction])),
  // A link button: Slack opens the link and also reports the press, so there is nothing to do.
  'chart.console': () => Promise.resolve(),
  'home.refresh': (bot, { interaction }) => bot.homes.opened(interaction.person),
  'form.kind': handleFormAction,
  'form.advanced': handleFormAction,
  'form.edit': handleFormAction,
  'request.review': handleReview,
  'request.calls': handleCardAction,
  ...Object.fromEntries(cardActions.map((each) => [`request.${each}`, handleCardAction])),
};

/** @internal Action ids that the bot handles, without suffixes, for contract tests. */
export const actionIds: readonly string[] = Object.keys(routes);

/** Handles a press. Every press gets a visible response, even one on a button of an older version. */
export async function handleAction(bot: Bot, event: ActionEvent): Promise<void> {
  const id = event.action.action_id;
  const route = routes[id] ?? routes[id.split(':')[0] ?? ''];
  if (route) return route(bot, event);
  // The action id of a form's select is its parameter's name. Other inputs may depend on the select.
  if (event.body.view?.type === 'modal') return handleFormAction(bot, event);
  await tellUnknownButton(event.interaction);
}

async function tellUnknownButton({ reply, person }: Interaction): Promise<void> {
  await reply.tell(lineMessage(slackMsg.unknownButton(), pageOf(person)));
}

/** Puts the result in the thread of the pressed message, or on App Home, of the message that the button's id names. */
function inThread(event: ActionEvent): ActionEvent {
  const { interaction, action, body } = event;
  const [, , , channel = '', ts] = action.action_id.split(':');
  const isOnHome = interaction.channel === '' && ts !== undefined;
  const thread = isOnHome ? ts : (interaction.thread ?? body.container.message_ts);
  if (thread === undefined) return event;
  return { ...event, interaction: { ...interaction, thread, channel: isOnHome ? channel : interaction.channel } };
}

async function handleShow(bot: Bot, { interaction, action }: ActionEvent): Promise<void> {
  const request = readButtonValue(action.value ?? '');
  if (!request) return tellUnknownButton(interaction);
  await openAnswer(bot, interaction, request);
}

async function handleAsk(bot: Bot, { interaction, action, body }: ActionEvent): Promise<void> {
  const request = readButtonValue(action.value ?? '');
  if (!request) return tellUnknownButton(interaction);
  if (await answerInPlace(bot, interaction, body.view, request)) return;
  // The buttons of an answer are numbered. If there is a problem, the answer stays.
  const keepsList = /:\d+$/.test(action.action_id);
  await doRequest(bot, { ...interaction, replaces: request.operation, keepsList }, request);
}

export function readButtonValue(text: string): Request | undefined {
  const parsed = Carried.safeParse(readJson(text)).data;
  if (!parsed) return undefined;
  const { o, g, c, r, a, t, k } = parsed;
  return { operation: o, given: g, in: c, reason: r, at: a, ticket: t, ask: k };
}

/** Handles the choice in an answer's select. The choice's Try again button contains the whole request. */
async function handlePick(bot: Bot, { interaction, action, body }: ActionEvent): Promise<void> {
  const picked = pickedIn(action);
  if (!picked) return tellUnknownButton(interaction);
  if (!picked.opens && (await answerInPlace(bot, interaction, body.view, picked.request))) return;
  if (picked.opens === 'form') await openForm(bot, interaction, picked.request, []);
  else if (picked.opens === 'plan') await openPlan(bot, interaction, picked.request);
  else {
    // The answer of a row's menu is the list as it is now. If there is a problem, the list stays.
    const inList = picked.isOfRow ? { replaces: picked.request.operation, keepsList: true } : {};
    await doRequest(bot, { ...interaction, ...inList }, picked.request);
  }
}

function pickedIn({ block_id, selected_option }: Action): Picked | undefined {
  return selected_option ? readPicked(block_id, selected_option.value) : undefined;
}

async function handleOpenForm(bot: Bot, { interaction, action }: ActionEvent): Promise<void> {
  const request = pickedIn(action)?.request ?? readButtonValue(action.value ?? action.selected_option?.value ?? '');
  if (!request) return tellUnknownButton(interaction);
  await openForm(bot, interaction, request, []);
}

async function handleOpenPlan(bot: Bot, { interaction, action, body }: ActionEvent): Promise<void> {
  const request = readButtonValue(action.value ?? '');
  if (!request) return tellUnknownButton(interaction);
  if (body.view?.type === 'modal') return runOffered(bot, body.view, interaction.person, request);
  await openPlan(bot, interaction, request);
}

async function handleChoice(bot: Bot, { interaction, action }: ActionEvent): Promise<void> {
  const chosen = chosenIn(action);
  const kept = chosen && (await keptChoices(bot, chosen.block));
  if (!kept) return tellUnknownButton(interaction);
  await doRequest(bot, interaction, choose(kept.request, kept.problem, chosen.value));
}

/** The chosen option of a stored list. It is also the value of a Try again button. */
const Chosen = z.object({ block: z.string(), value: z.string() });

function chosenIn({ action_id, block_id, value, selected_option }: Action): z.infer<typeof Chosen> | undefined {
  if (readActionId(action_id).repeated) return Chosen.safeParse(readJson(value)).data;
  return selected_option ? { block: block_id, value: selected_option.value } : undefined;
}

/** Returns a button that repeats a failed press; empty for actions that need an open form. */
export function pressAgainButton(body: ActionBody, action: Action, page: Page): readonly AnyBlock[] {
  const { action_id, value } = action;
  const id = repeatedId(action_id);
  const chart = chartPressAgain(body, action_id, value);
  if (chart !== undefined) return tryAgainButton(id, chart, page);
  const picked = pickedIn(action);
  const isModal = picked?.opens !== undefined || readActionId(action_id).id.startsWith('modal');
  if (picked) return tryRequestAgain(picked.request, page, isModal ? 'modal' : 'ask');
  const chosen = readActionId(action_id).id === 'choose' ? chosenIn(action) : undefined;
  return chosen ? tryAgainButton(id, JSON.stringify(chosen), page) : tryPressAgain(action_id, value, page);
}

async function handleFormAction(bot: Bot, { interaction, action, body }: ActionEvent): Promise<void> {
  if (!body.view) return;
  const value = action.selected_option?.value ?? action.value;
  await updateForm(bot, body.view, interaction.person, { action: action.action_id, value });
}
