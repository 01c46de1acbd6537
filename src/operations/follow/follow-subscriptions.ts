import { type Subscriptions, subscriptionsOf } from '../../delivery/subscription.ts';
import { pausedRow } from './run-rows.ts';
import { type Follow, followRecords } from './stored-follow.ts';

/** How what channels follow is paused: who set it up is told. */
export const followSubscriptions: Subscriptions<Follow> = subscriptionsOf(
  followRecords,
  async (_store, { channel }, at) => ({ outbox: [pausedRow(channel, at)] }),
);
