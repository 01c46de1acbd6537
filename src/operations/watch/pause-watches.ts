import { recordSubscriptions, type Subscriptions } from '../../delivery/subscription.ts';
import { endingOf } from './life/end-watch.ts';
import { type Watch, watchRecords } from './stored-watch.ts';
import { watchNoteRow } from './watch-notes.ts';

/** How watches are paused: their incidents end, and their creators are told. */
export const watchSubscriptions: Subscriptions<Watch> = recordSubscriptions(watchRecords, async (store, watch, at) => {
  const { records, outbox } = await endingOf(store, watch, at);
  // Nobody in Slack made one of the policy file: the list and doctor show it.
  const told = watch.configured ? [] : [watchNoteRow('watch-paused', watch, watch.paused, at)];
  return { records, outbox: [...told, ...outbox] };
});
