import * as z from 'zod';
import { StoredText } from '../core/request/plan.ts';
import type { Text } from '../core/text/text.ts';
import type { World } from '../core/world.ts';
import { type RecordKind, recordKind } from '../store/kept/record-kind.ts';
import type { Store } from '../store/store.ts';
import type { Claimed, Outgoing } from '../store/stored-types.ts';
import { createEdits } from './edits.ts';
import type { Attempt } from './jobs.ts';
import { createLiveMessages, type LiveState, type LiveStore } from './live-message.ts';
import { isGivenUp, mayPass } from './post-result.ts';
import type { Line, Poster, PostPlace } from './poster.ts';

const LivePosted = z.object({
  /** Absent if the message was deleted. The message is then posted again. */
  ts: z.string().optional(),
  shown: z.number(),
  /** When the message was last posted or edited, epoch ms. */
  at: z.number(),
  chart: z
    .object({
      ...{ file: z.string(), alt: z.string(), at: z.number() },
      ...{ zone: z.string().optional(), remark: StoredText.optional() },
    })
    .optional(),
  /** Ids of failed runs for which someone was already mentioned. */
  mentioned: z.array(z.string()).optional(),
});
export type LivePosted = z.infer<typeof LivePosted>;

interface LiveThing extends Pick<PostPlace, 'channel' | 'reader'> {
  readonly id: string;
}

export interface LiveKind<T> {
  readonly kind: RecordKind<T>;
  readonly posted: RecordKind<LivePosted>;
  readonly idKey: string;
}

export function liveKind<T>(kind: RecordKind<T>, idKey: string): LiveKind<T> {
  return { kind, posted: recordKind(`${kind.kind}-posted`, LivePosted), idKey };
}

/** Returns the row that shows the newest version of a stored object. Rows of one message run one after another. */
export function liveRow<T>({ kind: { kind }, idKey }: LiveKind<T>, id: string, version: number | string, at: number) {
  const lane = `${kind}:${id}`;
  return { id: `${lane}:${version}`, kind, lane, at, body: { [idKey]: id } } satisfies Outgoing;
}

interface LiveRecord<T> extends LiveState {
  readonly thing: T;
  readonly posted: LivePosted | undefined;
  readonly postedVersion: number | undefined;
}

export async function loadLive<T extends LiveThing>(
  store: Pick<Store, 'records'>,
  { kind, posted }: LiveKind<T>,
  id: string | undefined,
): Promise<LiveRecord<T> | undefined> {
  const stored = await kind.get(store, id);
  if (!stored) return undefined;
  const { body: thing, version } = stored;
  const { channel, reader } = thing;
  const kept = await posted.get(store, thing.id);
  return { thing, version, place: { channel, reader }, posted: kept?.body, postedVersion: kept?.version };
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
  ): Pick<LivePosted, 'mentioned'> & { readonly outbox?: readonly Outgoing[] };
  readonly editEvery?: number;
}

interface LiveParts {
  readonly store: Pick<Store, 'records' | 'limits' | 'outbox' | 'commit'>;
  readonly world: Pick<World, 'now' | 'log'>;
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
        if (!line) return undefined;
        return {
          ...line,
          draw: () => ({ shows: 'line', text: line.text }),
          async refused(refusal) {
            if (!refusal || mayPass(refusal) || !isGivenUp(refusal, row.attempts)) return undefined;
            // Later lines of the thread wait for this one.
            parts.world.log.warn('a line was given up, because Slack refuses it', { row: row.id, code: refusal.code });
            return 'over';
          },
        };
      }),
  };
}

function recordStore<T extends LiveThing>(
  { store, world }: LiveParts,
  kind: LiveKind<T>,
  after: LiveRecordOptions<T, never>['after'],
): LiveStore<LiveRecord<T>> {
  const IdIn = z.object({ [kind.idKey]: z.string() });

  return {
    idIn: ({ body }) => IdIn.safeParse(body).data?.[kind.idKey],
    load: (id) => loadLive(store, kind, id),
    async saveShown({ thing, version, posted, postedVersion }, { ts }) {
      const at = world.now();
      const { outbox = [], ...more } = after?.(thing, posted, at) ?? {};
      const saved = await kind.posted.change(store, thing.id, at, (stored) => {
        // If a chart was drawn or another message was posted meanwhile, look again.
        if (stored?.version !== postedVersion && stored?.body.ts !== undefined) return undefined;
        const body = { ...stored?.body, ts, shown: version, at, ...more };
        return { body, row: { channel: thing.channel, isOpen: false, at }, outbox };
      });
      return saved ? 'sent' : { again: 0 };
    },
    async saveGone({ thing: { id } }, ts) {
      const at = world.now();
      const saved = await kind.posted.change(store, id, at, (stored) => {
        if (stored?.body.ts !== ts) return undefined;
        const body = { ...stored.body, ts: undefined, at };
        return { body, row: { at }, outbox: [liveRow(kind, id, `after ${ts}`, at)] };
      });
      return saved !== undefined;
    },
  };
}
