import { z } from 'zod';
import { enforcedFileId, enforcedBlockLimits as limits } from './enforced-limits.ts';

/** Block Kit's composition objects, as strictly as Slack reads them (docs/slack.md#blocks). */

/** A `plain_text` object of at most `most` characters. */
export function plainText(most: number) {
  return z.strictObject({
    type: z.literal('plain_text'),
    text: z.string().min(1).max(most),
    emoji: z.boolean().optional(),
  });
}

/** A `mrkdwn` object of at most `most` characters. */
export function mrkdwn(most: number) {
  return z.strictObject({
    type: z.literal('mrkdwn'),
    text: z.string().min(1).max(most),
    verbatim: z.boolean().optional(),
  });
}

/** Either kind of text object. */
export function anyText(most: number) {
  return z.discriminatedUnion('type', [plainText(most), mrkdwn(most)]);
}

/** `block_id` of a block. */
export const blockId = z.string().min(1).max(limits.blockId).optional();

/** `action_id` of an element. */
export const actionId = z.string().min(1).max(limits.actionId).optional();

/** The two colours of buttons. */
export const style = z.enum(['primary', 'danger']).optional();

/** A web address; Slack fetches or opens nothing else. */
export const webAddress = z
  .string()
  .min(1)
  .max(limits.url)
  .regex(/^https?:\/\/[^\s]+$/, 'must be a valid http or https URL');

/** The dialog before an action. */
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

/** A choice of a select. */
export const plainOption = z.strictObject({ text: plainText(limits.optionText), ...optionParts });

/** A choice of checkboxes or radio buttons, which may use mrkdwn. */
export const choiceOption = z.strictObject({
  text: anyText(limits.optionText),
  value: optionParts.value,
  description: anyText(limits.optionDescription).optional(),
});

/** An overflow entry: the only choice that may carry an address. */
export const overflowOption = z.strictObject({
  text: plainText(limits.optionText),
  ...optionParts,
  url: webAddress.optional(),
});

/** A titled group of choices. */
export const optionGroup = z.strictObject({
  label: plainText(limits.groupLabel),
  options: z.array(plainOption).min(1).max(limits.options),
});

/** Which conversations a select lists: an empty filter is refused. */
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

/** When an input dispatches an action. */
export const dispatchConfig = z.strictObject({
  trigger_actions_on: z.array(z.enum(['on_enter_pressed', 'on_character_entered'])).min(1),
});

/** A file of the workspace in an image: by id or by address, never both. */
export const slackFile = z
  .strictObject({
    id: z.string().regex(enforcedFileId, 'must match the file id pattern').optional(),
    url: webAddress.optional(),
  })
  .refine((file) => (file.id === undefined) !== (file.url === undefined), 'must have exactly one of id and url');

/** What an image shows: an address or a file, never both. */
export const imageSource = { image_url: webAddress.optional(), slack_file: slackFile.optional() };

/** True when exactly one source of an image is there. */
export function hasOneSource(image: { readonly image_url?: unknown; readonly slack_file?: unknown }): boolean {
  return (image.image_url === undefined) !== (image.slack_file === undefined);
}
