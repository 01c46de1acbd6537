import * as z from 'zod';

/** States of a watch on one thing. *No data*, *silenced* and *acknowledged* are separate flags. */
const watchStates = ['ok', 'pending', 'firing', 'recovering'] as const;
export type WatchState = (typeof watchStates)[number];

/** Samples are taken at whole minutes, in ms. */
export const sampleEvery = 60_000;

export function minuteOf(at: number): number {
  return Math.floor(at / sampleEvery) * sampleEvery;
}

export const maxBridged = 2;
/** Maximum number of missing samples after which a condition that was pending may have begun before them. */
const maxRemembered = 15;
/** If a sample is older than the last one by at least this time, in ms, the clock was set back. */
const clockSetBack = 5 * 60_000;

/** `beyond` the threshold, `inside` it by the margin, or `between`. `missing`: bridged. `lost`: too many missing. */
export type SamplePosition = 'beyond' | 'between' | 'inside' | 'missing' | 'lost';

/**
 * Effect of a sample in each state. `elapse` counts the time toward `firing` or `ok`, including missing samples before
 * it. `begin` counts from this sample, `later` from the next counting one; `stay` counts nothing.
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
/** Value of `lasted` while counting starts with the next sample. */
const notYet = -1;
type Next = readonly [state: WatchState, counts: 'elapse' | 'begin' | 'later' | 'stay'];

export interface WatchTimes {
  readonly firesAfter: number;
  readonly endsAfter: number;
}

/** A sample at a moment (epoch ms, always a whole minute). */
export interface WatchSample {
  readonly at: number;
  readonly position: Exclude<SamplePosition, 'lost'>;
  /** In the unit of the watched item. */
  readonly value?: number;
  /** The thing that was measured, if there are several, such as the pod with the highest value. */
  readonly of?: string;
  /** Time that the value has already been beyond the threshold, in ms, if known without earlier samples. */
  readonly lasted?: number;
  /** When the value was first beyond the threshold, if earlier values than those of the watch were read. */
  readonly begin?: WatchBegin;
  /** No data is expected: the component isn't running or has no traffic. Monitoring works. */
  readonly idle?: true;
}

/**
 * Beginning of a condition (epoch ms). `isOlder`: it was met all along the time that was read. `furthest`: the most
 * extreme value since.
 */
export interface WatchBegin {
  readonly since: number;
  readonly isOlder: boolean;
  readonly furthest?: z.infer<typeof Measured>;
}

const Measured = z.object({ value: z.number(), at: z.number(), of: z.string().optional() });

/** First and last minute without a value, epoch ms. If there were several gaps, `lasted` is their total in ms. */
export const DataGap = z.object({ from: z.number(), to: z.number(), lasted: z.number() });
export type DataGap = z.infer<typeof DataGap>;

/** State of a watch on one thing between two samples. Times in epoch ms, durations in ms. */
export const WatchTrack = z.object({
  state: z.enum(watchStates),
  /** When this state was last evaluated. */
  at: z.number(),
  /** How long `pending` or `recovering` has lasted; negative if counting starts with the next sample. */
  lasted: z.number(),
  /** The first sample beyond the threshold; absent in `ok`. */
  since: z.number().optional(),
  /** Whether the condition may be older than `since`. Undefined if no values before the watch were read. */
  isOlder: z.boolean().optional(),
  /** When `recovering` began. */
  recovering: z.number().optional(),
  missing: z.number(),
  /** No data is expected now. */
  idle: z.literal(true).optional(),
  last: Measured.optional(),
  /** The most extreme value of this firing. */
  furthest: Measured.optional(),
  /** Time since `since` without data, if it was longer than is bridged. */
  gap: DataGap.optional(),
  /** The limit was changed while no value was known. A first value that isn't beyond the new limit ends the condition. */
  isUnchecked: z.literal(true).optional(),
  /** Beginning of a condition that was pending when the data stopped. It counts if the next value is beyond too. */
  cut: z.object({ since: z.number(), furthest: Measured.optional(), gap: DataGap.optional() }).optional(),
});
export type WatchTrack = z.infer<typeof WatchTrack>;

/** Returns the key of a track: the watch, and the id of the component or certificate that it is about. */
export function trackKey(watch: string, thing: string): string {
  return `${watch} ${thing}`;
}

export function newTrack(at: number): WatchTrack {
  return { state: 'ok', at, lasted: 0, missing: 0 };
}

export function isFiring({ state }: WatchTrack): boolean {
  return state === 'firing' || state === 'recovering';
}

/** Checks whether expected data has been missing for longer than is bridged. */
export function hasNoData(track: WatchTrack): boolean {
  return isLastOld(track) && track.idle !== true;
}

/** Returns the time of the last sample that wasn't missing, epoch ms. */
export function lastSeen({ at, missing }: Pick<WatchTrack, 'at' | 'missing'>): number {
  return at - missing * sampleEvery;
}

/** Checks whether the last value is older than is bridged, also if no data is expected. @param now epoch ms */
export function isLastOld(track: Pick<WatchTrack, 'at' | 'missing'>, now = track.at): boolean {
  return now - lastSeen(track) > maxBridged * sampleEvery;
}

export interface WatchChange {
  readonly at: number;
  readonly from: WatchState;
  /** The first sample beyond the threshold. */
  readonly since: number;
  readonly isOlder?: boolean | undefined;
  /** The first sample after which none was beyond the threshold, if the condition ended. */
  readonly recovered?: number;
  /** The condition ended by another limit, not because the value recovered. */
  readonly isByLimit?: true | undefined;
  readonly track: WatchTrack;
}

/** Applies samples in order. Applying them one by one or together gives the same result. Pure. */
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
    if (next.state !== track.state) {
      const since = next.since ?? track.since ?? next.at;
      changes.push({
        at: next.at,
        from: track.state,
        since,
        isOlder: next.since === undefined ? track.isOlder : next.isOlder,
        recovered: track.recovering,
        isByLimit: track.isUnchecked,
        track: next,
      });
    }
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
  const isLost = missing > maxBridged;
  // A gap first ends the state of earlier samples. After that, the sample itself counts.
  const base = isLost ? { ...before, ...nextState(before, 'lost', 0) } : before;
  const cut = isLost && missing <= maxRemembered ? cutOf(before) : undefined;
  const position = sample.position === 'missing' && isLost ? 'lost' : sample.position;
  const step = nextState(base, position, isLost ? 0 : elapsed);
  const lasted = position === 'beyond' ? Math.max(step.lasted, sample.lasted ?? 0) : step.lasted;
  const isKnown = sample.position !== 'missing';
  const isByLimit = before.isUnchecked === true && isKnown && position !== 'beyond';
  const state = isByLimit ? 'ok' : settledState(step.state, position, lasted, times);
  const earlier = cut && base.state === 'ok' && position === 'beyond' ? cut : undefined;
  const begun = earlier ? { ...base, ...earlier, state } : base;
  const isBack = isLost && position !== 'lost';
  return {
    state,
    at: sample.at,
    lasted: state === 'pending' || state === 'recovering' ? lasted : 0,
    missing: sample.position === 'missing' ? missing : 0,
    idle: sample.idle && sample.position === 'missing' ? true : undefined,
    ...sinceOf(begun, sample, state, isBack && before.idle !== true),
    recovering: state !== 'recovering' ? undefined : before.state === state ? before.recovering : sample.at,
    ...keptValues(begun, sample, state, further),
    gap: begun.state === 'ok' ? undefined : isBack ? gapUntil(sample.at, before, begun.gap) : begun.gap,
    cut: position === 'lost' ? cut : undefined,
    isUnchecked: isKnown ? undefined : before.isUnchecked,
  };
}

function cutOf({ state, since, furthest, gap, cut }: WatchTrack): WatchTrack['cut'] {
  return state === 'pending' && since !== undefined ? { since, furthest, gap } : cut;
}

function gapUntil(at: number, before: WatchTrack, earlier: DataGap | undefined): DataGap {
  const [from, to] = [lastSeen(before) + sampleEvery, at - sampleEvery];
  const lasted = to - from + sampleEvery + (earlier?.lasted ?? 0);
  return { from: earlier?.from ?? from, to, lasted };
}

/** Returns the number of consecutive missing samples, including this one, and the time since the last present one. */
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

/** Returns the state after enough time. Only a present sample can complete that time, never a bridged one. */
function settledState(state: WatchState, position: SamplePosition, lasted: number, times: WatchTimes): WatchState {
  if (state === 'pending' && position === 'beyond' && lasted >= times.firesAfter) return 'firing';
  if (state === 'recovering' && position === 'inside' && lasted >= times.endsAfter) return 'ok';
  return state;
}

/** @param isAfterGap expected data was missing before the sample, so that what it shows may have begun earlier */
function sinceOf(
  before: Pick<WatchTrack, 'since' | 'isOlder' | 'state'>,
  sample: WatchSample,
  state: WatchState,
  isAfterGap: boolean,
): Pick<WatchTrack, 'since' | 'isOlder'> {
  if (state === 'ok') return {};
  const unseen = isAfterGap && sample.lasted === undefined ? { isOlder: true } : {};
  const begin: Pick<WatchTrack, 'since' | 'isOlder'> = before.state === 'ok' ? (sample.begin ?? unseen) : before;
  const { since = sample.at - (sample.lasted ?? 0), isOlder } = begin;
  return { since: Math.min(since, sample.at), isOlder };
}

function keptValues(
  before: Pick<WatchTrack, 'last' | 'furthest' | 'state'>,
  { at, value, of, begin }: WatchSample,
  state: WatchState,
  further: (one: number, other: number) => boolean,
): Pick<WatchTrack, 'last' | 'furthest'> {
  const measured = value === undefined ? undefined : { value, at, of };
  const last = measured ?? before.last;
  const furthestBefore = before.state === 'ok' ? begin?.furthest : before.furthest;
  const furthest =
    furthestBefore && !(measured && further(measured.value, furthestBefore.value)) ? furthestBefore : measured;
  return { last, furthest: state !== 'ok' || before.state !== 'ok' ? furthest : undefined };
}
