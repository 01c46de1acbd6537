import type { Lang } from '../../core/text/text.ts';
import type { ChartSummary, PanelSummary, SeriesSummary } from '../data/job.ts';
import { displayOf, shortNumber } from '../data/number-format.ts';
import { itemText, describeWords as words } from '../data/picture-messages.ts';

/** The numbers of a chart, one row for each line's name, one column for each panel. */
export interface SummaryTable {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** Rows beyond these. */
  readonly hidden: number;
}

/** Samples of the platform's items are of a minute: with a longer step, what is between them isn't seen. */
const minute = 60;

/**
 * The last value, the mean and the maximum of each line. Units are in the header, never in the cells: one unit for a
 * column, that of its largest number. Pure.
 * @param most rows; the others are counted
 */
export function summaryTable(summary: ChartSummary, lang: Lang, most: number): SummaryTable {
  const columns = summary.panels.map((panel) => columnOf(panel, summary.step, lang));
  const names = [...new Set(summary.panels.flatMap(({ series }) => series.map(({ name }) => name)))];
  return {
    columns: [words[lang].component, ...columns.map(({ head }) => head)],
    rows: names.slice(0, most).map((name) => [name, ...columns.map(({ cells }) => cells.get(name) ?? '–')]),
    hidden: Math.max(0, names.length - most),
  };
}

function columnOf(panel: PanelSummary, step: number, lang: Lang) {
  const { series, unit, item } = panel;
  const largest = Math.max(
    0,
    ...series.map((each) => Math.max(Math.abs(highestOf(each) ?? 0), Math.abs(each.min ?? 0))),
  );
  const { factor, label } = displayOf(unit, largest, lang);
  const isExact = step <= minute || series.every(({ highest }) => highest !== undefined);
  const text = (value: number | null) => (value === null ? '–' : shortNumber(value / factor, lang));
  return {
    head: words[lang].column({ item: itemText(item, lang), unit: label, isExact }),
    cells: new Map(series.map((each) => [each.name, [each.last, each.mean, highestOf(each)].map(text).join(' / ')])),
  };
}

/** The platform's own maximum, where it was asked for; else the highest sample. */
function highestOf({ highest, max }: SeriesSummary): number | null {
  if (highest === undefined || max === null) return highest ?? max;
  return Math.max(highest, max);
}
