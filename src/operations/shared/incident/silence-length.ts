import { ok, type Read, withDefault, wrong } from '../../../core/command/params.ts';
import { type Problem, refused } from '../../../core/command/problem.ts';
import type { Silence } from '../../../core/incident/incident.ts';
import type { Ask } from '../../../core/operation.ts';
import { parseDuration } from '../../../core/text/duration.ts';
import { momentNear } from '../../../core/text/instant-text.ts';
import type { Text } from '../../../core/text/text.ts';
import { incidentActionMsg } from './incident-action-messages.ts';

const hour = 3_600_000;
/** In ms. */
const longestSilence = 30 * 24 * hour;

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
  {
    ...{ input: 'select', options: silenceOptions, fallback: '1h' },
    keyword: (word) => (word.toLowerCase() === 'recovered' || readSilence(word).ok ? word : undefined),
  },
);

/** Returns the audit details of a silence: its end, or that it ends with the recovery. */
export function silenceDetails(silence: { readonly until?: number; readonly recovered?: true }) {
  return { until: silence.recovered ? 'recovered' : (silence.until ?? null) };
}

/** Returns the silence that a person sets now. */
export function silenceBy({ person, now }: Pick<Ask, 'person' | 'now'>, length: number | 'recovered'): Silence {
  const { id, name } = person;
  return length === 'recovered'
    ? { id, name, at: now, until: now + longestSilence, recovered: true }
    : { id, name, at: now, until: now + length };
}

/**
 * Refuses a silence that would shorten that of someone else. A person who wants this ends the longer one first.
 * @param what name of the incident or watch
 */
export function refuseShorter(what: Text, present: Partial<Silence> | undefined, next: Silence): Problem | undefined {
  const { id, name: who, until = 0, recovered } = present ?? {};
  if (id === next.id || who === undefined || until <= next.until) return undefined;
  return refused(
    recovered
      ? incidentActionMsg.silencedAlreadyUntilOver({ what, who })
      : incidentActionMsg.silencedAlready({ what, who, until: momentNear(until, next.at) }),
  );
}
