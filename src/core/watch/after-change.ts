import * as z from 'zod';
import { Context } from '../command/context.ts';
import type { ChangeRequest } from '../request/change-request.ts';
import { type StatusKind, statusKinds } from '../runs/component-status.ts';
import { WatchTrack } from './watch-state.ts';

/** How long the components are watched that a change has touched, in ms. */
const watchedFor = 15 * 60_000;

/** What is watched after a change. */
export const afterChangeItems = ['abnormal', 'memory_share', 'restarts'] as const;
export type AfterChangeItem = (typeof afterChangeItems)[number];

const TouchedComponent = z.object({
  id: z.string(),
  name: z.string(),
  /** The kind of its status before the change. */
  was: z.enum(statusKinds),
});
export type TouchedComponent = z.infer<typeof TouchedComponent>;

/** The watching of the components that a change has touched, as it is stored under the id of its request. Times are epoch ms. */
export const AfterChange = z.object({
  request: z.string(),
  channel: z.string(),
  context: Context,
  components: z.array(TouchedComponent).min(1),
  /** When the request was checked for the last time before it ran, when it was done, and until when they are watched. */
  checked: z.number(),
  since: z.number(),
  until: z.number(),
  /** What was measured before the change, by item and component; an item is absent until it could be read. */
  before: z.partialRecord(z.enum(afterChangeItems), z.record(z.string(), z.number())),
  /** By item and component. */
  tracks: z.record(z.string(), WatchTrack),
});
export type AfterChange = z.infer<typeof AfterChange>;

/** What is watched once a request is done; undefined where it interrupts nothing, or has stopped what it touched. */
export function afterChangeOf(request: ChangeRequest, now: number): AfterChange | undefined {
  const { id, state, risk, channel, context, plan, steps, started = now } = request;
  if (state !== 'done' || risk !== 'disrupt') return undefined;
  // A restart stops too, but not last.
  if (plan.steps.at(-1)?.awaits?.promises === 'stopped') return undefined;
  const components = new Map<string, TouchedComponent>();
  for (const { component, name, state: outcome, was } of steps.flatMap(({ events = [] }) => events))
    if (outcome === 'succeeded' && !components.has(component))
      components.set(component, { id: component, name, was: was ?? 'unknown' });
  if (components.size === 0) return undefined;
  return {
    ...{ request: id, channel, context, components: [...components.values()] },
    ...{ checked: started, since: now, until: now + watchedFor, before: {}, tracks: {} },
  };
}

/** How bad a status is, to compare it with the one before. */
export function severityOf(kind: StatusKind): number {
  return kind === 'abnormal' ? 2 : kind === 'degraded' ? 1 : 0;
}
