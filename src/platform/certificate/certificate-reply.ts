import { z } from 'zod';
import { asFlag, asInteger, asObject, asText, asTexts, type ReadBy, readEntries, readerOf } from '../lenient.ts';

/** Rules are made with its number. */
const readCertificate = readerOf(z.object({ id: z.int32() }), (named, raw) => ({
  id: named.id,
  alias: asText(raw.alias),
  /** The names that it is valid for. */
  issuedTo: asTexts(raw.issued_to),
  issuedBy: asText(raw.issued_by),
  hasExpired: asFlag(raw.has_expired),
  /** Epoch ms. */
  expiresAt: asConsoleTime(raw.end_data),
}));

/** A certificate in a team's list, without its key (console only, docs/platform.md#certificates). */
export type Certificate = ReadBy<typeof readCertificate>;

/** `YYYY-MM-DD HH:MM:SS` in the console's own time zone, which is UTC+8, as epoch ms. */
function asConsoleTime(value: unknown): number | undefined {
  const [, day, time] = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)$/.exec(asText(value) ?? '') ?? [];
  const moment = Date.parse(`${day}T${time}+08:00`);
  return Number.isFinite(moment) ? moment : undefined;
}

/** A page of a team's certificates, or undefined when the reply isn't one; `total` counts all pages. */
export function readCertificates(body: unknown) {
  // Not `entriesIn`: the reply has a list of its own beside its counters.
  const page = asObject(body);
  const certificates = Array.isArray(page?.list) ? readEntries(page.list, readCertificate) : undefined;
  return certificates && { total: asInteger(page?.total) ?? certificates.length, certificates };
}
