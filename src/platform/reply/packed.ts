import { Secret } from '../../core/text/secret.ts';

export interface Packed {
  readonly value: unknown;
  readonly secrets: readonly { readonly path: readonly string[]; readonly text: string }[];
}

/** Maximum number of values. Rebuilding them blocks the event loop for 20 ms. */
const maxValues = 100_000;

/** Separates secrets, because a transfer to another thread loses their class. Returns undefined for too many values. */
export function pack(whole: unknown): Packed | undefined {
  const secrets: { readonly path: readonly string[]; readonly text: string }[] = [];
  let count = 0;
  function without(part: unknown, path: readonly string[]): unknown {
    count += 1;
    if (count > maxValues || typeof part !== 'object' || part === null) return part;
    if (part instanceof Secret) {
      secrets.push({ path, text: part.reveal() });
      return undefined;
    }
    if (Array.isArray(part)) return part.map((each, index) => without(each, [...path, `${index}`]));
    return Object.fromEntries(Object.entries(part).map(([name, each]) => [name, without(each, [...path, name])]));
  }
  const value = without(whole, []);
  return count > maxValues ? undefined : { value, secrets };
}

export function unpack({ value, secrets }: Packed): unknown {
  for (const { path, text } of secrets) {
    const around = path.slice(0, -1).reduce<unknown>((part, name) => Reflect.get(Object(part), name), value);
    Reflect.set(Object(around), path.at(-1) ?? '', new Secret(text));
  }
  return value;
}
