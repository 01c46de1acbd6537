import type { z } from 'zod';
import type { RecordChange, Store } from '../store.ts';
import type { StoredRecord } from '../stored-types.ts';

/** A record whose body was read. */
export type ReadRecord<T> = Omit<StoredRecord, 'body'> & { readonly body: T };

/** What a record can be found by; by default it is open, and has neither a place nor a channel. */
type RecordRow = Pick<StoredRecord, 'id' | 'at'> & Partial<Pick<StoredRecord, 'placeKey' | 'channel' | 'isOpen'>>;

/** Where records are read from. */
export interface HasRecords {
  readonly records: Store['records'];
}

/** Records of one kind. What can't be read, since another version of Portolan wrote it, counts as absent. */
export interface RecordKind<T> {
  readonly kind: string;
  drop(id: string): RecordChange;
  /** Saves one, unless someone else has meanwhile. @param version the one that it was read with; absent for a new one */
  save(body: T, row: RecordRow, version?: number): RecordChange;
  read(stored: StoredRecord | undefined): ReadRecord<T> | undefined;
  get(store: HasRecords, id: string | undefined): Promise<ReadRecord<T> | undefined>;
  /** Oldest first. */
  list(store: HasRecords, filter?: Parameters<Store['records']['list']>[1]): Promise<readonly ReadRecord<T>[]>;
  /** What they contain, oldest first. */
  bodies(store: HasRecords, filter?: Parameters<Store['records']['list']>[1]): Promise<readonly T[]>;
}

/** Declares records of one kind, and what their bodies contain. */
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
    read,
    get: async ({ records }, id) => (id === undefined ? undefined : read(await records.get(kind, id))),
    list: async ({ records }, filter) => (await records.list(kind, filter)).flatMap((stored) => read(stored) ?? []),
    bodies: async (store, filter) => (await of.list(store, filter)).map(({ body }) => body),
  };
  return of;
}
