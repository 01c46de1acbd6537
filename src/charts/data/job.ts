import type { Lang } from '../../core/text/text.ts';

/** Prometheus reply to a raw query for one item (docs/platform.md#raw-monitoring-queries). */
export interface RawSeriesBody {
  /** Each series belongs to the component in its label `service_id`; a single component needs no label. */
  readonly components: readonly { readonly id: string; readonly name: string }[];
  readonly item: string;
  /** Name of the line beside its component, if an item has several lines: `p95`. */
  readonly line?: string;
  readonly body: Uint8Array;
}

export interface UnansweredQuery extends Pick<RawSeriesBody, 'components' | 'item'> {
  /** In the chart's language. */
  readonly why: string;
}

/** Times in epoch seconds. */
export interface ComponentChange {
  readonly time: number;
  /** Start of a change that took a while. Samples in between count as neither before nor after. */
  readonly since?: number;
  /** Ids. */
  readonly components: readonly string[];
}

/** Drawn as a vertical line in every panel. */
export interface ChartMark extends ComponentChange {
  /** The change, without its time: `scale 3 → 5`. Untrusted. */
  readonly what: string;
  /** Untrusted. */
  readonly who?: string;
  /** Never shown. */
  readonly request?: string;
}

/** Samples before and during a chart, for judging the effect of changes. */
export interface ChartHistory {
  readonly body: ChartJob['body'];
  /** Epoch seconds. */
  readonly start: number;
  readonly end: number;
  /** Seconds between two samples. */
  readonly step: number;
  /** All changes from this time on are known; epoch seconds. */
  readonly knownSince: number;
  /** Changes without a mark: earlier than the range, or failed. */
  readonly otherChanges: readonly ComponentChange[];
}

/** Drawn as pale lines, aligned by local time. */
export interface ChartComparison {
  readonly body: ChartJob['body'];
  /** Epoch seconds. The local time of `start` is aligned with the chart's start. */
  readonly start: number;
  readonly end: number;
  /** Name of the period within a sentence, in the chart's language: `yesterday`, `7 days before`. */
  readonly label: string;
}

/** Drawn as a level line. Omit it if there is no limit. */
export interface ChartLimit {
  readonly item: string;
  /** Cores or MiB, like the item's panel. */
  readonly value: number;
  /** Component id. */
  readonly component: string;
}

export interface ChartThreshold {
  readonly item: string;
  /** In the unit of the item's panel: ms, requests per second, clients, cores, MiB. */
  readonly value: number;
  /** Marks values below the threshold instead of above it. */
  readonly below?: true;
}

/** Plain data, because it crosses to the worker thread. */
export interface ChartJob {
  /** The JSON reply of docs/platform.md#monitoring as received, raw Prometheus replies (one per item), or both. */
  readonly body: Uint8Array | readonly (Uint8Array | RawSeriesBody | UnansweredQuery)[];
  /** Epoch seconds. */
  readonly start: number;
  readonly end: number;
  /** Seconds between two points. */
  readonly step: number;
  /** Seconds between samples of `body`, if less than `step`; points then have mean, minimum and maximum. */
  readonly sampled?: number;
  /** Per step, computed by the platform; `body` then holds the means. */
  readonly extremes?: { readonly low: readonly RawSeriesBody[]; readonly high: readonly RawSeriesBody[] };
  /** Ids; default: all. */
  readonly components?: readonly string[];
  /** `monitor_item` names to keep; default: all. */
  readonly items?: readonly string[];
  /** Set if the user didn't name `items`. */
  readonly isUsual?: true;
  /** IANA name. */
  readonly zone: string;
  readonly lang: Lang;
  /** Such as the app's name. Untrusted: shown as text. */
  readonly title: string;
  /** Names of `components`, in the same order. Untrusted. */
  readonly names?: readonly string[];
  /** In any order. Above 30, the earliest without an effect are omitted. */
  readonly marks?: readonly ChartMark[];
  readonly comparison?: ChartComparison;
  readonly history?: ChartHistory;
  readonly limits?: readonly ChartLimit[];
  readonly thresholds?: readonly ChartThreshold[];
  readonly dark?: boolean;
  /** Hue indices of the theme by component id, as used earlier in this context. */
  readonly hues?: Readonly<Record<string, number>>;
}

/** `requests` are per second; the platform counts per 5 seconds, so the values are divided when they are read. */
export type Unit = 'ms' | 'requests' | 'clients' | 'cores' | 'MiB' | 'bytes' | 'none';

/** A stretch without samples, from the sample before it to the sample after it; epoch seconds. */
export interface Gap {
  readonly from: number;
  readonly to: number;
}

export type Trend = 'rising' | 'falling' | 'steady' | 'varying' | 'unknown';

/** Computed from all points of a line, not only the drawn ones; null without points. */
export interface Statistics {
  readonly last: number | null;
  /** Epoch seconds, like all times here. */
  readonly lastAt: number | null;
  readonly min: number | null;
  readonly minAt: number | null;
  readonly mean: number | null;
  readonly max: number | null;
  readonly peakAt: number | null;
  readonly trend: Trend;
}

export interface SeriesSummary extends Statistics {
  readonly id: string;
  readonly name: string;
  readonly points: number;
  /** The first 20 gaps. */
  readonly gaps: readonly Gap[];
  readonly gapCount: number;
  readonly gapSeconds: number;
  /** In the comparison period: the mean, and the difference of the current mean in percent. */
  readonly earlier?: { readonly mean: number | null; readonly percent?: number };
}

export interface ThresholdSummary {
  readonly value: number;
  readonly below?: true;
  /** Longest first. `isAtMost`: in each counted step, the line was beyond the threshold for a moment or longer. */
  readonly beyond: readonly {
    readonly name: string;
    readonly seconds: number;
    readonly since: number;
    readonly isAtMost?: true;
    readonly stretches: number;
  }[];
}

export interface LimitSummary {
  readonly value: number;
  /** Component names; empty if all limits of the panel are equal. */
  readonly names: readonly string[];
  /** The highest value of these components' lines; `name` is its line. */
  readonly peak: number | null;
  readonly name?: string;
}

/** All changes of one minute; epoch seconds. */
export interface MarkSummary {
  readonly time: number;
  readonly since?: number;
  /** Changes and their authors: `scale 3 → 5 · maya`. */
  readonly label: string;
  readonly hasEffect?: true;
}

export interface EffectSummary {
  readonly item: string;
  readonly unit: Unit;
  readonly name: string;
  readonly before: number;
  readonly after: number;
  /** Such as `scale 3 → 5`. Judged together, because any of them may be the cause. */
  readonly whats: readonly string[];
  /** The author, if one person made all changes. */
  readonly who?: string;
  /** Of the last change; epoch seconds. */
  readonly time: number;
  readonly requests: readonly string[];
}

/** Series are ordered by rank; the colored ones come first. */
export interface PanelSummary {
  readonly item: string;
  readonly unit: Unit;
  /** False if the item wasn't requested by name and the picture has no room for it. */
  readonly isDrawn: boolean;
  readonly series: readonly SeriesSummary[];
  /** Number of series drawn in color; the others are gray. */
  readonly coloured: number;
  /** The lines cross too often to be followed: the picture shows their median, and a band from lowest to highest. */
  readonly isMerged?: true;
  readonly limits?: readonly LimitSummary[];
  readonly thresholds?: readonly ThresholdSummary[];
}

export interface LeftOutItem {
  readonly item: string;
  /** Component names; empty if no component has the item. */
  readonly names: readonly string[];
  /** The reason, in the chart's language; absent if the reply was unreadable. */
  readonly why?: string;
}

export interface LeftOut {
  readonly components: readonly string[];
  readonly withoutPoints: readonly string[];
  /** Requested, but not in the reply: names, or ids if the names are unknown. */
  readonly absent: readonly string[];
  /** Without room for a panel, or requested but nonexistent. */
  readonly items: readonly string[];
  readonly unanswered?: readonly LeftOutItem[];
  /** Samples outside the range or unreadable. */
  readonly points: number;
  /** Unread data beyond the limits of a reply. */
  readonly cut?: { readonly series: number; readonly points: number; readonly values: number };
}

export interface ChartSummary {
  readonly title: string;
  /** Names of the drawn components, absent if all components were requested. */
  readonly names?: readonly string[];
  readonly start: number;
  readonly end: number;
  readonly step: number;
  readonly panels: readonly PanelSummary[];
  /** `no-points`: series without samples; `no-series`: no series at all. */
  readonly empty: null | 'no-points' | 'no-series';
  readonly leftOut: LeftOut;
  /** Seconds between samples, if the values between samples are unknown. */
  readonly samplesApart?: number;
  /** Earliest first. */
  readonly marks?: readonly MarkSummary[];
  readonly hiddenMarks?: number;
  /** Strongest first. */
  readonly effects?: readonly EffectSummary[];
  readonly comparedWith?: string;
}

/** If `summary.empty` is set, `png` shows the reason as text. */
export interface ChartResult {
  readonly png: Uint8Array;
  /** Pixels. */
  readonly width: number;
  readonly height: number;
  readonly summary: ChartSummary;
  /** Newly assigned, by component id; keep them for later charts. */
  readonly hues: Readonly<Record<string, number>>;
}

export interface NumbersTable {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** Number of columns or rows that didn't fit. */
  readonly hidden: number;
}

export interface NumbersResult {
  /** All points: UTF-8 with a byte order mark, one row per time, one column per series. */
  readonly csv: Uint8Array;
  /** The last 20 steps, newest first; at most 20 columns. `hidden` counts series. */
  readonly table: NumbersTable;
  readonly summary: ChartSummary;
}

export type ChartFault =
  | { readonly fault: 'busy'; readonly waiting: number }
  | { readonly fault: 'unreadable' }
  | { readonly fault: 'too-large'; readonly limit: number; readonly of: 'bytes' | 'points' }
  | { readonly fault: 'start-after-end' }
  | { readonly fault: 'bad-time' }
  | { readonly fault: 'range-too-long'; readonly days: number }
  | { readonly fault: 'bad-step' }
  /** `step` is the smallest valid one, in seconds. */
  | { readonly fault: 'too-many-points'; readonly points: number; readonly limit: number; readonly step: number }
  | { readonly fault: 'bad-zone'; readonly zone: string }
  /** Internal error: the worker ended or failed. `why` is for the log. */
  | { readonly fault: 'failed'; readonly why: string };
