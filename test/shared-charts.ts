import { type Charts, createCharts } from '../src/charts/charts.ts';

let running: Charts | undefined;
const drawing = new Set<Promise<unknown>>();

function counted<Job, Result>(draw: (job: Job) => Promise<Result>): (job: Job) => Promise<Result> {
  return (job) => {
    const drawn = draw(job);
    drawing.add(drawn);
    const remove = () => void drawing.delete(drawn);
    drawn.then(remove, remove);
    return drawn;
  };
}

/**
 * Returns the chart worker that all bots of a test process share, because the start of a worker takes longer than most
 * tests. Bots neither warm nor close it; `process.test.ts` and `worker.test.ts` test warming and closing.
 */
export function sharedCharts(): Charts {
  running ??= createCharts();
  const { draw, numbers } = running;
  return { ...running, draw: counted(draw), numbers: counted(numbers), warm: async () => {}, close: async () => {} };
}

/** Waits for the charts that are being drawn. Returns false if there are none. */
export async function chartsDrawn(): Promise<boolean> {
  const isDrawing = drawing.size > 0;
  await Promise.allSettled(drawing);
  return isDrawing;
}

/** Warms the worker for tests that need a chart immediately. With a cold worker, a progress notice might come first. */
export async function warmSharedCharts(): Promise<void> {
  sharedCharts();
  await running?.warm();
}
