import type { Lang } from '../../core/text/text.ts';
import type { ChartSummary, PanelSummary, SeriesSummary } from '../data/job.ts';
import { togetherText, valueText } from '../data/number-format.ts';
import { durationText, itemText, stepWords, describeWords as words } from '../data/picture-messages.ts';
import { offsetText, type ZoneClock, zoneClock } from '../data/zone.ts';
import { clockText, rangeText } from '../layout/header.ts';
import { findingsText, uncomparedText } from './findings-text.ts';
import { type SummaryTable, summaryTable } from './summary-table.ts';

/** What a chart says to those who do not see it. */
export interface Description {
  /** For an image's `alt_text`: whole sentences, at most 2,000 characters. */
  readonly alt: string;
  /** The same for a message's `text`, with a line per series; at most 3,500 characters. */
  readonly text: string;
  /** The numbers of the first lines in rank; no rows where nothing was drawn. */
  readonly table: SummaryTable;
  /** The same of all lines that have room in a message. */
  readonly wholeTable: SummaryTable;
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
  const opening = openingText(summary, lang, clock);
  const left = leftOutText(summary, lang);
  const tables = { table: summaryTable(summary, lang, ROWS), wholeTable: summaryTable(summary, lang, ALL_ROWS) };
  if (summary.empty) {
    const said = [opening, words[lang].empty[summary.empty], ...left].join(words[lang].space);
    return { alt: cut(said, ALT_LIMIT), text: cut(said, TEXT_LIMIT), ...tables, left, findings: [] };
  }
  const drawn = summary.panels.filter(({ isDrawn }) => isDrawn);
  const panels = drawn.map((panel) => panelText(panel, summary, lang, clock));
  const space = words[lang].space;
  const at = (time: number) => clockText(clock, time, needsDay(summary), lang);
  const findings = findingsText(summary, lang, at, change);
  const sentences = findings.map((line) => words[lang].sentence(line));
  const marks = marksText(summary, lang, at);
  const told = [...sentences.slice(0, TOLD_FINDINGS), ...marks, ...left];
  const parts = [opening, ...panels.map((messages) => messages.join(space)), ...sentences, ...marks, ...left];
  return {
    alt: cut(fitSentences(opening, panels, told, ALT_LIMIT, space), ALT_LIMIT),
    text: cut(parts.join('\n'), TEXT_LIMIT),
    ...tables,
    left,
    findings: findings.slice(0, FINDINGS),
  };
}

/** The changes, for those who don't see them marked. */
function marksText({ marks = [], hiddenMarks = 0 }: ChartSummary, lang: Lang, at: (time: number) => string): string[] {
  if (marks.length === 0) return [];
  const told = marks.slice(-TOLD_FINDINGS).map(({ time, label }) => `${at(time)} ${label}`);
  const more = marks.length - told.length + hiddenMarks;
  return [words[lang].marks([...told, ...(more > 0 ? [words[lang].moreMarks(more)] : [])].join(words[lang].semicolon))];
}

function openingText(summary: ChartSummary, lang: Lang, clock: ZoneClock): string {
  const items = summary.panels.filter(({ isDrawn }) => isDrawn).map((panel) => itemText(panel.item, lang));
  return words[lang].opening({
    title: summary.title,
    items: items.join(words[lang].and),
    range: rangeText(clock, summary.start, summary.end, lang),
    zone: clock.zone === 'UTC' ? 'UTC' : `${clock.zone} ${offsetText(clock)}`,
    step: stepWords(summary.step, lang),
  });
}

/** The sentences of a panel, the most important ones first, so that what does not fit is what matters least. */
function panelText(panel: PanelSummary, summary: ChartSummary, lang: Lang, clock: ZoneClock): string[] {
  const messages: string[] = [];
  const several = panel.series.length > 1;
  const item = itemText(panel.item, lang);
  if (several || summary.panels.length > 1) messages.push(words[lang].panel(item, panel.series.length));
  const comparison = several ? compare(panel, lang, clock, summary) : '';
  if (comparison !== '') messages.push(comparison);
  const [first] = panel.series;
  const shared = several && first && panel.series.every((series) => sameGaps(series, first)) ? first : undefined;
  if (shared && shared.gapCount > 0) messages.push(words[lang].allLines(gapsText(shared, summary, lang, clock)));
  for (const series of panel.series.slice(0, TOLD)) {
    const gap = shared ? '' : gapsText(series, summary, lang, clock);
    const parts = [seriesText(series, panel, summary, lang, clock), comparedText(series, panel, summary, lang), gap];
    messages.push(parts.filter((part) => part !== '').join(words[lang].space));
  }
  const rest = panel.series.slice(TOLD);
  if (rest.length > 0) messages.push(restText(rest, panel, lang));
  return messages;
}

function sameGaps(a: SeriesSummary, b: SeriesSummary): boolean {
  return (
    a.gapCount === b.gapCount &&
    a.gaps.every((gap, index) => gap.from === b.gaps[index]?.from && gap.to === b.gaps[index]?.to)
  );
}

function seriesText(series: SeriesSummary, panel: PanelSummary, summary: ChartSummary, lang: Lang, clock: ZoneClock) {
  const value = (number: number | null) => valueText(number ?? 0, panel.unit, lang);
  const at = (time: number | null) => clockText(clock, time ?? summary.start, needsDay(summary), lang);
  const { name, mean, min, max, last } = series;
  if (series.points === 1) return words[lang].single(name, value(last), at(series.lastAt));
  if (min === max) return words[lang].constant(name, value(last));
  const { numbers, unit } = togetherText([mean ?? 0, min ?? 0, max ?? 0, last ?? 0], panel.unit, lang);
  const [middle = '', low = '', high = '', end = ''] = numbers;
  return words[lang].series({
    name,
    trend: words[lang].trend[series.trend],
    mean: unit === '' ? middle : `${middle} ${unit}`,
    min: low,
    max: high,
    peakAt: at(series.peakAt),
    last: end,
  });
}

/** How a line's mean differs from that of the earlier period. */
function comparedText({ mean, earlier }: SeriesSummary, { unit }: PanelSummary, summary: ChartSummary, lang: Lang) {
  const then = earlier?.mean;
  if (summary.comparedWith === undefined || mean === null || then == null) return '';
  const text = valueText(then, unit, lang);
  return words[lang].compared({
    ...{ label: summary.comparedWith, earlier: text, isWrittenEqual: text === valueText(mean, unit, lang) },
    ...{ percent: earlier?.percent, isHigher: mean > then },
  });
}

function needsDay(summary: ChartSummary): boolean {
  return summary.end - summary.start > 43_200;
}

function gapsText(series: SeriesSummary, summary: ChartSummary, lang: Lang, clock: ZoneClock): string {
  const [first] = series.gaps;
  if (!first) return '';
  const at = (time: number) => clockText(clock, time, needsDay(summary), lang);
  const longest = series.gaps.reduce((most, gap) => (gap.to - gap.from > most.to - most.from ? gap : most), first);
  return words[lang].gaps({
    count: series.gapCount,
    total: durationText(series.gapSeconds, lang),
    from: at(longest.from),
    to: at(longest.to),
  });
}

/** Which component is highest on average and by how much, where there is something to compare. */
function compare(panel: PanelSummary, lang: Lang, clock: ZoneClock, summary: ChartSummary): string {
  const byMean = [...panel.series].sort((a, b) => (b.mean ?? 0) - (a.mean ?? 0));
  const [highest, lowest] = [byMean[0], byMean.at(-1)];
  const byPeak = panel.series.reduce((most, each) => ((each.max ?? 0) > (most.max ?? 0) ? each : most));
  if (!highest || !lowest || highest.mean === null || lowest.mean === null) return '';
  if (highest.mean === lowest.mean && byPeak.max === byPeak.min) return words[lang].equal;
  return words[lang].compare({
    highest: highest.name,
    highestMean: valueText(highest.mean, panel.unit, lang),
    lowest: lowest.name,
    lowestMean: valueText(lowest.mean, panel.unit, lang),
    peak: byPeak.name,
    peakValue: valueText(byPeak.max ?? 0, panel.unit, lang),
    peakAt: clockText(clock, byPeak.peakAt ?? summary.start, needsDay(summary), lang),
  });
}

function restText(rest: readonly SeriesSummary[], panel: PanelSummary, lang: Lang): string {
  const lowest = Math.min(...rest.map((series) => series.min ?? Number.POSITIVE_INFINITY));
  const highest = Math.max(...rest.map((series) => series.max ?? Number.NEGATIVE_INFINITY));
  return words[lang].rest(rest.length, valueText(lowest, panel.unit, lang), valueText(highest, panel.unit, lang));
}

function leftOutText(summary: ChartSummary, lang: Lang): string[] {
  const { withoutPoints, absent, items, cut: beyond } = summary.leftOut;
  const list = (names: readonly string[]) =>
    names.slice(0, 8).join(words[lang].and) + (names.length > 8 ? words[lang].etc(names.length - 8) : '');
  const said: string[] = [];
  if (withoutPoints.length > 0 && !summary.empty) said.push(words[lang].withoutPoints(list(withoutPoints)));
  if (absent.length > 0) said.push(words[lang].absent(list(absent)));
  if (items.length > 0) said.push(words[lang].items(list(items.map((item) => itemText(item, lang)))));
  said.push(...uncomparedText(summary, lang));
  if (summary.samplesApart !== undefined && !summary.empty)
    said.push(words[lang].samplesApart(stepWords(summary.samplesApart, lang)));
  if (beyond) said.push(words[lang].cut(beyond));
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
