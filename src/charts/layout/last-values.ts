import type { LastSummary } from '../data/job.ts';
import { leadingOf } from '../data/series.ts';
import type { ChartPanel } from './chart-data.ts';
import { usualOf } from './stand-outs.ts';

/** Minimum distance of an unusual value from the median, as a share of it. */
const minShare = 0.5;
/** Minimum distance of an unusual value from the median, relative to that of the usual values on the other side. */
const beyondNoise = 2;

/** Compares the last value of each drawn panel with the chart's usual ones, if one line leads the panel. */
export function lastValuesOf(panels: readonly ChartPanel[]): readonly LastSummary[] {
  return panels.flatMap((panel): readonly LastSummary[] => {
    const { item, unit, isDrawn, series } = panel.summary;
    const leading = leadingOf(
      series.map((each) => ({ ...each, item })),
      panels.map(({ summary }) => summary),
    );
    const line = panel.lines.find(({ summary }) => summary.name === leading[0]?.name);
    const usual = line && usualOf(line.series);
    if (!isDrawn || leading.length > 1 || !usual) return [];
    const { name, last, lastAt, max, peakAt, trend } = line.summary;
    if (last === null || lastAt === null || max === null || peakAt === null) return [];
    const { low, middle, high } = usual;
    // Values on the other side show the noise even if nearly half of the values are unusual.
    const isHigh = (value: number) => isBeyond(value - middle, middle, middle - low);
    const isLow = isBeyond(middle - last, middle, high - middle);
    const of = { item, unit, name, last, lastAt, typical: middle };
    if (isHigh(last) || isLow) return [{ ...of, is: 'unusual' }];
    if (isHigh(max)) return [{ ...of, is: 'usual', peak: { value: max, at: peakAt } }];
    // A value isn't called usual if the earlier ones were lower or higher.
    return trend === 'rising' || trend === 'falling' ? [] : [{ ...of, is: 'usual' }];
  });
}

function isBeyond(distance: number, middle: number, noise: number): boolean {
  return distance > Math.max(minShare * Math.abs(middle), beyondNoise * noise);
}
