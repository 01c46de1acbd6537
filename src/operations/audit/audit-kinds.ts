import { type Text, verbatim } from '../../core/text/text.ts';
import { kinds, states } from './audit-kind-messages.ts';

const kindWords: ReadonlyMap<string, () => Text> = new Map(Object.entries(kinds));
const stateWords: ReadonlyMap<string, () => Text> = new Map([
  ...Object.entries(states),
  // Codes of the record that are no names in the catalog.
  ['not-sent', states.notSent],
  ['by-hand', states.byHand],
  ['closed-now', states.closedNow],
  ['asked-now', states.askedNow],
  ['so-already', states.soAlready],
]);

/** The kind of an audit entry in words. One that a newer version wrote is shown as it is. */
export function kindText(kind: string): Text {
  return kindWords.get(kind)?.() ?? verbatim(kind);
}

/** Its result, or the state after it, in words. */
export function recordStateText(state: string): Text {
  return stateWords.get(state)?.() ?? verbatim(state);
}
