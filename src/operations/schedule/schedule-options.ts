import { DateTime } from 'luxon';
import { join, type Text } from '../../core/text/text.ts';
import { dayNames, msg } from './cron-word-messages.ts';
import { cronOf, cronText } from './cron-words.ts';
import { nextRuns } from './schedule-times.ts';

const presets = ['weekdays at 9:00', 'daily at 9:00', 'mondays at 9:00', 'weekdays at 18:00', 'hourly'];

/**
 * The usual times of a schedule, each with its next three days or times; any other time can be typed.
 * @param now epoch ms
 * @param zone of the person who asks
 */
export function timeOptions(
  now: number,
  zone: string,
): readonly { readonly value: string; readonly label: Text; readonly names: readonly string[] }[] {
  return presets.flatMap((value) => {
    const cron = cronOf(value);
    if (cron === undefined) return [];
    const days = nextRuns(cron, zone, now, 3).flatMap(
      (at) => dayNames[DateTime.fromMillis(at, { zone }).weekday % 7] ?? [],
    );
    const when = cronText(cron);
    const label = value === 'hourly' ? when : msg.preset({ when, next: join(days, ', ') });
    return [{ value, label, names: [value] }];
  });
}
