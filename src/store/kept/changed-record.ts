import type { RecordChange } from '../store.ts';
import type { StoredRecord } from '../stored-types.ts';

/** Saves a record with some of its fields changed, unless someone has saved it since it was read. */
export function changedRecord(
  { version: expect, ...record }: StoredRecord,
  changes: Partial<Pick<StoredRecord, 'isOpen' | 'at' | 'body'>>,
): RecordChange {
  return { next: { ...record, ...changes }, expect };
}
