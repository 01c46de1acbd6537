import { z } from 'zod';
import { anything, asFlag, asInteger, asObject, asText, asTexts, readEntries } from '../lenient.ts';

/** A certificate of a team, without its key (console only). */
export interface Certificate {
  readonly id: number;
  readonly alias: string | undefined;
  /** The names that it is valid for. */
  readonly issuedTo: readonly string[];
  readonly issuedBy: string | undefined;
  readonly hasExpired: boolean | undefined;
  /** Epoch ms. */
  readonly expiresAt: number | undefined;
}

/** A page of a team's certificates; `total` counts all pages. */
export interface CertificatePage {
  readonly total: number;
  readonly certificates: readonly Certificate[];
}

/** A certificate in the team's list (docs/platform.md#certificates). Rules are made with its number. */
const CertificateReply = z
  .object({
    id: z.int32(),
    alias: anything,
    issued_to: anything,
    issued_by: anything,
    has_expired: anything,
    end_data: anything,
  })
  .transform(
    (raw): Certificate => ({
      id: raw.id,
      alias: asText(raw.alias),
      issuedTo: asTexts(raw.issued_to),
      issuedBy: asText(raw.issued_by),
      hasExpired: asFlag(raw.has_expired),
      expiresAt: asConsoleTime(raw.end_data),
    }),
  );

/** `YYYY-MM-DD HH:MM:SS` in the console's own time zone, which is UTC+8, as epoch ms. */
function asConsoleTime(value: unknown): number | undefined {
  const [, day, time] = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)$/.exec(asText(value) ?? '') ?? [];
  const moment = Date.parse(`${day}T${time}+08:00`);
  return Number.isFinite(moment) ? moment : undefined;
}

/** A page of a team's certificates, or undefined when the reply isn't one. */
export function readCertificates(body: unknown): CertificatePage | undefined {
  // Not `listOf`: the reply has a list of its own beside its counters.
  const page = asObject(body);
  const certificates = Array.isArray(page?.list) ? readEntries(page.list, CertificateReply) : undefined;
  return certificates && { total: asInteger(page?.total) ?? certificates.length, certificates };
}
