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

/** Which hue each line in color has, and which hues components got that had none. */
export interface Hues {
  /**
   * By the line's key: a place among the theme's hues. Beyond the last of them they begin again: where a chart has more
   * lines than there are hues.
   */
  readonly places: ReadonlyMap<string, number>;
  /** By the component's id: to be kept for its next charts. */
  readonly given: Readonly<Record<string, number>>;
}

/** Everything a picture or a table is made from. */
export interface Chart {
  readonly job: ChartJob;
  readonly panels: readonly ChartPanel[];
  readonly summary: ChartSummary;
  readonly hues: Hues;
}
