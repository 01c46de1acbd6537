import { valueAxis } from '../data/number-format.ts';
import { pictureWords } from '../data/picture-messages.ts';
import { zoneClock } from '../data/zone.ts';
import type { Chart } from './chart-data.ts';
import { headerTexts } from './header.ts';
import type { Picture, TextMark } from './picture.ts';
import { fitText, type Measure } from './text-fit.ts';
import { theme } from './theme.ts';
import { timeTicks } from './time-ticks.ts';

const TOP = 92;
/** EngineContext for half a label of the time axis on both sides. */
const SIDE = 36;
const PLOT_HEIGHT = 256;

/** The picture for nothing to draw: the frame of a chart and, in it, why it is empty. */
export function emptyPicture(chart: Chart, measure: Measure): Picture {
  const { job, summary } = chart;
  const clock = zoneClock(job.zone, job.start, job.end);
  const plotWidth = theme.width - 2 * SIDE;
  const words = pictureWords[job.lang].empty[summary.empty ?? 'no-series'];
  const middle: TextMark[] = words.map((text, line) => ({
    x: plotWidth / 2,
    y: PLOT_HEIGHT / 2 + (line === 0 ? -6 : 24),
    text: fitText(
      text,
      plotWidth - 20,
      line === 0 ? theme.size.value : theme.size.name,
      line === 0 ? 600 : 400,
      measure,
    ),
    size: line === 0 ? theme.size.value : theme.size.name,
    weight: line === 0 ? 600 : 400,
    ink: line === 0 ? theme.ink : theme.quietInk,
    align: 'center',
    halo: 0,
  }));
  const header = headerTexts(chart, clock, measure).map((text) => ({
    ...text,
    x: text.x - SIDE,
    y: text.y - TOP,
  }));
  const axis = valueAxis(0, 0, 'none', 4, job.lang);
  return {
    width: theme.width,
    height: 400,
    left: SIDE,
    top: TOP,
    plotWidth,
    plotHeight: PLOT_HEIGHT,
    pitch: 0,
    timeDomain: [job.start * 1000, job.end * 1000],
    timeTicks: timeTicks(clock, job.start, job.end, Math.floor(plotWidth / 84), job.lang),
    panels: [
      {
        axis: { ...axis, ticks: [] },
        lines: [],
        bands: [{ from: job.start * 1000, to: job.end * 1000 }],
        points: [],
        rules: [],
        texts: [...header, ...middle],
      },
    ],
  };
}
