import type { Lang } from '../../core/text/text.ts';

/**
 * A reply of the console's raw query endpoint about one item (docs/platform.md#raw-monitoring-queries), Prometheus'
 * own body.
 */
export interface RawSeriesBody {
  /**
   * Whom it was asked for: each series belongs to the one that its label `service_id` names; one alone needs no
   * label.
   */
  readonly components: readonly { readonly id: string; readonly name: string }[];
  readonly item: string;
  /** What its lines are called beside their component, where an item has several: `p95`. */
  readonly line?: string;
  readonly body: Uint8Array;
}

/** A query that wasn't answered, beside others that were. */
export interface UnansweredQuery extends Pick<RawSeriesBody, 'components' | 'item'> {
  /** Why, in the chart's language. */
  readonly why: string;
}

/** A change of components: from when it began until it was over, in epoch seconds. */
export interface ComponentChange {
  readonly time: number;
  /** When it began, for a change that took a while: what is between the two is neither before nor after it. */
  readonly since?: number;
  /** The components that it changed, by id. */
  readonly components: readonly string[];
}

/** Something that was changed while the chart's range lasted: a vertical line in every panel. */
export interface ChartMark extends ComponentChange {
  /** What was changed, without its time: `scale 3 → 5`. Untrusted: shown as text. */
  readonly what: string;
  /** Who did it; absent where nobody is to be named. Untrusted as well. */
  readonly who?: string;
  /** The request that it was, by id: never shown. */
  readonly request?: string;
}

/** What the lines did before and while a chart lasted: what an effect of its changes is judged by. */
export interface ChartHistory {
  readonly body: ChartJob['body'];
  /** Epoch seconds. */
  readonly start: number;
  readonly end: number;
  /** Seconds between two samples. */
  readonly step: number;
  /** All changes since this moment (epoch seconds) are known. */
  readonly knownSince: number;
  /** Changes that are no marks: those before the range, and those that failed. */
  readonly otherChanges: readonly ComponentChange[];
}

/** An earlier period, drawn as pale lines of the same hues. It is aligned by the clock of the chart's zone. */
export interface ChartComparison {
  /** As a job's own body. */
  readonly body: ChartJob['body'];
  /** Epoch seconds: what was asked for; its local time of day falls on that of the chart's start. */
  readonly start: number;
  readonly end: number;
  /** What the period is called within a sentence, in the chart's language: `yesterday`, `7 days before`. */
  readonly label: string;
}

/** What a component may use of a resource at most: a level line. Leave it out where there is no limit. */
export interface ChartLimit {
  readonly item: string;
  /** In the unit of the item's panel: cores, MiB. */
  readonly value: number;
  /** The component's id; it is named where limits differ. */
  readonly component: string;
}

/** A value that a person asked about: a level line that says how long the lines were above it. */
export interface ChartThreshold {
  readonly item: string;
  /** In the unit of the item's panel: ms, requests per second, clients, cores, MiB. */
  readonly value: number;
  /** Values below it are marked, not those above it. */
  readonly below?: true;
}

/**
 * What a chart is drawn from. Plain data: it crosses to the worker thread; bodies are copied, the caller keeps its
 * own.
 */
export interface ChartJob {
  /** The JSON reply of docs/platform.md#monitoring as received, raw Prometheus replies, one per item, or both. */
  readonly body: Uint8Array | readonly (Uint8Array | RawSeriesBody | UnansweredQuery)[];
  /** Epoch seconds. */
  readonly start: number;
  /** Epoch seconds. */
  readonly end: number;
  /** Seconds between two points. */
  readonly step: number;
  /** Seconds between two samples of `body`, where they are closer: then a point has their mean, lowest and highest. */
  readonly sampled?: number;
  /** The lowest and the highest value within each step, computed by the platform; `body` holds the means then. */
  readonly extremes?: { readonly low: readonly RawSeriesBody[]; readonly high: readonly RawSeriesBody[] };
  /** Ids of the components to keep; left out: all. */
  readonly components?: readonly string[];
  /** `monitor_item` names to keep; left out: all. */
  readonly items?: readonly string[];
  /** Nobody asked for `items` by name. */
  readonly isUsual?: true;
  /** The IANA zone of the person who asks. */
  readonly zone: string;
  readonly lang: Lang;
  /** Whose monitoring this is, such as the app's name. Untrusted: shown as text, never read as anything else. */
  readonly title: string;
  /** Names of `components`, in their order: those that are drawn are the picture's title. Untrusted as well. */
  readonly names?: readonly string[];
  /** In any order; those outside the range are left out, and of more than 30 the earliest without an effect. */
  readonly marks?: readonly ChartMark[];
  readonly comparison?: ChartComparison;
  readonly history?: ChartHistory;
  readonly limits?: readonly ChartLimit[];
  readonly thresholds?: readonly ChartThreshold[];
  /** Drawn on a dark background. */
  readonly dark?: boolean;
  /** The hues that components have in this context, by their ids: places among the theme's. */
  readonly hues?: Readonly<Record<string, number>>;
}

/**
 * Units that the platform's items are known to have; `none` where it is unknown. `requests`
 * are requests per second: the platform counts them per 5 seconds, and they are divided when they are read.
 */
export type Unit = 'ms' | 'requests' | 'clients' | 'cores' | 'MiB' | 'bytes' | 'none';

/** A stretch without samples, in epoch seconds: after the last sample before it, until the first one behind it. */
export interface Gap {
  readonly from: number;
  readonly to: number;
}

export type Trend = 'rising' | 'falling' | 'steady' | 'varying' | 'unknown';

/**
 * The numbers of one line, from all of its points and not from the drawn ones. Numbers are null when it has no
 * points. Where a point stands for a whole step, the lowest and the highest are those within the steps, the others
 * those of the means.
 */
export interface Statistics {
  readonly last: number | null;
  /** Epoch seconds, as all times here. */
  readonly lastAt: number | null;
  readonly min: number | null;
  readonly minAt: number | null;
  readonly mean: number | null;
  readonly max: number | null;
  readonly peakAt: number | null;
  readonly trend: Trend;
}

/** A line and its numbers. */
export interface SeriesSummary extends Statistics {
  readonly id: string;
  readonly name: string;
  readonly points: number;
  /** The first twenty gaps. */
  readonly gaps: readonly Gap[];
  readonly gapCount: number;
  /** Seconds without samples, all gaps together. */
  readonly gapSeconds: number;
  /**
   * The same line in the earlier period of a comparison: its mean, null where it has no samples, and by how many whole
   * percents the mean differs from it now, undefined where that can't be said.
   */
  readonly earlier?: { readonly mean: number | null; readonly percent?: number };
}

/** What a threshold found, for each line that was ever beyond it: above, or `below`. */
export interface ThresholdSummary {
  readonly value: number;
  readonly below?: true;
  /**
   * Longest first. `isAtMost`: beyond it within steps of so many seconds together, each of them at least for a moment.
   */
  readonly beyond: readonly {
    readonly name: string;
    readonly seconds: number;
    readonly since: number;
    readonly isAtMost?: true;
    /** How many times it went beyond it. */
    readonly stretches: number;
  }[];
}

/** Limits of one value. */
export interface LimitSummary {
  readonly value: number;
  /** Names of the components that have it; empty where all limits of the panel are equal. */
  readonly names: readonly string[];
  /** The highest value of these components' lines, and the line that has it. */
  readonly peak: number | null;
  readonly name?: string;
}

/** Changes of one minute, as one mark. Epoch seconds. */
export interface MarkSummary {
  readonly time: number;
  readonly since?: number;
  /** What was changed and by whom: `scale 3 → 5 · maya`; several changes one after another. */
  readonly label: string;
  /** Whether one of them clearly moved a line. */
  readonly hasEffect?: true;
}

/** What a change did to a line: what is typical of it before and after. */
export interface EffectSummary {
  readonly item: string;
  readonly unit: Unit;
  readonly name: string;
  readonly before: number;
  readonly after: number;
  /** What was changed: `scale 3 → 5`. Several changes are judged together, the last one last: any of them may be why. */
  readonly whats: readonly string[];
  /** Who changed it, where one did all of it. */
  readonly who?: string;
  /** When: that of the last change's mark. Epoch seconds. */
  readonly time: number;
  /** The requests that they were, where they were some. */
  readonly requests: readonly string[];
}

/**
 * One monitoring item: a panel of the picture where it is drawn. Series are in the order of their rank, the ones
 * drawn in color first.
 */
export interface PanelSummary {
  readonly item: string;
  readonly unit: Unit;
  /** False for an item that nobody asked for by name and that the picture has no room for: it has its numbers alone. */
  readonly isDrawn: boolean;
  readonly series: readonly SeriesSummary[];
  /** How many of the series are drawn in color; the others are gray. */
  readonly coloured: number;
  readonly limits?: readonly LimitSummary[];
  readonly thresholds?: readonly ThresholdSummary[];
}

/** An item that isn't drawn since its query wasn't answered. */
export interface LeftOutItem {
  readonly item: string;
  /** Names of the components that it lacks; empty where it has none at all. */
  readonly names: readonly string[];
  /** In the chart's language; absent where there was a reply that couldn't be read. */
  readonly why?: string;
}

/** What was in the reply but is not in the picture. */
export interface LeftOut {
  /** Names of components that are in the reply but were not asked for. */
  readonly components: readonly string[];
  /** Names of components with a line that has no samples. */
  readonly withoutPoints: readonly string[];
  /** Components that were asked for but have no item in the reply: names where the reply has them, else ids. */
  readonly absent: readonly string[];
  /** Items beyond the panels that fit, or asked for but not there. */
  readonly items: readonly string[];
  /** Queries without an answer that can be read; absent where all were answered. */
  readonly unanswered?: readonly LeftOutItem[];
  /** Samples outside the range, or not readable as time and number. */
  readonly points: number;
  /** What was beyond the limits of a reply and not read; absent where nothing was. */
  readonly cut?: { readonly series: number; readonly points: number; readonly values: number };
}

export interface ChartSummary {
  readonly title: string;
  /** Of what is drawn of the components that were asked for; absent where all were. */
  readonly names?: readonly string[];
  readonly start: number;
  readonly end: number;
  readonly step: number;
  readonly panels: readonly PanelSummary[];
  /**
   * Why nothing could be drawn: series came back, but without samples (`no-points`), or none came at all
   * (`no-series`).
   */
  readonly empty: null | 'no-points' | 'no-series';
  readonly leftOut: LeftOut;
  /** Seconds between the samples, where what is between them isn't known. */
  readonly samplesApart?: number;
  /** Changes within the range, the earliest first. */
  readonly marks?: readonly MarkSummary[];
  /** Changes beyond those that a picture has room for. */
  readonly hiddenMarks?: number;
  /** What changes clearly did, the strongest effect first. */
  readonly effects?: readonly EffectSummary[];
  /** What the earlier period is called. */
  readonly comparedWith?: string;
}

/** A drawn chart: a PNG and what it says. `png` shows an honest line of text when `summary.empty` says why. */
export interface ChartResult {
  readonly png: Uint8Array;
  /** Pixels. */
  readonly width: number;
  readonly height: number;
  readonly summary: ChartSummary;
  /** Hues of components that had none, by their ids: to be kept for their next charts. */
  readonly hues: Readonly<Record<string, number>>;
}

/** Numbers as texts, in the order in which they are shown. */
export interface NumbersTable {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** How many did not fit. */
  readonly hidden: number;
}

/** The numbers behind a chart. */
export interface NumbersResult {
  /** Every point: UTF-8 with a byte order mark, one row a time, one column a series. */
  readonly csv: Uint8Array;
  /** The last twenty steps, newest first; at most twenty columns, the first being the time. `hidden`: of the series. */
  readonly table: NumbersTable;
  readonly summary: ChartSummary;
}

/** Why there is no chart, as data that crosses threads. */
export type ChartFault =
  /** The queue is full: asking again in a moment helps. */
  | { readonly fault: 'busy'; readonly waiting: number }
  /** The reply is not the JSON that a monitoring query answers with. */
  | { readonly fault: 'unreadable' }
  /** More bytes or samples than one chart may have. */
  | { readonly fault: 'too-large'; readonly limit: number; readonly of: 'bytes' | 'points' }
  | { readonly fault: 'start-after-end' }
  | { readonly fault: 'bad-time' }
  | { readonly fault: 'range-too-long'; readonly days: number }
  | { readonly fault: 'bad-step' }
  /** This step would give more points than the platform answers; `step` is the smallest that works, in seconds. */
  | { readonly fault: 'too-many-points'; readonly points: number; readonly limit: number; readonly step: number }
  | { readonly fault: 'bad-zone'; readonly zone: string }
  /** Ours: the worker ended or failed. `why` is for the log. */
  | { readonly fault: 'failed'; readonly why: string };
