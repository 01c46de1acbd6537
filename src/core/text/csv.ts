/**
 * Writes one cell of a CSV file (RFC 4180): quoted where needed. What a spreadsheet would run as a formula gets an apostrophe
 * before it (OWASP, CSV injection).
 */
export function csvCell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
