import { join, type Text, verbatim } from './text.ts';

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

export function verbatimList(names: readonly string[]): Text {
  return listText(names.map(verbatim));
}
