import {
  askedInForm,
  type Fault,
  isInForms,
  type Param,
  type RawArgs,
  type Suggesting,
} from '../../core/command/params.ts';
import type { OperationSpec } from '../../core/operation.ts';
import { channelMembers, type Policy } from '../../core/policy/policy.ts';
import { ticketRules } from '../../core/policy/ticket.ts';
import { StoredGiven } from '../../core/request/plan.ts';
import type { Operation } from '../../operations/shared/define.ts';
import { offeredOperations, type SharedModal } from '../../operations/shared/find-operation.ts';
import { readNote } from '../answer/notes.ts';
import { viewLimits } from '../blocks/limits.ts';
import type { Bot } from '../interaction/bot.ts';
import { readMeta } from './form-state.ts';
import type { FormMeta } from './form-view.ts';

const draftKeptMs = 86_400_000;
/** Maximum length of a kept context, in characters. A longer one is invalid, and the error shows only its beginning. */
const maxContext = 500;

export function formBase({ services: { operations, platform, policy } }: Bot, operation: Operation) {
  const tickets = ticketRules(policy).map(({ pattern }) => pattern);
  const dialect = platform.dialect();
  const modal = sharedModal(offeredOperations(operations, dialect), operation);
  return { operation, modal, tickets, dialect: dialect === 'unknown' ? undefined : dialect };
}

/** Returns undefined if the operation doesn't share a modal with others. */
export function sharedModal(
  operations: readonly OperationSpec[],
  { modalGroup }: OperationSpec,
): SharedModal | undefined {
  if (!modalGroup) return undefined;
  const options = operations.flatMap(({ id, modalGroup: group }) =>
    group?.name === modalGroup.name ? [{ id, label: group.option }] : [],
  );
  return { title: modalGroup.title, options };
}

/**
 * Returns values that the form can't show but must keep: parameters without an input, hidden advanced ones, and
 * suggested ones. Drops wrong values, because the form can't correct them and shows the error at the top. Also drops
 * values that don't fit the choices.
 * @param hidden names of parameters that may be kept
 */
export function draftOf(
  operation: Operation,
  given: RawArgs,
  hidden: readonly string[] = Object.keys(given),
): Pick<FormMeta, 'draft'> {
  const kept = Object.entries(given).filter(([name, values]) => {
    const param = operation.params[name];
    if (!hidden.includes(name)) return false;
    if (param && !isInForms(param)) return param.read(values).ok;
    if (!param?.inForm) return param === undefined || param.advanced === true;
    const isUndecided = param.dependsOn?.some((parent) => !given[parent]?.[0]);
    const look = param.inForm(given, true);
    return isUndecided || look?.advanced === true || (look === undefined && param.suggested !== undefined);
  });
  return kept.length > 0 ? { draft: Object.fromEntries(kept.map(([name, values]) => [name, [...values]])) } : {};
}

/** Checks whether only the advanced form has an input with a fault. */
export function needsAdvanced({ params }: Operation, given: RawArgs, faults: readonly Fault[]): boolean {
  const [usual, all] = [false, true].map((isAdvanced) => askedInForm(params, given, isAdvanced).map(([name]) => name));
  return faults.some(({ param }) => all?.includes(param) && !usual?.includes(param));
}

/** Shortens a form's data to fit into `private_metadata`. If the draft is too long, it is stored in a note. */
export async function fitMeta(bot: Bot, meta: FormMeta): Promise<FormMeta> {
  const short = meta.in === undefined ? meta : { ...meta, in: meta.in.slice(0, maxContext) };
  if (JSON.stringify(short).length <= viewLimits.privateMetadata) return short;
  const { draft, ...rest } = short;
  const note = bot.services.world.newId();
  await bot.services.store.notes.keep(`draft:${note}`, draft ?? {}, bot.services.world.now() + draftKeptMs);
  return { ...rest, note };
}

export async function keptDraft(bot: Bot, privateMetadata: string): Promise<RawArgs> {
  const note = readMeta(privateMetadata)?.note;
  if (note === undefined) return {};
  return (await readNote(bot, `draft:${note}`, StoredGiven)) ?? {};
}

/** Adds suggested values. An empty value, such as that of `for=`, is none. */
export function withSuggestions(operation: Operation, given: RawArgs, policy: Policy): RawArgs {
  const isGiven = (name: string) => given[name]?.some((value) => value.trim() !== '');
  const suggested = suggestions(operation, given, policy).filter(([name]) => !isGiven(name));
  return { ...given, ...Object.fromEntries(suggested) };
}

/** Updates suggested values after another value changed. Keeps edited suggestions. `before`: the old values. */
export function suggestedAnew(operation: Operation, given: RawArgs, before: RawArgs, policy: Policy): RawArgs {
  const old = new Map(suggestions(operation, before, policy));
  const untouched = Object.entries(operation.params)
    .filter(([name, param]) => param.suggested && old.get(name)?.[0] === given[name]?.[0])
    .map(([name]) => name);
  const kept = Object.entries(given).filter(([name]) => !untouched.includes(name));
  const anew = suggestions(operation, given, policy).filter(([name]) => untouched.includes(name));
  return Object.fromEntries([...kept, ...anew]);
}

/** Drops values that were chosen from a list that has changed. Keeps typed values, unless their input changed. */
export function withoutOldChoices(
  { params }: Operation,
  given: RawArgs,
  before: RawArgs,
  labels: Readonly<Record<string, string>>,
): RawArgs {
  const isOld = ([name, [value = '']]: readonly [string, readonly string[]]) => {
    const { source, inForm, dependsOn = [] } = params[name] ?? {};
    const hasMoved = dependsOn.some((parent) => before[parent]?.[0] && before[parent][0] !== given[parent]?.[0]);
    return hasMoved && (inForm !== undefined || (source !== undefined && (labels[value] ?? value) !== value));
  };
  return Object.fromEntries(Object.entries(given).filter((each) => !isOld(each)));
}

function suggestions(operation: Operation, given: RawArgs, policy: Policy): readonly (readonly [string, [string]])[] {
  // Checking a role would need a call to Slack, which is too slow: the form's trigger would expire.
  const everybodyMay = policy.may.open_for_a_while === channelMembers;
  const form: Suggesting = { given, ...(everybodyMay ? { longestAccess: policy.maxOpen } : {}) };
  return Object.entries(operation.params).flatMap(([name, { suggested }]: [string, Param<unknown>]) => {
    const value = suggested?.(form);
    return value === undefined ? [] : [[name, [value]] as const];
  });
}
