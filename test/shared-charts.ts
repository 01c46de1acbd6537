import { type Charts, createCharts } from '../src/charts/charts.ts';

let running: Charts | undefined;

/**
 * The chart worker that all bots of a test process share: starting and warming one takes longer than most tests. It is not
 * warmed and not closed by a bot; that a bot's own worker is, `process.test.ts` and `worker.test.ts` show.
 */
export function sharedCharts(): Charts {
  running ??= createCharts();
  return { ...running, warm: async () => {}, close: async () => {} };
}

/** Warms it, for tests that expect a chart at once: a cold one takes as long as a notice takes to come first. */
export async function warmSharedCharts(): Promise<void> {
  sharedCharts();
  await running?.warm();
}
