import type { World } from '../core/world.ts';
import type { Claimed, Outgoing } from '../store/stored-types.ts';
import type { Edits } from './edits.ts';
import type { Attempt } from './jobs.ts';
import { afterPosting, type Posted, type RefusedPost } from './post-result.ts';
import type { PostedMessage, PostPlace } from './poster.ts';

/** Maximum time that a line waits until the message of its thread is posted, in ms. */
const maxWaited = 24 * 3_600_000;

/** A stored object, and what is stored of the message that shows it. */
export interface LiveState {
  /** Increased by every save of the object. */
  readonly version: number;
  /** `thread`: set if the message itself is posted in a thread. */
  readonly place: Pick<PostPlace, 'channel' | 'thread' | 'reader'>;
  /** `ts`: absent if the message was deleted. It is then posted again. `shown`: the version that the message shows. */
  readonly posted: { readonly ts?: string | undefined; readonly shown: number; readonly at?: number } | undefined;
}

/** Loads and saves the objects of one kind, each with what is stored of its message. */
export interface LiveStore<L extends LiveState> {
  idIn(row: Outgoing): string | undefined;
  load(id: string): Promise<L | undefined>;
  /** Saves that the message shows the loaded version. A first message is saved although the object was changed. */
  saveShown(live: L, message: PostedMessage): Promise<Attempt>;
  /** Saves that the message was deleted, with a row that posts it again. Returns false if something changed first. */
  saveGone(live: L, ts: string): Promise<boolean>;
}

export interface LiveOptions<L, D> {
  /** Returns undefined if there is nothing to show. */
  draw(live: L): D | undefined;
  /** Called if Slack refuses the message. May end the row. */
  refused?(live: L, refusal: RefusedPost, row: Claimed<Outgoing>): Promise<'over' | undefined>;
  /** Minimum interval between edits of a message, in ms. */
  readonly editEvery?: number | undefined;
}

export interface LiveLine<D> extends Pick<PostPlace, 'broadcast'> {
  /** When it was decided to post the line, epoch ms. The line waits for its message for a day from then on. */
  readonly since: number;
  draw(): D | Promise<D>;
  posted?(result: Posted): Promise<void>;
  /** Called if Slack refuses the line, or without a refusal if its message isn't posted in time. May take another way. */
  refused?(refusal?: RefusedPost): Promise<Attempt | undefined>;
}

/** Shows each stored object as one Slack message, which is edited or posted again, with lines in its thread. */
export function createLiveMessages<L extends LiveState, D extends { readonly shows: string }>(
  world: Pick<World, 'now'>,
  edits: Pick<Edits<D>, 'post'>,
  store: LiveStore<L>,
  { draw, refused, editEvery = 0 }: LiveOptions<L, D>,
) {
  /** Messages that this process edits at this moment. */
  const showing = new Map<string, Promise<Attempt>>();

  /** Shows the newest version. Rows of older versions find nothing left to do. */
  function show(row: Claimed<Outgoing>): Promise<Attempt> {
    const id = store.idIn(row);
    if (id === undefined) return Promise.resolve('over');
    const shown = showNewest(id, row).finally(() => showing.delete(id));
    showing.set(id, shown);
    return shown;
  }

  async function showNewest(id: string, row: Claimed<Outgoing>): Promise<Attempt> {
    const live = await store.load(id);
    if (!live) return 'over';
    const { version, place, posted } = live;
    const ts = posted?.ts;
    if (posted && ts !== undefined) {
      if (posted.shown >= version) return 'over';
      const wait = (posted.at ?? 0) + editEvery - world.now();
      if (wait > 0) return { again: wait };
    }
    const drawn = draw(live);
    if (!drawn) return 'over';
    const result = await edits.post({ ...place, ts }, drawn);
    if ('again' in result) return result;
    // Save immediately, because after a crash before this the store wouldn't know the posted message.
    if (result.posted) return store.saveShown(live, result);
    // If something else changed, another row may have noticed the deletion: look again.
    if (result.why === 'message-gone' && ts !== undefined)
      return (await store.saveGone(live, ts)) ? 'over' : { again: 0 };
    return (await refused?.(live, result, row)) ?? afterPosting(result, ts !== undefined);
  }

  /** Posts a line in the thread of a row's message after the message is posted. `lineOf` may return no line. */
  async function postLine(row: Claimed<Outgoing>, lineOf: (live: L) => LiveLine<D> | undefined): Promise<Attempt> {
    const id = store.idIn(row);
    if (id === undefined) return 'over';
    // Wait for an edit of the message, even if it is refused, so that people see the new state before its line.
    await Promise.allSettled([showing.get(id)]);
    const live = await store.load(id);
    const line = live && lineOf(live);
    if (!line) return 'over';
    const { place, posted } = live;
    const ts = posted?.ts;
    const { broadcast, since } = line;
    if (ts === undefined) return world.now() - since < maxWaited ? 'waits' : ((await line.refused?.()) ?? 'over');
    const result = await edits.post({ ...place, thread: place.thread ?? ts, broadcast }, await line.draw());
    if ('again' in result) return result;
    if (result.posted) {
      await line.posted?.(result);
      return 'sent';
    }
    if (result.why !== 'message-gone') return (await line.refused?.(result)) ?? afterPosting(result, true);
    await store.saveGone(live, ts);
    // The line is posted in the thread of the next message.
    return 'waits';
  }

  return { show, postLine };
}
