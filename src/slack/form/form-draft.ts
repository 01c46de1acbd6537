import { type Fault, isInForms, type Param, type RawArgs, type Suggesting } from '../../core/command/params.ts';
import { channelMembers, type Policy } from '../../core/policy/policy.ts';
import { ticketRules } from '../../core/policy/ticket.ts';
import { StoredGiven } from '../../core/request/plan.ts';
import type { Operation } from '../../operations/shared/define.ts';
import { offeredOperations, sharedModal } from '../../operations/shared/find-operation.ts';
import { readNote } from '../answer/notes.ts';
import { viewLimits } from '../blocks/limits.ts';
import type { Bot } from '../interaction/bot.ts';
import { readMeta } from './form-state.ts';
import type { FormMeta } from './form-view.ts';

/** How long the draft of an open form is kept, in ms. */
const draftKeptMs = 86_400_000;
/** A typed context longer than this isn't valid; it is cut, and the error still shows its beginning. */
const mostContext = 500;

/** What every form of an operation has: the modal that it shares with others, and the dialect of the platform's API. */
export function formBase({ services: { operations, platform, policy } }: Bot, operation: Operation) {
  const tickets = ticketRules(policy).map(({ pattern }) => pattern);
  const dialect = platform.dialect();
  const modal = sharedModal(offeredOperations(operations, dialect), operation);
  return { operation, modal, tickets, dialect: dialect === 'unknown' ? undefined : dialect };
}

/**
 * What the form cannot show, but must not lose: parameters without an input, and advanced ones while they are hidden.
 * A wrong value of such a one is dropped: it couldn't be corrected in the form, and its error is shown at the top.
 * What doesn't go with what was chosen is dropped too.
 * @param hidden the names of what may be kept
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
    return isUndecided || param.inForm(given, true)?.advanced === true;
  });
  return kept.length > 0 ? { draft: Object.fromEntries(kept.map(([name, values]) => [name, [...values]])) } : {};
}

/** Whether a fault belongs to an input that only Advanced shows: then Advanced has to be open. */
export function needsAdvanced(operation: Operation, faults: readonly Fault[]): boolean {
  return faults.some(({ param }) => operation.params[param]?.advanced === true);
}

/** Makes sure that a form's memory fits into `private_metadata`: a long draft waits in a note instead. */
export async function fitMeta(bot: Bot, meta: FormMeta): Promise<FormMeta> {
  const short = meta.in === undefined ? meta : { ...meta, in: meta.in.slice(0, mostContext) };
  if (JSON.stringify(short).length <= viewLimits.privateMetadata) return short;
  const { draft, ...rest } = short;
  const note = bot.services.world.newId();
  await bot.services.store.notes.keep(`draft:${note}`, draft ?? {}, bot.services.world.now() + draftKeptMs);
  return { ...rest, note };
}

/** The draft that waits in a note, if the form has one there. */
export async function keptDraft(bot: Bot, privateMetadata: string): Promise<RawArgs> {
  const note = readMeta(privateMetadata)?.note;
  if (note === undefined) return {};
  return (await readNote(bot, `draft:${note}`, StoredGiven)) ?? {};
}

/** What a form begins with: what was given, and what is suggested where nothing was. */
export function withSuggestions(operation: Operation, given: RawArgs, policy: Policy): RawArgs {
  const found = suggestions(operation, given, policy).filter(([name]) => given[name] === undefined);
  return { ...Object.fromEntries(found), ...given };
}

/**
 * The suggestions after a value changed on which others depend: what was suggested for the value before, and left so,
 * gives way to what is suggested now.
 * @param before what was given before
 */
export function suggestedAnew(operation: Operation, given: RawArgs, before: RawArgs, policy: Policy): RawArgs {
  const old = new Map(suggestions(operation, before, policy));
  const untouched = Object.entries(operation.params)
    .filter(([name, param]) => param.suggested && old.get(name)?.[0] === given[name]?.[0])
    .map(([name]) => name);
  const kept = Object.entries(given).filter(([name]) => !untouched.includes(name));
  const anew = suggestions(operation, given, policy).filter(([name]) => untouched.includes(name));
  return Object.fromEntries([...kept, ...anew]);
}

/**
 * What is given without what was chosen from a list of something else: a port of another component isn't one of this.
 * What was typed stays, unless its input is another one now.
 * @param before what was given when the form was drawn last
 * @param labels what choices were shown as, by value: what was typed is shown as it is
 */
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
  // Whether someone has a role takes a question to Slack; a trigger doesn't wait for it.
  const everybodyMay = policy.may.open_for_a_while === channelMembers;
  const form: Suggesting = { given, ...(everybodyMay ? { longestAccess: policy.maxOpen } : {}) };
  return Object.entries(operation.params).flatMap(([name, { suggested }]: [string, Param<unknown>]) => {
    const value = suggested?.(form);
    return value === undefined ? [] : [[name, [value]] as const];
  });
}
