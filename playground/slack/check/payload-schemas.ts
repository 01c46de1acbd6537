import { z } from 'zod';
import { homeBlock, messageBlock, modalBlock } from './block-schemas.ts';
import { enforcedBlockLimits, enforcedMessageLimits, enforcedViewLimits } from './enforced-limits.ts';
import { marked, optionGroup, plainOption, plainText } from './object-schemas.ts';

/**
 * Complete payloads by destination (docs/slack.md#messages, docs/slack.md#views, docs/slack.md#answering-in-time).
 * Slack silently ignores unknown arguments. They are refused here, because they are always errors of the bot.
 */

const blocks = z.array(messageBlock).max(enforcedMessageLimits.blocks).optional();
const timestamp = z.string().regex(/^\d{1,12}\.\d{6}$/, 'must be a message timestamp');
const noAttachments = z.array(z.unknown()).max(0, 'attachments are not simulated: use blocks').optional();
const metadata = z
  .strictObject({ event_type: z.string().min(1), event_payload: z.record(z.string(), z.unknown()) })
  .optional();

const content = {
  text: marked.max(enforcedMessageLimits.text).optional(),
  blocks,
  attachments: noAttachments,
  mrkdwn: z.boolean().optional(),
  parse: z.enum(['none', 'full']).optional(),
  link_names: z.boolean().optional(),
};

/** `chat.postMessage`. The destination may be missing here, because the method checks it. */
export const postedMessage = z.strictObject({
  channel: z.string().min(1).optional(),
  ...content,
  markdown_text: z.string().min(1).max(enforcedMessageLimits.markdown).optional(),
  thread_ts: timestamp.optional(),
  reply_broadcast: z.boolean().optional(),
  unfurl_links: z.boolean().optional(),
  unfurl_media: z.boolean().optional(),
  metadata,
  username: z.string().optional(),
  icon_emoji: z.string().optional(),
  icon_url: z.string().optional(),
});

/** Returns the bytes of a text as Slack counts them: an `&` outside an entity is escaped first. */
function escapedBytes(text: string): number {
  return Buffer.byteLength(text.replace(/&(?!(?:amp|lt|gt);)/g, '&amp;'));
}

export const updatedMessage = z.strictObject({
  channel: z.string().min(1).optional(),
  ts: timestamp.optional(),
  ...content,
  text: marked
    .superRefine((text, issues) => {
      if (escapedBytes(text) > enforcedMessageLimits.updateBytes)
        issues.addIssue({ code: 'too_big', origin: 'string', maximum: enforcedMessageLimits.updateBytes, input: text });
    })
    .optional(),
  markdown_text: z.string().min(1).max(enforcedMessageLimits.markdown).optional(),
  reply_broadcast: z.boolean().optional(),
  metadata,
  file_ids: z.array(z.string()).optional(),
  unfurl_links: z.boolean().optional(),
  unfurl_media: z.boolean().optional(),
});

export const ephemeralMessage = z.strictObject({
  channel: z.string().min(1).optional(),
  user: z.string().min(1).optional(),
  ...content,
  markdown_text: z.string().min(1).max(enforcedMessageLimits.markdown).optional(),
  thread_ts: timestamp.optional(),
  username: z.string().optional(),
  icon_emoji: z.string().optional(),
  icon_url: z.string().optional(),
});

export const response = z.strictObject({
  ...content,
  response_type: z.enum(['ephemeral', 'in_channel']).optional(),
  replace_original: z.boolean().optional(),
  delete_original: z.boolean().optional(),
  thread_ts: timestamp.optional(),
  unfurl_links: z.boolean().optional(),
  unfurl_media: z.boolean().optional(),
  metadata,
});

const viewParts = {
  private_metadata: z.string().max(enforcedViewLimits.privateMetadata).optional(),
  callback_id: z.string().max(enforcedViewLimits.callbackId).optional(),
  external_id: z.string().max(enforcedViewLimits.externalId).optional(),
};

export const modal = z
  .strictObject({
    type: z.literal('modal'),
    title: plainText(enforcedViewLimits.title),
    submit: plainText(enforcedViewLimits.submit).optional(),
    close: plainText(enforcedViewLimits.close).optional(),
    blocks: z.array(modalBlock).max(enforcedViewLimits.blocks),
    clear_on_close: z.boolean().optional(),
    notify_on_close: z.boolean().optional(),
    submit_disabled: z.boolean().optional(),
    ...viewParts,
  })
  .refine((view) => view.submit !== undefined || view.blocks.every((block) => block.type !== 'input'), {
    message: 'submit is required when there is an input block',
    path: ['submit'],
  });

export const home = z.strictObject({
  type: z.literal('home'),
  blocks: z.array(homeBlock).max(enforcedViewLimits.blocks),
  ...viewParts,
});

/** Answer of an options load: exactly one of the two lists. An empty list is allowed. */
export const optionsAnswer = z
  .strictObject({
    options: z.array(plainOption).max(enforcedBlockLimits.options).optional(),
    option_groups: z.array(optionGroup).max(enforcedBlockLimits.optionGroups).optional(),
  })
  .refine(
    (answer) => (answer.options === undefined) !== (answer.option_groups === undefined),
    'must have exactly one of options and option_groups',
  );

export const submissionAck = z.discriminatedUnion('response_action', [
  z.strictObject({ response_action: z.literal('clear') }),
  z.strictObject({
    response_action: z.literal('errors'),
    errors: z
      .record(z.string().min(1), z.string().min(1))
      .refine((e) => Object.keys(e).length > 0, 'must name at least one block'),
  }),
  z.strictObject({ response_action: z.literal('update'), view: modal }),
  z.strictObject({ response_action: z.literal('push'), view: modal }),
]);
