import * as z from 'zod';
import { type Blocks, isPublicAddress } from '../../src/mcp/slackbot-blocks.ts';
import { isToolName, toolTexts } from '../../src/mcp/tool/tool-table.ts';
import { size } from '../../src/slack/blocks/blocks.ts';
import { blockLimits, messageLimits } from '../../src/slack/blocks/limits.ts';

/** Blocks that are allowed in results for Slackbot, and their rules (docs/slack.md#slackbot). */

const plainText = (max: number) =>
  z.strictObject({ type: z.literal('plain_text'), text: z.string().min(1).max(max), emoji: z.boolean().optional() });
const markup = (max: number) =>
  z.strictObject({ type: z.literal('mrkdwn'), text: z.string().min(1).max(max), verbatim: z.boolean().optional() });
const blockId = z.string().min(1).max(blockLimits.blockId).optional();

const address = z.string().refine(isPublicAddress, 'isn’t a public https address');

const words = z.strictObject({ type: z.literal('text'), text: z.string(), style: z.looseObject({}).optional() });
const richElement = z.discriminatedUnion('type', [
  words,
  z.strictObject({ type: z.literal('link'), url: address, text: z.string().optional() }),
  z.strictObject({ type: z.literal('user'), user_id: z.string() }),
  z.strictObject({ type: z.literal('usergroup'), usergroup_id: z.string() }),
  z.strictObject({ type: z.literal('channel'), channel_id: z.string() }),
  z.strictObject({ type: z.literal('date'), timestamp: z.number(), format: z.string(), fallback: z.string() }),
]);
const richText = z.strictObject({
  type: z.literal('rich_text'),
  block_id: blockId,
  elements: z
    .array(
      z.strictObject({
        type: z.enum(['rich_text_section', 'rich_text_preformatted']),
        elements: z.array(richElement).min(1),
      }),
    )
    .min(1),
});
const cell = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('raw_text'), text: z.string().min(1) }),
  richText,
]);
const table = z.strictObject({
  type: z.literal('table'),
  block_id: blockId,
  rows: z.array(z.array(cell).min(1).max(blockLimits.tableCells)).min(1).max(blockLimits.tableRows),
  column_settings: z
    .array(
      z.strictObject({ align: z.enum(['left', 'center', 'right']).optional(), is_wrapped: z.boolean().optional() }),
    )
    .max(blockLimits.tableCells)
    .optional(),
});

/** Buttons are only allowed to call a read tool or to link to the card: a model must not press a decision. */
const label = plainText(blockLimits.buttonText);
const isReadTool = (id: string) => {
  const name = id.replace(/^tool:/, '');
  return id !== name && isToolName(name) && toolTexts[name].needs === 'read';
};
const toolButton = z.strictObject({
  type: z.literal('button'),
  text: label,
  action_id: z.string().refine(isReadTool, 'isn’t a tool that reads'),
  value: z
    .string()
    .max(blockLimits.buttonValue)
    .refine((value) => /^\{.*\}$/s.test(value), 'isn’t an object'),
});
const linkButton = z.strictObject({
  type: z.literal('button'),
  text: label,
  action_id: z.literal('open_card'),
  url: address,
});

const block = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('header'), block_id: blockId, text: plainText(blockLimits.header) }),
  z.strictObject({
    type: z.literal('section'),
    block_id: blockId,
    text: markup(blockLimits.text).optional(),
    fields: z.array(markup(blockLimits.field)).min(1).max(blockLimits.fields).optional(),
    expand: z.boolean().optional(),
  }),
  z.strictObject({
    type: z.literal('context'),
    block_id: blockId,
    elements: z.array(markup(blockLimits.text)).min(1).max(blockLimits.contextElements),
  }),
  z.strictObject({
    type: z.literal('actions'),
    block_id: blockId,
    elements: z
      .array(z.union([toolButton, linkButton]))
      .min(1)
      .max(5),
  }),
  richText,
  table,
]);

const slackbotBlocks = z
  .array(block)
  .max(messageLimits.blocks)
  .superRefine((blocks, { addIssue }) => {
    const tables = blocks.filter(({ type }) => type === 'table');
    if (tables.length > blockLimits.tables) addIssue('there is a second table');
    if (tables.reduce((sum, each) => sum + size(each), 0) > blockLimits.tableText) addIssue('the table is too long');
    const ids = blocks.flatMap((each) =>
      each.type === 'actions' ? [each.elements.map(({ action_id }) => action_id)] : [],
    );
    if (ids.some((each) => new Set(each).size < each.length)) addIssue('two buttons of a block are the same');
  });

/** Returns the error in a result's blocks, or undefined if Slackbot shows the blocks. */
export function blockFault(blocks: Blocks): string | undefined {
  const read = slackbotBlocks.safeParse(blocks);
  return read.success ? undefined : z.prettifyError(read.error);
}
