import * as z from 'zod';
import { isProblem, type Problem } from '../../core/command/problem.ts';
import { StoredGiven } from '../../core/request/plan.ts';
import { readButtonValue } from '../answer/answer-view.ts';
import { choose } from '../answer/problem-view.ts';
import { lineMessage } from '../answer/responder.ts';
import { share } from '../answer/share.ts';
import { msg as chartText } from '../chart/chart-messages.ts';
import { type ChartAction, chartAt, chartRequest, orderAgain, postChart, postNumbers } from '../chart/chart-post.ts';
import { updateForm } from '../form/form.ts';
import { handleCardAction } from '../request/request-actions.ts';
import type { Bot } from './bot.ts';
import { doRequest, type Interaction, openForm, pageOf, tellProblem, tellRefusal } from './handlers.ts';
import type { Action, ActionBody } from './payloads.ts';
import { msg } from './slack-messages.ts';

/** A press with who pressed, and the message or view that it stands in. */
export interface ActionEvent {
  readonly interaction: Interaction;
  readonly action: Action;
  readonly body: ActionBody;
}

type ActionHandler = (bot: Bot, event: ActionEvent) => Promise<void>;

/** What each action id does: exact ones first, then those with a part of their own behind a colon. */
const routes: Readonly<Record<string, ActionHandler>> = {
  ask: handleAsk,
  modal: handleOpenForm,
  share: (bot, { interaction, action }) => share(bot, interaction, action.value ?? ''),
  choose: handleChoice,
  'chart.range': handleChartAction,
  'chart.refresh': handleChartAction,
  'chart.numbers': handleChartAction,
  'form.kind': handleFormAction,
  'form.advanced': handleFormAction,
  'request.approve': handleCardAction,
  'request.deny': handleCardAction,
  'request.cancel': handleCardAction,
  'request.calls': handleCardAction,
  'request.check': handleCardAction,
  'request.undo': handleCardAction,
  'request.rest': handleCardAction,
  'request.extend': handleCardAction,
  'request.close_now': handleCardAction,
  'request.break_glass': handleCardAction,
};

/** The action ids that the bot answers, without what stands behind a colon; for the contract tests. */
export const actionIds: readonly string[] = Object.keys(routes);

/** Does what a press asks. Every press gets a visible answer, also one on a button of an older version. */
export async function handleAction(bot: Bot, event: ActionEvent): Promise<void> {
  const id = event.action.action_id;
  const route = routes[id] ?? routes[id.split(':')[0] ?? ''];
  if (route) return route(bot, event);
  // Selects of a form carry their parameter's name: others may depend on them.
  if (event.body.view?.type === 'modal') return handleFormAction(bot, event);
  await event.interaction.reply.tell(lineMessage(msg.unknownButton(), pageOf(event.interaction.person)));
}

async function handleAsk(bot: Bot, { interaction, action }: ActionEvent): Promise<void> {
  const request = readButtonValue(action.value ?? '');
  if (!request) return interaction.reply.tell(lineMessage(msg.unknownButton(), pageOf(interaction.person)));
  await doRequest(bot, { ...interaction, replaces: request.operation }, request);
}

async function handleOpenForm(bot: Bot, { interaction, action }: ActionEvent): Promise<void> {
  const request = readButtonValue(action.value ?? '');
  if (!request) return interaction.reply.tell(lineMessage(msg.unknownButton(), pageOf(interaction.person)));
  await openForm(bot, interaction, request, []);
}

const KeptChoices = z.object({
  request: z.object({
    operation: z.string(),
    given: StoredGiven,
    in: z.string().exactOptional(),
    reason: z.string().exactOptional(),
  }),
  problem: z.object({
    param: z.string(),
    typed: z.string().exactOptional(),
    choices: z.array(z.object({ value: z.string(), label: z.string() })),
  }),
});

/** The choices of an ambiguous name that an external select offers. */
export async function keptChoices(bot: Bot, blockId: string) {
  const id = blockId.split('@')[1] ?? '';
  const kept = KeptChoices.safeParse(await bot.services.store.notes.read(`choices:${id}`, bot.services.world.now()));
  return kept.success ? kept.data : undefined;
}

async function handleChoice(bot: Bot, { interaction, action }: ActionEvent): Promise<void> {
  const kept = await keptChoices(bot, action.block_id);
  const value = action.selected_option?.value;
  if (!kept || value === undefined)
    return interaction.reply.tell(lineMessage(msg.unknownButton(), pageOf(interaction.person)));
  await doRequest(bot, interaction, choose(kept.request, kept.problem, value));
}

async function handleFormAction(bot: Bot, { interaction, action, body }: ActionEvent): Promise<void> {
  if (!body.view) return;
  const value = action.selected_option?.value ?? action.value;
  await updateForm(bot, body.view, interaction.person, {
    action: action.action_id,
    ...(value === undefined ? {} : { value }),
  });
}

/** Anyone who may ask may press; the chart keeps its asker's zone (product, section 5). */
async function handleChartAction(bot: Bot, { interaction, action, body }: ActionEvent): Promise<void> {
  const ts = body.container.message_ts ?? body.message?.ts ?? '';
  const post = await chartAt(bot, interaction.channel, ts);
  const wanted = chartActionOf(bot, action.action_id);
  const request = post && wanted && chartRequest(bot, post, wanted);
  if (!post || !request) return interaction.reply.tell(lineMessage(chartText.unknown(), pageOf(interaction.person)));
  const order = await orderAgain(bot, post, request, interaction.person, interaction.channel);
  if (isProblem(order)) return tellProblem(bot, interaction, request, order);
  if (!('chart' in order))
    return tellProblem(bot, interaction, request, { problem: 'refused', why: chartText.unknown() } satisfies Problem);
  const thread = body.message?.thread_ts ?? body.container.thread_ts;
  const place = { channel: interaction.channel, ts, ...(thread === undefined ? {} : { thread }) };
  const privately = { channel: interaction.person.id };
  const posted =
    wanted === 'numbers'
      ? await postNumbers(bot, order, post, { channel: interaction.channel, thread: thread ?? ts })
      : await postChart(bot, order, { ...post, given: request.given }, post.schedule === undefined ? place : privately);
  if (posted.posted) {
    if (post.schedule !== undefined && wanted !== 'numbers')
      await interaction.reply.tell(lineMessage(chartText.sentToYou(), pageOf(interaction.person)));
    return;
  }
  if ('problem' in posted) return tellProblem(bot, interaction, request, posted.problem);
  await tellRefusal(bot, interaction, request, posted.refusal);
}

function chartActionOf({ services }: Bot, actionId: string): ChartAction | undefined {
  if (actionId === 'chart.refresh') return 'refresh';
  if (actionId === 'chart.numbers') return 'numbers';
  const [, range] = actionId.split('chart.range:');
  const offered = services.operations.some(
    (each) => each.kind === 'question' && each.chart?.ranges.includes(range ?? ''),
  );
  return range !== undefined && offered ? { range } : undefined;
}
