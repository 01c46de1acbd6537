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

/** Rows that notify a watch's creator of a pause, or its channel of its end or of unreadable values. */
const watchNoteKinds = ['watch-paused', 'watch-gone', 'watch-unmeasured', 'watch-unread'] as const;

export const WatchNote = z.object({ watch: Watch, code: z.string() });
export type WatchNote = z.infer<typeof WatchNote>;

/** @param code an error code of Slack, or the names of certificates */
export function watchNoteRow(kind: (typeof watchNoteKinds)[number], watch: Watch, code: string, now: number): Outgoing {
  const body: WatchNote = { watch, code };
  return { id: `${kind}:${watch.id}:${now}`, kind, at: now, body };
}

/** Returns the commit that removes a watch after all its components were deleted. A row tells the channel. */
export function removing(watch: Watch, now: number): Commit {
  return {
    at: now,
    records: [watchRecords.drop(watch.id)],
    outbox: [watchNoteRow('watch-gone', watch, '', now)],
  };
}

/** Returns the row for a policy file's watch without components. It waits for new ones with the same names. */
export function emptiedRow(watch: Watch, now: number): Outgoing {
  return watchNoteRow('watch-gone', watch, '', now);
}

export function unreadRow(watch: Watch, names: readonly string[], now: number): Outgoing {
  return watchNoteRow('watch-unread', watch, names.join(', '), now);
}

export function unmeasuredRow(watch: Watch, now: number): Outgoing {
  return watchNoteRow('watch-unmeasured', watch, '', now);
}

/** The creator alone gets the message about a pause. The channel gets all other messages. */
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
