import { join, type Text, verbatim } from './text.ts';

/** Words after one another, without those that are empty. */
export function joinedWords(...words: readonly (string | number)[]): string {
  return words.filter((word) => word !== '').join(' ');
}

/** A port, with its component where that has to be said: `8080`, `web:8080`. */
export function portWords(component: string, port: string | number): string {
  return component === '' ? String(port) : `${component}:${port}`;
}

/** Texts with commas between them. */
export function listText(texts: readonly Text[]): Text {
  return join(texts, ', ');
}

/** Names, or other words that have no language, with commas between them. */
export function verbatimList(names: readonly string[]): Text {
  return listText(names.map(verbatim));
}
