import type { ChartJob, ChartSummary, PanelSummary, SeriesSummary } from '../data/job.ts';
import type { Series } from '../data/series.ts';

/** `key` distinguishes the lines of one component and item. */
export interface ChartLine {
  readonly key: string;
  /** Name of the component, also if the line is that of one of its instances. */
  readonly component: string;
  readonly summary: SeriesSummary;
  readonly series: Series;
  readonly earlier?: Series;
  /** Number of instances that are drawn as this one line; absent for a single one. */
  readonly instances?: number;
}

export interface ChartPanel {
  readonly summary: PanelSummary;
  readonly lines: readonly ChartLine[];
}

export interface Hues {
  /** Hue indices of the theme by line key. If an index exceeds the number of hues, hues are reused from the start. */
  readonly places: ReadonlyMap<string, number>;
  /** Newly assigned hues by component id, to keep for later charts. */
  readonly given: Readonly<Record<string, number>>;
}

export interface Chart {
  readonly job: ChartJob;
  readonly panels: readonly ChartPanel[];
  readonly summary: ChartSummary;
  readonly hues: Hues;
}
