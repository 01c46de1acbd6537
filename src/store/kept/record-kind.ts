import type { z } from 'zod';
import { retryRaces } from '../retry-races.ts';
import type { Commit, RecordChange, Store } from '../store.ts';
import type { StoredRecord } from '../stored-types.ts';

export type ReadRecord<T> = Omit<StoredRecord, 'body'> & { readonly body: T };

type RecordRow = Pick<StoredRecord, 'id' | 'at'> & Partial<Pick<StoredRecord, 'placeKey' | 'channel' | 'isOpen'>>;

interface ListsRecords {
  readonly records: Pick<Store['records'], 'list'>;
}

interface ReadsRecords {
  readonly records: Pick<Store['records'], 'get'>;
}

export interface HasRecords {
  readonly records: Store['records'];
}

/** A record's next body, with what is committed with it. Fields of `row` that are absent stay as they are stored. */
export interface NextRecord<T> extends Pick<Commit, 'records' | 'outbox' | 'audit'> {
  readonly body: T;
  readonly row?: Partial<RecordRow>;
}

/** Records of one kind. A record that another version wrote and this version can't read counts as absent. */
export interface RecordKind<T> {
  readonly kind: string;
  drop(id: string): RecordChange;
  /** Saves a record, unless someone else saved it after `version` was read. A new record has no `version`. */
  save(body: T, row: RecordRow, version?: number): RecordChange;
  /**
   * Changes a record as it is stored now, or creates it. If someone else saves it first, calls `next` again.
   * @param at time of the change, epoch ms @param next returns anything else than a next record for no change
   * @returns the saved body, or what `next` returned
   */
  change<Other = undefined>(
    store: HasRecords & Pick<Store, 'commit'>,
    id: string,
    at: number,
    next: (
      stored: ReadRecord<T> | undefined,
    ) => NextRecord<T> | NoInfer<Other> | undefined | Promise<NextRecord<T> | NoInfer<Other> | undefined>,
  ): Promise<T | Other | undefined>;
  read(stored: StoredRecord | undefined): ReadRecord<T> | undefined;
  get(store: ReadsRecords, id: string | undefined): Promise<ReadRecord<T> | undefined>;
  /** Oldest first. */
  list(store: ListsRecords, filter?: Parameters<Store['records']['list']>[1]): Promise<readonly ReadRecord<T>[]>;
  bodies(store: ListsRecords, filter?: Parameters<Store['records']['list']>[1]): Promise<readonly T[]>;
}

export function recordKind<T>(kind: string, schema: z.ZodType<T>): RecordKind<T> {
  function read(stored: StoredRecord | undefined): ReadRecord<T> | undefined {
    const { data } = schema.safeParse(stored?.body);
    return stored && data !== undefined ? { ...stored, body: data } : undefined;
  }
  const of: RecordKind<T> = {
    kind,
    drop: (id) => ({ drop: { kind, id } }),
    save: (body, { id, at, placeKey = '', channel = '', isOpen = true }, version) => ({
      next: { kind, id, placeKey, channel, isOpen, at, body },
      expect: version ?? 'new',
    }),
    async change(store, id, at, next) {
      const { done } = await retryRaces(`${kind} ${id}`, async () => {
        const stored = await store.records.get(kind, id);
        const changed = await next(read(stored));
        if (!isNext(changed)) return { done: changed };
        const { body, row, records = [], ...more } = changed;
        const change = of.save(body, { at, ...stored, ...row, id }, stored?.version);
        const saved = await store.commit({ at, records: [change, ...records], ...more });
        return saved === 'saved' ? { done: body } : undefined;
      });
      return done;
    },
    read,
    get: async ({ records }, id) => (id === undefined ? undefined : read(await records.get(kind, id))),
    list: async ({ records }, filter) => (await records.list(kind, filter)).flatMap((stored) => read(stored) ?? []),
    bodies: async (store, filter) => (await of.list(store, filter)).map(({ body }) => body),
  };
  return of;
}

function isNext<T>(changed: NextRecord<T> | unknown): changed is NextRecord<T> {
  return typeof changed === 'object' && changed !== null && 'body' in changed;
}
