import { shortDurationText } from '../../../core/text/duration-messages.ts';
import { momentNear } from '../../../core/text/instant-text.ts';
import type { Text } from '../../../core/text/text.ts';
import { accessMsg } from './access-messages.ts';

const minute = 60_000;

/**
 * Says when access closes, or should have closed. @param until epoch ms, as `now`; after attempts to close it (`tries`),
 * the time of the next one
 */
export function closesInText(
  { until, tries = 0 }: { readonly until: number; readonly tries?: number | undefined },
  now: number,
): Text {
  if (tries > 0) return accessMsg.closingUnsure({ at: momentNear(Math.max(until, now), now) });
  if (until <= now) return accessMsg.overdue({ at: momentNear(until, now) });
  const left = shortDurationText(Math.ceil((until - now) / minute) * minute);
  return accessMsg.closesIn({ left, at: momentNear(until, now) });
}
