import type { Lang } from '../../core/text/text.ts';
import { plain } from '../chart-catalog.ts';
import { shortItemText } from '../data/item-messages.ts';
import type { ChartSummary, NumbersTable, PanelSummary, SeriesSummary } from '../data/job.ts';
import { differenceText, displayOf, shortNumber } from '../data/number-format.ts';
import { table } from './describe-messages.ts';

/** Smallest number that is written in full. Numbers have their row's unit, so that no column is too wide for a phone. */
const LEAST_SHOWN = 0.001;

function numberText(value: number, lang: Lang): string {
  if (value === 0 || Math.abs(value) >= LEAST_SHOWN) return shortNumber(value, lang);
  return value > 0 ? `<${LEAST_SHOWN}` : `>−${LEAST_SHOWN}`;
}

/** Builds one row per line and item, also for items that aren't drawn. A comparison adds the change of the mean. */
export function summaryTable(
  summary: Pick<ChartSummary, 'panels' | 'comparedWith'>,
  lang: Lang,
  most: number,
): NumbersTable {
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
  const { factor, label } = displayOf(unit, Math.max(0, ...values.map((value) => Math.abs(value ?? 0))), lang);
  const text = (value: number | null) => (value === null ? '–' : numberText(value / factor, lang));
  // "Clients" is already the name of the item.
  const shownUnit = unit === 'clients' ? '' : label;
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
