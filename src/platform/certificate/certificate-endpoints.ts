import { z } from 'zod';
import type { Endpoint } from '../endpoint.ts';
import { jsonRead, team } from '../endpoint-parts.ts';
import { asFlag, asInteger, asObject, asText, asTexts, type ReadBy, readEntries, readerOf } from '../lenient.ts';

/** Certificate with its number `id`, which rules contain. */
const readCertificate = readerOf(z.object({ id: z.int32() }), (named, raw) => ({
  id: named.id,
  alias: asText(raw.alias),
  /** Domain names of the certificate. */
  issuedTo: asTexts(raw.issued_to),
  issuedBy: asText(raw.issued_by),
  hasExpired: asFlag(raw.has_expired),
  /** Epoch ms. */
  expiresAt: asConsoleTime(raw.end_data),
}));

/** Certificate without its private key (docs/platform.md#certificates). */
export type Certificate = ReadBy<typeof readCertificate>;

/** Converts `YYYY-MM-DD HH:MM:SS` in the console's time zone, UTC+8, to epoch ms. */
function asConsoleTime(value: unknown): number | undefined {
  const [, day, time] = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)$/.exec(asText(value) ?? '') ?? [];
  const moment = Date.parse(`${day}T${time}+08:00`);
  return Number.isFinite(moment) ? moment : undefined;
}

function readCertificates(body: unknown) {
  // Don't use `entriesIn`, because in this reply the list is in the same object as the counters.
  const page = asObject(body);
  const certificates = Array.isArray(page?.list) ? readEntries(page.list, readCertificate) : undefined;
  return certificates && { total: asInteger(page?.total) ?? certificates.length, certificates };
}

export const certificateEndpoints = {
  /** docs/platform.md#certificates: never request a single certificate, because that reply includes its private key. */
  listCertificates: {
    ...jsonRead,
    path: `${team}/certificates`,
    query: ['page', 'page_size'],
    reply: { console: 'bare', read: readCertificates },
  },
} as const satisfies { readonly [id: string]: Endpoint };
