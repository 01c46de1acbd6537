import type { Services } from '../../operations/shared/services.ts';

/** A message that shows a chart. */
export interface ChartMessagePlace {
  readonly channel: string;
  readonly ts: string;
}

/** Runs the presses on one chart one after another, in the order in which they came; those on others meanwhile. */
export type ChartTurns = <T>(chart: ChartMessagePlace, press: () => Promise<T>) => Promise<T>;

/** Creates the queue of presses: the last press decides what a chart's message shows, however long each takes. */
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

/** A replica that died holds a chart's message no longer than this, in ms; how often a held one is asked for again. */
const leaseMs = 30_000;
const askAgainMs = 250;

/**
 * Shows a chart in its message and remembers its files, while no other replica does the same: otherwise a file that is
 * visible could be remembered as replaced, and deleted.
 */
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
