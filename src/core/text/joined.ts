/** Words after one another, without those that are empty. */
export function joinedWords(...words: readonly (string | number)[]): string {
  return words.filter((word) => word !== '').join(' ');
}

/** A port, with its component where that has to be said: `8080`, `web:8080`. */
export function portWords(component: string, port: string | number): string {
  return component === '' ? String(port) : `${component}:${port}`;
}
