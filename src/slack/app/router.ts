import type { AnyBlock } from '@slack/types';
import * as z from 'zod';
import { cardActions } from '../../changes/change-engine-types.ts';
import { readJson } from '../../core/text/json.ts';
import { type Picked, readPicked } from '../answer/answer-view.ts';
import { choose } from '../answer/problem-view.ts';
import { readButtonValue } from '../answer/request-button.ts';
import { share } from '../answer/share.ts';
import { keptChoices } from '../answer/tell-problem.ts';
import { readActionId, repeatedId, tryAgainButton, tryPressAgain, tryRequestAgain } from '../answer/try-again.ts';
import type { Page } from '../blocks/blocks.ts';
import { chartActions, chartPressAgain, handleChartAction } from '../chart/chart-actions.ts';
import { updateForm } from '../form/form.ts';
import { openForm } from '../form/open-form.ts';
import { openPlan } from '../form/open-plan.ts';
import type { Bot } from '../interaction/bot.ts';
import { type ActionEvent, type Interaction, pageOf } from '../interaction/interaction.ts';
import type { Action, ActionBody } from '../interaction/payloads.ts';
import { lineMessage } from '../interaction/responder.ts';
import { slackMsg } from '../interaction/slack-messages.ts';
import { doRequest } from '../request/ask-and-propose.ts';
import { handleCardAction, handleReview } from '../request/request-actions.ts';

type ActionHandler = (bot: Bot, event: ActionEvent) => Promise<void>;

/** Handlers by action id. An exact id has priority over an id without its suffix after a colon. */
const routes: Readonly<Record<string, ActionHandler>> = {
  ask: handleAsk,
  pick: handlePick,
  modal: handleOpenForm,
  'ask.thread': (bot, event) => handleAsk(bot, inThread(event)),
  'modal.thread': (bot, event) => handleOpenForm(bot, inThread(event)),
  'plan.thread': (bot, event) => handleOpenPlan(bot, inThread(event)),
  share: (bot, { interaction, action }) => share(bot, interaction, action.value ?? ''),
  choose: handleChoice,
  ...Object.fromEntries(['range', ...chartActions].map((each) => [`chart.${each}`, handleChartAction])),
  // A link button: Slack opens the link and also reports the press, so there is nothing to do.
  'chart.console': () => Promise.resolve(),
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

function inThread(event: ActionEvent): ActionEvent {
  const { interaction, body } = event;
  const thread = interaction.thread ?? body.container.message_ts;
  return thread === undefined ? event : { ...event, interaction: { ...interaction, thread } };
}

async function handleAsk(bot: Bot, { interaction, action }: ActionEvent): Promise<void> {
  const request = readButtonValue(action.value ?? '');
  if (!request) return tellUnknownButton(interaction);
  await doRequest(bot, { ...interaction, replaces: request.operation }, request);
}

/** Handles the choice in an answer's select. The choice's Try again button contains the whole request. */
async function handlePick(bot: Bot, { interaction, action }: ActionEvent): Promise<void> {
  const picked = pickedIn(action);
  if (!picked) return tellUnknownButton(interaction);
  if (picked.opensModal) await openForm(bot, interaction, picked.request, []);
  else await doRequest(bot, interaction, picked.request);
}

function pickedIn({ block_id, selected_option }: Action): Picked | undefined {
  return selected_option ? readPicked(block_id, selected_option.value) : undefined;
}

async function handleOpenForm(bot: Bot, { interaction, action }: ActionEvent): Promise<void> {
  const request = pickedIn(action)?.request ?? readButtonValue(action.value ?? action.selected_option?.value ?? '');
  if (!request) return tellUnknownButton(interaction);
  await openForm(bot, interaction, request, []);
}

async function handleOpenPlan(bot: Bot, { interaction, action }: ActionEvent): Promise<void> {
  const request = readButtonValue(action.value ?? '');
  if (!request) return tellUnknownButton(interaction);
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
  const isModal = picked?.opensModal || readActionId(action_id).id.startsWith('modal');
  if (picked) return tryRequestAgain(picked.request, page, isModal ? 'modal' : 'ask');
  const chosen = readActionId(action_id).id === 'choose' ? chosenIn(action) : undefined;
  return chosen ? tryAgainButton(id, JSON.stringify(chosen), page) : tryPressAgain(action_id, value, page);
}

async function handleFormAction(bot: Bot, { interaction, action, body }: ActionEvent): Promise<void> {
  if (!body.view) return;
  const value = action.selected_option?.value ?? action.value;
  await updateForm(bot, body.view, interaction.person, { action: action.action_id, value });
}
