import { Info } from 'luxon';
import { apart } from '../../core/text/chinese.ts';
import { writeDuration } from '../../core/text/duration-messages.ts';
import { withoutOne } from '../../core/text/plural.ts';
import type { Lang } from '../../core/text/text.ts';
import type { LeftOut } from './job.ts';

/** A step as commands take it: `30s`, `5m`, `2h`. */
export function stepText(seconds: number): string {
  if (seconds % 86_400 === 0) return `${seconds / 86_400}d`;
  if (seconds % 3600 === 0) return `${seconds / 3600}h`;
  if (seconds % 60 === 0) return `${seconds / 60}m`;
  return `${seconds}s`;
}

interface Day {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly weekday: number;
}

const MONTHS = Info.months('short', { locale: 'en-US' });
/** Luxon's weeks begin on Monday; `Day.weekday` counts from Sunday. */
const weekdays = (locale: string) => Info.weekdays('short', { locale }).map((_, index, all) => all.at(index - 1) ?? '');
const WEEKDAYS = { en: weekdays('en-US'), zh: weekdays('zh-CN') };

/** Dates on the time axis and in messages. */
export const dayWords = {
  en: {
    date: (day: Day) => `${day.day} ${MONTHS[day.month - 1] ?? ''}`,
    weekday: (day: Day) => WEEKDAYS.en[day.weekday] ?? '',
    month: (day: Day) => (day.month === 1 ? [MONTHS[0] ?? '', String(day.year)] : [MONTHS[day.month - 1] ?? '']),
    full: (day: Day) => `${day.day} ${MONTHS[day.month - 1] ?? ''} ${day.year}`,
  },
  zh: {
    date: (day: Day) => `${day.month}月${day.day}日`,
    weekday: (day: Day) => WEEKDAYS.zh[day.weekday] ?? '',
    month: (day: Day) => (day.month === 1 ? ['1月', `${day.year}年`] : [`${day.month}月`]),
    full: (day: Day) => `${day.year}年${day.month}月${day.day}日`,
  },
} satisfies Record<Lang, unknown>;

/** Units on axes and after numbers. */
export const unitWords = {
  en: {
    ms: 'ms',
    seconds: 's',
    minutes: 'min',
    hours: 'h',
    requests: 'req/s',
    clients: 'clients',
    cores: 'cores',
    MiB: 'MiB',
    bytes: 'B/s',
    none: '',
    beside: (value: string, unit: string) =>
      value === '1' && (unit === 'clients' || unit === 'cores') ? unit.slice(0, -1) : unit,
  },
  zh: {
    ms: 'ms',
    seconds: 's',
    minutes: '分钟',
    hours: '小时',
    requests: '次/秒',
    clients: '人',
    cores: '核',
    MiB: 'MiB',
    bytes: 'B/s',
    none: '',
    beside: (_value: string, unit: string) => unit,
  },
} satisfies Record<Lang, unknown>;

const ITEMS: Readonly<Record<string, Record<Lang, string>>> = {
  request_time: { en: 'Response time', zh: '响应时间' },
  request: { en: 'Requests', zh: '吞吐率' },
  request_client: { en: 'Online clients', zh: '在线人数' },
  cpu: { en: 'CPU', zh: 'CPU' },
  memory: { en: 'Memory', zh: '内存' },
  network: { en: 'Network', zh: '网络' },
};

/** The item in words where it is known, else exactly as the platform calls it. */
export function itemText(item: string, lang: Lang): string {
  return (Object.hasOwn(ITEMS, item) ? ITEMS[item]?.[lang] : undefined) ?? item;
}

/** What an item is called in a row of numbers, beside the name of a component. */
const SHORT_ITEMS: Readonly<Record<string, Record<Lang, string>>> = {
  request_time: { en: 'latency', zh: '响应时间' },
  request: { en: 'requests', zh: '吞吐率' },
  request_client: { en: 'clients', zh: '在线人数' },
  memory: { en: 'memory', zh: '内存' },
  network: { en: 'network', zh: '网络' },
};

/** The same, in the fewest letters. */
export function shortItemText(item: string, lang: Lang): string {
  return (Object.hasOwn(SHORT_ITEMS, item) ? SHORT_ITEMS[item]?.[lang] : undefined) ?? itemText(item, lang);
}

/** The same within a sentence: `response time`, `CPU`. */
export function itemInSentence(item: string, lang: Lang): string {
  const text = itemText(item, lang);
  return text === item || /^\p{Lu}{2}/u.test(text) ? text : text.charAt(0).toLowerCase() + text.slice(1);
}

/** A length of time (in seconds) in at most two units: `45 s`, `5 min`, `2 h 30 min`, `3 days`. */
export function durationText(seconds: number, lang: Lang): string {
  return writeDuration(Math.round(seconds) * 1_000, lang, 'short', 2);
}

/** How far apart the points of a chart are (in seconds), after “every”: `15 seconds`, `minute`. */
export function stepWords(seconds: number, lang: Lang): string {
  return withoutOne(writeDuration(Math.round(seconds) * 1_000, lang, 'words', 2));
}

/** Words drawn into the picture. Names are passed in and stay untranslated. */
export const pictureWords = {
  en: {
    /** Names of what is drawn, and how many more there are. */
    names: (names: readonly string[], more: number) =>
      more > 0
        ? `${names.join(', ')} and ${more} more`
        : [names.slice(0, -1).join(', '), names.at(-1) ?? ''].filter(Boolean).join(' and '),
    peak: (value: string, time: string) => `${value} at ${time}`,
    outlier: (value: string, time: string) => `↑ ${value} at ${time}`,
    max: 'max',
    mean: 'mean',
    band: (line: string) => `line: ${line}, band: min to max`,
    bands: (peaks: string) => `line: mean (${peaks}: max), band: min to max`,
    compared: (label: string) => `pale line: ${label}`,
    notCompared: (label: string) => `${label}: no data`,
    limit: (value: string, names: string) => (names === '' ? `limit ${value}` : `limit ${value} (${names})`),
    threshold: (value: string) => value,
    passed: (level: string) => `↑ ${level} exceeded`,
    notReached: (level: string) => `↑ ${level} not reached`,
    moreChanges: (count: number) => `and ${count} more`,
    moreMarks: (count: number) => `and ${count} more`,
    rest: (grey: number, empty: number) => [
      ...(grey > 0 ? [`+ ${grey} in gray`] : []),
      ...(empty > 0 ? [`${empty} without data`] : []),
    ],
    cut: 'axis not from 0',
    noData: 'no data',
    empty: {
      'no-points': [
        'No data in this range',
        'The platform monitors these components,',
        'but returned no data for this range.',
      ],
      'no-series': ['No monitoring data', 'The platform has no monitoring data', 'for these components.'],
    },
  },
  zh: {
    names: (names: readonly string[], more: number) =>
      more > 0 ? `${names.join('、')} 等 ${names.length + more} 个` : names.join('、'),
    peak: (value: string, time: string) => `${value}（${time}）`,
    outlier: (value: string, time: string) => `↑ ${value}（${time}）`,
    max: '最大值',
    mean: '平均值',
    band: (line: string) => `线：${line}，色带：最小至最大`,
    bands: (peaks: string) => `线：平均值（${peaks}为最大值），色带：最小至最大`,
    compared: (label: string) => `浅色线：${label}`,
    notCompared: (label: string) => `${label}：没有数据`,
    limit: (value: string, names: string) => (names === '' ? `限额 ${value}` : `限额 ${value}（${names}）`),
    threshold: (value: string) => value,
    passed: (level: string) => `↑ 已超过 ${level}`,
    notReached: (level: string) => `↑ 未达到 ${level}`,
    moreChanges: (count: number) => `等另外 ${count} 个`,
    moreMarks: (count: number) => `另有 ${count} 个变更`,
    rest: (grey: number, empty: number) => [
      ...(grey > 0 ? [`另有 ${grey} 条（灰色）`] : []),
      ...(empty > 0 ? [`${empty} 条无数据`] : []),
    ],
    cut: '纵轴不从 0 开始',
    noData: '无数据',
    empty: {
      'no-points': ['该时间范围内没有数据', '平台监控这些组件，', '但没有返回该时间范围的数据。'],
      'no-series': ['没有监控数据', '平台没有这些组件的监控数据。'],
    },
  },
} satisfies Record<Lang, unknown>;

/** Words around the table of numbers. */
export const numbersWords = {
  en: { time: (zone: string) => `Time (${zone})` },
  zh: { time: (zone: string) => `时间（${zone}）` },
} satisfies Record<Lang, unknown>;

type Words<Name extends string> = Readonly<Record<Name, string>>;
type SeriesWords = Words<'name' | 'trend' | 'mean' | 'min' | 'max' | 'peakAt' | 'last'>;
type CompareWords = Words<'highest' | 'highestMean' | 'lowest' | 'lowestMean' | 'peak' | 'peakValue' | 'peakAt'>;
type OpeningWords = Words<'title' | 'items' | 'range' | 'zone' | 'step'>;

interface GapWords {
  readonly count: number;
  readonly total: string;
  readonly from: string;
  readonly to: string;
}

/** Sentences that describe a chart: for alt texts, notifications and the message below the picture. */
export const describeWords = {
  en: {
    and: ', ',
    space: ' ',
    semicolon: '; ',
    sentence: (line: string) => `${line}.`,
    allLines: (gaps: string) => `All lines: ${gaps.charAt(0).toLowerCase()}${gaps.slice(1)}`,
    etc: (count: number) => ` and ${count} more`,
    opening: (p: OpeningWords) =>
      `Chart of ${p.title}${p.items === '' ? '' : `: ${p.items}`}, ${p.range} (${p.zone}), one point every ${p.step}.`,
    empty: {
      'no-points': 'The platform monitors these components, but returned no data for this range.',
      'no-series': 'The platform has no monitoring data for these components.',
    },
    panel: (item: string, count: number) => `${item}, ${count} ${count === 1 ? 'line' : 'lines'}.`,
    compare: (p: CompareWords) =>
      `${p.highest} has the highest mean (${p.highestMean}), ${p.lowest} the lowest (${p.lowestMean}). The highest peak is ${p.peakValue} (${p.peak}, at ${p.peakAt}).`,
    equal: 'All lines are at the same level.',
    trend: {
      rising: 'rises overall',
      falling: 'falls overall',
      steady: 'is steady',
      varying: 'varies',
      unknown: 'has few points',
    },
    series: (p: SeriesWords) =>
      `${p.name} ${p.trend}: mean ${p.mean}, between ${p.min} and ${p.max} (peak at ${p.peakAt}), last value ${p.last}.`,
    single: (name: string, value: string, time: string) => `${name} has a single point: ${value} at ${time}.`,
    constant: (name: string, value: string) => `${name} stays at ${value} throughout.`,
    gaps: (p: GapWords) =>
      p.count === 1
        ? `No data from ${p.from} to ${p.to}.`
        : `No data in ${p.count} gaps (${p.total} in total), the longest from ${p.from} to ${p.to}.`,
    rest: (count: number, min: string, max: string) =>
      count === 1 ? `1 more line is between ${min} and ${max}.` : `${count} more lines are between ${min} and ${max}.`,
    item: 'Item',
    last: 'Last',
    change: 'Change',
    mean: 'Mean',
    max: 'Max',
    row: (name: string, item: string, unit: string) => `${name} ${item}${unit === '' ? '' : `, ${unit}`}`,
    fromZero: 'from 0',
    withoutPoints: (names: string) => `No data: ${names}.`,
    absent: (names: string) => `Not monitored: ${names}.`,
    items: (names: string) => `Not shown: ${names}.`,
    compared: (p: ComparedWords) => {
      const much = p.percent === undefined ? '' : `${Math.abs(p.percent)}% `;
      const equal = p.isWrittenEqual ? 'the same as' : 'about the same as';
      const how = p.percent === 0 ? equal : `${much}${p.isHigher ? 'higher than' : 'lower than'}`;
      return `Its mean is ${how} ${p.label} (${p.earlier}).`;
    },
    samplesApart: (time: string) => `Only one sample every ${time} is known: peaks between samples aren’t shown.`,
    marks: (marks: string) => `Changes: ${marks}.`,
    moreMarks: (count: number) => `${count} more`,
    cut: (p: CutWords) => `The monitoring data was too large: ${cutEnglish(p)} left out.`,
  },
  zh: {
    and: '、',
    space: '',
    semicolon: '；',
    sentence: (line: string) => `${line}。`,
    allLines: (gaps: string) => `所有曲线：${gaps}`,
    etc: (count: number) => `等另外 ${count} 个`,
    opening: (p: OpeningWords) =>
      `${p.title} 的监控图${p.items === '' ? '' : `（${p.items}）`}，${p.range}（${p.zone}），每${apart(p.step)}一个点。`,
    empty: {
      'no-points': '平台监控这些组件，但没有返回该时间范围的数据。',
      'no-series': '平台没有这些组件的监控数据。',
    },
    panel: (item: string, count: number) => `${item}，共 ${count} 条曲线。`,
    compare: (p: CompareWords) =>
      `平均值最高的是 ${p.highest}（${p.highestMean}），最低的是 ${p.lowest}（${p.lowestMean}）；最高峰值为 ${p.peak} 的 ${p.peakValue}，出现在 ${p.peakAt}。`,
    equal: '所有曲线处于同一水平。',
    trend: {
      rising: '呈上升趋势',
      falling: '呈下降趋势',
      steady: '保持平稳',
      varying: '有起伏',
      unknown: '数据点很少',
    },
    series: (p: SeriesWords) =>
      `${p.name} ${p.trend}：平均 ${p.mean}，介于 ${p.min} 与 ${p.max} 之间（峰值在 ${p.peakAt}），最新值 ${p.last}。`,
    single: (name: string, value: string, time: string) => `${name} 只有一个点：${time} 为 ${value}。`,
    constant: (name: string, value: string) => `${name} 始终为 ${value}。`,
    gaps: (p: GapWords) =>
      p.count === 1
        ? `${p.from} 至 ${p.to} 无数据。`
        : `有 ${p.count} 段无数据，合计 ${p.total}，最长一段为 ${p.from} 至 ${p.to}。`,
    rest: (count: number, min: string, max: string) => `另有 ${count} 条曲线介于 ${min} 与 ${max} 之间。`,
    item: '监控项',
    last: '最新',
    change: '变化',
    mean: '平均',
    max: '最大',
    row: (name: string, item: string, unit: string) => `${name} ${item}${unit === '' ? '' : `（${unit}）`}`,
    fromZero: '自 0 起',
    withoutPoints: (names: string) => `没有数据：${names}。`,
    absent: (names: string) => `未开启监控：${names}。`,
    items: (names: string) => `未显示：${names}。`,
    compared: (p: ComparedWords) => {
      const equal = p.isWrittenEqual ? '相同' : '基本相同';
      if (p.percent === 0) return `平均值与${spaced(p.label)}（${p.earlier}）${equal}。`;
      const much = p.percent === undefined ? '' : ` ${Math.abs(p.percent)}%`;
      return `平均值比${spaced(p.label)}（${p.earlier}）${p.isHigher ? '高' : '低'}${much}。`;
    },
    samplesApart: (time: string) => `每${apart(time)}只有一个采样，采样之间的峰值未显示。`,
    marks: (marks: string) => `变更：${marks}。`,
    moreMarks: (count: number) => `另外 ${count} 个`,
    cut: (p: CutWords) => `监控数据过大，已略去 ${cutChinese(p)}。`,
  },
} satisfies Record<Lang, unknown>;

interface ComparedWords {
  readonly earlier: string;
  /** Whether the mean now is written alike. */
  readonly isWrittenEqual: boolean;
  readonly label: string;
  /** Whole percents; undefined where the earlier mean is 0. */
  readonly percent: number | undefined;
  readonly isHigher: boolean;
}

type CutWords = NonNullable<LeftOut['cut']>;

function cutEnglish({ series, points, values }: CutWords): string {
  const parts: string[] = [];
  if (series > 0) parts.push(`${series} more series`);
  if (points > 0) parts.push(`${points} more ${points === 1 ? 'point' : 'points'}`);
  if (values > 0) parts.push(`${values} other ${values === 1 ? 'value' : 'values'}`);
  return `${parts.join(', ')} ${series === 0 && points + values === 1 ? 'was' : 'were'}`;
}

function cutChinese({ series, points, values }: CutWords): string {
  const parts: string[] = [];
  if (series > 0) parts.push(`${series} 条序列`);
  if (points > 0) parts.push(`${points} 个采样点`);
  if (values > 0) parts.push(`${values} 个其他值`);
  return parts.join('、');
}

interface EffectWords {
  /** The line's name, and the item within a sentence. */
  readonly name: string;
  readonly item: string;
  /** Both with their unit where it differs, else the unit comes after the second. */
  readonly before: string;
  readonly after: string;
  readonly unit: string;
  /** What was changed: `scale 3 → 2`. */
  readonly what: string;
  /** `+45%`; empty where there was nothing before. */
  readonly percent: string;
}

/** Chinese text has a space before a number. */
function spaced(text: string): string {
  return /^[0-9]/.test(text) ? ` ${text}` : text;
}

/** Findings of a chart: changes, the comparison with an earlier period, limits and thresholds. */
export const findingWords = {
  en: {
    effect: (p: EffectWords) =>
      `${p.name} ${p.item} typically ${p.before} → ${p.after}${p.unit === '' ? '' : ` ${p.unit}`} after ${p.what}${p.percent === '' ? '' : ` (${p.percent})`}`,
    noEffect: 'No clear effect',
    noEarlier: (names: string, label: string) => `No data to compare with ${label}: ${names}.`,
    nothingEarlier: (label: string) => `No data to compare with ${label}.`,
    used: (name: string, item: string, percent: number, limit: string) =>
      `${name} ${item} at most ${percent}% of its limit of ${limit}`,
    above: (item: string, value: string, times: string) => `${item} above ${value}: ${times}`,
    aboveLine: (name: string, time: string, since: string) => `${name} for ${time}, first at ${since}`,
    atMost: (time: string) => `up to ${time}`,
    never: (item: string, value: string) => `${item} never above ${value}`,
    and: ', ',
    semicolon: '; ',
    more: (count: number) => `${count} more`,
  },
  zh: {
    effect: (p: EffectWords) =>
      `${apart(p.what).trimStart()}之后，${p.name} 的${apart(p.item)}通常由 ${p.before} 变为 ${p.after}${p.unit === '' ? '' : ` ${p.unit}`}${p.percent === '' ? '' : `（${p.percent}）`}`,
    noEffect: '没有明显影响',
    noEarlier: (names: string, label: string) => `没有${spaced(label)}的数据，无法比较：${names}。`,
    nothingEarlier: (label: string) => `没有${spaced(label)}的数据，无法比较。`,
    used: (name: string, item: string, percent: number, limit: string) =>
      `${name} 的${apart(item)}最高达到限额 ${limit} 的 ${percent}%`,
    above: (item: string, value: string, times: string) => `${item}超过 ${value}：${times}`,
    aboveLine: (name: string, time: string, since: string) => `${name} 共 ${time}，首次在 ${since}`,
    atMost: (time: string) => `至多 ${time}`,
    never: (item: string, value: string) => `${item}从未超过 ${value}`,
    and: '、',
    semicolon: '；',
    more: (count: number) => `另外 ${count} 条`,
  },
} satisfies Record<Lang, unknown>;
