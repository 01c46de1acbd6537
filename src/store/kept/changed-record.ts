import type { RecordChange } from '../store.ts';
import type { StoredRecord } from '../stored-types.ts';

/** Returns the change that saves a record with some changed fields, unless someone else saved the record first. */
export function changedRecord(
  { version: expect, ...record }: StoredRecord,
  changes: Partial<Pick<StoredRecord, 'isOpen' | 'at' | 'body'>>,
): RecordChange {
  return { next: { ...record, ...changes }, expect };
}
