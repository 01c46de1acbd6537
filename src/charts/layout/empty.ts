import { plain } from '../chart-catalog.ts';
import { valueAxis } from '../data/number-format.ts';
import { zoneClock } from '../data/zone.ts';
import type { Measure } from '../text/text-fit.ts';
import type { Chart } from './chart-data.ts';
import { headerTexts } from './header.ts';
import { type Picture, textMark } from './picture.ts';
import { whyEmpty } from './picture-messages.ts';
import { theme } from './theme.ts';
import { timeTicks } from './time-ticks.ts';

/** Room for half a label of the time axis on each side. */
const SIDE = 52;
const PLOT_HEIGHT = 240;
const BELOW = 74;
const TICK_ROOM = 104;

export function emptyPicture(chart: Chart, measure: Measure): Picture {
  const { job, summary } = chart;
  const clock = zoneClock(job.zone, job.start, job.end);
  const plotWidth = theme.width - 2 * SIDE;
  const lines = plain(whyEmpty[summary.empty ?? 'no-series'](), job.lang).split('\n');
  const middle = lines.map((text, row) => {
    const y = PLOT_HEIGHT / 2 + (row - (lines.length - 1) / 2) * theme.textRow + 9;
    const look = row === 0 ? ({ weight: 600 } as const) : { ink: theme.quietInk };
    return textMark({ x: plotWidth / 2, y, text, align: 'center', ...look });
  });
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
