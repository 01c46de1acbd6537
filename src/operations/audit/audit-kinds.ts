import { type Text, verbatim } from '../../core/text/text.ts';
import { kinds, states } from './audit-kind-messages.ts';

const kindWords: ReadonlyMap<string, () => Text> = new Map(Object.entries(kinds));
const stateWords: ReadonlyMap<string, () => Text> = new Map([
  ...Object.entries(states),
  // Codes that aren't names in the catalog.
  ['not-sent', states.notSent],
  ['by-hand', states.byHand],
  ['closed-now', states.closedNow],
  ['asked-now', states.askedNow],
  ['so-already', states.soAlready],
]);

/** Returns an unknown kind, written by a newer version, unchanged. */
export function kindText(kind: string): Text {
  return kindWords.get(kind)?.() ?? verbatim(kind);
}

export function recordStateText(state: string): Text {
  return stateWords.get(state)?.() ?? verbatim(state);
}
