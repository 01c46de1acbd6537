import { ok, type Read, withDefault, wrong } from '../../../core/command/params.ts';
import { parseDuration } from '../../../core/text/duration.ts';
import { incidentActionMsg } from './incident-action-messages.ts';

const hour = 3_600_000;
/** The longest silence, in ms. */
export const longestSilence = 30 * 24 * hour;

/** Reads for how long something is silenced, in ms. */
function readSilence(typed: string): Read<number> {
  const ms = parseDuration(typed);
  return ms === undefined || ms < 60_000 || ms > longestSilence
    ? wrong(incidentActionMsg.silenceWrong({ typed }))
    : ok(ms);
}

/** For how long something is offered to be silenced. */
export const silenceOptions = [
  { value: '1h', label: incidentActionMsg.oneHour() },
  { value: '4h', label: incidentActionMsg.fourHours() },
  { value: '1d', label: incidentActionMsg.oneDay() },
  { value: 'recovered', label: incidentActionMsg.untilRecovered() },
];

/** For how long something is silenced, in ms, or until it recovers. */
export const silenceLength = withDefault<number | 'recovered'>(
  incidentActionMsg.silenceFor(),
  hour,
  (typed) => (typed.trim().toLowerCase() === 'recovered' ? ok('recovered' as const) : readSilence(typed)),
  { input: 'select', options: silenceOptions, fallback: '1h' },
);
