import { distance } from 'fastest-levenshtein';

/**
 * The names nearest to what was typed, best first: those that contain it, then those a few letters away.
 * @param most how many at the most
 */
export function nearest<T>(
  typed: string,
  things: readonly T[],
  namesOf: (thing: T) => readonly string[],
  most = 5,
): T[] {
  const wanted = fold(typed);
  return things
    .map((thing) => ({ thing, score: Math.min(...namesOf(thing).map((name) => score(wanted, fold(name)))) }))
    .filter(({ score }) => score <= limit(wanted))
    .sort((a, b) => a.score - b.score)
    .slice(0, most)
    .map(({ thing }) => thing);
}

function limit(wanted: string): number {
  return Math.max(2, Math.floor(wanted.length / 3) + 1);
}

function score(wanted: string, name: string): number {
  if (name === wanted) return 0;
  if (name.startsWith(wanted) || wanted.startsWith(name)) return 0.5;
  if (name.includes(wanted)) return 1;
  return distance(wanted, name);
}

function fold(text: string): string {
  return text.normalize('NFKC').toLowerCase().trim();
}
