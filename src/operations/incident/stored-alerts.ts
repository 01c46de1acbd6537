import * as z from 'zod';
import { AlertGroup } from '../../core/alerts/alert-group.ts';

/** Stored state of one alert group. The record's id comes from `groupIdOf`. */
export const StoredGroup = z.object({
  source: z.string(),
  channel: z.string(),
  group: AlertGroup,
});
export type StoredGroup = z.infer<typeof StoredGroup>;

export const lookKind = 'alert-look';
/** Kind of rows that report notifications that are too large, too many, or from Grafana. */
export const tooLargeKind = 'alert-too-large';
/** `open`: maximum number of firing groups. */
export const SourceRow = z.object({
  source: z.string(),
  channel: z.string(),
  what: z.enum(['too-large', 'too-many', 'grafana']).default('too-large'),
  open: z.number().default(0),
});
export type SourceRow = z.infer<typeof SourceRow>;
