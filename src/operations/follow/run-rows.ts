import * as z from 'zod';
import type { Outgoing } from '../../store/stored-types.ts';
import { missedRecords } from './stored-follow.ts';

/** Delay from the first missed run to the post with the count, in ms, so that runs missed later are counted too. */
const countedFor = 120_000;

export const mentionKind = 'run-mention';
export const pausedKind = 'follow-paused';

export const MentionRow = z.object({ message: z.string(), run: z.string() });
export const ChannelRow = z.object({ channel: z.string() });

export function mentionRow(message: string, run: string, now: number): Outgoing {
  return { id: `${mentionKind}:${message}:${run}`, kind: mentionKind, at: now, body: { message, run } };
}

export function missedRow(channel: string, now: number): Outgoing {
  const { kind } = missedRecords;
  const lane = `${kind}:${channel}`;
  return { id: `${lane}:${now}`, kind, lane, at: now + countedFor, body: { channel } };
}

export function pausedRow(channel: string, now: number): Outgoing {
  return { id: `${pausedKind}:${channel}:${now}`, kind: pausedKind, at: now, body: { channel } };
}
