import { readChart } from '../../src/charts/layout/chart.ts';
import { layOut } from '../../src/charts/layout/layout.ts';
import { createRenderer } from '../../src/charts/worker/draw.ts';
import { jobOf, makeCase, replyOf } from '../peers/cases.ts';
import { quantile } from '../report.ts';
import { factor, growth } from './growth.ts';

/** A line has at most 10,000 points (src/charts/data/step.ts). */
const lines = 60;
const rounds = 7;

/** The time to read a chart grows with its bytes. The time to draw it stops growing when every column has points. */
export const chartPoints = growth({
  title: 'Points of a chart, in sixty lines',
  sizes: [600, 6_000, 60_000, 600_000],
  quickSizes: [],
  figures: {
    reading: { what: 'read and understood, for each MB of the reply', unit: 'ms', budget: factor(1.5) },
    drawing: {
      what: 'laid out and drawn, median',
      unit: 'ms',
      budget: {
        text: 'flat beyond the picture’s width: ≤ 1.5× that of 60,000',
        kept: (values, sizes) => values.every((value) => value <= 1.5 * (values[sizes.indexOf(60_000)] ?? Number.NaN)),
      },
    },
  },
  async measure(size) {
    const one = makeCase(`${size} points`, 1, lines, size / lines);
    const job = jobOf(one);
    const painter = createRenderer();
    const [readTimes, drawTimes]: [number[], number[]] = [[], []];
    for (let round = 0; round < rounds; round += 1) {
      const since = performance.now();
      const chart = readChart({ ...job, title: `growth ${round}` });
      const understood = performance.now();
      if ('fault' in chart) throw new Error(chart.fault);
      await painter.paint(layOut(chart, painter.measure));
      readTimes.push(understood - since);
      drawTimes.push(performance.now() - understood);
    }
    const median = (values: readonly number[]) => quantile(values.slice(2), 0.5);
    return { reading: median(readTimes) / (replyOf(one).length / 1e6), drawing: median(drawTimes) };
  },
});
