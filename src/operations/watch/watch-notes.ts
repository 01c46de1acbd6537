import * as z from 'zod';
import { type Text, verbatim } from '../../core/text/text.ts';
import type { LineRows } from '../../delivery/poster.ts';
import type { Commit } from '../../store/store.ts';
import type { Outgoing } from '../../store/stored-types.ts';
import { unmeasuredText } from '../shared/chart/collected-items.ts';
import { contextText } from '../shared/place/known-contexts.ts';
import { pausedText } from '../shared/place/paused-text.ts';
import { Watch, watchRecords } from './stored-watch.ts';
import { watchMsg } from './watch-messages.ts';
import { watchText } from './watch-text.ts';

/** The rows that tell the creator of a watch that it is paused, and a channel that it is over, or can't be measured. */
const watchNoteKinds = ['watch-paused', 'watch-gone', 'watch-unmeasured', 'watch-unread'] as const;

/** What such a row carries. */
export const WatchNote = z.object({ watch: Watch, code: z.string() });
export type WatchNote = z.infer<typeof WatchNote>;

/** The row that says something of a watch. @param code what the note is about: Slack's code, or names */
export function watchNoteRow(kind: (typeof watchNoteKinds)[number], watch: Watch, code: string, now: number): Outgoing {
  const body: WatchNote = { watch, code };
  return { id: `${kind}:${watch.id}:${now}`, kind, at: now, body };
}

/** What removes a watch all of whose components were deleted, and says so in its channel. */
export function removing(watch: Watch, now: number): Commit {
  return {
    at: now,
    records: [watchRecords.drop(watch.id)],
    outbox: [watchNoteRow('watch-gone', watch, '', now)],
  };
}

/** That all components of a watch of the policy file were deleted: it stays there, and waits for others of their names. */
export function emptiedRow(watch: Watch, now: number): Outgoing {
  return watchNoteRow('watch-gone', watch, '', now);
}

/** That the platform can't read certificates that are watched. */
export function unreadRow(watch: Watch, names: readonly string[], now: number): Outgoing {
  return watchNoteRow('watch-unread', watch, names.join(', '), now);
}

/** That the region doesn't collect what is watched. */
export function unmeasuredRow(watch: Watch, now: number): Outgoing {
  return watchNoteRow('watch-unmeasured', watch, '', now);
}

/** What such rows say: that a watch is paused to its creator alone, everything else in its channel. */
export const watchLines: LineRows = {
  kinds: watchNoteKinds,
  async lineOf({ kind, body }) {
    const note = WatchNote.safeParse(body).data;
    if (!note) return undefined;
    const { by, channel } = note.watch;
    const place = { channel: kind === 'watch-paused' ? by.id : channel, reader: by };
    return { place, text: noteText(kind, note) };
  },
};

function noteText(kind: string, { watch, code }: WatchNote): Text {
  const what = watchText(watch);
  switch (kind) {
    case 'watch-gone':
      return watch.configured ? watchMsg.emptied({ what }) : watchMsg.componentsGone({ what });
    case 'watch-unread':
      return watchMsg.unreadNow({ names: verbatim(code) });
    case 'watch-unmeasured':
      return watchMsg.unmeasured({ what, why: unmeasuredText(watch.condition.item) });
    default: {
      const where = { channel: { channel: watch.channel }, context: contextText(watch.context) };
      return watchMsg.watchEnded({ ...where, what, why: pausedText(code) });
    }
  }
}
