import { join, type Text, type Value, verbatim } from './text.ts';

export function joinedWords(...words: readonly (string | number)[]): string {
  return words.filter((word) => word !== '').join(' ');
}

/** Writes a port, with its component if needed: `8080`, `web:8080`. */
export function portWords(component: string, port: string | number): string {
  return component === '' ? String(port) : `${component}:${port}`;
}

export function listText(texts: readonly Text[]): Text {
  return join(texts, ', ');
}

/** Returns the names of a value that lists them, such as the addresses of a stored text. */
export function namesIn(value: Value | undefined): readonly string[] {
  if (typeof value !== 'object') return [];
  if ('link' in value) return [value.link];
  if (!('key' in value)) return [];
  const { value: name } = value.with;
  return value.key === verbatim('').key && typeof name === 'string'
    ? [name]
    : Object.values(value.with).flatMap(namesIn);
}

export function verbatimList(names: readonly string[]): Text {
  return listText(names.map(verbatim));
}
