import { DateTime } from 'luxon';
import { join, type Text } from '../../core/text/text.ts';
import type { SelectOption } from '../shared/shared-params.ts';
import { cronWordMsg, dayNames } from './cron-word-messages.ts';
import { cronOf, cronText } from './cron-words.ts';
import { nextRuns } from './schedule-times.ts';

const presets = ['weekdays at 9:00', 'daily at 9:00', 'mondays at 9:00', 'weekdays at 18:00', 'hourly'];

/** Returns the usual times in `zone`, each with its next three runs. A person can type others. `now`: epoch ms. */
export function timeOptions(now: number, zone: string): readonly SelectOption[] {
  return presets.flatMap((value) => {
    const cron = cronOf(value);
    if (cron === undefined) return [];
    const next = nextRuns(cron, zone, now, 3).flatMap((at) => runText(DateTime.fromMillis(at, { zone })));
    return [{ value, label: cronWordMsg.preset({ when: cronText(cron), next: join(next, ', ') }), names: [value] }];
  });
}

function runText(at: DateTime): readonly Text[] {
  const weekday = dayNames[at.weekday % 7];
  return weekday ? [cronWordMsg.run({ weekday, day: at.day, month: at.month, time: at.toFormat('HH:mm') })] : [];
}
