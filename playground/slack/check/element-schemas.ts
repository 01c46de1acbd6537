import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { enforcedBlockLimits as limits } from './enforced-limits.ts';
import {
  actionId,
  choiceOption,
  confirmDialog,
  conversationFilter,
  dispatchConfig,
  hasOneSource,
  imageSource,
  optionGroup,
  overflowOption,
  plainOption,
  plainText,
  style,
  webAddress,
} from './object-schemas.ts';
import { richText } from './rich-text-schema.ts';

/** Block Kit's elements, as strict as Slack (docs/slack.md#blocks; shapes from Slack's typings). */

const confirm = confirmDialog.optional();
const focus = z.boolean().optional();
const placeholder = plainText(limits.placeholder).optional();
const some = z.number().int().min(1).optional();
const date = z.iso.date();
const time = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be HH:mm');
const pickable = { action_id: actionId, confirm, focus_on_load: focus, placeholder };
const typable = {
  action_id: actionId,
  focus_on_load: focus,
  placeholder,
  dispatch_action_config: dispatchConfig.optional(),
};

const optionLists = {
  options: z.array(plainOption).min(1).max(limits.options).optional(),
  option_groups: z.array(optionGroup).min(1).max(limits.optionGroups).optional(),
};

type Lists = {
  readonly options?: readonly unknown[] | undefined;
  readonly option_groups?: readonly { readonly options: readonly unknown[] }[] | undefined;
};

function hasOneList(select: Lists): boolean {
  return (select.options === undefined) !== (select.option_groups === undefined);
}

function holdsAll(select: Lists, wanted: readonly unknown[]): boolean {
  const all = [...(select.options ?? []), ...(select.option_groups ?? []).flatMap((group) => group.options)];
  return wanted.every((one) => all.some((option) => isDeepStrictEqual(option, one)));
}

function listOf(one: unknown): readonly unknown[] {
  return one === undefined ? [] : [one];
}

const eitherList = 'must have exactly one of options and option_groups';
const mustMatch = 'must exactly match one of the options';

const button = z.strictObject({
  type: z.literal('button'),
  text: plainText(limits.buttonText),
  action_id: actionId,
  value: z.string().max(limits.buttonValue).optional(),
  url: webAddress.optional(),
  style,
  confirm,
  accessibility_label: z.string().max(limits.accessibilityLabel).optional(),
});

const overflow = z.strictObject({
  type: z.literal('overflow'),
  action_id: actionId,
  options: z.array(overflowOption).min(1).max(limits.overflow),
  confirm,
});

const staticSelect = z
  .strictObject({
    type: z.literal('static_select'),
    ...pickable,
    ...optionLists,
    initial_option: plainOption.optional(),
  })
  .refine(hasOneList, eitherList)
  .refine((s) => holdsAll(s, listOf(s.initial_option)), { message: mustMatch, path: ['initial_option'] });

const multiStaticSelect = z
  .strictObject({
    type: z.literal('multi_static_select'),
    ...pickable,
    ...optionLists,
    initial_options: z.array(plainOption).min(1).optional(),
    max_selected_items: some,
  })
  .refine(hasOneList, eitherList)
  .refine((s) => holdsAll(s, s.initial_options ?? []), { message: mustMatch, path: ['initial_options'] });

const query = z.number().int().min(0).optional();
const externalSelect = z.strictObject({
  type: z.literal('external_select'),
  ...pickable,
  initial_option: plainOption.optional(),
  min_query_length: query,
});
const multiExternalSelect = z.strictObject({
  type: z.literal('multi_external_select'),
  ...pickable,
  initial_options: z.array(plainOption).min(1).optional(),
  min_query_length: query,
  max_selected_items: some,
});

const id = z.string().min(1);
const ids = z.array(id).min(1).optional();
const responds = z.boolean().optional();
const usersSelect = z.strictObject({ type: z.literal('users_select'), ...pickable, initial_user: id.optional() });
const conversationsSelect = z.strictObject({
  type: z.literal('conversations_select'),
  ...pickable,
  initial_conversation: id.optional(),
  default_to_current_conversation: z.boolean().optional(),
  response_url_enabled: responds,
  filter: conversationFilter.optional(),
});
const channelsSelect = z.strictObject({
  type: z.literal('channels_select'),
  ...pickable,
  initial_channel: id.optional(),
  response_url_enabled: responds,
});
const multiUsersSelect = z.strictObject({
  type: z.literal('multi_users_select'),
  ...pickable,
  initial_users: ids,
  max_selected_items: some,
});
const multiConversationsSelect = z.strictObject({
  type: z.literal('multi_conversations_select'),
  ...pickable,
  initial_conversations: ids,
  default_to_current_conversation: z.boolean().optional(),
  filter: conversationFilter.optional(),
  max_selected_items: some,
});
const multiChannelsSelect = z.strictObject({
  type: z.literal('multi_channels_select'),
  ...pickable,
  initial_channels: ids,
  max_selected_items: some,
});

const choices = z.array(choiceOption).min(1).max(limits.choices);
const radioButtons = z
  .strictObject({
    type: z.literal('radio_buttons'),
    action_id: actionId,
    confirm,
    focus_on_load: focus,
    options: choices,
    initial_option: choiceOption.optional(),
  })
  .refine((s) => holdsAll(s, listOf(s.initial_option)), { message: mustMatch, path: ['initial_option'] });
const checkboxes = z
  .strictObject({
    type: z.literal('checkboxes'),
    action_id: actionId,
    confirm,
    focus_on_load: focus,
    options: choices,
    initial_options: z.array(choiceOption).min(1).optional(),
  })
  .refine((s) => holdsAll(s, s.initial_options ?? []), { message: mustMatch, path: ['initial_options'] });

const datepicker = z.strictObject({ type: z.literal('datepicker'), ...pickable, initial_date: date.optional() });
const timepicker = z.strictObject({
  type: z.literal('timepicker'),
  ...pickable,
  initial_time: time.optional(),
  timezone: z.string().min(1).optional(),
});
const datetimepicker = z.strictObject({
  type: z.literal('datetimepicker'),
  action_id: actionId,
  confirm,
  focus_on_load: focus,
  initial_date_time: z.number().int().min(1_000_000_000).max(9_999_999_999).optional(),
});

const textLength = z.number().int().min(0).max(limits.inputLength).optional();
const plainTextInput = z
  .strictObject({
    type: z.literal('plain_text_input'),
    ...typable,
    initial_value: z.string().max(limits.inputLength).optional(),
    multiline: z.boolean().optional(),
    min_length: textLength,
    max_length: z.number().int().min(1).max(limits.inputLength).optional(),
  })
  .refine((i) => (i.min_length ?? 0) <= (i.max_length ?? limits.inputLength), 'min_length must not exceed max_length')
  .refine((i) => (i.initial_value ?? '').length <= (i.max_length ?? limits.inputLength), {
    message: 'must not be longer than max_length',
    path: ['initial_value'],
  });
const urlTextInput = z.strictObject({
  type: z.literal('url_text_input'),
  ...typable,
  initial_value: z.string().optional(),
});
const emailTextInput = z.strictObject({
  type: z.literal('email_text_input'),
  ...typable,
  initial_value: z.string().optional(),
});
const numeral = z
  .string()
  .regex(/^-?\d+(\.\d+)?$/, 'must be a number in a string')
  .optional();
const numberInput = z
  .strictObject({
    type: z.literal('number_input'),
    ...typable,
    is_decimal_allowed: z.boolean(),
    initial_value: numeral,
    min_value: numeral,
    max_value: numeral,
  })
  .refine((i) => i.min_value === undefined || i.max_value === undefined || Number(i.min_value) <= Number(i.max_value), {
    message: 'must not exceed max_value',
    path: ['min_value'],
  });
const richTextInput = z.strictObject({
  type: z.literal('rich_text_input'),
  ...typable,
  initial_value: richText.optional(),
});
const fileInput = z.strictObject({
  type: z.literal('file_input'),
  action_id: actionId,
  filetypes: z.array(z.string()).min(1).optional(),
  max_files: z.number().int().min(1).max(10).optional(),
});

/** Image beside text. Its `alt_text` is required. */
export const imageElement = z
  .strictObject({ type: z.literal('image'), alt_text: z.string().min(1).max(limits.altText), ...imageSource })
  .refine(hasOneSource, 'must have exactly one of image_url and slack_file');

const pickers = [
  checkboxes,
  datepicker,
  radioButtons,
  staticSelect,
  externalSelect,
  usersSelect,
  conversationsSelect,
  channelsSelect,
  multiStaticSelect,
  multiExternalSelect,
  multiUsersSelect,
  multiConversationsSelect,
  multiChannelsSelect,
  timepicker,
] as const;

export const actionElement = z.discriminatedUnion('type', [button, overflow, datetimepicker, ...pickers]);

export const accessory = z.discriminatedUnion('type', [button, overflow, imageElement, ...pickers]);

export const inputElement = z.discriminatedUnion('type', [
  plainTextInput,
  urlTextInput,
  emailTextInput,
  numberInput,
  richTextInput,
  datetimepicker,
  ...pickers,
]);

/** Elements of an input block in modals, which also allow files. */
export const modalInputElement = z.discriminatedUnion('type', [...inputElement.options, fileInput]);

export const cardButton = button;

export const contextAction = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('feedback_buttons'),
    action_id: actionId,
    positive_button: feedback(),
    negative_button: feedback(),
  }),
  z.strictObject({
    type: z.literal('icon_button'),
    action_id: actionId,
    icon: z.enum(['trash']),
    text: plainText(limits.buttonText),
    accessibility_label: z.string().max(limits.accessibilityLabel).optional(),
    value: z.string().max(limits.buttonValue).optional(),
    visible_to_user_ids: z.array(z.string()).optional(),
    confirm,
  }),
]);

function feedback() {
  return z.strictObject({
    text: plainText(limits.buttonText),
    accessibility_label: z.string().max(limits.accessibilityLabel).optional(),
    value: z.string().min(1).max(limits.buttonValue),
  });
}
