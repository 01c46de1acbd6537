import * as z from 'zod';
import type { Text } from '../core/text/text.ts';
import type { World } from '../core/world.ts';
import { type RecordKind, recordKind } from '../store/kept/record-kind.ts';
import { retryRaces } from '../store/retry-races.ts';
import type { Committed, Store } from '../store/store.ts';
import type { Claimed, Outgoing, StoredRecord } from '../store/stored-types.ts';
import { createEdits } from './edits.ts';
import type { Attempt } from './jobs.ts';
import { linesLane } from './lines-lane.ts';
import { createLiveMessages, type LiveState, type LiveStore } from './live-message.ts';
import type { Line, Poster, PostPlace } from './poster.ts';

const LivePosted = z.object({
  /** Absent if the message was deleted. The message is then posted again. */
  ts: z.string().optional(),
  shown: z.number(),
  /** When the message was last posted or edited, epoch ms. */
  at: z.number(),
  chart: z.object({ file: z.string(), alt: z.string(), zone: z.string().optional(), at: z.number() }).optional(),
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

interface LiveRecord<T> extends LiveState {
  readonly thing: T;
  readonly posted: LivePosted | undefined;
  readonly record: StoredRecord | undefined;
}

export async function loadLive<T extends LiveThing>(
  store: Pick<Store, 'records'>,
  { of, posted }: LiveKind<T>,
  id: string | undefined,
): Promise<LiveRecord<T> | undefined> {
  const stored = await of.get(store, id);
  if (!stored) return undefined;
  const record = await store.records.get(posted.kind, stored.id);
  const { body: thing, version } = stored;
  const { channel, reader } = thing;
  return { thing, version, place: { channel, reader }, posted: posted.read(record)?.body, record };
}

export async function keepLive<T extends LiveThing>(
  store: Pick<Store, 'commit'>,
  { posted }: LiveKind<T>,
  { thing: { id, channel }, record }: LiveRecord<T>,
  body: LivePosted,
  outbox: readonly Outgoing[] = [],
): Promise<Committed> {
  const { at } = body;
  const change = posted.save(body, { id, channel, isOpen: false, at }, record?.version);
  return store.commit({ at, records: [change], outbox });
}

interface RecordLine extends Pick<PostPlace, 'broadcast'> {
  readonly text: Text;
  readonly since: number;
}

export interface LiveRecordOptions<T, D> {
  draw(thing: T, posted: LivePosted | undefined): D;
  /** Called after a state was shown in Slack. Returns more data to store with it, and further rows for the outbox. */
  after?(
    thing: T,
    posted: LivePosted | undefined,
    at: number,
  ): Pick<LivePosted, 'mentioned'> & { outbox: readonly Outgoing[] };
  readonly editEvery?: number;
}

interface LiveParts {
  readonly store: Pick<Store, 'records' | 'limits' | 'outbox' | 'commit'>;
  readonly world: Pick<World, 'now'>;
}

/** Creates the live messages of records. What is stored of a message is a record of its own. */
export function createLiveRecords<T extends LiveThing, D extends { readonly shows: string }>(
  parts: LiveParts,
  poster: Pick<Poster<D | Line>, 'post'>,
  kind: LiveKind<T>,
  { draw, editEvery, after }: LiveRecordOptions<T, D>,
) {
  const edits = createEdits(parts, poster, 'others');
  const live = createLiveMessages<LiveRecord<T>, D | Line>(parts.world, edits, recordStore(parts, kind, after), {
    draw: ({ thing, posted }) => draw(thing, posted),
    editEvery,
  });
  return {
    show: live.show,
    postLine: (row: Claimed<Outgoing>, lineOf: (thing: T) => RecordLine | undefined): Promise<Attempt> =>
      live.postLine(row, ({ thing }) => {
        const line = lineOf(thing);
        return line && { ...line, draw: () => ({ shows: 'line', text: line.text }) };
      }),
  };
}

function recordStore<T extends LiveThing>(
  { store, world }: LiveParts,
  kind: LiveKind<T>,
  after: LiveRecordOptions<T, never>['after'],
): LiveStore<LiveRecord<T>> {
  const IdIn = z.object({ [kind.idKey]: z.string() });

  /** Saves the first message although its record was changed meanwhile, so that no second message is posted. */
  async function saveFirst(id: string, shown: LivePosted, outbox: readonly Outgoing[]): Promise<Attempt> {
    return retryRaces(`the message of ${id}`, async () => {
      const fresh = await loadLive(store, kind, id);
      if (!fresh || fresh.posted?.ts !== undefined) return 'over';
      return (await keepLive(store, kind, fresh, { ...fresh.posted, ...shown }, outbox)) === 'saved'
        ? 'sent'
        : undefined;
    });
  }

  return {
    idIn: ({ body }) => IdIn.safeParse(body).data?.[kind.idKey],
    load: (id) => loadLive(store, kind, id),
    async saveShown(live, { ts }) {
      const { thing, version, posted } = live;
      const at = world.now();
      const { outbox, ...more } = after?.(thing, posted, at) ?? { outbox: [] };
      const shown = { ts, shown: version, at, ...more };
      if ((await keepLive(store, kind, live, { ...posted, ...shown }, outbox)) === 'saved') return 'sent';
      // A chart was drawn meanwhile: edit the message again with it.
      return posted?.ts === undefined ? saveFirst(thing.id, shown, outbox) : { again: 0 };
    },
    async saveGone(live, ts) {
      const { thing, posted } = live;
      const at = world.now();
      const gone = { ...posted, ts: undefined, shown: posted?.shown ?? 0, at };
      const row = liveRow(kind, thing.id, `after ${ts}`, at);
      return (await keepLive(store, kind, live, gone, [row])) === 'saved';
    },
  };
}
