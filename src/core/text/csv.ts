import { isoTime } from './iso-time.ts';

export type CsvColumn<T> = readonly [heading: string, cellOf: (row: T) => string | number | undefined];

/** Writes a CSV file (RFC 4180) row by row. `start` is the first line of the file. */
export function csvTable<T>(columns: readonly CsvColumn<T>[]) {
  return {
    // Without a byte order mark, spreadsheets misread Chinese names.
    start: `\uFEFF${csvLine(columns.map(([heading]) => heading))}`,
    row: (row: T) => csvLine(columns.map(([, cellOf]) => cellOf(row))),
  };
}

export function csvLine(cells: readonly (string | number | undefined)[]): string {
  return `${cells.map((cell) => (typeof cell === 'number' ? String(cell) : csvCell(cell ?? ''))).join(',')}\r\n`;
}

/** Writes a CSV cell (RFC 4180). An apostrophe prevents its use as a formula (OWASP, CSV injection). */
export function csvCell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

export function timeCell(at: number | undefined): string | undefined {
  return at === undefined ? undefined : isoTime(at);
}
