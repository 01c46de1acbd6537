import { maxDaysAway } from '../../../core/text/duration.ts';
import type { Instant, Text } from '../../../core/text/text.ts';
import type { Certificate } from '../../../platform/certificate/certificate-endpoints.ts';
import { expiryMsg } from './expiry-messages.ts';

const day = 86_400_000;
/** Certificates that expire within this time get a warning, in ms. */
const soon = 30 * day;

type Expiring = Pick<Certificate, 'expiresAt' | 'hasExpired'>;

/** Checks whether a certificate has expired, or expires within 30 days. `now`: epoch ms. */
export function expiresSoon(certificate: Expiring, now: number): boolean {
  return expiryOf(certificate) - now < soon;
}

/** Sort key. Expired certificates without a date come first, certificates without any date last. */
export function expiryOf({ expiresAt, hasExpired }: Expiring): number {
  return expiresAt ?? (hasExpired ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY);
}

/** Returns the day of a certificate's end in UTC for every reader, as the certificate itself has it. `at`: epoch ms. */
export function certificateDay(at: number): Instant {
  return { at, show: 'date', zone: 'UTC' };
}

/** Returns the number of days until or since the expiry, or the date if that is far away. `now`: epoch ms. */
export function expiryText({ expiresAt, hasExpired }: Expiring, now: number): Text {
  if (expiresAt === undefined) return hasExpired ? expiryMsg.expiredNow() : expiryMsg.expiryUnknown();
  const left = expiresAt - now;
  const days = Math.floor(Math.abs(left) / day);
  const date = certificateDay(expiresAt);
  if (days > maxDaysAway) return left <= 0 ? expiryMsg.expiredOn({ date }) : expiryMsg.expiresOn({ date });
  if (left <= 0) return days === 0 ? expiryMsg.expiredNow() : expiryMsg.expiredAgo({ days });
  if (days === 0) return expiryMsg.expiresToday();
  return left < soon ? expiryMsg.expiresSoon({ days }) : expiryMsg.expiresIn({ days });
}
