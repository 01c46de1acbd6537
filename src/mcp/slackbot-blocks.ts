import type { ChartSummary } from '../charts/data/job.ts';
import { describe } from '../charts/summary/describe.ts';
import type { Answer } from '../core/command/answer.ts';
import type { Context } from '../core/command/context.ts';
import { present } from '../core/defined.ts';
import { type ChangeRequest, isFinal } from '../core/request/change-request.ts';
import { join, type Text, verbatim } from '../core/text/text.ts';
import { contextText } from '../operations/shared/place/known-contexts.ts';
import { answerMessage } from '../slack/answer/answer-view.ts';
import { slackbotMsg } from '../slack/answer/slackbot-messages.ts';
import {
  actions,
  button,
  header,
  lines,
  type Message,
  type Page,
  context as small,
  table,
} from '../slack/blocks/blocks.ts';
import { blockLimits } from '../slack/blocks/limits.ts';
import { cardMessage, planBlocks } from '../slack/request/card-view.ts';
import type { AgentContext } from './agent-contexts.ts';
import type { ToolName } from './tool/tool-table.ts';

export type Blocks = readonly Message['blocks'][number][];
type Block = Blocks[number];
type Button = ReturnType<typeof button>;
type RichText = Extract<Block, { readonly type: 'rich_text' }>;

export type ToolView =
  | { readonly answer: Answer; readonly context?: Context; readonly nextPage?: number }
  | { readonly chart: ChartSummary; readonly context: Context }
  | { readonly plan: ChangeRequest }
  | { readonly request: ChangeRequest };

export interface ToolOutcome {
  readonly result: object;
  readonly png?: Uint8Array;
  readonly shown?: ToolView;
}

export interface DrawnCall {
  readonly tool: ToolName;
  readonly given: Readonly<Record<string, unknown>>;
  /** Epoch ms. */
  readonly at: number;
}

/** Returns a result's blocks for Slackbot. Their buttons only read, and change nothing. */
export function drawForSlackbot(shown: ToolView, call: DrawnCall, page: Page): Blocks {
  const { blocks, buttons } = drawParts(shown, call, page);
  return [...blocks.filter(({ type }) => type !== 'actions').map(withoutPrivateLinks), ...actions(buttons)];
}

export function contextsAnswer(contexts: readonly AgentContext[]): Answer {
  const rows = contexts.map(({ context, channels }) => [
    contextText(context),
    channels.length > 0
      ? join(
          channels.map((channel) => slackbotMsg.channel({ channel: { channel } })),
          ', ',
        )
      : slackbotMsg.noChannel(),
  ]);
  const columns = [slackbotMsg.context(), slackbotMsg.channels()];
  return { title: slackbotMsg.contexts(), parts: [{ part: 'table', columns, rows }] };
}

interface SlackbotParts {
  readonly blocks: Blocks;
  readonly buttons: readonly Button[];
}

function drawParts(shown: ToolView, call: DrawnCall, page: Page): SlackbotParts {
  if ('plan' in shown)
    return { blocks: [...planBlocks(shown.plan, page), small(slackbotMsg.planned(), page)], buttons: [] };
  if ('request' in shown) return drawRequest(shown.request, page);
  if ('chart' in shown) return { blocks: chartBlocks(shown.chart, page), buttons: [] };
  const { answer, context, nextPage } = shown;
  const parts = answer.parts.filter(({ part }) => part !== 'buttons' && part !== 'select' && part !== 'forms');
  const { blocks } = answerMessage({ ...answer, parts }, { at: call.at, ...(context ? { context } : {}) }, page);
  return { blocks, buttons: readButtons(call, nextPage, page) };
}

function drawRequest(request: ChangeRequest, page: Page): SlackbotParts {
  const { id, state } = request;
  const { link } = request.shown;
  const label = slackbotMsg.openCard();
  return {
    blocks: cardMessage(request, page).blocks,
    buttons: present([
      link !== undefined && isPublicAddress(link) && button({ actionId: 'open_card', label, url: link }, page),
      !isFinal(state) && toolButton('get_request', slackbotMsg.checkAgain(), { request: id }, page),
    ]),
  };
}

function readButtons({ tool, given }: DrawnCall, nextPage: number | undefined, page: Page): readonly Button[] {
  const { context, component } = given;
  const same = { context, component };
  const isOfOne = tool === 'read_component' && component !== undefined;
  return present([
    nextPage !== undefined && toolButton(tool, slackbotMsg.nextPage(), { ...given, page: nextPage }, page),
    isOfOne && toolButton('list_ports', slackbotMsg.ports(), same, page),
    isOfOne && toolButton('list_events', slackbotMsg.events(), same, page),
  ]);
}

function toolButton(tool: ToolName, label: Text, given: object, page: Page): Button | undefined {
  const value = JSON.stringify(given);
  return value.length <= blockLimits.buttonValue ? button({ actionId: `tool:${tool}`, label, value }, page) : undefined;
}

/** Returns a chart's numbers, because a picture would need a public address. */
function chartBlocks(summary: ChartSummary, page: Page): Blocks {
  const { wholeTable, findings, left } = describe(summary, page.lang, page.zone);
  const rows = wholeTable.rows.map((row) => row.map(verbatim));
  return [
    header(verbatim(summary.title), page),
    ...lines([...findings, ...left].map(verbatim), page),
    ...(rows.length > 0 ? [table(wholeTable.columns.map(verbatim), rows, page)] : []),
  ];
}

/** Replaces links that aren't public with text, because Slack shows no block at all if one has such a link. */
function withoutPrivateLinks(block: Block): Block {
  if (block.type !== 'table' || !('rows' in block)) return block;
  const rows = block.rows.map((row) => row.map((cell) => (cell.type === 'rich_text' ? publicCell(cell) : cell)));
  return { ...block, rows };
}

function publicCell(cell: RichText): RichText {
  const elements = cell.elements.map((part) =>
    part.type === 'rich_text_section'
      ? {
          ...part,
          elements: part.elements.map((each) =>
            each.type === 'link' && !isPublicAddress(each.url)
              ? { type: 'text' as const, text: each.text ?? each.url }
              : each,
          ),
        }
      : part,
  );
  return { ...cell, elements };
}

/** Checks whether an address is public. If one address of a result isn't, Slack drops all of the result's blocks. */
export function isPublicAddress(address: string): boolean {
  if (!URL.canParse(address) || address.length > blockLimits.url) return false;
  const { protocol, hostname, username } = new URL(address);
  const isName =
    /^(?:[a-z0-9-]+\.)+[a-z][a-z0-9-]+$/.test(hostname) && !/\.(?:local|internal|localhost)$/.test(hostname);
  return protocol === 'https:' && username === '' && isName;
}
