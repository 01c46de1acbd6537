import type { ChartHistory } from '../charts/data/job.ts';
import { lookBackOf } from '../charts/data/number-format.ts';
import { POINTS_LIMIT } from '../charts/data/step.ts';
import { judgedTogether, minSamples, spanOf, windowOf } from '../charts/findings/effects.ts';
import type { ChartOrder } from '../core/command/answer.ts';
import type { Log } from '../core/world.ts';
import { PlatformError } from '../platform/errors/platform-error.ts';
import { GATEWAY_ITEMS } from '../platform/monitoring/gateway-query.ts';
import { RESOURCE_ITEMS } from '../platform/monitoring/resource-query.ts';
import { type ChangesFound, judgedBefore } from './change-marks.ts';
import { isRefused, readAllSources, type SampleRange, type SampleSource } from './chart-points.ts';

/** Steps between samples, in seconds. The coarsest is tried first, because a long window needs fewer samples. */
const steps = [60, 30, 15] as const;
/** Maximum number of samples. One takes about 25 bytes; a larger reply would be read in a separate process. */
const maxSamples = 120_000;

export interface HistoryPlan extends SampleRange {
  readonly components: readonly string[];
}

/** Plans the range and step of the samples, so that the most changes and items can be judged. `maxPoints` is per line. */
export function planHistory(
  { end }: Pick<ChartOrder, 'end'>,
  changes: ChangesFound,
  maxPoints: number,
): HistoryPlan | undefined {
  const { marks, otherChanges, knownSince } = changes;
  const all = [...marks, ...otherChanges];
  // A window that is long enough for one item may be too short for an item with a longer look-back.
  const lookBacks = [...new Set([...GATEWAY_ITEMS, ...RESOURCE_ITEMS].map(lookBackOf))];
  const changed = new Set(marks.flatMap(({ components }) => components));
  const judged = [...changed].flatMap((component) => {
    const own = all.filter(({ components }) => components.includes(component));
    return judgedTogether(marks, component).flatMap((group) => {
      const change = spanOf(group);
      const others = own.filter((each) => group.every((one) => one !== each)).map((each) => spanOf([each]));
      return lookBacks.map((lookBack) => {
        const window = windowOf({ change, others, end, lookBack, knownSince });
        return { component, window, from: Math.floor(change.since) - judgedBefore };
      });
    });
  });
  const plans = steps.map((step) => {
    const enough = judged.filter(
      ({ window, from }) =>
        window >= minSamples * step && (end - from) / step < maxPoints && knownSince < from + judgedBefore,
    );
    return { step, enough };
  });
  // Choose the step that covers the most changes and items; among equal ones, the coarsest.
  const best = plans.reduce((one, other) => (other.enough.length > one.enough.length ? other : one));
  if (best.enough.length === 0) return undefined;
  const from = Math.min(...best.enough.map((each) => each.from));
  return {
    start: Math.floor(from / best.step) * best.step,
    end,
    step: best.step,
    components: [...new Set(best.enough.map(({ component }) => component))],
  };
}

/** Reads the history. Returns undefined if it is unreadable or too large; the chart is then drawn without findings. */
export async function readHistory(
  sources: readonly SampleSource[],
  order: ChartOrder,
  changes: ChangesFound,
  log: Log,
): Promise<ChartHistory | undefined> {
  const changed = new Set(changes.marks.flatMap((mark) => mark.components));
  const lines = sources.reduce((sum, source) => sum + source.linesOf([...changed]), 0);
  const plan = planHistory(order, changes, Math.min(POINTS_LIMIT, maxSamples / Math.max(1, lines)));
  if (!plan) return undefined;
  const { components, ...range } = plan;
  try {
    const body = await readAllSources(sources, range, undefined, components);
    const answered = body?.flatMap((each) => (isRefused(each) ? [] : [each]));
    const { knownSince, otherChanges, troubles } = changes;
    return answered && { ...range, body: answered, knownSince, otherChanges, troubles };
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    log.warn('what the changes of a chart are judged by could not be read', { error });
    return undefined;
  }
}
