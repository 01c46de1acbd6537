import { createHash } from 'node:crypto';
import * as z from 'zod';
import { AlertGroup } from '../../core/alerts/alert-group.ts';
import { recordKind } from '../../store/kept/record-kind.ts';

/** What is kept of one group of alerts of a source; its record has the id that `groupIdOf` gives. */
export const StoredGroup = z.object({
  source: z.string(),
  channel: z.string(),
  group: AlertGroup,
});
export type StoredGroup = z.infer<typeof StoredGroup>;
export const groupRecords = recordKind('alert-group', StoredGroup);

/** The kind of rows by which groups that fire are looked at. */
export const lookKind = 'alert-look';
/** The kind of rows that say in the channel of a source that its notifications are too large, too many, or Grafana's. */
export const tooLargeKind = 'alert-too-large';
/** What such a row contains; `open`: how many groups may fire at once. */
export const SourceRow = z.object({
  source: z.string(),
  channel: z.string(),
  what: z.enum(['too-large', 'too-many', 'grafana']).default('too-large'),
  open: z.number().default(0),
});
export type SourceRow = z.infer<typeof SourceRow>;

/** The longest key of a group and its source, as one short id. */
export function groupIdOf(source: string, groupKey: string): string {
  return createHash('sha256').update(`${source}\n${groupKey}`).digest('hex').slice(0, 32);
}
