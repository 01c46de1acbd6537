import type { Lang } from '../../core/text/text.ts';
import { offsetsText } from '../../core/text/zone-offset.ts';
import type { ChartSummary, NumbersTable, PanelSummary, SeriesSummary } from '../data/job.ts';
import { togetherText, valueText } from '../data/number-format.ts';
import { describeWords, durationText, itemText, stepWords } from '../data/picture-messages.ts';
import { clockText, rangeText, type ZoneClock, zoneClock } from '../data/zone.ts';
import { findingsText, uncomparedText } from './findings-text.ts';
import { summaryTable } from './summary-table.ts';

/** What a chart says to those who do not see it. */
export interface Description {
  /** For an image's `alt_text`: whole sentences, at most 2,000 characters. */
  readonly alt: string;
  /** The same for a message's `text`, with a line per series; at most 3,500 characters. */
  readonly text: string;
  /** The numbers of the first lines in rank; no rows where nothing was drawn. */
  readonly table: NumbersTable;
  /** The same of all lines that have room in a message. */
  readonly wholeTable: NumbersTable;
  /** What was asked for and isn't drawn, such as components without samples, or peaks that nobody knows. */
  readonly left: readonly string[];
  /** At most three lines: what changes clearly did, thresholds and limits. */
  readonly findings: readonly string[];
}

const ALT_LIMIT = 2000;
const TEXT_LIMIT = 3500;
/** Series described in full; the others are counted, with their extremes. */
const TOLD = 6;
/** Rows below a chart, and in its numbers. */
const ROWS = 10;
const ALL_ROWS = 60;
/** Findings of a message. */
const FINDINGS = 3;
/** Findings, and changes, in an alt text. */
const TOLD_FINDINGS = 12;

/**
 * Describes level, trend, peak with its time, gaps and how the components compare. Pure.
 * @param zone the IANA zone in which times are written
 * @param change the request whose effect the chart is to show: where there is none, that is said
 */
export function describe(summary: ChartSummary, lang: Lang, zone: string, change?: string): Description {
  const clock = zoneClock(zone, summary.start, summary.end);
  const needsDay = summary.end - summary.start > 43_200;
  const at = (time: number) => clockText(clock, time, needsDay, lang);
  const words = describeWords[lang];
  const wording = { summary, lang, words, at };
  const opening = openingText(wording, clock);
  const left = leftOutText(wording);
  const tables = { table: summaryTable(summary, lang, ROWS), wholeTable: summaryTable(summary, lang, ALL_ROWS) };
  if (summary.empty) {
    const said = [opening, words.empty[summary.empty], ...left].join(words.space);
    return { alt: cut(said, ALT_LIMIT), text: cut(said, TEXT_LIMIT), ...tables, left, findings: [] };
  }
  const drawn = summary.panels.filter(({ isDrawn }) => isDrawn);
  const panels = drawn.map((panel) => panelText(panel, wording));
  const findings = findingsText(summary, lang, at, change);
  const sentences = findings.map(words.sentence);
  const marks = marksText(wording);
  const told = [...sentences.slice(0, TOLD_FINDINGS), ...marks, ...left];
  const parts = [opening, ...panels.map((messages) => messages.join(words.space)), ...sentences, ...marks, ...left];
  return {
    alt: cut(fitSentences(opening, panels, told, ALT_LIMIT, words.space), ALT_LIMIT),
    text: cut(parts.join('\n'), TEXT_LIMIT),
    ...tables,
    left,
    findings: findings.slice(0, FINDINGS),
  };
}

/** What the sentences of a chart are written with. */
interface Wording {
  readonly summary: ChartSummary;
  readonly lang: Lang;
  readonly words: (typeof describeWords)[Lang];
  /** A moment (epoch seconds) on the asker's clock. */
  readonly at: (time: number) => string;
}

/** The changes, for those who don't see them marked. */
function marksText({ summary: { marks = [], hiddenMarks = 0 }, words, at }: Wording): string[] {
  if (marks.length === 0) return [];
  const told = marks.slice(-TOLD_FINDINGS).map(({ time, label }) => `${at(time)} ${label}`);
  const more = marks.length - told.length + hiddenMarks;
  return [words.marks([...told, ...(more > 0 ? [words.moreMarks(more)] : [])].join(words.semicolon))];
}

function openingText({ summary, lang, words }: Wording, clock: ZoneClock): string {
  const items = summary.panels.filter(({ isDrawn }) => isDrawn).map((panel) => itemText(panel.item, lang));
  return words.opening({
    title: summary.title,
    items: items.join(words.and),
    range: rangeText(clock, summary.start, summary.end, lang),
    zone: clock.zone === 'UTC' ? 'UTC' : `${clock.zone} ${offsetsText(clock.offsets)}`,
    step: stepWords(summary.step, lang),
  });
}

/** The sentences of a panel, the most important ones first, so that what does not fit is what matters least. */
function panelText(panel: PanelSummary, wording: Wording): string[] {
  const { summary, lang, words } = wording;
  const messages: string[] = [];
  const several = panel.series.length > 1;
  const item = itemText(panel.item, lang);
  if (several || summary.panels.length > 1) messages.push(words.panel(item, panel.series.length));
  const comparison = several ? compare(panel, wording) : '';
  if (comparison !== '') messages.push(comparison);
  const [first] = panel.series;
  const shared = several && first && panel.series.every((series) => sameGaps(series, first)) ? first : undefined;
  if (shared && shared.gapCount > 0) messages.push(words.allLines(gapsText(shared, wording)));
  for (const series of panel.series.slice(0, TOLD)) {
    const gap = shared ? '' : gapsText(series, wording);
    const parts = [seriesText(series, panel, wording), comparedText(series, panel, wording), gap];
    messages.push(parts.filter((part) => part !== '').join(words.space));
  }
  const rest = panel.series.slice(TOLD);
  if (rest.length > 0) messages.push(restText(rest, panel, wording));
  return messages;
}

function sameGaps(a: SeriesSummary, b: SeriesSummary): boolean {
  return (
    a.gapCount === b.gapCount &&
    a.gaps.every((gap, index) => gap.from === b.gaps[index]?.from && gap.to === b.gaps[index]?.to)
  );
}

function seriesText(series: SeriesSummary, { unit }: PanelSummary, { summary, lang, words, at }: Wording): string {
  const value = (number: number | null) => valueText(number ?? 0, unit, lang);
  const when = (time: number | null) => at(time ?? summary.start);
  const { name, mean, min, max, last } = series;
  if (series.points === 1) return words.single(name, value(last), when(series.lastAt));
  if (min === max) return words.constant(name, value(last));
  const { numbers, unit: shared } = togetherText([mean ?? 0, min ?? 0, max ?? 0, last ?? 0], unit, lang);
  const [middle = '', low = '', high = '', end = ''] = numbers;
  return words.series({
    name,
    trend: words.trend[series.trend],
    mean: shared === '' ? middle : `${middle} ${shared}`,
    min: low,
    max: high,
    peakAt: when(series.peakAt),
    last: end,
  });
}

/** How a line's mean differs from that of the earlier period. */
function comparedText(
  { mean, earlier }: SeriesSummary,
  { unit }: PanelSummary,
  { summary, lang, words }: Wording,
): string {
  const then = earlier?.mean;
  if (summary.comparedWith === undefined || mean === null || then == null) return '';
  const text = valueText(then, unit, lang);
  return words.compared({
    ...{ label: summary.comparedWith, earlier: text, isWrittenEqual: text === valueText(mean, unit, lang) },
    ...{ percent: earlier?.percent, isHigher: mean > then },
  });
}

function gapsText(series: SeriesSummary, { lang, words, at }: Wording): string {
  const [first] = series.gaps;
  if (!first) return '';
  const longest = series.gaps.reduce((most, gap) => (gap.to - gap.from > most.to - most.from ? gap : most), first);
  return words.gaps({
    count: series.gapCount,
    total: durationText(series.gapSeconds, lang),
    from: at(longest.from),
    to: at(longest.to),
  });
}

/** Which component is highest on average and by how much, where there is something to compare. */
function compare(panel: PanelSummary, { summary, lang, words, at }: Wording): string {
  const byMean = [...panel.series].sort((a, b) => (b.mean ?? 0) - (a.mean ?? 0));
  const [highest, lowest] = [byMean[0], byMean.at(-1)];
  const byPeak = panel.series.reduce((most, each) => ((each.max ?? 0) > (most.max ?? 0) ? each : most));
  if (!highest || !lowest || highest.mean === null || lowest.mean === null) return '';
  if (highest.mean === lowest.mean && byPeak.max === byPeak.min) return words.equal;
  return words.compare({
    highest: highest.name,
    highestMean: valueText(highest.mean, panel.unit, lang),
    lowest: lowest.name,
    lowestMean: valueText(lowest.mean, panel.unit, lang),
    peak: byPeak.name,
    peakValue: valueText(byPeak.max ?? 0, panel.unit, lang),
    peakAt: at(byPeak.peakAt ?? summary.start),
  });
}

function restText(rest: readonly SeriesSummary[], panel: PanelSummary, { lang, words }: Wording): string {
  const lowest = Math.min(...rest.map((series) => series.min ?? Number.POSITIVE_INFINITY));
  const highest = Math.max(...rest.map((series) => series.max ?? Number.NEGATIVE_INFINITY));
  return words.rest(rest.length, valueText(lowest, panel.unit, lang), valueText(highest, panel.unit, lang));
}

function leftOutText({ summary, lang, words }: Wording): string[] {
  const { withoutPoints, absent, items, cut: beyond } = summary.leftOut;
  const listNames = (names: readonly string[]) =>
    names.slice(0, 8).join(words.and) + (names.length > 8 ? words.etc(names.length - 8) : '');
  const said: string[] = [];
  if (withoutPoints.length > 0 && !summary.empty) said.push(words.withoutPoints(listNames(withoutPoints)));
  if (absent.length > 0) said.push(words.absent(listNames(absent)));
  if (items.length > 0) said.push(words.items(listNames(items.map((item) => itemText(item, lang)))));
  said.push(...uncomparedText(summary, lang));
  if (summary.samplesApart !== undefined && !summary.empty)
    said.push(words.samplesApart(stepWords(summary.samplesApart, lang)));
  if (beyond) said.push(words.cut(beyond));
  return said;
}

/** Drops the least important sentences, panel by panel in turn, until the rest fits. */
function fitSentences(opening: string, panels: string[][], left: string[], limit: number, space: string): string {
  const kept = panels.map((messages) => [...messages]);
  const all = () => [opening, ...kept.flat(), ...left].join(space);
  while (all().length > limit) {
    const longest = kept.reduce((most, each) => (each.length > most.length ? each : most), kept[0] ?? []);
    if (longest.length <= 1) break;
    longest.pop();
  }
  return all();
}

function cut(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const shorter = text.slice(0, limit - 1);
  // Half of a character outside the basic plane is no character.
  return `${/[\ud800-\udbff]$/.test(shorter) ? shorter.slice(0, -1) : shorter}…`;
}
