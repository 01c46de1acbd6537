import { z } from 'zod';
import {
  accessory,
  actionElement,
  cardButton,
  contextAction,
  imageElement,
  inputElement,
  modalInputElement,
} from './element-schemas.ts';
import { enforcedMessageLimits, enforcedBlockLimits as limits } from './enforced-limits.ts';
import { anyText, blockId, hasOneSource, imageSource, mrkdwn, plainText } from './object-schemas.ts';
import { richText, tableCell } from './rich-text-schema.ts';

/**
 * Block Kit's blocks by surface (docs/slack.md#blocks). Others (video, file, plan, task_card, data_visualization) are
 * refused as unknown types, because the bot doesn't use them and their rules aren't known well enough.
 */

const divider = z.strictObject({ type: z.literal('divider'), block_id: blockId });

const header = z.strictObject({
  type: z.literal('header'),
  block_id: blockId,
  text: plainText(limits.header),
  level: z.number().int().min(1).max(4).optional(),
});

const section = z
  .strictObject({
    type: z.literal('section'),
    block_id: blockId,
    text: anyText(limits.text).optional(),
    fields: z.array(anyText(limits.field)).min(1).max(limits.fields).optional(),
    accessory: accessory.optional(),
    expand: z.boolean().optional(),
  })
  .refine((block) => block.text !== undefined || block.fields !== undefined, 'must have text or fields');

const context = z.strictObject({
  type: z.literal('context'),
  block_id: blockId,
  elements: z
    .array(z.discriminatedUnion('type', [plainText(limits.text), mrkdwn(limits.text), imageElement]))
    .min(1)
    .max(limits.contextElements),
});

const actions = z.strictObject({
  type: z.literal('actions'),
  block_id: blockId,
  elements: z.array(actionElement).min(1).max(limits.actions),
});

const contextActions = z.strictObject({
  type: z.literal('context_actions'),
  block_id: blockId,
  elements: z.array(contextAction).min(1).max(limits.contextActions),
});

const image = z
  .strictObject({
    type: z.literal('image'),
    block_id: blockId,
    alt_text: z.string().min(1).max(limits.altText),
    title: plainText(limits.imageTitle).optional(),
    ...imageSource,
  })
  .refine(hasOneSource, 'must have exactly one of image_url and slack_file');

const inputParts = {
  type: z.literal('input'),
  block_id: blockId,
  label: plainText(limits.label),
  hint: plainText(limits.hint).optional(),
  optional: z.boolean().optional(),
  dispatch_action: z.boolean().optional(),
};
const input = z.strictObject({ ...inputParts, element: inputElement });
const modalInput = z.strictObject({ ...inputParts, element: modalInputElement });

const markdown = z.strictObject({
  type: z.literal('markdown'),
  block_id: blockId,
  text: z.string().min(1).max(enforcedMessageLimits.markdown),
});

const columns = z.array(
  z
    .strictObject({
      align: z.enum(['left', 'center', 'right']).optional(),
      is_wrapped: z.boolean().optional(),
    })
    .nullable(),
);
const table = z.strictObject({
  type: z.literal('table'),
  block_id: blockId,
  rows: z.array(z.array(tableCell).min(1).max(limits.tableCells)).min(1).max(limits.tableRows),
  column_settings: columns.max(limits.tableCells).optional(),
});

const dataTable = z
  .strictObject({
    type: z.literal('data_table'),
    block_id: blockId,
    rows: z.array(z.array(tableCell).min(1).max(limits.tableCells)).min(2).max(limits.dataTableRows),
    caption: z.string().min(1),
    page_size: z.number().int().min(1).max(limits.dataTablePage).optional(),
    row_header_column_index: z.number().int().min(0).optional(),
  })
  .refine((block) => block.rows[0]?.every((cell) => cell.type !== 'rich_text') ?? true, {
    message: 'header cells must not be rich_text',
    path: ['rows', 0],
  });

const card = z
  .strictObject({
    type: z.literal('card'),
    block_id: blockId,
    hero_image: imageElement.optional(),
    icon: imageElement.optional(),
    title: mrkdwn(limits.cardTitle).optional(),
    subtitle: mrkdwn(limits.cardTitle).optional(),
    body: mrkdwn(limits.cardBody).optional(),
    actions: z.array(cardButton).min(1).optional(),
  })
  .refine((c) => [c.hero_image, c.title, c.body, c.actions].some((part) => part !== undefined), {
    message: 'must have one of hero_image, title, actions, body',
  });

const carousel = z.strictObject({
  type: z.literal('carousel'),
  block_id: blockId,
  elements: z.array(card).min(1).max(limits.carouselCards),
});

const alert = z.strictObject({
  type: z.literal('alert'),
  block_id: blockId,
  text: anyText(limits.text),
  level: z.enum(['default', 'info', 'warning', 'error', 'success']).optional(),
});

const container = z
  .strictObject({
    type: z.literal('container'),
    block_id: blockId,
    title: plainText(limits.containerTitle).optional(),
    rich_text_title: richText.optional(),
    subtitle: anyText(limits.containerTitle).optional(),
    child_blocks: z
      .array(z.discriminatedUnion('type', [actions, context, divider, header, image, input, richText, section, table]))
      .min(1)
      .max(limits.containerBlocks),
    width: z.enum(['narrow', 'standard', 'wide', 'full']).optional(),
    icon: imageElement.optional(),
    is_collapsible: z.boolean().optional(),
    default_collapsed: z.boolean().optional(),
    has_header_divider: z.boolean().optional(),
  })
  .refine((c) => c.title !== undefined || c.rich_text_title !== undefined, 'must have title or rich_text_title')
  .refine((c) => c.default_collapsed !== true || c.is_collapsible === true, {
    message: 'needs is_collapsible',
    path: ['default_collapsed'],
  });

const everywhere = [divider, header, section, context, actions, image, richText] as const;

export const messageBlock = z.discriminatedUnion('type', [
  ...everywhere,
  input,
  contextActions,
  markdown,
  table,
  dataTable,
  card,
  carousel,
  container,
]);

export const homeBlock = z.discriminatedUnion('type', [...everywhere, input]);

export const modalBlock = z.discriminatedUnion('type', [...everywhere, modalInput, alert]);
