import type { ChangeRequest, RequestState } from '../../../core/request/change-request.ts';
import type { Tell } from '../../../core/request/transition.ts';
import { statusKind } from '../../../core/runs/component-status.ts';
import { join, type Text, verbatim } from '../../../core/text/text.ts';
import {
  type AfterChange,
  type AfterChangeItem,
  baselineWatches,
  measuredAfterChange,
  type TouchedComponent,
} from '../../../core/watch/after-change.ts';
import { minuteOf, trackKey } from '../../../core/watch/watch-state.ts';
import type { ComponentSummary } from '../../../platform/component/component-reply.ts';
import { itemValue } from '../watched-items.ts';
import { afterChangeMsg } from './after-change-messages.ts';
import { type ComponentReading, type EvaluatedComponent, evaluateComponents } from './evaluate-components.ts';

type ComponentStatus = Pick<ComponentSummary, 'serviceId' | 'status'>;

/** One minute's readings of the components that a change has touched. */
export interface AfterChangeReading extends ComponentReading<ComponentStatus> {
  readonly isEstimated: boolean;
}

export interface Worse {
  readonly component: TouchedComponent;
  readonly item: AfterChangeItem;
  readonly says: Text;
}

export function lookAfterChange(
  change: AfterChange,
  reading: AfterChangeReading,
): { readonly next: AfterChange; readonly worse: readonly Worse[] } {
  const withValues = withBefore(change, reading);
  const kept = { tracks: withValues.tracks, moving: {}, first: minuteOf(withValues.since) };
  const evaluated = baselineWatches(withValues).flatMap((watch) =>
    evaluateComponents(watch, reading, kept).map((each) => ({ item: watch.id, ...each })),
  );
  const tracks = evaluated.map(({ item, summary, track }) => [trackKey(item, summary.serviceId), track] as const);
  return {
    next: { ...withValues, tracks: { ...withValues.tracks, ...Object.fromEntries(tracks) } },
    worse: evaluated.flatMap((each) => {
      const component = withValues.components.find(({ id }) => id === each.summary.serviceId);
      if (!component || each.track.state !== 'firing') return [];
      const says = worseText(withValues, each, component, reading);
      return says ? [{ component, item: each.item, says }] : [];
    }),
  };
}

function withBefore(afterChange: AfterChange, { itemValues }: AfterChangeReading): AfterChange {
  const at = minuteOf(afterChange.checked);
  const before = { ...afterChange.before };
  for (const item of measuredAfterChange) {
    const measuredItem = itemValues.get(item);
    // Skip a reading that begins after this minute, for example because it was made for another change.
    if (before[item] || !measuredItem || measuredItem.from > at) continue;
    before[item] = Object.fromEntries(
      afterChange.components.flatMap(({ id }) => {
        const measured = measuredItem.values.get(id)?.get(at);
        return measured ? [[id, measured.value]] : [];
      }),
    );
  }
  return { ...afterChange, before };
}

function worseText(
  { before }: AfterChange,
  { item, summary, track }: EvaluatedComponent<ComponentStatus> & { readonly item: AfterChangeItem },
  { id, name: called }: TouchedComponent,
  { isEstimated }: AfterChangeReading,
): Text | undefined {
  const { since, last } = track;
  const name = verbatim(called);
  const at = { at: since ?? 0, show: 'time' } as const;
  if (item === 'abnormal') {
    return statusKind(summary.status) === 'degraded'
      ? afterChangeMsg.degraded({ name, at })
      : afterChangeMsg.abnormal({ name, at });
  }
  if (!last) return undefined;
  const was = before[item]?.[id];
  if (item === 'restarts') {
    const counts = { name, count: Math.round(last.value), before: Math.round(was ?? 0) };
    return isEstimated ? afterChangeMsg.restartsEstimated(counts) : afterChangeMsg.restarts(counts);
  }
  const value = itemValue(item, last.value);
  return was === undefined
    ? afterChangeMsg.memory({ name, value, at })
    : afterChangeMsg.memoryFrom({ name, value, before: itemValue(item, was), at });
}

const maxListed = 10;

/** Returns the note for a change that made something worse. Links to `incident` if an incident already reports it. */
export function worseNote(
  request: Pick<ChangeRequest, 'plan'>,
  worse: readonly [Worse, ...Worse[]],
  incident: string | undefined,
): Extract<Tell, { tell: 'note' }> {
  const what = join(
    worse.slice(0, maxListed).map(({ says }) => afterChangeMsg.item({ says })),
    '\n',
  );
  const text = afterChangeMsg.worse({ what });
  const note = { tell: 'note', text, mention: 'asker', incident, worse: worse[0].says } as const;
  if ('proposal' in request.plan.undo) return { ...note, offer: 'undo' };
  const log = {
    operation: 'component.log',
    given: { component: [worse[0].component.id] },
    label: afterChangeMsg.log(),
  };
  return { ...note, offer: log };
}

const hasSent: readonly RequestState[] = ['running', 'unknown', 'done', 'failed'];

export function isChangedSince(
  { request, since }: AfterChange,
  ids: ReadonlySet<string>,
  other: ChangeRequest,
): boolean {
  const { id, state, started, plan } = other;
  if (id === request || started === undefined || started < since || !hasSent.includes(state)) return false;
  return (plan.locks ?? [plan.component]).some((locked) => ids.has(locked));
}
