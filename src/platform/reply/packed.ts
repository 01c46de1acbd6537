import { Secret } from '../../core/text/secret.ts';

/** A value that crosses from a thread: without its secrets, whose class doesn't survive that, and where they were. */
export interface Packed {
  readonly value: unknown;
  readonly secrets: readonly { readonly path: readonly string[]; readonly text: string }[];
}

/** The most values that cross: so many take the event loop 20 ms to build again. */
const mostValues = 100_000;

/** Packs what an endpoint reads a reply as: plain data and secrets. @returns undefined where it is too much */
export function pack(whole: unknown): Packed | undefined {
  const secrets: { readonly path: readonly string[]; readonly text: string }[] = [];
  let count = 0;
  function without(part: unknown, path: readonly string[]): unknown {
    count += 1;
    if (count > mostValues || typeof part !== 'object' || part === null) return part;
    if (part instanceof Secret) {
      secrets.push({ path, text: part.reveal() });
      return undefined;
    }
    if (Array.isArray(part)) return part.map((each, index) => without(each, [...path, `${index}`]));
    return Object.fromEntries(Object.entries(part).map(([name, each]) => [name, without(each, [...path, name])]));
  }
  const value = without(whole, []);
  return count > mostValues ? undefined : { value, secrets };
}

/** What was packed. */
export function unpack({ value, secrets }: Packed): unknown {
  for (const { path, text } of secrets) {
    const around = path.slice(0, -1).reduce<unknown>((part, name) => Reflect.get(Object(part), name), value);
    Reflect.set(Object(around), path.at(-1) ?? '', new Secret(text));
  }
  return value;
}
