/** A list that was taken out of a value, and where it was: keys from the outside in. */
export interface LongList {
  readonly path: readonly (string | number)[];
  readonly entries: readonly unknown[];
}

/** Lists of more entries are taken out. */
const longest = 500;
/** Values that cross between threads at a time: so many take a few milliseconds to be built again. */
const mostAtOnce = 4_000;

/**
 * Takes the long lists out of a value, which it changes: everything that remains is small.
 * @returns the value without them, and the lists in the order in which they are put back
 */
export function takeLists(value: unknown): { readonly rest: unknown; readonly lists: readonly LongList[] } {
  const lists: LongList[] = [];
  function without(part: unknown, path: LongList['path']): unknown {
    if (Array.isArray(part)) {
      if (part.length > longest) {
        lists.push({ path, entries: part });
        return [];
      }
      return part.map((each: unknown, index) => without(each, [...path, index]));
    }
    if (typeof part !== 'object' || part === null) return part;
    return Object.fromEntries(Object.entries(part).map(([name, each]) => [name, without(each, [...path, name])]));
  }
  return { rest: without(value, []), lists };
}

/** The entries of a list from one on that may cross at a time: at least one. */
export function nextEntries({ entries }: LongList, from: number): readonly unknown[] {
  let values = 0;
  let to = from;
  while (to < entries.length && (to === from || values < mostAtOnce)) {
    values += sizeOf(entries[to]);
    to += 1;
  }
  return entries.slice(from, to);
}

function sizeOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1;
  return Object.values(value).reduce((sum: number, each) => sum + sizeOf(each), 1);
}

/** Puts the entries of a list back to where it was. */
export function putBack(rest: unknown, path: LongList['path'], entries: readonly unknown[]): void {
  let part = rest;
  for (const key of path) part = Reflect.get(Object(part), key);
  if (!Array.isArray(part)) throw new TypeError('a list was put where there is none');
  for (const entry of entries) part.push(entry);
}
