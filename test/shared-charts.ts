import { type Charts, createCharts } from '../src/charts/charts.ts';

let running: Charts | undefined;

/**
 * Returns the chart worker that all bots of a test process share, because the start of a worker takes longer than most
 * tests. Bots neither warm nor close it; `process.test.ts` and `worker.test.ts` test warming and closing.
 */
export function sharedCharts(): Charts {
  running ??= createCharts();
  return { ...running, warm: async () => {}, close: async () => {} };
}

/** Warms the worker for tests that need a chart immediately. With a cold worker, a progress notice might come first. */
export async function warmSharedCharts(): Promise<void> {
  sharedCharts();
  await running?.warm();
}
