import type { LineRows } from '../../delivery/poster.ts';
import { noContext, recordSubscriptions, type Subscriptions } from '../../delivery/subscription.ts';
import type { Outgoing } from '../../store/stored-types.ts';
import { contextText } from '../shared/place/known-contexts.ts';
import { pausedText } from '../shared/place/paused-text.ts';
import { followingMsg } from './following-messages.ts';
import { ChannelRow } from './run-rows.ts';
import { type Follow, followRecords } from './stored-follow.ts';

export const followSubscriptions: Subscriptions<Follow> = recordSubscriptions(
  followRecords,
  async (_store, { channel }, at) => ({ outbox: [pausedRow(channel, at)] }),
);

const pausedKind = 'follow-paused';

function pausedRow(channel: string, now: number): Outgoing {
  return { id: `${pausedKind}:${channel}:${now}`, kind: pausedKind, at: now, body: { channel } };
}

export const followLines: LineRows = {
  kinds: [pausedKind],
  async lineOf(row, store) {
    const follow = (await followRecords.get(store, ChannelRow.safeParse(row.body).data?.channel))?.body;
    // If someone follows an app in this channel again, there is nothing to say.
    if (!follow || follow.paused === undefined) return undefined;
    const { channel, context, by, paused } = follow;
    const where = { channel: { channel }, context: contextText(context), why: pausedText(paused) };
    const text = paused === noContext ? followingMsg.notPostedByPolicy(where) : followingMsg.notPosted(where);
    return { place: { channel: by.id, reader: by }, text };
  },
};
