import type { z } from 'zod';
import type { RecordChange, Store } from '../store.ts';
import type { StoredRecord } from '../stored-types.ts';

export type ReadRecord<T> = Omit<StoredRecord, 'body'> & { readonly body: T };

type RecordRow = Pick<StoredRecord, 'id' | 'at'> & Partial<Pick<StoredRecord, 'placeKey' | 'channel' | 'isOpen'>>;

export interface HasRecords {
  readonly records: Store['records'];
}

/** Records of one kind. A record that another version wrote and this version can't read counts as absent. */
export interface RecordKind<T> {
  readonly kind: string;
  drop(id: string): RecordChange;
  /** Saves a record, unless someone else saved it after `version` was read. A new record has no `version`. */
  save(body: T, row: RecordRow, version?: number): RecordChange;
  read(stored: StoredRecord | undefined): ReadRecord<T> | undefined;
  get(store: HasRecords, id: string | undefined): Promise<ReadRecord<T> | undefined>;
  /** Oldest first. */
  list(store: HasRecords, filter?: Parameters<Store['records']['list']>[1]): Promise<readonly ReadRecord<T>[]>;
  bodies(store: HasRecords, filter?: Parameters<Store['records']['list']>[1]): Promise<readonly T[]>;
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
    read,
    get: async ({ records }, id) => (id === undefined ? undefined : read(await records.get(kind, id))),
    list: async ({ records }, filter) => (await records.list(kind, filter)).flatMap((stored) => read(stored) ?? []),
    bodies: async (store, filter) => (await of.list(store, filter)).map(({ body }) => body),
  };
  return of;
}
