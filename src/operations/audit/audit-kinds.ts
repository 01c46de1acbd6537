import { type Text, verbatim } from '../../core/text/text.ts';
import { kinds, states, verbs } from './audit-kind-messages.ts';

const kindWords: ReadonlyMap<string, () => Text> = new Map(Object.entries(kinds));
const verbWords: ReadonlyMap<string, () => Text> = new Map(Object.entries(verbs));
const stateWords: ReadonlyMap<string, () => Text> = new Map([
  ...Object.entries(states),
  // State codes that differ from the names in the message catalog.
  ['not-sent', states.notSent],
  ['by-hand', states.byHand],
  ['closed-now', states.closedNow],
  ['asked-now', states.askedNow],
  ['so-already', states.soAlready],
]);

/** Returns the words for a kind. A kind that a newer version wrote is returned unchanged. */
export function kindText(kind: string): Text {
  return kindWords.get(kind)?.() ?? verbatim(kind);
}

/** Returns the words for what a person did. */
export function verbText(kind: string): Text {
  return verbWords.get(kind)?.() ?? kindText(kind);
}

export function recordStateText(state: string): Text {
  return stateWords.get(state)?.() ?? verbatim(state);
}
