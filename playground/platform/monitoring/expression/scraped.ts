import type { Points } from '../prometheus.ts';

/** Labels, sorted by name. */
export type Labels = { readonly [label: string]: string };
export type Vector = readonly { readonly labels: Labels; readonly value: number }[];

export type ScrapedSeries = {
  readonly labels: Labels;
  /** Seconds between two scrapes. */
  readonly every: number;
  /** Returns the sample of a scrape (Unix seconds). Null: the series doesn't exist at that time, so it is stale. */
  at(seconds: number): number | null;
  /** Increase per second of a counter that is used only for rates. */
  rate?(seconds: number): number | null;
};

export type Window = {
  readonly series: ScrapedSeries;
  readonly from: number;
  readonly to: number;
  readonly points: Points;
};
