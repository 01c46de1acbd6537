import type { ChartJob, ChartSummary, PanelSummary, SeriesSummary } from '../data/job.ts';
import type { Series } from '../data/series.ts';

/** One line with its numbers. `key` distinguishes lines of one component and item. */
export interface ChartLine {
  readonly key: string;
  readonly summary: SeriesSummary;
  readonly series: Series;
  /** The earlier period of a comparison, moved onto the chart's range. */
  readonly earlier?: Series;
}

/** A panel: lines with samples, in the order of their rank. */
export interface ChartPanel {
  readonly summary: PanelSummary;
  readonly lines: readonly ChartLine[];
}

/** Everything a picture or a table is made from. */
export interface Chart {
  readonly job: ChartJob;
  readonly panels: readonly ChartPanel[];
  readonly summary: ChartSummary;
}
