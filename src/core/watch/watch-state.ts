import * as z from 'zod';

/** The states of a watch on one thing. *No data*, *silenced* and *acknowledged* are flags beside them. */
export const watchStates = ['ok', 'pending', 'firing', 'recovering'] as const;
export type WatchState = (typeof watchStates)[number];

/** Samples are taken at whole minutes, in ms. */
export const sampleEvery = 60_000;

/** The beginning of the minute of a moment; both epoch ms. */
export function minuteOf(at: number): number {
  return Math.floor(at / sampleEvery) * sampleEvery;
}

/** So many missing samples in a row are bridged. */
const mostBridged = 2;
/** Samples that are this much older than the last one were taken by a clock that was set back, in ms. */
const clockSetBack = 5 * 60_000;

/**
 * Where a sample lies. `beyond` the threshold, `inside` it by the margin, or `between` the two. `missing`: it isn't
 * known, and few of these are bridged; `lost`: too many are missing.
 */
export type SamplePosition = 'beyond' | 'between' | 'inside' | 'missing' | 'lost';

/**
 * What a sample leads to in each state. `pending` becomes `firing` once it has lasted, and `recovering` becomes `ok`:
 * `elapse` counts the time towards that, with the missing samples before it; `begin` counts from this sample on, `later`
 * from the next one on that counts, and `stay` nothing.
 */
const table: Readonly<Record<WatchState, Readonly<Record<SamplePosition, Next>>>> = {
  ok: {
    beyond: ['pending', 'begin'],
    between: ['ok', 'stay'],
    inside: ['ok', 'stay'],
    missing: ['ok', 'stay'],
    lost: ['ok', 'stay'],
  },
  pending: {
    beyond: ['pending', 'elapse'],
    between: ['ok', 'stay'],
    inside: ['ok', 'stay'],
    missing: ['pending', 'stay'],
    lost: ['ok', 'stay'],
  },
  firing: {
    beyond: ['firing', 'stay'],
    between: ['firing', 'stay'],
    inside: ['recovering', 'begin'],
    missing: ['firing', 'stay'],
    lost: ['firing', 'stay'],
  },
  recovering: {
    beyond: ['firing', 'stay'],
    between: ['recovering', 'later'],
    inside: ['recovering', 'elapse'],
    missing: ['recovering', 'stay'],
    lost: ['recovering', 'stay'],
  },
};
/** Of what counts from the next sample on. */
const notYet = -1;
type Next = readonly [state: WatchState, counts: 'elapse' | 'begin' | 'later' | 'stay'];

/** How long a condition has to last to fire, and to be over, in ms. */
export interface WatchTimes {
  readonly firesAfter: number;
  readonly endsAfter: number;
}

/** What is known of something at a moment (epoch ms, a whole minute). */
export interface WatchSample {
  readonly at: number;
  readonly position: Exclude<SamplePosition, 'lost'>;
  /** The measured value, in the unit of its item. */
  readonly value?: number;
  /** Which of several it is of, such as the pod with the highest value. */
  readonly of?: string;
  /** For how long it has been beyond already, in ms, where that is known without earlier samples. */
  readonly lasted?: number;
  /** Nothing is expected: the component isn't running, or has no traffic. It is missing, but no monitoring has failed. */
  readonly idle?: true;
}

/** A value with its moment (epoch ms). */
const Measured = z.object({ value: z.number(), at: z.number(), of: z.string().optional() });

/** What is kept of a watch on one thing between two samples. Times are epoch ms, lengths of time ms. */
export const WatchTrack = z.object({
  state: z.enum(watchStates),
  /** The last moment that was evaluated. */
  at: z.number(),
  /** How long `pending` or `recovering` has lasted; negative where it counts from the next sample on. */
  lasted: z.number(),
  /** The first sample beyond the threshold; not in `ok`. */
  since: z.number().optional(),
  missing: z.number(),
  /** Nothing is expected now. */
  idle: z.literal(true).optional(),
  last: Measured.optional(),
  /** The furthest value since it began. */
  furthest: Measured.optional(),
});
export type WatchTrack = z.infer<typeof WatchTrack>;

/** The thing that a track is about: of one watch, by the id of a component or certificate. */
export function trackKey(watch: string, thing: string): string {
  return `${watch} ${thing}`;
}

/** A watch before its first sample. @param at the first sample is later, epoch ms */
export function newTrack(at: number): WatchTrack {
  return { state: 'ok', at, lasted: 0, missing: 0 };
}

/** Whether the data of a watch is missing for longer than is bridged, though it should be there. */
export function hasNoData({ missing, idle }: WatchTrack): boolean {
  return missing > mostBridged && idle !== true;
}

/** One change of state: how the track was at that moment. */
export interface WatchChange {
  readonly at: number;
  readonly from: WatchState;
  /** The first sample beyond the threshold of what it was in before, or begins now. */
  readonly since: number;
  readonly track: WatchTrack;
}

/** Takes in samples in their order; the same whether they come one at a time or together. Pure. */
export function evaluate(
  before: WatchTrack,
  samples: readonly WatchSample[],
  times: WatchTimes,
  further: (one: number, other: number) => boolean,
): { readonly track: WatchTrack; readonly changes: readonly WatchChange[] } {
  let track = before;
  const changes: WatchChange[] = [];
  for (const sample of samples) {
    const next = advanceTrack(track, sample, times, further);
    if (next.state !== track.state)
      changes.push({ at: next.at, from: track.state, since: next.since ?? track.since ?? next.at, track: next });
    track = next;
  }
  return { track, changes };
}

function advanceTrack(
  before: WatchTrack,
  sample: WatchSample,
  times: WatchTimes,
  further: (one: number, other: number) => boolean,
): WatchTrack {
  if (sample.at <= before.at && sample.at > before.at - clockSetBack) return before;
  const { missing, elapsed } = gapOf(before, sample);
  const isLost = missing > mostBridged;
  // After a gap the state isn't what the last samples said any more: only then comes what the sample itself says.
  const known = isLost ? { ...before, ...nextState(before, 'lost', 0) } : before;
  const position = sample.position === 'missing' && isLost ? 'lost' : sample.position;
  const step = nextState(known, position, isLost ? 0 : elapsed);
  const lasted = position === 'beyond' ? Math.max(step.lasted, sample.lasted ?? 0) : step.lasted;
  const state = settledState(step.state, position, lasted, times);
  return {
    state,
    at: sample.at,
    lasted: state === 'pending' || state === 'recovering' ? lasted : 0,
    missing: sample.position === 'missing' ? missing : 0,
    idle: sample.idle && sample.position === 'missing' ? true : undefined,
    ...sinceOf(known, sample, state),
    ...keptValues(known, sample, state, further),
  };
}

/** How many samples in a row are missing with this one, and the time since the last one that isn't. */
function gapOf({ at, missing }: WatchTrack, sample: WatchSample) {
  const since = sample.at <= at ? sampleEvery : sample.at - at;
  const skipped = Math.max(0, Math.round(since / sampleEvery) - 1);
  const isMissing = sample.position === 'missing';
  return { missing: missing + skipped + (isMissing ? 1 : 0), elapsed: since + missing * sampleEvery };
}

function nextState(track: WatchTrack, position: SamplePosition, elapsed: number): Pick<WatchTrack, 'state' | 'lasted'> {
  const [state, counts] = table[track.state][position];
  if (counts === 'begin') return { state, lasted: 0 };
  if (counts === 'later') return { state, lasted: notYet };
  const lasted = state === track.state ? track.lasted : 0;
  if (counts === 'stay') return { state, lasted };
  return { state, lasted: lasted === notYet ? 0 : lasted + elapsed };
}

/** What has lasted long enough: only a sample that is there shows that, never one that is bridged. */
function settledState(state: WatchState, position: SamplePosition, lasted: number, times: WatchTimes): WatchState {
  if (state === 'pending' && position === 'beyond' && lasted >= times.firesAfter) return 'firing';
  if (state === 'recovering' && position === 'inside' && lasted >= times.endsAfter) return 'ok';
  return state;
}

function sinceOf(before: Pick<WatchTrack, 'since' | 'state'>, sample: WatchSample, state: WatchState) {
  if (state === 'ok') return {};
  const { since = sample.at - (sample.lasted ?? 0) } = before.state === 'ok' ? {} : before;
  return { since: Math.min(since, sample.at) };
}

function keptValues(
  before: Pick<WatchTrack, 'last' | 'furthest' | 'state'>,
  { at, value, of }: WatchSample,
  state: WatchState,
  further: (one: number, other: number) => boolean,
): Pick<WatchTrack, 'last' | 'furthest'> {
  const measured = value === undefined ? undefined : { value, at, of };
  const last = measured ?? before.last;
  const known = before.state === 'ok' ? undefined : before.furthest;
  const furthest = known && !(measured && further(measured.value, known.value)) ? known : measured;
  return { last, furthest: state !== 'ok' || known ? furthest : undefined };
}
