import * as z from 'zod';
import { Context } from '../../core/command/context.ts';
import { Silence } from '../../core/incident/incident.ts';
import { AfterChange } from '../../core/watch/after-change.ts';
import { WatchCondition } from '../../core/watch/watch-condition.ts';
import { WatchTrack } from '../../core/watch/watch-state.ts';
import { recordKind } from '../../store/kept/record-kind.ts';

/** A watch as it is kept. Times are epoch ms. */
export const Watch = z.object({
  id: z.string(),
  channel: z.string(),
  context: Context,
  condition: WatchCondition,
  /** Absent for all of the app, those added later included. */
  components: z.array(z.object({ id: z.string(), name: z.string() })).optional(),
  /** People (`U…`) and groups (`S…`). */
  notify: z.array(z.string()),
  by: z.object({ id: z.string(), name: z.string(), lang: z.enum(['en', 'zh']), zone: z.string() }),
  at: z.number(),
  /** Why it isn't evaluated: `person`, Slack's code, or that the policy has no such context. */
  paused: z.string().optional(),
  /**
   * It is in the policy file, which calls its components so; `id` of those that the app has. Its `components` are these.
   */
  configured: z.array(z.object({ typed: z.string(), id: z.string().optional() })).optional(),
  /** Its channel was told that the region doesn't collect its item. */
  toldUnmeasured: z.literal(true).optional(),
  /** The certificates of which its channel was told that the platform can't read them. */
  toldUnread: z.array(z.string()).optional(),
  /** Until when it posts nothing, and who silenced it: earlier versions didn't keep that. */
  silencedUntil: z.number().optional(),
  silencedBy: Silence.omit({ until: true }).optional(),
});
export type Watch = z.infer<typeof Watch>;

/**
 * The silence of a watch, if it is in force. One until recovery is only about what fired when it was silenced.
 * @param track of the thing that it is about, where that matters
 */
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

/** How far the watches of one context are evaluated; its record has the context's key. */
export const WatchEvaluation = z.object({
  /** The last whole minute that was evaluated of each item. */
  items: z.record(z.string(), z.number()),
  /** The tracks by `trackKey`; one that is `ok` and has all its data isn't kept. */
  tracks: z.record(z.string(), WatchTrack),
  /** Since when components are on their way, by their ids. */
  moving: z.record(z.string(), z.number()),
  /** When the first list was read that was without a component, by its id; each list since then was without it. */
  absent: z.record(z.string(), z.number()).default({}),
  /** Which of these are in another app, by their ids: its name where channels may know of it, otherwise empty. */
  moved: z.record(z.string(), z.string()).optional(),
  /** Items that the region doesn't collect, so they aren't evaluated, and since when. */
  unmeasured: z.record(z.string(), z.number()).optional(),
  /** What the components of the tracks are called, by their ids: those that share a name are told apart. */
  names: z.record(z.string(), z.string()).optional(),
  /** What the certificates of the app's rules are called, by their ids. */
  certificates: z.record(z.string(), z.string()).optional(),
  /** The names of certificates that the platform can't read. */
  unread: z.array(z.string()).optional(),
});
export type WatchEvaluation = z.infer<typeof WatchEvaluation>;
export const evaluationRecords = recordKind('watch-evaluation', WatchEvaluation);

/** What is watched after a change, under the id of its request. */
export const afterChangeRecords = recordKind('after-change', AfterChange);
