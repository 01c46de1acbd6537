import { readChart } from '../../src/charts/layout/chart.ts';
import { layOut } from '../../src/charts/layout/layout.ts';
import { createRenderer } from '../../src/charts/worker/draw.ts';
import { makeCase, replyOf } from '../peers/cases.ts';
import { jobOf } from '../peers/portolan.ts';
import { quantile } from '../quantile.ts';
import { factorBudget, type Growth } from './growth.ts';

/** A line has at most 10,000 points (src/charts/data/step.ts). */
const lines = 60;
const rounds = 7;
const reading = 'read and understood, for each MB of the reply';
const drawing = 'laid out and drawn, median';

/** Reading a chart's data takes as long as there are bytes; drawing doesn't, once every column of the picture has points. */
export const chartPoints: Growth = {
  title: 'Points of a chart, in sixty lines',
  sizes: [600, 6_000, 60_000, 600_000],
  quickSizes: [600, 6_000, 60_000],
  budgets: [
    factorBudget(reading, 1.5),
    {
      what: drawing,
      text: 'flat beyond the picture’s width: ≤ 1.5× that of 60,000',
      kept: (values, sizes) => {
        const wide = values[sizes.indexOf(60_000)] ?? Number.NaN;
        return values.every((value) => value <= 1.5 * wide);
      },
    },
  ],
  async measure(size) {
    const one = makeCase(`${size} points`, 1, lines, size / lines);
    const job = jobOf(one);
    const megabytes = replyOf(one).length / 1e6;
    const painter = createRenderer();
    const read: number[] = [];
    const drawn: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const since = performance.now();
      const chart = readChart({ ...job, title: `growth ${round}` });
      const understood = performance.now();
      if ('fault' in chart) throw new Error(chart.fault);
      await painter.paint(layOut(chart, painter.measure));
      read.push(understood - since);
      drawn.push(performance.now() - understood);
    }
    return [
      { what: 'the reply', value: megabytes * 1_000, unit: 'kB' },
      { what: reading, value: quantile(read.slice(2), 0.5) / megabytes, unit: 'ms' },
      { what: drawing, value: quantile(drawn.slice(2), 0.5), unit: 'ms' },
    ];
  },
};
