import type { ChartJob } from '../../src/charts/data/job.ts';
import { readChart } from '../../src/charts/layout/chart.ts';
import { layOut } from '../../src/charts/layout/layout.ts';
import { createRenderer } from '../../src/charts/worker/draw.ts';
import { jobOf } from './cases.ts';
import type { Peer } from './peer.ts';

/** Portolan's charts, from the bytes of the reply to the PNG: parsing, statistics, layout and drawing. */
export async function openPortolan(): Promise<Peer> {
  const painter = createRenderer();
  const jobs = new Map<string, ChartJob>();
  let drawn = 0;
  return async (one) => {
    const job = jobs.get(one.name) ?? jobOf(one);
    jobs.set(one.name, job);
    drawn += 1;
    // Use a new title each time: drawn texts are cached, and a real chart always has some new text.
    const chart = readChart({ ...job, title: `bench ${drawn}` });
    if ('fault' in chart) throw new Error(chart.fault);
    return painter.paint(layOut(chart, painter.measure));
  };
}
