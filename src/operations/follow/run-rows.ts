import * as z from 'zod';
import type { Outgoing } from '../../store/stored-types.ts';
import { missedRecords } from './stored-follow.ts';

/** How long after the first run that is only counted the others are waited for, in ms. */
const countedFor = 120_000;

/** Of the rows that mention someone for what failed. */
export const mentionKind = 'run-mention';
/** Of the rows that tell the one who had a channel follow an app that nothing is posted there any more. */
export const pausedKind = 'follow-paused';

/** What the rows that mention someone, and those about a channel, contain. */
export const MentionRow = z.object({ message: z.string(), run: z.string() });
export const ChannelRow = z.object({ channel: z.string() });

/** The row that mentions the person who started what failed. */
export function mentionRow(message: string, run: string, now: number): Outgoing {
  return { id: `${mentionKind}:${message}:${run}`, kind: mentionKind, at: now, body: { message, run } };
}

/** The row that posts how many runs were missed. */
export function missedRow(channel: string, now: number): Outgoing {
  const { kind } = missedRecords;
  return { id: `${kind}:${channel}:${now}`, kind, at: now + countedFor, body: { channel } };
}

/** The row that tells who had a channel follow an app that it is paused. */
export function pausedRow(channel: string, now: number): Outgoing {
  return { id: `${pausedKind}:${channel}:${now}`, kind: pausedKind, at: now, body: { channel } };
}
