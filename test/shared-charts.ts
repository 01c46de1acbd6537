import { type Charts, createCharts } from '../src/charts/charts.ts';

let running: Charts | undefined;

/**
 * Returns the chart worker that all bots of a test process share, because starting one takes longer than most tests. A
 * bot neither warms nor closes it; `process.test.ts` and `worker.test.ts` test that.
 */
export function sharedCharts(): Charts {
  running ??= createCharts();
  return { ...running, warm: async () => {}, close: async () => {} };
}

/** Warms the worker, for tests that need a chart at once. With a cold one, the progress notice may come first. */
export async function warmSharedCharts(): Promise<void> {
  sharedCharts();
  await running?.warm();
}
