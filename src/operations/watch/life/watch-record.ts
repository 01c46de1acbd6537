import { placeKey } from '../../../core/command/context.ts';
import type { Ask } from '../../../core/operation.ts';
import type { AuditEntry } from '../../../store/audit/audit-entry.ts';
import type { StoredRecord } from '../../../store/stored-types.ts';
import { plain } from '../../operation-catalog.ts';
import { settingEntry } from '../../shared/define.ts';
import { type Watch, watchKind } from '../stored-watch.ts';
import { watchText } from '../watch-text.ts';

/**
 * The record of a watch.
 * @param now when it is changed: what is paused is kept for 90 days from then, epoch ms
 */
export function watchRecord(watch: Watch, now = watch.at): Omit<StoredRecord, 'version'> {
  const { id, context, channel, paused } = watch;
  const isOpen = paused === undefined;
  const at = isOpen ? watch.at : now;
  return { kind: watchKind, id, placeKey: placeKey(context), channel, isOpen, at, body: watch };
}

/** The audit entry of what someone did to a watch. */
export function watchEntry(
  watch: Watch,
  ask: { readonly person: Pick<Ask['person'], 'id' | 'name'>; readonly now: number },
  operation: string,
): AuditEntry {
  const { id, channel, context } = watch;
  return settingEntry(operation, ask, context, { watch: id, channel, what: plain(watchText(watch), 'en') });
}
