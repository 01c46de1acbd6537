import { recordSubscriptions, type Subscriptions } from '../../delivery/subscription.ts';
import { endingOf } from './life/end-watch.ts';
import { type Watch, watchRecords } from './stored-watch.ts';
import { watchNoteRow } from './watch-notes.ts';

/** Pauses watches, ends their incidents, and notifies their creators of the pause. */
export const watchSubscriptions: Subscriptions<Watch> = recordSubscriptions(watchRecords, async (store, watch, at) => {
  const { records, outbox } = await endingOf(store, watch, at);
  // A policy file's watch has no creator in Slack. The list of watches and `doctor` show the pause instead.
  const notice = watch.configured ? [] : [watchNoteRow('watch-paused', watch, watch.paused, at)];
  return { records, outbox: [...notice, ...outbox] };
});
