import type { Services } from '../../operations/shared/services.ts';

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

/** Duration of a lease on a chart's message, in ms. If a replica crashes, its lease ends after this time. */
const leaseMs = 30_000;
const askAgainMs = 250;

/** Updates a chart's message while no other replica updates it. Otherwise, a visible file could be deleted. */
export async function whileHeld<T>(
  { store, world }: Pick<Services, 'store' | 'world'>,
  chart: ChartMessagePlace,
  show: () => Promise<T>,
): Promise<T> {
  const key = `chart:${chartKey(chart)}`;
  const holder = world.newId();
  const started = world.now();
  for (let now = started; now < started + leaseMs; now = world.now()) {
    const lease = { take: { key, card: holder, holder, until: now + leaseMs } };
    if ((await store.commit({ at: now, lease })) === 'saved') break;
    await world.wait(askAgainMs);
  }
  try {
    return await show();
  } finally {
    await store.commit({ at: world.now(), lease: { release: { key, card: holder } } });
  }
}

function chartKey({ channel, ts }: ChartMessagePlace): string {
  return `${channel}:${ts}`;
}
