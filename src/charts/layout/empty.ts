import { valueAxis } from '../data/number-format.ts';
import { pictureWords } from '../data/picture-messages.ts';
import { zoneClock } from '../data/zone.ts';
import type { Measure } from '../text/text-fit.ts';
import type { Chart } from './chart-data.ts';
import { headerTexts } from './header.ts';
import type { Picture, TextMark } from './picture.ts';
import { theme } from './theme.ts';
import { timeTicks } from './time-ticks.ts';

/** Room for half a label of the time axis on both sides. */
const SIDE = 52;
const PLOT_HEIGHT = 240;
const BELOW = 74;
/** From one tick of the time axis to the next. */
const TICK_ROOM = 104;

/** The picture for nothing to draw: the frame of a chart and, in it, why it is empty. */
export function emptyPicture(chart: Chart, measure: Measure): Picture {
  const { job, summary } = chart;
  const clock = zoneClock(job.zone, job.start, job.end);
  const plotWidth = theme.width - 2 * SIDE;
  const words = pictureWords[job.lang].empty[summary.empty ?? 'no-series'];
  const { textRow } = theme;
  const middle = words.map(
    (text, row): TextMark => ({
      ...{
        x: plotWidth / 2,
        y: PLOT_HEIGHT / 2 + (row - (words.length - 1) / 2) * textRow + 9,
        text,
        size: theme.size.text,
      },
      ...{ align: 'center', halo: 0, weight: row === 0 ? 600 : 400, ink: row === 0 ? theme.ink : theme.quietInk },
    }),
  );
  const header = headerTexts(chart, clock, measure, []);
  const top = header.height + 12;
  const axis = valueAxis(0, 0, 'none', 4, job.lang);
  const [from, to] = [job.start * 1000, job.end * 1000];
  return {
    width: theme.width,
    height: top + PLOT_HEIGHT + BELOW,
    left: SIDE,
    top,
    plotWidth,
    plotHeight: PLOT_HEIGHT,
    pitch: 0,
    timeDomain: [from, to],
    timeTicks: timeTicks(clock, job.start, job.end, Math.floor(plotWidth / TICK_ROOM), job.lang),
    panels: [
      {
        axis: { ...axis, ticks: [] },
        lines: [],
        areas: [{ from, to, top: 0, bottom: PLOT_HEIGHT, fill: theme.band }],
        points: [],
        rules: [],
        texts: [...header.texts.map((text) => ({ ...text, x: text.x - SIDE, y: text.y - top })), ...middle],
      },
    ],
  };
}
