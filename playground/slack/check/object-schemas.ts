import { z } from 'zod';
import { enforcedFileId, enforcedBlockLimits as limits } from './enforced-limits.ts';

/** Block Kit's composition objects, as strict as Slack (docs/slack.md#blocks). */

export function plainText(max: number) {
  return z.strictObject({
    type: z.literal('plain_text'),
    text: z.string().min(1).max(max),
    emoji: z.boolean().optional(),
  });
}

/** Text without a date or link inside another one (docs/slack.md#blocks). */
export const marked = z
  .string()
  .regex(/^(?!.*<(?:https?:|mailto:|[@#!])[^<>]*<)/s, 'must not put one link or date in another');

export function mrkdwn(max: number) {
  return z.strictObject({
    type: z.literal('mrkdwn'),
    text: marked.min(1).max(max),
    verbatim: z.boolean().optional(),
  });
}

export function anyText(max: number) {
  return z.discriminatedUnion('type', [plainText(max), mrkdwn(max)]);
}

export const blockId = z.string().min(1).max(limits.blockId).optional();

export const actionId = z.string().min(1).max(limits.actionId).optional();

export const style = z.enum(['primary', 'danger']).optional();

/** Web URL. Slack opens nothing else. */
export const webAddress = z
  .string()
  .min(1)
  .max(limits.url)
  .regex(/^https?:\/\/[^\s]+$/, 'must be a valid http or https URL');

export const confirmDialog = z.strictObject({
  title: plainText(limits.confirmTitle),
  text: anyText(limits.confirmText),
  confirm: plainText(limits.confirmButton),
  deny: plainText(limits.confirmButton),
  style,
});

const optionParts = {
  value: z.string().min(1).max(limits.optionValue),
  description: plainText(limits.optionDescription).optional(),
};

export const plainOption = z.strictObject({ text: plainText(limits.optionText), ...optionParts });

export const choiceOption = z.strictObject({
  text: anyText(limits.optionText),
  value: optionParts.value,
  description: anyText(limits.optionDescription).optional(),
});

/** Overflow option: the only option with a URL. */
export const overflowOption = z.strictObject({
  text: plainText(limits.optionText),
  ...optionParts,
  url: webAddress.optional(),
});

export const optionGroup = z.strictObject({
  label: plainText(limits.groupLabel),
  options: z.array(plainOption).min(1).max(limits.options),
});

/** Filter of a conversation select. An empty filter is refused. */
export const conversationFilter = z
  .strictObject({
    include: z
      .array(z.enum(['im', 'mpim', 'private', 'public']))
      .min(1)
      .optional(),
    exclude_external_shared_channels: z.boolean().optional(),
    exclude_bot_users: z.boolean().optional(),
  })
  .refine((filter) => Object.keys(filter).length > 0, 'must have at least one of the filter fields');

export const dispatchConfig = z.strictObject({
  trigger_actions_on: z.array(z.enum(['on_enter_pressed', 'on_character_entered'])).min(1),
});

/** Workspace file in an image: by id or by URL, never both. */
export const slackFile = z
  .strictObject({
    id: z.string().regex(enforcedFileId, 'must match the file id pattern').optional(),
    url: webAddress.optional(),
  })
  .refine((file) => (file.id === undefined) !== (file.url === undefined), 'must have exactly one of id and url');

export const imageSource = { image_url: webAddress.optional(), slack_file: slackFile.optional() };

/** Checks that an image has exactly one source. */
export function hasOneSource(image: { readonly image_url?: unknown; readonly slack_file?: unknown }): boolean {
  return (image.image_url === undefined) !== (image.slack_file === undefined);
}
