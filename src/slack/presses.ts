import * as z from 'zod';
import { StoredGiven } from '../core/plan.ts';
import { isProblem, type Problem } from '../core/problem.ts';
import { readButtonValue } from './answer-view.ts';
import type { Bot } from './bot.ts';
import { type ChartPress, chartAt, chartRequest, orderAgain, postChart, postNumbers } from './chart-post.ts';
import { say as sayChart } from './chart-sentences.ts';
import { chartRanges } from './chart-view.ts';
import { doRequest, openForm, pageOf, tellProblem, tellRefusal, type Visit } from './desk.ts';
import { formPressed } from './form.ts';
import type { Action, ActionBody } from './payloads.ts';
import { choose } from './problem-view.ts';
import { lineMessage } from './reply.ts';
import { pressRequest } from './request-presses.ts';
import { say } from './sentences.ts';
import { share } from './share.ts';

/** A press with who pressed, and the message or view that it stands in. */
export interface Pressing {
  readonly visit: Visit;
  readonly action: Action;
  readonly body: ActionBody;
}

type Route = (bot: Bot, pressing: Pressing) => Promise<void>;

/** What each action id does: exact ones first, then those with a part of their own behind a colon. */
const routes: Readonly<Record<string, Route>> = {
  ask: pressAsk,
  modal: pressModal,
  share: (bot, { visit, action }) => share(bot, visit, action.value ?? ''),
  choose: pressChoice,
  'chart.range': pressChart,
  'chart.refresh': pressChart,
  'chart.numbers': pressChart,
  'form.kind': pressForm,
  'form.advanced': pressForm,
  'request.approve': pressRequest,
  'request.deny': pressRequest,
  'request.cancel': pressRequest,
  'request.calls': pressRequest,
  'request.check': pressRequest,
  'request.undo': pressRequest,
  'request.rest': pressRequest,
  'request.extend': pressRequest,
  'request.close_now': pressRequest,
  'request.break_glass': pressRequest,
};

/** The action ids that the bot answers, without what stands behind a colon; for the contract tests. */
export const actionIds: readonly string[] = Object.keys(routes);

/** Does what a press asks. Every press gets a visible answer, also one on a button of an older version. */
export async function press(bot: Bot, pressing: Pressing): Promise<void> {
  const id = pressing.action.action_id;
  const route = routes[id] ?? routes[id.split(':')[0] ?? ''];
  if (route) return route(bot, pressing);
  // Selects of a form carry their parameter's name: others may depend on them.
  if (pressing.body.view?.type === 'modal') return pressForm(bot, pressing);
  await pressing.visit.reply.tell(lineMessage(say.unknownButton(), pageOf(pressing.visit.person)));
}

async function pressAsk(bot: Bot, { visit, action }: Pressing): Promise<void> {
  const request = readButtonValue(action.value ?? '');
  if (!request) return visit.reply.tell(lineMessage(say.unknownButton(), pageOf(visit.person)));
  await doRequest(bot, { ...visit, replaces: request.operation }, request);
}

async function pressModal(bot: Bot, { visit, action }: Pressing): Promise<void> {
  const request = readButtonValue(action.value ?? '');
  if (!request) return visit.reply.tell(lineMessage(say.unknownButton(), pageOf(visit.person)));
  await openForm(bot, visit, request, []);
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
  const kept = KeptChoices.safeParse(await bot.tools.store.notes.read(`choices:${id}`, bot.tools.world.now()));
  return kept.success ? kept.data : undefined;
}

async function pressChoice(bot: Bot, { visit, action }: Pressing): Promise<void> {
  const kept = await keptChoices(bot, action.block_id);
  const value = action.selected_option?.value;
  if (!kept || value === undefined) return visit.reply.tell(lineMessage(say.unknownButton(), pageOf(visit.person)));
  await doRequest(bot, visit, choose(kept.request, kept.problem, value));
}

async function pressForm(bot: Bot, { visit, action, body }: Pressing): Promise<void> {
  if (!body.view) return;
  const value = action.selected_option?.value ?? action.value;
  await formPressed(bot, body.view, visit.person, {
    action: action.action_id,
    ...(value === undefined ? {} : { value }),
  });
}

/** Anyone who may ask may press; the chart keeps its asker's zone (product, section 5). */
async function pressChart(bot: Bot, { visit, action, body }: Pressing): Promise<void> {
  const ts = body.container.message_ts ?? body.message?.ts ?? '';
  const post = await chartAt(bot, visit.channel, ts);
  const wanted = chartPress(action.action_id);
  if (!post || !wanted) return visit.reply.tell(lineMessage(sayChart.unknown(), pageOf(visit.person)));
  const order = await orderAgain(bot, post, wanted, visit.person, visit.channel);
  const request = chartRequest(post, wanted);
  if (isProblem(order)) return tellProblem(bot, visit, request, order);
  if (!('chart' in order))
    return tellProblem(bot, visit, request, { problem: 'refused', why: sayChart.unknown() } satisfies Problem);
  const given = typeof wanted === 'object' ? { ...post.given, range: [wanted.range] } : post.given;
  const thread = body.message?.thread_ts ?? body.container.thread_ts;
  const place = { channel: visit.channel, ts, ...(thread === undefined ? {} : { thread }) };
  const privately = { channel: visit.person.id };
  const posted =
    wanted === 'numbers'
      ? await postNumbers(bot, order, post, { channel: visit.channel, thread: thread ?? ts })
      : await postChart(bot, order, { ...post, given }, post.schedule === undefined ? place : privately);
  if (posted.posted) {
    if (post.schedule !== undefined && wanted !== 'numbers')
      await visit.reply.tell(lineMessage(sayChart.sentToYou(), pageOf(visit.person)));
    return;
  }
  if ('problem' in posted) return tellProblem(bot, visit, request, posted.problem);
  await tellRefusal(bot, visit, request, posted.refusal);
}

function chartPress(actionId: string): ChartPress | undefined {
  if (actionId === 'chart.refresh') return 'refresh';
  if (actionId === 'chart.numbers') return 'numbers';
  const range = chartRanges.find((each) => actionId === `chart.range:${each}`);
  return range === undefined ? undefined : { range };
}
