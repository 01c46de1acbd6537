import type { Points } from '../prometheus.ts';

/** Labels in the order of their names. */
export type Labels = { readonly [label: string]: string };
/** Values of several series at one moment. */
export type Vector = readonly { readonly labels: Labels; readonly value: number }[];

/** What Prometheus has scraped under one name. */
export type ScrapedSeries = {
  readonly labels: Labels;
  /** Seconds between two scrapes. */
  readonly every: number;
  /** The sample of a scrape (Unix seconds); null where the series isn't there: it is stale at once. */
  at(seconds: number): number | null;
  /** How a counter grows per second, where only rates of it are asked for. */
  rate?(seconds: number): number | null;
};

/** Samples of one series within a time, oldest first. */
export type Window = {
  readonly series: ScrapedSeries;
  readonly from: number;
  readonly to: number;
  readonly points: Points;
};
