import * as z from 'zod';
import type { Text } from '../core/text/text.ts';
import type { World } from '../core/world.ts';
import { type RecordKind, recordKind } from '../store/kept/record-kind.ts';
import { createSharedBudget } from '../store/kept/shared-budget.ts';
import type { Committed, Store } from '../store/store.ts';
import type { Outgoing, StoredRecord } from '../store/stored-types.ts';
import type { Attempt } from './jobs.ts';
import { linesLane } from './lines-lane.ts';
import { afterPosting, type PostResult } from './post-result.ts';
import type { Line, Poster, PostPlace } from './poster.ts';

/**
 * The most edits of all these messages in a minute. Slack allows 50: the others are left to the cards of requests, which
 * people wait for.
 */
const mostEdits = 30;
/** How long a line waits for the message in whose thread it is, in ms. */
const mostWaited = 24 * 3_600_000;

/** What is stored of a message that follows something: where it is, and which version it shows. */
const LivePosted = z.object({
  /** Absent once it was deleted: then it is posted again. */
  ts: z.string().optional(),
  shown: z.number(),
  /** When it was last posted or edited, epoch ms. */
  at: z.number(),
  /** The picture that it shows, what it says for those who don't see it, and when it was drawn. */
  chart: z.object({ file: z.string(), alt: z.string(), at: z.number() }).optional(),
  /** The runs whose failure someone was mentioned for. */
  mentioned: z.array(z.string()).optional(),
});
export type LivePosted = z.infer<typeof LivePosted>;

/** What a message can follow: it is posted for a reader, in a channel. */
interface LiveThing extends Pick<PostPlace, 'channel' | 'reader'> {
  readonly id: string;
}

/** One sort of stored things, each with one message that follows it: its states are drawn, posted and edited. */
export interface LiveKind<T> {
  readonly of: RecordKind<T>;
  /** Where their messages are: records with the ids of the things. */
  readonly posted: RecordKind<LivePosted>;
  /** The name by which the bodies of rows contain such an id. */
  readonly idKey: string;
}

/** Declares things of one kind; `${kind}-posted` is the kind of what is stored of their messages. */
export function liveKind<T>(of: RecordKind<T>, idKey: string): LiveKind<T> {
  return { of, posted: recordKind(`${of.kind}-posted`, LivePosted), idKey };
}

/** The row that shows the newest version of something; rows of one message go one after another. */
export function liveRow<T>({ of: { kind }, idKey }: LiveKind<T>, id: string, version: number | string, at: number) {
  const lane = `${kind}:${id}`;
  return { id: `${lane}:${version}`, kind, lane, at, body: { [idKey]: id } } satisfies Outgoing;
}

/** The lane of the lines in the thread of its message. */
export function liveLinesLane<T>({ of: { kind } }: LiveKind<T>, id: string): string {
  return linesLane(`${kind}:${id}`);
}

/** A stored thing, and what is stored of its message. */
interface LiveState<T> {
  readonly thing: T;
  readonly version: number;
  readonly posted: LivePosted | undefined;
  /** `posted` as it is stored. */
  readonly record: StoredRecord | undefined;
}

/** Loads something with its message; undefined if it isn't stored. */
export async function loadLive<T extends LiveThing>(
  store: Pick<Store, 'records'>,
  { of, posted }: LiveKind<T>,
  id: string | undefined,
): Promise<LiveState<T> | undefined> {
  const stored = await of.get(store, id);
  if (!stored) return undefined;
  const record = await store.records.get(posted.kind, stored.id);
  return { thing: stored.body, version: stored.version, posted: posted.read(record)?.body, record };
}

/** Stores what is known of a message, unless it was stored meanwhile. */
export async function keepLive<T extends LiveThing>(
  store: Pick<Store, 'commit'>,
  { posted }: LiveKind<T>,
  { thing: { id, channel }, record }: LiveState<T>,
  body: LivePosted,
  outbox: readonly Outgoing[] = [],
): Promise<Committed> {
  const { at } = body;
  const change = posted.save(body, { id, channel, isOpen: false, at }, record?.version);
  return store.commit({ at, records: [change], outbox });
}

/** A line in the thread of a message. */
interface LiveLine extends Pick<PostPlace, 'broadcast'> {
  readonly text: Text;
  /** When it was decided, epoch ms: it doesn't wait for its message for ever. */
  readonly since: number;
}

/** How messages of one kind are shown. */
export interface LiveOptions<T, D> {
  /** Draws the newest state. */
  draw(thing: T, posted: LivePosted | undefined): D;
  /** What else is stored once a state is shown, and the rows that follow from it. */
  after?(
    thing: T,
    posted: LivePosted | undefined,
    at: number,
  ): Pick<LivePosted, 'mentioned'> & { outbox: readonly Outgoing[] };
  /** Each message is edited at most once in so many ms. */
  readonly editEvery?: number;
}

/**
 * Shows stored things in Slack: each with one message, which is edited until it shows the newest version and posted again
 * if it was deleted, and with lines in its thread. A line that is refused holds up no state.
 */
export function createLiveMessages<T extends LiveThing, D extends { readonly shows: string }>(
  {
    store,
    world,
  }: { readonly store: Pick<Store, 'records' | 'budgets' | 'commit'>; readonly world: Pick<World, 'now'> },
  poster: Pick<Poster<D | Line>, 'post'>,
  live: LiveKind<T>,
  { draw, after, editEvery = 0 }: LiveOptions<T, D>,
) {
  const edits = createSharedBudget(store, 'edits', mostEdits);
  const IdIn = z.object({ [live.idKey]: z.string() });
  const idIn = ({ body }: Outgoing) => IdIn.safeParse(body).data?.[live.idKey];

  async function show(row: Outgoing): Promise<Attempt> {
    const found = await loadLive(store, live, idIn(row));
    if (!found) return 'over';
    const { thing, version, posted } = found;
    const ts = posted?.ts;
    const now = world.now();
    if (posted && ts !== undefined) {
      if (posted.shown >= version) return 'over';
      const wait = await untilEdit(posted.at, now);
      if (wait > 0) return { again: wait };
    }
    const { channel, reader } = thing;
    const told = await poster.post({ channel, reader, ts }, draw(thing, posted));
    // While Slack is away, tries take nothing from the edits that are due once it is back.
    if (!told.posted && told.why === 'unreachable' && ts !== undefined) await edits.refund(now);
    if (!told.posted) return afterRefusal(found, told);
    // Stored before anything else is sent: until then, a process that dies leaves a message that nobody knows of.
    const at = world.now();
    const { outbox, ...more } = after?.(thing, posted, at) ?? { outbox: [] };
    const saved = await keepLive(store, live, found, { ...posted, ts: told.ts, shown: version, at, ...more }, outbox);
    // Its picture was drawn meanwhile: it is shown with that.
    return saved === 'saved' || ts === undefined ? 'sent' : { again: 0 };
  }

  /** @returns how long an edit has to wait, in ms */
  async function untilEdit(last: number, now: number): Promise<number> {
    const wait = last + editEvery - now;
    if (wait > 0) return wait;
    return ((await edits.take(now)) ?? now) - now;
  }

  /**
   * Posts a line in the thread of the message that a row is about, once that is posted.
   * @param lineOf undefined if there is nothing to say (any more)
   */
  async function postLine(row: Outgoing, lineOf: (thing: T) => LiveLine | undefined): Promise<Attempt> {
    const found = await loadLive(store, live, idIn(row));
    const line = found && lineOf(found.thing);
    if (!line) return 'over';
    const thread = found.posted?.ts;
    const { text, broadcast, since } = line;
    if (thread === undefined) return world.now() - since < mostWaited ? { failed: 'unreachable' } : 'over';
    const { channel, reader } = found.thing;
    const told = await poster.post({ channel, reader, thread, broadcast }, { shows: 'line', text });
    const attempt = await afterRefusal(found, told);
    // Its message is posted again first.
    return !told.posted && told.why === 'message-gone' ? { failed: 'unreachable' } : attempt;
  }

  async function afterRefusal(found: LiveState<T>, told: PostResult): Promise<Attempt> {
    const { thing, posted } = found;
    if (!told.posted && told.why === 'message-gone' && posted?.ts !== undefined) {
      const { ts, ...gone } = posted;
      const at = world.now();
      // Of all that notice it at the same time, one is saved.
      await keepLive(store, live, found, { ...gone, at }, [liveRow(live, thing.id, `after ${ts}`, at)]);
      return 'over';
    }
    return afterPosting(told, posted?.ts !== undefined);
  }

  return { show, postLine };
}
