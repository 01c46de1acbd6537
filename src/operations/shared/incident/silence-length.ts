import { ok, type Read, withDefault, wrong } from '../../../core/command/params.ts';
import { parseDuration } from '../../../core/text/duration.ts';
import { incidentMsg } from './incident-action-messages.ts';

const hour = 3_600_000;
const longestSilence = 30 * 24 * hour;

/** Reads for how long something is silenced, in ms. */
function readSilence(typed: string): Read<number> {
  const ms = parseDuration(typed);
  return ms === undefined || ms < 60_000 || ms > longestSilence ? wrong(incidentMsg.silenceWrong({ typed })) : ok(ms);
}

/** For how long a form offers to silence something. */
const silenceOptions = [
  { value: '1h', label: incidentMsg.oneHour() },
  { value: '4h', label: incidentMsg.fourHours() },
  { value: '1d', label: incidentMsg.oneDay() },
  { value: '1w', label: incidentMsg.oneWeek() },
];

/** For how long something is silenced, in ms. */
export const silenceLength = withDefault<number>(incidentMsg.silenceFor(), hour, readSilence, {
  input: 'select',
  options: silenceOptions,
  fallback: '1h',
});
