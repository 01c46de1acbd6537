import * as z from 'zod';

/** The kind of the records that incidents are stored as; each has the incident's id. */
export const incidentKind = 'incident';

/** Where the message of an incident is in Slack, and which version of it is shown. */
export const PostedIncident = z.object({
  ts: z.string(),
  shown: z.number(),
  at: z.number(),
  /** The picture that it shows, what it says for those who don't see it, and when it was drawn. */
  chart: z.object({ file: z.string(), alt: z.string(), at: z.number() }).exactOptional(),
});
export type PostedIncident = z.infer<typeof PostedIncident>;
export const postedIncidentKind = 'incident-posted';
