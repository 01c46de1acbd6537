import type { Lang } from '../../core/text/text.ts';
import { plain } from '../chart-catalog.ts';
import { shortItemText } from '../data/item-messages.ts';
import type { ChartSummary, NumbersTable, PanelSummary, SeriesSummary } from '../data/job.ts';
import { differenceText, displayOf, shortNumber, valueText } from '../data/number-format.ts';
import { table } from './describe-messages.ts';

/** In a unit in which the largest number of a row is readable, its smallest one must not be less than this. */
const LEAST_SHOWN = 0.01;

/**
 * The numbers of a chart, one row for each line of each item, narrow enough for a phone: the last value, the mean and the maximum of each line; of a comparison, the change of the mean instead of the last
 * value. The label names the unit of its row. Items that aren't drawn have rows too. Pure.
 * @param most rows; the others are counted
 */
export function summaryTable(summary: ChartSummary, lang: Lang, most: number): NumbersTable {
  const isCompared = summary.comparedWith !== undefined;
  const columns = [table.item(), isCompared ? table.change() : table.last(), table.mean(), table.max()];
  const lines = summary.panels.flatMap((panel) => panel.series.map((series) => ({ series, panel })));
  return {
    columns: columns.map((column) => plain(column, lang)),
    rows: lines.slice(0, most).map(({ series, panel }) => rowOf(series, panel, isCompared, lang)),
    hidden: Math.max(0, lines.length - most),
  };
}

function rowOf(series: SeriesSummary, { item, unit }: PanelSummary, isCompared: boolean, lang: Lang): string[] {
  const values = [...(isCompared ? [] : [series.last]), series.mean, series.max];
  const sizes = values.flatMap((value) => (value === null || value === 0 ? [] : [Math.abs(value)]));
  const { factor, label } = displayOf(unit, Math.max(0, ...sizes), lang);
  // Numbers too far apart for one unit have one each.
  const isOne = Math.min(...sizes) / factor >= LEAST_SHOWN || sizes.length === 0;
  const text = (value: number | null) => {
    if (value === null) return '–';
    return isOne ? shortNumber(value / factor, lang) : valueText(value, unit, lang);
  };
  // Clients are their own unit.
  const shownUnit = isOne && unit !== 'clients' ? label : '';
  return [
    plain(table.row({ name: series.name, item: shortItemText(item), unit: shownUnit }), lang),
    ...(isCompared ? [changeText(series, lang)] : []),
    ...values.map(text),
  ];
}

/** By how much the mean differs from the earlier period's, such as `+12%`. */
function changeText({ mean, earlier }: SeriesSummary, lang: Lang): string {
  if (mean === null || earlier?.mean == null) return '–';
  const { percent } = earlier;
  if (percent === undefined) return plain(table.fromZero(), lang);
  return differenceText(percent);
}
