import { ok, type Read, withDefault, wrong } from '../../../core/command/params.ts';
import { parseDuration } from '../../../core/text/duration.ts';
import { incidentActionMsg } from './incident-action-messages.ts';

const hour = 3_600_000;
/** In ms. */
export const longestSilence = 30 * 24 * hour;

function readSilence(typed: string): Read<number> {
  const ms = parseDuration(typed);
  return ms === undefined || ms < 60_000 || ms > longestSilence
    ? wrong(incidentActionMsg.silenceWrong({ typed }))
    : ok(ms);
}

export const silenceOptions = [
  { value: '1h', label: incidentActionMsg.oneHour() },
  { value: '4h', label: incidentActionMsg.fourHours() },
  { value: '1d', label: incidentActionMsg.oneDay() },
  { value: 'recovered', label: incidentActionMsg.untilRecovered() },
];

/** Duration of a silence in ms, or until recovery. */
export const silenceLength = withDefault<number | 'recovered'>(
  incidentActionMsg.silenceFor(),
  hour,
  (typed) => (typed.trim().toLowerCase() === 'recovered' ? ok('recovered' as const) : readSilence(typed)),
  { input: 'select', options: silenceOptions, fallback: '1h' },
);

/** Returns the audit details of a silence: its end, or that it ends with the recovery. */
export function silenceDetails(silence: { readonly until?: number; readonly recovered?: true }) {
  return { until: silence.recovered ? 'recovered' : (silence.until ?? null) };
}
