import * as z from 'zod';
import { Context } from '../../../core/command/context.ts';
import { Silence } from '../../../core/incident/incident.ts';
import { AfterChange } from '../../../core/watch/after-change.ts';
import { WatchCondition } from '../../../core/watch/watch-condition.ts';
import { WatchTrack } from '../../../core/watch/watch-state.ts';
import { recordKind } from '../../../store/kept/record-kind.ts';

/** Times are epoch ms. */
export const Watch = z.object({
  id: z.string(),
  channel: z.string(),
  context: Context,
  condition: WatchCondition,
  /** If absent, the watch covers all components of the app, including later ones. */
  components: z.array(z.object({ id: z.string(), name: z.string() })).optional(),
  /** Ids of people (`U…`) and groups (`S…`). */
  notify: z.array(z.string()),
  by: z.object({ id: z.string(), name: z.string(), lang: z.enum(['en', 'zh']), zone: z.string() }),
  at: z.number(),
  /** Reason for the pause: `person`, an error code of Slack, or the code for a context missing from the policy. */
  paused: z.string().optional(),
  /** The person who paused it, and the time. Earlier versions didn't store it. */
  pausedBy: z.object({ id: z.string(), name: z.string(), at: z.number() }).optional(),
  /** When a person ended the last pause. */
  resumed: z.number().optional(),
  /** Only for watches of the policy file: names of components in the file, with their ids if found. */
  configured: z.array(z.object({ typed: z.string(), id: z.string().optional() })).optional(),
  /** Whether the watch's channel has been told that the region doesn't collect the item. */
  toldUnmeasured: z.literal(true).optional(),
  /** Names of unreadable certificates that the watch's channel has been told about. */
  toldUnread: z.array(z.string()).optional(),
  /** End of the silence. Earlier versions didn't store `silencedBy`. */
  silencedUntil: z.number().optional(),
  silencedBy: Silence.omit({ until: true }).optional(),
});
export type Watch = z.infer<typeof Watch>;

/** Returns the present silence, or undefined. A silence until recovery covers only tracks that fired at its start. */
export function silenceOfWatch(
  { silencedUntil: until, silencedBy }: Watch,
  now: number,
  track?: Pick<WatchTrack, 'state' | 'since' | 'at'>,
): Partial<Silence> | undefined {
  if (until === undefined || until <= now) return undefined;
  const isOther = track && (track.state === 'ok' || (track.since ?? track.at) > (silencedBy?.at ?? 0));
  return silencedBy?.recovered && isOther ? undefined : { ...silencedBy, until };
}

export const watchRecords = recordKind('watch', Watch);

const LatestValue = z.object({ thing: z.string(), value: z.number(), at: z.number() });
export type LatestValue = z.infer<typeof LatestValue>;

/** State of the watches of one context. The record's id is the context's key. */
export const WatchEvaluation = z.object({
  /** Last evaluated whole minute by item. */
  items: z.record(z.string(), z.number()),
  /** Tracks by `trackKey`. A track that is `ok` and has all its data isn't stored. */
  tracks: z.record(z.string(), WatchTrack),
  /** Time at which each component's present change of status began, by id. */
  moving: z.record(z.string(), z.number()),
  /** Time of the first list that lacked a component, by id. All later lists lacked it too. */
  absent: z.record(z.string(), z.number()).default({}),
  /** Name of the app that a missing component moved to, by id; empty if channels aren't allowed to know the app. */
  moved: z.record(z.string(), z.string()).optional(),
  /** Items that the region doesn't collect, with the first minute at which this was found. */
  unmeasured: z.record(z.string(), z.number()).optional(),
  /** Names of the components that have tracks, by id. Components with the same name get different names. */
  names: z.record(z.string(), z.string()).optional(),
  /** The value closest to the limit at the last evaluation, by watch. `thing`: what has it. */
  latest: z.record(z.string(), LatestValue).optional(),
  certificates: z.record(z.string(), z.string()).optional(),
  unread: z.array(z.string()).optional(),
});
export type WatchEvaluation = z.infer<typeof WatchEvaluation>;
export const evaluationRecords = recordKind('watch-evaluation', WatchEvaluation);

export const afterChangeRecords = recordKind('after-change', AfterChange);
