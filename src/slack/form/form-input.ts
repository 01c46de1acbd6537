import type { KnownBlock } from '@slack/types';
import type { Param } from '../../core/command/params.ts';
import { type Text, verbatim } from '../../core/text/text.ts';
import { option, type Page, plainText } from '../blocks/blocks.ts';
import { blockLimits } from '../blocks/limits.ts';
import { slackMsg } from '../interaction/slack-messages.ts';

/** Checks whether an input can hold the values. Values are never cut, because a cut value means something else. */
export function canHold(param: Param<unknown>, given: readonly string[]): boolean {
  switch (param.input) {
    case 'select':
    case 'checkbox':
      // A value that isn't among the choices is reported separately.
      return true;
    case 'external':
      return given.every((value) => value.length <= blockLimits.optionValue);
    default:
      return typedInto(param, given).length <= blockLimits.inputLength;
  }
}

function isMultiline({ input }: Param<unknown>): boolean {
  return input === 'list' || input === 'long-text';
}

function typedInto(param: Param<unknown>, given: readonly string[]): string {
  return isMultiline(param) ? given.join('\n') : given.join(' ').replace(/\s*\n\s*/g, ' ');
}

type InputElement = Extract<KnownBlock, { type: 'input' }>['element'];

export function inputElement(
  name: string,
  param: Param<unknown>,
  given: readonly string[],
  labels: Readonly<Record<string, string>> | undefined,
  page: Page,
): InputElement {
  const placeholder = param.placeholder
    ? { placeholder: plainText(param.placeholder, page, blockLimits.placeholder) }
    : {};
  const first = given[0] ?? '';
  switch (param.input) {
    case 'select': {
      const options = (param.options ?? []).map(({ value, label }) => option(value, label, page));
      const begins = first.trim() || param.fallback;
      const chosen = options.find(({ value }) => value?.toLowerCase() === begins?.toLowerCase());
      return { type: 'static_select', action_id: name, options, ...placeholder, initial_option: chosen };
    }
    case 'checkbox': {
      const yes = option('yes', slackMsg.yes(), page);
      const on = given.length > 0 && !/^(no|false|off|0|)$/i.test(first);
      return { type: 'checkboxes', action_id: name, options: [yes], ...(on ? { initial_options: [yes] } : {}) };
    }
    case 'external':
      return external(name, param, given, labels, page);
    default: {
      const people = param.people ? peopleIn(param, given) : undefined;
      if (people)
        return {
          type: 'multi_users_select',
          action_id: name,
          ...placeholder,
          ...(people.length > 0 ? { initial_users: [...people] } : {}),
        };
      const typed = given.length > 0 ? given : param.fallback === undefined ? [] : [param.fallback];
      const initial = canHold(param, typed) ? typedInto(param, typed) : '';
      return {
        type: 'plain_text_input',
        action_id: name,
        multiline: isMultiline(param),
        max_length: blockLimits.inputLength,
        ...placeholder,
        ...(initial ? { initial_value: initial } : {}),
      };
    }
  }
}

/** Returns the given Slack users. Returns undefined if there are user groups, because Slack has no picker for them. */
function peopleIn(param: Param<unknown>, given: readonly string[]): readonly string[] | undefined {
  if (given.every((value) => value.trim() === '')) return [];
  const parsed = param.read(given);
  const ids: readonly unknown[] = parsed.ok && Array.isArray(parsed.value) ? parsed.value : [];
  const people = ids.filter((id) => typeof id === 'string').filter((id) => /^[UW]/.test(id));
  return people.length > 0 && people.length === ids.length ? people : undefined;
}

function shownAs(param: Param<unknown>, value: string, labels: Readonly<Record<string, string>> | undefined): Text {
  const chosen = labels?.[value];
  return chosen === undefined ? (param.shown?.(value) ?? verbatim(value)) : verbatim(chosen);
}

function external(
  name: string,
  param: Param<unknown>,
  given: readonly string[],
  labels: Readonly<Record<string, string>> | undefined,
  page: Page,
): InputElement {
  const look = {
    action_id: name,
    min_query_length: 0,
    placeholder: plainText(param.placeholder ?? slackMsg.choosePlaceholder(), page, blockLimits.placeholder),
  };
  const values = given.length === 0 && param.fallback !== undefined ? [param.fallback] : given;
  const chosen = values
    .filter((value) => value.trim() !== '' && value.length <= blockLimits.optionValue)
    .map((value) => option(value, shownAs(param, value, labels), page));
  if (param.repeats)
    return { type: 'multi_external_select', ...look, ...(chosen.length > 0 ? { initial_options: chosen } : {}) };
  return { type: 'external_select', ...look, initial_option: chosen[0] };
}
