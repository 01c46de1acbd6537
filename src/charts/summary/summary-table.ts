import type { Lang } from '../../core/text/text.ts';
import { plain } from '../chart-catalog.ts';
import { shortItemText } from '../data/item-messages.ts';
import type { ChartSummary, NumbersTable, PanelSummary, SeriesSummary } from '../data/job.ts';
import { differenceText, displayOf, shortNumber, valueText } from '../data/number-format.ts';
import { table } from './describe-messages.ts';

/** Smallest readable number, in the unit of the row's largest number. */
const LEAST_SHOWN = 0.01;

/** Builds one row per line and item, also for items that aren't drawn. A comparison adds the change of the mean. */
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
  // If the numbers are too different for one unit, each number has its own.
  const isOne = Math.min(...sizes) / factor >= LEAST_SHOWN || sizes.length === 0;
  const text = (value: number | null) => {
    if (value === null) return '–';
    return isOne ? shortNumber(value / factor, lang) : valueText(value, unit, lang);
  };
  // "Clients" is already the name of the item.
  const shownUnit = isOne && unit !== 'clients' ? label : '';
  return [
    plain(table.row({ name: series.name, item: shortItemText(item), unit: shownUnit }), lang),
    ...(isCompared ? [changeText(series, lang)] : []),
    ...values.map(text),
  ];
}

/** Returns `+12%` or similar. */
function changeText({ mean, earlier }: SeriesSummary, lang: Lang): string {
  if (mean === null || earlier?.mean == null) return '–';
  const { percent } = earlier;
  if (percent === undefined) return plain(table.fromZero(), lang);
  return differenceText(percent);
}
