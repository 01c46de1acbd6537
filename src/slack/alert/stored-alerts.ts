import { createHash } from 'node:crypto';
import * as z from 'zod';
import { AlertGroup } from '../../core/alerts/alert-group.ts';
import { Context } from '../../core/command/context.ts';

/** What is kept of one group of alerts of a source; its record has the id that `groupIdOf` gives. */
export const StoredGroup = z.object({
  source: z.string(),
  channel: z.string(),
  group: AlertGroup,
  /** The component that its alerts are about, as the policy file maps labels: in words, as they came. */
  about: z.object({ context: Context, name: z.string() }).exactOptional(),
});
export type StoredGroup = z.infer<typeof StoredGroup>;
export const groupKind = 'alert-group';

/** Looks whether alerts are still reported. */
export const quietKind = 'alert-quiet';

/** The longest key of a group and its source, as one short id. */
export function groupIdOf(source: string, groupKey: string): string {
  return createHash('sha256').update(`${source}\n${groupKey}`).digest('hex').slice(0, 32);
}

/** The incident that shows a group; its record has the incident's id. */
export const alertIncidentKind = 'alert-incident';
/** Where its message is in Slack, and which version of it is shown. */
export const PostedAlerts = z.object({ ts: z.string(), shown: z.number(), at: z.number() });
export type PostedAlerts = z.infer<typeof PostedAlerts>;
export const postedKind = 'alert-incident-posted';
/** A line for the channel of a source: its notifications are too large. */
export const tooLargeKind = 'alert-too-large';
