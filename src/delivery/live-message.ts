import * as z from 'zod';
import type { Text } from '../core/text/text.ts';
import type { World } from '../core/world.ts';
import { type RecordKind, recordKind } from '../store/kept/record-kind.ts';
import { retryRaces } from '../store/retry-races.ts';
import type { Committed, Store } from '../store/store.ts';
import type { Outgoing, StoredRecord } from '../store/stored-types.ts';
import type { Attempt } from './jobs.ts';
import { linesLane } from './lines-lane.ts';
import { afterPosting, type PostResult } from './post-result.ts';
import type { Line, Poster, PostPlace } from './poster.ts';

/** Maximum number of edits per minute. Slack allows 50; the other 20 are reserved for the cards of requests. */
const mostEdits = 30;
/** Maximum time that a line waits until the message of its thread is posted, in ms. */
const mostWaited = 24 * 3_600_000;

const LivePosted = z.object({
  /** Absent if the message was deleted. The message is then posted again. */
  ts: z.string().optional(),
  shown: z.number(),
  /** When the message was last posted or edited, epoch ms. */
  at: z.number(),
  chart: z.object({ file: z.string(), alt: z.string(), at: z.number() }).optional(),
  /** Ids of failed runs for which someone was already mentioned. */
  mentioned: z.array(z.string()).optional(),
});
export type LivePosted = z.infer<typeof LivePosted>;

interface LiveThing extends Pick<PostPlace, 'channel' | 'reader'> {
  readonly id: string;
}

export interface LiveKind<T> {
  readonly of: RecordKind<T>;
  readonly posted: RecordKind<LivePosted>;
  readonly idKey: string;
}

export function liveKind<T>(of: RecordKind<T>, idKey: string): LiveKind<T> {
  return { of, posted: recordKind(`${of.kind}-posted`, LivePosted), idKey };
}

/** Returns the row that shows the newest version of a stored object. Rows of one message run one after another. */
export function liveRow<T>({ of: { kind }, idKey }: LiveKind<T>, id: string, version: number | string, at: number) {
  const lane = `${kind}:${id}`;
  return { id: `${lane}:${version}`, kind, lane, at, body: { [idKey]: id } } satisfies Outgoing;
}

export function liveLinesLane<T>({ of: { kind } }: LiveKind<T>, id: string): string {
  return linesLane(`${kind}:${id}`);
}

interface LiveState<T> {
  readonly thing: T;
  readonly version: number;
  readonly posted: LivePosted | undefined;
  readonly record: StoredRecord | undefined;
}

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

interface LiveLine extends Pick<PostPlace, 'broadcast'> {
  readonly text: Text;
  /** When it was decided to post the line, epoch ms. The line is dropped if its message isn't posted within a day. */
  readonly since: number;
}

export interface LiveOptions<T, D> {
  draw(thing: T, posted: LivePosted | undefined): D;
  /** Called after a state was shown in Slack. Returns more data to store with it, and further rows for the outbox. */
  after?(
    thing: T,
    posted: LivePosted | undefined,
    at: number,
  ): Pick<LivePosted, 'mentioned'> & { outbox: readonly Outgoing[] };
  /** Minimum interval between edits of a message, in ms. */
  readonly editEvery?: number;
}

/** Shows each stored object as one Slack message, which is edited or posted again, with lines in its thread. */
export function createLiveMessages<T extends LiveThing, D extends { readonly shows: string }>(
  {
    store,
    world,
  }: { readonly store: Pick<Store, 'records' | 'limits' | 'commit'>; readonly world: Pick<World, 'now'> },
  poster: Pick<Poster<D | Line>, 'post'>,
  live: LiveKind<T>,
  { draw, after, editEvery = 0 }: LiveOptions<T, D>,
) {
  const IdIn = z.object({ [live.idKey]: z.string() });
  const idIn = ({ body }: Outgoing) => IdIn.safeParse(body).data?.[live.idKey];

  async function show(row: Outgoing): Promise<Attempt> {
    const loaded = await loadLive(store, live, idIn(row));
    if (!loaded) return 'over';
    const { thing, version, posted } = loaded;
    const ts = posted?.ts;
    const now = world.now();
    if (posted && ts !== undefined) {
      if (posted.shown >= version) return 'over';
      const wait = await untilEdit(posted.at, now);
      if (wait > 0) return { again: wait };
    }
    const { channel, reader } = thing;
    const result = await poster.post({ channel, reader, ts }, draw(thing, posted));
    // Give the edit back, because attempts while Slack is unreachable must not use up the limit of edits.
    if (!result.posted && result.why === 'unreachable' && ts !== undefined) await store.limits.refund('edits', now);
    if (!result.posted) return afterRefusal(loaded, result);
    // Save immediately, because after a crash before this the store wouldn't know the posted message.
    const at = world.now();
    const { outbox, ...more } = after?.(thing, posted, at) ?? { outbox: [] };
    const shown = { ts: result.ts, shown: version, at, ...more };
    if ((await keepLive(store, live, loaded, { ...posted, ...shown }, outbox)) === 'saved') return 'sent';
    // A chart was drawn meanwhile: edit the message again with it.
    if (ts !== undefined) return { again: 0 };
    return keepFirst(loaded, shown, outbox);
  }

  /** Saves the first message although its record was changed meanwhile, so that no second message is posted. */
  async function keepFirst(found: LiveState<T>, shown: LivePosted, outbox: readonly Outgoing[]): Promise<Attempt> {
    return retryRaces(`the message of ${found.thing.id}`, async () => {
      const fresh = await loadLive(store, live, found.thing.id);
      if (!fresh || fresh.posted?.ts !== undefined) return 'over';
      const saved = await keepLive(store, live, fresh, { ...fresh.posted, ...shown }, outbox);
      return saved === 'saved' ? 'sent' : undefined;
    });
  }

  async function untilEdit(last: number, now: number): Promise<number> {
    const wait = last + editEvery - now;
    if (wait > 0) return wait;
    return ((await store.limits.take('edits', mostEdits, now)) ?? now) - now;
  }

  /** Posts a line in the thread of a row's message after the message is posted. `lineOf` may return no line. */
  async function postLine(row: Outgoing, lineOf: (thing: T) => LiveLine | undefined): Promise<Attempt> {
    const loaded = await loadLive(store, live, idIn(row));
    const line = loaded && lineOf(loaded.thing);
    if (!line) return 'over';
    const thread = loaded.posted?.ts;
    const { text, broadcast, since } = line;
    if (thread === undefined) return world.now() - since < mostWaited ? 'waits' : 'over';
    const { channel, reader } = loaded.thing;
    const result = await poster.post({ channel, reader, thread, broadcast }, { shows: 'line', text });
    const attempt = await afterRefusal(loaded, result);
    // If the thread's message is gone, the line waits until the message is posted again.
    return !result.posted && result.why === 'message-gone' ? 'waits' : attempt;
  }

  async function afterRefusal(found: LiveState<T>, told: PostResult): Promise<Attempt> {
    const { thing, posted } = found;
    if (!told.posted && told.why === 'message-gone' && posted?.ts !== undefined) {
      const { ts, ...gone } = posted;
      const at = world.now();
      const saved = await keepLive(store, live, found, { ...gone, at }, [liveRow(live, thing.id, `after ${ts}`, at)]);
      // Another row may have noticed it, or have changed something else: look again.
      return saved === 'saved' ? 'over' : { again: 0 };
    }
    return afterPosting(told, posted?.ts !== undefined);
  }

  return { show, postLine };
}
