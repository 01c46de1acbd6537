import { isJson, objectOf, objectsOf, stringOf } from '../../slack/json-values.ts';
import type { JsonRecord } from '../../slack/page-protocol.ts';
import { type Inline, plainOf, safeHref, type TextBlock } from '../text/nodes.ts';
import { parseInline, parseMrkdwn, parsePlain } from '../text/parse-mrkdwn.ts';
import type {
  BlockChoice,
  BlockPicture,
  ButtonModel,
  ChoiceGroup,
  Confirm,
  ElementModel,
  FaultModel,
  PictureElement,
  SelectModel,
  SelectSource,
  TextInputModel,
} from './block-model.ts';

export function readText(value: unknown): readonly TextBlock[] {
  const text = objectOf(value);
  if (text.type === 'mrkdwn') return parseMrkdwn(stringOf(text.text), text.verbatim === true);
  const inline = readInline(value);
  return inline.length === 0 ? [] : [{ kind: 'paragraph', children: inline }];
}

export function readInline(value: unknown): readonly Inline[] {
  const text = objectOf(value);
  const words = stringOf(text.text);
  return text.type === 'mrkdwn' ? parseInline(words, text.verbatim === true) : parsePlain(words, text.emoji !== false);
}

export function readPlain(value: unknown): string {
  return plainOf(readInline(value));
}

export function readFault(what: string, json: unknown): FaultModel {
  return { type: 'fault', what, json: JSON.stringify(json, null, 2) ?? String(json) };
}

export function readPicture(image: JsonRecord): BlockPicture {
  const file = objectOf(image.slack_file);
  const id = stringOf(file.id);
  const src =
    id === '' ? safeHref(stringOf(image.image_url) || stringOf(file.url)) : `/_page/files/${encodeURIComponent(id)}`;
  return { src, alt: stringOf(image.alt_text) };
}

export function readElement(element: JsonRecord): ElementModel {
  const type = stringOf(element.type);
  switch (type) {
    case 'button':
      return readButton(element);
    case 'icon_button':
      return { ...readButton(element), text: [{ kind: 'text', text: `🗑 ${readPlain(element.text)}` }] };
    case 'overflow':
      return { type, ...pressable(element), choices: objectsOf(element.options).map(readChoice) };
    case 'image':
      return readPictureElement(element);
    case 'radio_buttons':
    case 'checkboxes':
      return readChoices(element, type);
    case 'datepicker':
    case 'timepicker':
    case 'datetimepicker':
      return readPicker(element, type);
    case 'feedback_buttons':
      return readFeedback(element);
    default:
      return readSelect(element) ?? readTextInput(element) ?? readFault(`element “${type}”`, element);
  }
}

export function readPictureElement(image: JsonRecord): PictureElement {
  return { type: 'picture', ...readPicture(image) };
}

function pressable(element: JsonRecord) {
  return { actionId: stringOf(element.action_id), confirm: readConfirm(element.confirm) };
}

function readConfirm(value: unknown): Confirm | null {
  if (!isJson(value)) return null;
  return {
    title: readInline(value.title),
    text: readText(value.text),
    confirm: readPlain(value.confirm),
    deny: readPlain(value.deny),
    danger: value.style === 'danger',
  };
}

function readButton(button: JsonRecord): ButtonModel {
  const style = button.style === 'primary' || button.style === 'danger' ? button.style : 'plain';
  return {
    type: 'button',
    ...pressable(button),
    text: readInline(button.text),
    label: stringOf(button.accessibility_label) || readPlain(button.text),
    style,
    value: typeof button.value === 'string' ? button.value : null,
    href: safeHref(stringOf(button.url)),
  };
}

export function readChoice(option: JsonRecord): BlockChoice {
  const text = readInline(option.text);
  return {
    value: stringOf(option.value),
    label: plainOf(text),
    text,
    description: readInline(option.description),
    href: safeHref(stringOf(option.url)),
  };
}

function readChoices(element: JsonRecord, type: 'radio_buttons' | 'checkboxes'): ElementModel {
  const initial = type === 'checkboxes' ? objectsOf(element.initial_options) : [objectOf(element.initial_option)];
  return {
    type: type === 'checkboxes' ? 'checkboxes' : 'radio',
    ...pressable(element),
    choices: objectsOf(element.options).map(readChoice),
    initial: initial.map((option) => stringOf(option.value)).filter((value) => value !== ''),
  };
}

function readPicker(element: JsonRecord, type: 'datepicker' | 'timepicker' | 'datetimepicker'): ElementModel {
  const placeholder = readPlain(element.placeholder);
  const shared = { ...pressable(element), placeholder };
  if (type === 'datepicker') return { ...shared, type: 'date', initial: stringOf(element.initial_date) };
  if (type === 'timepicker') return { ...shared, type: 'time', initial: stringOf(element.initial_time) };
  const at = element.initial_date_time;
  return { ...shared, type: 'datetime', initial: typeof at === 'number' ? String(at) : '' };
}

function readFeedback(element: JsonRecord): ElementModel {
  const sides = [objectOf(element.positive_button), objectOf(element.negative_button)];
  return { type: 'feedback', ...pressable(element), choices: sides.map(readChoice) };
}

const selects: Readonly<Record<string, SelectSource>> = {
  static_select: 'static',
  external_select: 'external',
  users_select: 'users',
  conversations_select: 'conversations',
  channels_select: 'channels',
};

function readSelect(element: JsonRecord): SelectModel | undefined {
  const type = stringOf(element.type);
  const many = type.startsWith('multi_');
  const source = selects[many ? type.slice('multi_'.length) : type];
  if (source === undefined) return undefined;
  return {
    type: 'select',
    ...pressable(element),
    source,
    many,
    groups: readGroups(element),
    initial: initialChoices(element),
    placeholder: readPlain(element.placeholder),
    minQuery: typeof element.min_query_length === 'number' ? element.min_query_length : 3,
    most: typeof element.max_selected_items === 'number' ? element.max_selected_items : Number.POSITIVE_INFINITY,
    kinds: stringsOf(objectOf(element.filter).include),
    focus: element.focus_on_load === true,
  };
}

function readGroups(element: JsonRecord): readonly ChoiceGroup[] {
  const loose = objectsOf(element.options);
  if (loose.length > 0) return [{ label: '', choices: loose.map(readChoice) }];
  return objectsOf(element.option_groups).map((group) => ({
    label: readPlain(group.label),
    choices: objectsOf(group.options).map(readChoice),
  }));
}

function stringsOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
}

/** Returns a select's initial options. In selects of people and channels, an option has only an id. */
function initialChoices(element: JsonRecord): readonly BlockChoice[] {
  const options = [
    ...(isJson(element.initial_option) ? [element.initial_option] : []),
    ...objectsOf(element.initial_options),
  ];
  const single = [element.initial_user, element.initial_channel, element.initial_conversation];
  const several = [element.initial_users, element.initial_channels, element.initial_conversations];
  const ids = [...stringsOf(single), ...several.flatMap(stringsOf)];
  const bare = (value: string): BlockChoice => ({ value, label: '', text: [], description: [], href: null });
  return [...options.map(readChoice), ...ids.map(bare)];
}

const inputs: Readonly<Record<string, TextInputModel['kind']>> = {
  plain_text_input: 'plain',
  url_text_input: 'url',
  email_text_input: 'email',
  number_input: 'number',
  rich_text_input: 'rich',
};

function readTextInput(element: JsonRecord): TextInputModel | undefined {
  const kind = inputs[stringOf(element.type)];
  if (kind === undefined) return undefined;
  const on = stringsOf(objectOf(element.dispatch_action_config).trigger_actions_on);
  const triggers = (['on_enter_pressed', 'on_character_entered'] as const).filter((one) => on.includes(one));
  return {
    type: 'text',
    ...pressable(element),
    kind,
    multiline: element.multiline === true || kind === 'rich',
    decimals: element.is_decimal_allowed === true,
    initial: stringOf(element.initial_value),
    placeholder: readPlain(element.placeholder),
    minLength: typeof element.min_length === 'number' ? element.min_length : 0,
    maxLength: typeof element.max_length === 'number' ? element.max_length : 3000,
    min: typeof element.min_value === 'string' ? element.min_value : null,
    max: typeof element.max_value === 'string' ? element.max_value : null,
    on: triggers.length > 0 ? triggers : ['on_enter_pressed'],
    focus: element.focus_on_load === true,
  };
}
