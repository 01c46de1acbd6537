import { distance } from 'fastest-levenshtein';

/** Returns the nearest names, best first: names that contain the typed text, then names with a few other letters. */
export function nearest<T>(
  typed: string,
  things: readonly T[],
  namesOf: (thing: T) => readonly string[],
  max = 5,
): T[] {
  const wanted = foldText(typed.trim());
  return things
    .map((thing) => ({ thing, score: Math.min(...namesOf(thing).map((name) => score(wanted, foldText(name.trim())))) }))
    .filter(({ score }) => score <= maxDifference(wanted))
    .sort((a, b) => a.score - b.score)
    .slice(0, max)
    .map(({ thing }) => thing);
}

/** In a short word, two different letters make a different word. */
function maxDifference(wanted: string): number {
  return wanted.length <= 3 ? 1.5 : Math.floor(wanted.length / 3) + 1;
}

function score(wanted: string, name: string): number {
  if (name === wanted) return 0;
  // Too many words begin like a name of two letters.
  if (name.startsWith(wanted) || (name.length > 2 && wanted.startsWith(name))) return 0.5;
  if (name.includes(wanted)) return 1;
  // A matching part of a name counts nearly as much as the whole: `est` for `east-1`.
  const parts = name.split(/[^\p{L}\p{N}]+/u).filter((part) => part.length > 2);
  return Math.min(steps(wanted, name), ...parts.map((part) => steps(wanted, part) + 0.5));
}

/** Returns how many letters differ. The same letters in another order count as one difference. */
export function steps(wanted: string, name: string): number {
  const letters = (text: string) => [...text].sort().join('');
  return letters(wanted) === letters(name) ? 1 : distance(wanted, name);
}

/** Normalizes letter case and character width. Keeps spaces at the ends, because they may distinguish names. */
export function foldText(text: string): string {
  return text.normalize('NFKC').toLowerCase();
}
