import type { Lang } from '../../core/text/text.ts';

/** Prometheus reply to a raw query for one item (docs/platform.md#raw-monitoring-queries). */
export interface RawSeriesBody {
  /** Each series belongs to the component in its label `service_id`; a single component needs no label. */
  readonly components: readonly { readonly id: string; readonly name: string }[];
  readonly item: string;
  /** Name of the line within its component, if an item has several lines: `p95`. */
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
  /** Start of a change that wasn't instant. Samples during the change count as neither before nor after. */
  readonly since?: number;
  /** Component ids. */
  readonly components: readonly string[];
}

/** Drawn as a vertical line in every panel. */
export interface ChartMark extends ComponentChange {
  /** Name of the change, without its time: `scale 3 → 5`. Untrusted. */
  readonly what: string;
  /** Untrusted. */
  readonly who?: string;
  /** Never shown. */
  readonly request?: string;
  /** Items with a limit that the change set. Before it, they had another limit. */
  readonly limits?: readonly string[];
  /** The message with the chart names the change, so the picture always names it. */
  readonly isNamed?: true;
}

/** Samples before and during the chart, from which the effect of changes is judged. */
export interface ChartHistory {
  readonly body: ChartJob['body'];
  /** Epoch seconds. */
  readonly start: number;
  readonly end: number;
  /** Seconds between two samples. */
  readonly step: number;
  /** All changes from this time on are known; epoch seconds. */
  readonly knownSince: number;
  /** Changes that have no mark, because they are earlier than the range or failed. */
  readonly otherChanges: readonly ComponentChange[];
  /** Trouble of pods, such as a container that ran out of memory. A change before it didn't cause the values after it. */
  readonly troubles?: readonly ComponentChange[];
}

/** Drawn as dashed lines, aligned with the chart by local time. */
interface ChartComparison {
  readonly body: ChartJob['body'];
  /** Epoch seconds. The local time of `start` is aligned with the chart's start. */
  readonly start: number;
  readonly end: number;
  /** Name of the period for use in a sentence, in the chart's language: `yesterday`, `7 days before`. */
  readonly label: string;
}

/** Drawn as a level line, unless its value is 0: no limit. */
export interface ChartLimit {
  readonly item: string;
  /** In the unit of the item's panel: cores or MiB. */
  readonly value: number;
  /** Component id. */
  readonly component: string;
}

interface ChartThreshold {
  readonly item: string;
  /** In the unit of the item's panel: ms, requests per second, clients, cores, MiB. */
  readonly value: number;
  /** Marks values below the threshold instead of above it. */
  readonly below?: true;
  /** The threshold as a share of the limit, such as `90%`, for its label. */
  readonly share?: string;
}

/** Plain data, because it is sent to the worker thread. */
export interface ChartJob {
  /** The JSON reply of docs/platform.md#monitoring as received, raw Prometheus replies (one per item), or both. */
  readonly body: Uint8Array | readonly (Uint8Array | RawSeriesBody | UnansweredQuery)[];
  /** Epoch seconds. */
  readonly start: number;
  readonly end: number;
  /** Seconds between two points. */
  readonly step: number;
  /** Seconds between samples of `body`, if less than `step`. Points then have a mean, a minimum and a maximum. */
  readonly sampled?: number;
  /** Lowest and highest value of each step, computed by the platform. If set, `body` has the means. */
  readonly extremes?: { readonly low: readonly RawSeriesBody[]; readonly high: readonly RawSeriesBody[] };
  /** Component ids; default: all. */
  readonly components?: readonly string[];
  /** `monitor_item` names to keep; default: all. */
  readonly items?: readonly string[];
  /** Set if the user named no items and `items` has the usual ones. */
  readonly isUsual?: true;
  /** IANA name. */
  readonly zone: string;
  readonly lang: Lang;
  /** Title, such as the app's name. Untrusted: shown as text. */
  readonly title: string;
  /** Names of `components`, in the same order. Untrusted. */
  readonly names?: readonly string[];
  /** In any order. If there are more than 30, the earliest ones without an effect are omitted. */
  readonly marks?: readonly ChartMark[];
  readonly comparison?: ChartComparison;
  readonly history?: ChartHistory;
  /** Id of a request. The lines are compared before and after its mark. */
  readonly change?: string;
  /** Items that come before all others, because the change is about them. */
  readonly first?: readonly string[];
  readonly limits?: readonly ChartLimit[];
  readonly thresholds?: readonly ChartThreshold[];
  /** Labels no earlier highest or lowest value, epoch seconds. */
  readonly labelledFrom?: number;
  readonly dark?: boolean;
  /** Starts all value axes at zero, even if this leaves most of a panel empty. */
  readonly isFromZero?: true;
  /** Hue indices of the theme by component id, from earlier charts of this context. */
  readonly hues?: Readonly<Record<string, number>>;
}

/** `requests` are per second. The platform counts per 5 seconds, so the values are divided when they are read. */
export type Unit = 'ms' | 'requests' | 'clients' | 'cores' | 'MiB' | 'bytes' | 'none';

/** Time without samples, from the last sample before it to the first sample after it; epoch seconds. */
export interface Gap {
  readonly from: number;
  readonly to: number;
}

export type Trend = 'rising' | 'falling' | 'steady' | 'varying' | 'unknown';

/** Computed from all points of a line, not only the drawn ones; null if there are no points. */
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
  /** Mean in the comparison period, and the difference of the current mean from it, in percent. */
  readonly earlier?: { readonly mean: number | null; readonly percent?: number };
}

export interface ThresholdSummary {
  readonly value: number;
  readonly below?: true;
  readonly share?: string;
  /** Since when a share of the limit has this value, epoch seconds, if a change in the chart set the limit. */
  readonly since?: number;
  /** Longest first. `isAtMost`: `seconds` is a maximum, because only part of some steps was beyond the threshold. */
  readonly beyond: readonly {
    readonly name: string;
    readonly seconds: number;
    /** Start of the last stretch. */
    readonly since: number;
    readonly isAtMost?: true;
    readonly stretches: number;
    /** Seconds without data between the first and the last sample of a single stretch, which `seconds` omits. */
    readonly missing?: number;
    /** End of the last stretch. */
    readonly until: number;
    /** Of a last stretch that lasts to the last point. `to-gap`: that isn't the chart's end. `always`, `nearly`: without a gap. */
    readonly extent?: 'always' | 'nearly' | 'to-end' | 'to-gap';
    /** Of a chart about a change: there were stretches that ended before it, which don't count. */
    readonly hasEarlier?: true;
    /** Of a single stretch: it began with the chart, so that it may have begun before. */
    readonly isFromStart?: true;
  }[];
}

export interface LimitSummary {
  readonly value: number;
  /** Component names; empty if all components in the panel have this limit. */
  readonly names: readonly string[];
  /** Names of the components in the panel that have no limit at all. */
  readonly without: readonly string[];
  /** The highest value of all lines of these components; `name` is the line with this value. */
  readonly peak: number | null;
  readonly name?: string;
  /** Number of these lines that nearly reached the limit. */
  readonly near?: number;
  /** Since when it holds, epoch seconds, if a change in the chart set it. Earlier values don't count. */
  readonly since?: number;
}

/** All changes that began in one minute. */
export interface MarkSummary {
  /** Begin of the first change, epoch seconds. */
  readonly time: number;
  /** End of the last change. */
  readonly until: number;
  /** Changes and their authors: `scale 3 → 5 · maya`. */
  readonly label: string;
  readonly hasEffect?: true;
  readonly isNamed?: true;
}

export interface EffectSummary {
  readonly item: string;
  readonly unit: Unit;
  /** Component id. */
  readonly component: string;
  readonly name: string;
  readonly before: number;
  readonly after: number;
  /** Changes such as `scale 3 → 5`. They are judged together, because any of them can be the cause. */
  readonly whats: readonly string[];
  /** The author, if one person made all changes. */
  readonly who?: string;
  /** Begin of the first change and end of the last one; epoch seconds. */
  readonly since: number;
  readonly time: number;
  /** When the values were as before again. */
  readonly until?: number;
  readonly requests: readonly string[];
}

/** Last value of the line that leads a panel, and what is typical in the chart. `usual`: they are alike. */
export interface LastSummary extends Pick<EffectSummary, 'item' | 'unit' | 'name'> {
  readonly last: number;
  /** Epoch seconds. */
  readonly lastAt: number;
  readonly typical: number;
  readonly is: 'usual' | 'high' | 'low';
  /**
   * When the unusual values began that go on, or that have the peak, epoch seconds; the begin of the step, if a point
   * isn't a sample.
   */
  readonly since?: number;
  /** `typical` is that of the time before, because the values are high for about half of the chart's time or more. */
  readonly isBefore?: true;
  /** An unusually high value before; `at`: epoch seconds. */
  readonly peak?: { readonly value: number; readonly at: number };
}

/** A line's typical values before and after a change; null without samples. */
export interface ShiftSummary extends Pick<EffectSummary, 'item' | 'unit' | 'name'> {
  readonly before: number | null;
  readonly after: number | null;
  /** `clear`: effect of the change. `unclear`: unusual, but not clearly its effect. `unjudged`: too little data. */
  readonly is: 'clear' | 'unclear' | 'usual' | 'unjudged';
  /** Of an unclear difference: when the values moved, if that wasn't at the change. Epoch seconds. */
  readonly movedAt?: number;
  /** Another change at nearly the same time, or one that leaves too little data between the two. */
  readonly beside?: NamedChange;
  /** The first later change, which the values after it aren't compared beyond. */
  readonly until?: NamedChange;
  /** A time after the change with much higher values, which is over: `after` is of the time since. Epoch seconds. */
  readonly passing?: {
    readonly from: number;
    readonly to: number;
    readonly peak: number;
  };
}

/** A change of a component with its label, if the chart marks it. `at`: epoch seconds. */
export interface NamedChange {
  readonly at: number;
  readonly what?: string;
}

/** Lines of one item. `series` is ordered by rank; the colored ones come first. */
export interface PanelSummary {
  readonly item: string;
  readonly unit: Unit;
  /** False if the picture has no room for the item, and the item wasn't requested by name. */
  readonly isDrawn: boolean;
  /** Requested components for which the panel was added, because the usual panels have no line of them. */
  readonly addedFor?: readonly string[];
  readonly series: readonly SeriesSummary[];
  /** Number of series drawn in color; the others are gray. */
  readonly coloured: number;
  /** Set if the lines cross too often to be followed. The picture then shows their median, with a band around it. */
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
  /** Requested components that aren't in the reply: names, or ids if the names are unknown. */
  readonly absent: readonly string[];
  /** Items without room for a panel, and requested items that don't exist. */
  readonly items: readonly string[];
  readonly unanswered?: readonly LeftOutItem[];
  /** Drawn items without a line of a requested component that has lines elsewhere. */
  readonly missing?: readonly LeftOutItem[];
  /** Number of samples that are outside the range or unreadable. */
  readonly points: number;
  /** Amount of data that wasn't read, because the reply exceeded the limits. */
  readonly cut?: { readonly series: number; readonly points: number; readonly values: number };
}

export interface ChartSummary {
  readonly title: string;
  /** Names of the drawn components; absent if all components were requested. */
  readonly names?: readonly string[];
  readonly start: number;
  readonly end: number;
  readonly step: number;
  readonly panels: readonly PanelSummary[];
  /** `no-points`: series without samples; `no-series`: no series at all. */
  readonly empty: null | 'no-points' | 'no-series';
  readonly leftOut: LeftOut;
  /** Seconds between samples; set if values between the samples are unknown. */
  readonly samplesApart?: number;
  /** Set if each point, thus also the last one, is the mean of a step. */
  readonly isMeanOfStep?: true;
  /** Earliest first. */
  readonly marks?: readonly MarkSummary[];
  /** Times of the changes that aren't in `marks`. */
  readonly hiddenMarks?: readonly number[];
  /** Strongest first. */
  readonly effects?: readonly EffectSummary[];
  readonly lastValues?: readonly LastSummary[];
  /** Lines before and after the request `change`. */
  readonly shifts?: { readonly change: string; readonly lines: readonly ShiftSummary[] };
  readonly comparedWith?: string;
}

/** If `summary.empty` is set, `png` shows the reason as text instead of a chart. */
export interface ChartResult {
  readonly png: Uint8Array;
  /** Pixels. */
  readonly width: number;
  readonly height: number;
  readonly summary: ChartSummary;
  /** Newly assigned hues by component id, to keep for later charts. */
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
