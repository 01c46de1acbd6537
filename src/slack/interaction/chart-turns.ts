import type { Services } from '../../operations/shared/services.ts';
import { whileLeased } from '../../store/while-leased.ts';

export interface ChartMessagePlace {
  readonly channel: string;
  readonly ts: string;
}

/** Runs the presses on one chart in order; presses on other charts run at the same time. */
export type ChartTurns = <T>(chart: ChartMessagePlace, press: () => Promise<T>) => Promise<T>;

/** The last press on a chart decides what its message shows, even if an earlier press takes longer. */
export function createChartTurns(): ChartTurns {
  const last = new Map<string, Promise<unknown>>();
  return async (chart, press) => {
    const key = chartKey(chart);
    const before = last.get(key);
    const turn = (async () => {
      await before?.catch(() => undefined);
      return press();
    })();
    last.set(key, turn);
    try {
      return await turn;
    } finally {
      if (last.get(key) === turn) last.delete(key);
    }
  };
}

/** Duration of a lease on a chart's message, in ms. */
const leaseMs = 30_000;

/** Updates a chart's message while no other replica updates it. Otherwise, a visible file could be deleted. */
export function whileHeld<T>(
  services: Pick<Services, 'store' | 'world'>,
  chart: ChartMessagePlace,
  show: () => Promise<T>,
): Promise<T> {
  return whileLeased(services, { key: `chart:${chartKey(chart)}`, leaseMs, waitMs: leaseMs }, show);
}

function chartKey({ channel, ts }: ChartMessagePlace): string {
  return `${channel}:${ts}`;
}
