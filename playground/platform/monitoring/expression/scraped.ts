import type { Points } from '../prometheus.ts';

/** Labels, sorted by name. */
export type Labels = { readonly [label: string]: string };
export type Vector = readonly { readonly labels: Labels; readonly value: number }[];

export type ScrapedSeries = {
  readonly labels: Labels;
  /** Seconds between two scrapes. */
  readonly every: number;
  /** Returns the sample of a scrape (Unix seconds), or null if the series isn't there and so stale. */
  at(seconds: number): number | null;
  /** Increase of a counter per second, if only its rates are needed. */
  rate?(seconds: number): number | null;
};

export type Window = {
  readonly series: ScrapedSeries;
  readonly from: number;
  readonly to: number;
  readonly points: Points;
};
