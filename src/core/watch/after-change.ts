import * as z from 'zod';
import { Context } from '../command/context.ts';
import { type ChangeRequest, reachedComponents } from '../request/change-request.ts';
import { statusKinds } from '../runs/component-status.ts';
import { severityOf, type WatchCondition, type WatchItem } from './watch-condition.ts';
import { minuteOf, sampleEvery, trackKey, WatchTrack } from './watch-state.ts';

/** How long the touched components are watched, in ms. */
const watchedFor = 15 * 60_000;

const afterChangeItems = ['abnormal', 'memory_share', 'restarts'] as const;
export type AfterChangeItem = (typeof afterChangeItems)[number];

/** Items that are read from the region's monitoring. */
export const measuredAfterChange = ['memory_share', 'restarts'] as const satisfies readonly AfterChangeItem[];
type MeasuredAfterChange = (typeof measuredAfterChange)[number];

/** An item got worse if it is above its threshold, and more than `rise` above its baseline. */
const conditions: Readonly<Record<AfterChangeItem, Omit<WatchCondition, 'item'> & { readonly rise: number }>> = {
  abnormal: { side: 'above', threshold: 0, rise: 0, for: 60_000 },
  memory_share: { side: 'above', threshold: 0.9, rise: 0.05, for: 5 * 60_000 },
  // One restart may belong to a normal start: the component may first wait for another component.
  restarts: { side: 'above', threshold: 1, rise: 1, for: 0 },
};

const TouchedComponent = z.object({
  id: z.string(),
  name: z.string(),
  was: z.enum(statusKinds),
});
export type TouchedComponent = z.infer<typeof TouchedComponent>;

/** The watching of components that a change touched, stored under the id of its request. Times in epoch ms. */
export const AfterChange = z.object({
  request: z.string(),
  channel: z.string(),
  context: Context,
  components: z.array(TouchedComponent).min(1),
  /** Time of the last check before the change ran. `since`: when the change was done. `until`: end of the watching. */
  checked: z.number(),
  since: z.number(),
  until: z.number(),
  /** Measurements before the change, by item and component. An item is absent until it has been read. */
  before: z.partialRecord(z.enum(afterChangeItems), z.record(z.string(), z.number())),
  tracks: z.record(z.string(), WatchTrack),
});
export type AfterChange = z.infer<typeof AfterChange>;

/** Returns the watching after a request; undefined if the request disrupted nothing, or stopped its components. */
export function afterChangeOf(request: ChangeRequest, now: number): AfterChange | undefined {
  const { id, state, risk, context, plan } = request;
  const { steps, started = now } = request.run;
  const { channel } = request.shown;
  if (state !== 'done' || risk !== 'disrupt') return undefined;
  // A restart also stops components, but not in the plan's last step.
  if (plan.steps.at(-1)?.awaits?.promises === 'stopped') return undefined;
  const components = reachedComponents(steps).map(({ id, name, was, status }) => ({
    id,
    name,
    // A component that recovered is compared with its state after the change, so that a relapse is reported.
    was: status && severityOf(status.kind) < severityOf(was) ? status.kind : was,
  }));
  if (components.length === 0) return undefined;
  return {
    request: id,
    channel,
    context,
    components,
    checked: started,
    since: now,
    until: now + watchedFor,
    before: {},
    tracks: {},
  };
}

/** A watch of components. With a baseline, each component has a separate threshold. */
export interface ComponentWatch {
  readonly id: string;
  readonly condition: WatchCondition;
  /** Absent if the watch covers the whole app. */
  readonly components?: readonly { readonly id: string }[];
  /** Thresholds by component id. */
  readonly thresholds?: ReadonlyMap<string, number>;
  /** Last evaluated moment, epoch ms. */
  readonly until?: number;
}

export interface BaselineWatch extends ComponentWatch {
  readonly id: AfterChangeItem;
  readonly thresholds: ReadonlyMap<string, number>;
}

/** Returns the watches after a change that have a known baseline. */
export function baselineWatches(change: AfterChange): readonly BaselineWatch[] {
  const { components, until } = change;
  return afterChangeItems.flatMap((id) => {
    const { rise, ...condition } = conditions[id];
    if (id !== 'abnormal' && !change.before[id]) return [];
    const thresholds = new Map(
      components.map((each) => [each.id, Math.max(condition.threshold, baselineOf(change, id, each) + rise)]),
    );
    return [{ id, condition: { item: id, ...condition }, components, thresholds, until }];
  });
}

/** Returns the state of a component before a change. If unknown, returns infinity, because nothing exceeds it. */
function baselineOf({ before }: AfterChange, item: AfterChangeItem, { id, was }: TouchedComponent): number {
  if (item === 'abnormal') return was === 'unknown' ? Number.POSITIVE_INFINITY : severityOf(was);
  // A component that didn't run had neither restarts nor memory.
  return before[item]?.[id] ?? (was === 'stopped' ? 0 : Number.POSITIVE_INFINITY);
}

export function isMeasuredAfter(item: WatchItem): item is MeasuredAfterChange {
  return measuredAfterChange.some((each) => each === item);
}

/** Returns the first minute to read for an item: the minute before the change, later the first unevaluated minute. */
export function readFrom(
  { checked, since, before, components, tracks }: AfterChange,
  item: MeasuredAfterChange,
): number {
  if (!before[item]) return minuteOf(checked);
  const evaluated = components.map(({ id }) => tracks[trackKey(item, id)]?.at ?? minuteOf(since));
  return Math.min(...evaluated) + sampleEvery;
}
