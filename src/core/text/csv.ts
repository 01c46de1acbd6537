import { isoTime } from './iso-time.ts';

/** A column of a CSV file: its heading, and what it has in a row. */
export type CsvColumn<T> = readonly [heading: string, cellOf: (row: T) => string | number | undefined];

/** Writes a CSV file (RFC 4180) row by row; `start` is its beginning. */
export function csvTable<T>(columns: readonly CsvColumn<T>[]) {
  return {
    // A byte order mark, without which spreadsheets read Chinese names wrongly.
    start: `\uFEFF${csvLine(columns.map(([heading]) => heading))}`,
    row: (row: T) => csvLine(columns.map(([, cellOf]) => cellOf(row))),
  };
}

export function csvLine(cells: readonly (string | number | undefined)[]): string {
  return `${cells.map((cell) => (typeof cell === 'number' ? String(cell) : csvCell(cell ?? ''))).join(',')}\r\n`;
}

/**
 * Writes one cell of a CSV file (RFC 4180): quoted where needed. What a spreadsheet would run as a formula gets an apostrophe
 * before it (OWASP, CSV injection).
 */
export function csvCell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** A moment in a cell, if there is one. */
export function timeCell(at: number | undefined): string | undefined {
  return at === undefined ? undefined : isoTime(at);
}
