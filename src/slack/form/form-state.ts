import type * as z from 'zod';
import type { Fault, RawArgs } from '../../core/command/params.ts';
import { isGroupId } from '../../core/command/read-person.ts';
import { readJson } from '../../core/text/json.ts';
import type { Text } from '../../core/text/text.ts';
import { cut } from '../blocks/mrkdwn.ts';
import type { InputState, ViewPayload } from '../interaction/payloads.ts';
import { FormMeta } from './form-view.ts';

export interface Filled {
  readonly meta: FormMeta;
  readonly given: RawArgs;
  readonly reason?: string;
  /** The planned time, written like the value of `at=`. */
  readonly at?: string;
  readonly ticket?: string;
  readonly ask?: readonly string[];
  readonly channel?: string;
  readonly blockOf: Readonly<Record<string, string>>;
  readonly labels: Readonly<Record<string, string>>;
}

/** Reads a modal: the shown inputs, plus the draft of the hidden ones. Returns undefined if the modal isn't a form. */
export function readForm(view: ViewPayload, draft: RawArgs = {}): Filled | undefined {
  const meta = readMeta(view.private_metadata);
  if (!meta) return undefined;
  const given: Record<string, readonly string[]> = { ...draft, ...meta.draft };
  const blockOf: Record<string, string> = {};
  const labels: Record<string, string> = {};
  let reason: string | undefined = meta.reason;
  let at: string | undefined = meta.at;
  let ticket: string | undefined = meta.ticket;
  let ask: readonly string[] | undefined = meta.ask;
  let channel: string | undefined;
  for (const [blockId, inputs] of Object.entries(view.state.values)) {
    const [actionId, state] = Object.entries(inputs)[0] ?? [];
    if (!state || actionId === undefined) continue;
    const name = blockId.split('@')[0] ?? blockId;
    blockOf[name] = blockId;
    for (const option of [state.selected_option, ...(state.selected_options ?? [])])
      if (option?.text) labels[option.value] = option.text.text;
    if (name === 'reason') reason = state.value ?? undefined;
    else if (name === 'ticket') ticket = state.value?.trim() || undefined;
    else if (name === 'ask') ask = [...(meta.ask ?? []).filter((id) => isGroupId(id)), ...(state.selected_users ?? [])];
    else if (state.type === 'datetimepicker') at = plannedText(state.selected_date_time);
    else if (name === 'channel') channel = state.selected_conversation ?? undefined;
    else if (name !== 'kind') given[name] = valuesOf(state);
  }
  return {
    meta,
    given: Object.fromEntries(Object.entries(given).filter(([, values]) => values.length > 0)),
    reason: reason || undefined,
    at,
    ticket,
    ask,
    channel: channel || undefined,
    blockOf,
    labels,
  };
}

/** Converts a picked moment (epoch s) to text like the value of `at=`. */
function plannedText(seconds: number | null | undefined): string | undefined {
  return typeof seconds === 'number' ? `${new Date(seconds * 1_000).toISOString().slice(0, 16)}Z` : undefined;
}

export function readMeta(text: string): FormMeta | undefined {
  return FormMeta.safeParse(readJson(text)).data;
}

/** Value of an option that only explains why a list is empty. Choosing it chooses nothing, so nobody may type it by chance. */
export const noValue = 'portolan:no-value';

function valuesOf(state: z.infer<typeof InputState>): readonly string[] {
  if (state.type === 'checkboxes') return (state.selected_options ?? []).length > 0 ? ['yes'] : [];
  if (state.selected_users) return state.selected_users;
  const chosen = state.selected_options ?? (state.selected_option ? [state.selected_option] : undefined);
  if (chosen) return chosen.map(({ value }) => value).filter((value) => value !== noValue);
  const text = state.value ?? '';
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

/** Returns a submission's errors by input. The error of a parameter without an input goes to the first input. */
export function fieldErrors(
  faults: readonly Fault[],
  filled: Filled,
  write: (text: Text) => string,
): Record<string, string> {
  const errors: Record<string, string> = {};
  const first = Object.values(filled.blockOf)[0];
  for (const { param, why } of faults) {
    const block = filled.blockOf[param] ?? first;
    if (block !== undefined && errors[block] === undefined) errors[block] = cut(withoutCodeMarks(write(why)), 300);
  }
  return errors;
}

/** Puts code in quotes, for plain text without code formatting. */
function withoutCodeMarks(text: string): string {
  return text.replace(/`([^`\n]+)`/g, '“$1”');
}
