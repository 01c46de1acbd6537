import { type Text, verbatim } from '../../core/text/text.ts';
import { kinds, states } from './audit-kind-messages.ts';

type Words = Readonly<Record<string, () => Text>>;

const kindWords: Words = kinds;
/** Codes of the record that are no names in the catalog. */
const stateWords: Words = {
  ...states,
  'not-sent': states.notSent,
  'by-hand': states.byHand,
  'asked-now': states.askedNow,
  'so-already': states.soAlready,
};

/** The kind of an audit entry in words. One that a newer version wrote is shown as it is. */
export function kindText(kind: string): Text {
  return wordOf(kindWords, kind);
}

/** Its result, or the state after it, in words. */
export function stateText(state: string): Text {
  return wordOf(stateWords, state);
}

function wordOf(words: Words, code: string): Text {
  return (Object.hasOwn(words, code) ? words[code]?.() : undefined) ?? verbatim(code);
}
