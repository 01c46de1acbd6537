import { elementsOf } from '../check/check-across.ts';
import { isJson, listOf, objectOf, objectsOf, stringOf } from '../json-values.ts';
import type { JsonRecord, PageValue, PageValues } from '../page-protocol.ts';
import type { InputStates } from './workspace.ts';

/** Element states as in Slack's `state.values`, and the values that a person enters for them. */

type Slot = { readonly field: string; readonly initial: string; readonly holds: 'text' | 'option' | 'options' | 'ids' };

const slots: { readonly [type: string]: Slot } = {
  plain_text_input: { field: 'value', initial: 'initial_value', holds: 'text' },
  url_text_input: { field: 'value', initial: 'initial_value', holds: 'text' },
  email_text_input: { field: 'value', initial: 'initial_value', holds: 'text' },
  number_input: { field: 'value', initial: 'initial_value', holds: 'text' },
  rich_text_input: { field: 'rich_text_value', initial: 'initial_value', holds: 'text' },
  static_select: { field: 'selected_option', initial: 'initial_option', holds: 'option' },
  external_select: { field: 'selected_option', initial: 'initial_option', holds: 'option' },
  radio_buttons: { field: 'selected_option', initial: 'initial_option', holds: 'option' },
  checkboxes: { field: 'selected_options', initial: 'initial_options', holds: 'options' },
  multi_static_select: { field: 'selected_options', initial: 'initial_options', holds: 'options' },
  multi_external_select: { field: 'selected_options', initial: 'initial_options', holds: 'options' },
  users_select: { field: 'selected_user', initial: 'initial_user', holds: 'text' },
  conversations_select: { field: 'selected_conversation', initial: 'initial_conversation', holds: 'text' },
  channels_select: { field: 'selected_channel', initial: 'initial_channel', holds: 'text' },
  multi_users_select: { field: 'selected_users', initial: 'initial_users', holds: 'ids' },
  multi_conversations_select: { field: 'selected_conversations', initial: 'initial_conversations', holds: 'ids' },
  multi_channels_select: { field: 'selected_channels', initial: 'initial_channels', holds: 'ids' },
  datepicker: { field: 'selected_date', initial: 'initial_date', holds: 'text' },
  timepicker: { field: 'selected_time', initial: 'initial_time', holds: 'text' },
  datetimepicker: { field: 'selected_date_time', initial: 'initial_date_time', holds: 'text' },
  file_input: { field: 'files', initial: '', holds: 'ids' },
};

/** Returns the state of an unchanged element; undefined for elements without a state (buttons, overflow, images). */
export function initialState(element: JsonRecord): JsonRecord | undefined {
  const type = stringOf(element.type);
  const slot = slots[type];
  if (!slot) return undefined;
  const none = slot.holds === 'options' || slot.holds === 'ids' ? [] : null;
  return { type, [slot.field]: element[slot.initial] ?? none };
}

export function optionsOf(element: JsonRecord, loaded: readonly JsonRecord[]): readonly JsonRecord[] {
  const grouped = objectsOf(element.option_groups).flatMap((group) => objectsOf(group.options));
  const initial = [element.initial_option, ...listOf(element.initial_options)].filter(isJson);
  return [...objectsOf(element.options), ...grouped, ...loaded, ...initial];
}

/**
 * Returns the fields for an entered `value`, for `state.values` and `block_actions`. Returns undefined if a real client
 * couldn't enter it, such as an unknown option.
 */
export function enterValue(
  element: JsonRecord,
  value: PageValue,
  loaded: readonly JsonRecord[],
): JsonRecord | undefined {
  const type = stringOf(element.type);
  const slot = type === 'overflow' ? { field: 'selected_option', holds: 'option' } : slots[type];
  if (!slot) return undefined;
  const pick = (wanted: string) => optionsOf(element, loaded).find((option) => option.value === wanted);
  switch (slot.holds) {
    case 'option': {
      if (value === null || value === '') return type === 'overflow' ? undefined : { type, [slot.field]: null };
      const option = typeof value === 'string' ? pick(value) : undefined;
      return option && { type, [slot.field]: option };
    }
    case 'options': {
      const picked = wantedOf(value)
        .map(pick)
        .filter((option) => option !== undefined);
      return picked.length === wantedOf(value).length ? { type, [slot.field]: picked } : undefined;
    }
    case 'ids':
      return { type, [slot.field]: wantedOf(value) };
    default:
      return typeof value === 'string' || value === null ? { type, [slot.field]: typedInto(type, value) } : undefined;
  }
}

function wantedOf(value: PageValue): readonly string[] {
  if (value === null || value === '') return [];
  return typeof value === 'string' ? [value] : value;
}

function typedInto(type: string, value: string | null): unknown {
  if (value === null || value === '') return null;
  if (type === 'datetimepicker') return Number(value);
  if (type !== 'rich_text_input') return value;
  const text = { type: 'rich_text_section', elements: [{ type: 'text', text: value }] };
  return { type: 'rich_text', elements: [text] };
}

/** Returns the visible value of a state: the reverse of `enterValue`. */
export function enteredValue(state: JsonRecord): PageValue {
  const slot = slots[stringOf(state.type)];
  const held = slot && state[slot.field];
  if (held === undefined || held === null) return null;
  if (slot?.holds === 'option') return stringOf(objectOf(held).value);
  if (slot?.holds === 'options') return objectsOf(held).map((option) => stringOf(option.value));
  if (slot?.holds === 'ids') return listOf(held).map(String);
  if (isJson(held)) return JSON.stringify(held);
  return String(held);
}

export function allBlocks(blocks: readonly JsonRecord[]): readonly JsonRecord[] {
  return blocks.flatMap((block) => {
    const cards = block.type === 'carousel' ? objectsOf(block.elements) : [];
    return [block, ...allBlocks([...objectsOf(block.child_blocks), ...cards])];
  });
}

/** Returns the states of `blocks`. Values stay if ids and type are the same (docs/slack.md#views). */
export function statesOf(blocks: readonly JsonRecord[], before: InputStates = {}): InputStates {
  const all: Record<string, Record<string, JsonRecord>> = {};
  for (const block of allBlocks(blocks)) {
    const blockId = stringOf(block.block_id);
    for (const element of elementsOf(block)) {
      const fresh = initialState(element);
      const actionId = stringOf(element.action_id);
      const kept = before[blockId]?.[actionId];
      if (fresh)
        all[blockId] = { ...all[blockId], [actionId]: kept !== undefined && kept.type === fresh.type ? kept : fresh };
    }
  }
  return all;
}

export function pageValues(states: InputStates): PageValues {
  return Object.fromEntries(
    Object.entries(states).map(([blockId, actions]) => [
      blockId,
      Object.fromEntries(Object.entries(actions).map(([actionId, state]) => [actionId, enteredValue(state)])),
    ]),
  );
}

interface Complaints {
  readonly required: string;
  readonly url: string;
  readonly email: string;
  readonly number: string;
  readonly whole: string;
  readonly most: (count: number) => string;
  readonly longer: (letters: number) => string;
  readonly shorter: (letters: number) => string;
  readonly from: (low: string) => string;
  readonly upTo: (high: string) => string;
}

const english: Complaints = {
  required: 'Please complete this required field.',
  url: 'Please enter a valid URL.',
  email: 'Please enter a valid email.',
  number: 'Please enter a number.',
  whole: 'Please enter a whole number.',
  most: (count) => `Please select at most ${count}.`,
  longer: (letters) => `Please enter at least ${letters} characters.`,
  shorter: (letters) => `Please enter at most ${letters} characters.`,
  from: (low) => `Please enter ${low} or more.`,
  upTo: (high) => `Please enter ${high} or less.`,
};

const chinese: Complaints = {
  required: '请填写此必填字段。',
  url: '请输入有效的 URL。',
  email: '请输入有效的邮箱地址。',
  number: '请输入数字。',
  whole: '请输入整数。',
  most: (count) => `最多选择 ${count} 项。`,
  longer: (letters) => `请至少输入 ${letters} 个字符。`,
  shorter: (letters) => `请最多输入 ${letters} 个字符。`,
  from: (low) => `请输入不小于 ${low} 的值。`,
  upTo: (high) => `请输入不大于 ${high} 的值。`,
};

/** Returns the errors that Slack's client shows, in the person's language, before it submits a form: block_id → message. */
export function complaints(
  blocks: readonly JsonRecord[],
  states: InputStates,
  locale: string,
): { readonly [blockId: string]: string } {
  const words = locale.startsWith('zh') ? chinese : english;
  const errors = blocks.flatMap((block) => {
    if (block.type !== 'input') return [];
    const element = objectOf(block.element);
    const value = enteredValue(states[stringOf(block.block_id)]?.[stringOf(element.action_id)] ?? {});
    const empty = value === null || value === '' || (Array.isArray(value) && value.length === 0);
    const say = empty ? (block.optional === true ? undefined : words.required) : complaint(words, element, value);
    return say ? [[stringOf(block.block_id), say] satisfies [string, string]] : [];
  });
  return Object.fromEntries(errors);
}

function complaint(words: Complaints, element: JsonRecord, value: PageValue): string | undefined {
  if (
    Array.isArray(value) &&
    typeof element.max_selected_items === 'number' &&
    value.length > element.max_selected_items
  )
    return words.most(element.max_selected_items);
  if (typeof value !== 'string') return undefined;
  const { min_length: min, max_length: max } = element;
  if (typeof min === 'number' && value.length < min) return words.longer(min);
  if (typeof max === 'number' && value.length > max) return words.shorter(max);
  if (element.type === 'url_text_input' && !URL.canParse(value)) return words.url;
  if (element.type === 'email_text_input' && !/^[^@\s]+@[^@\s]+$/.test(value)) return words.email;
  return element.type === 'number_input' ? numberComplaint(words, element, value) : undefined;
}

function numberComplaint(words: Complaints, element: JsonRecord, value: string): string | undefined {
  const number = Number(value);
  if (!Number.isFinite(number)) return words.number;
  if (element.is_decimal_allowed !== true && !Number.isInteger(number)) return words.whole;
  if (typeof element.min_value === 'string' && number < Number(element.min_value)) return words.from(element.min_value);
  if (typeof element.max_value === 'string' && number > Number(element.max_value)) return words.upTo(element.max_value);
  return undefined;
}
