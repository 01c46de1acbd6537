import { shortened } from '../../core/text/shortened.ts';
import { inOneText, join, type Lang, type Text, verbatim } from '../../core/text/text.ts';
import { offsetsText } from '../../core/text/zone-offset.ts';
import { GATEWAY_ITEMS, type GatewayItem } from '../../platform/monitoring/gateway-query.ts';
import { plain } from '../chart-catalog.ts';
import { pointText, startOfPoint } from '../data/intervals.ts';
import { itemText, shortItemText } from '../data/item-messages.ts';
import type {
  ChartSummary,
  LeftOut,
  LeftOutItem,
  NumbersTable,
  PanelSummary,
  SeriesSummary,
  ShiftSummary,
} from '../data/job.ts';
import { displayOf, manyTimes, percentText, tableNumber, togetherText, valueText } from '../data/number-format.ts';
import { isMeasuredIn, isOtherQuantile, isUsualQuantile } from '../data/series.ts';
import { clockText, rangeText, type ZoneClock, zoneClock } from '../data/zone.ts';
import { NEAR_LIMIT } from '../layout/bounds.ts';
import { drawnLimits, fewNames, limitText } from '../layout/levels.ts';
import { describeMsg, table, trends, whyNothing } from './describe-messages.ts';
import { compared } from './finding-messages.ts';
import { asDrawn, findingsText, itemInSentence, lengthText, type ShownTimes, uncomparedText } from './findings-text.ts';

export interface Description {
  /** For an image's `alt_text`: whole sentences, at most 2,000 characters. */
  readonly alt: string;
  /** For a message's `text`, one line per series; at most 3,500 characters. */
  readonly text: string;
  /** Numbers of the highest-ranked lines; empty if nothing was drawn. */
  readonly table: NumbersTable;
  readonly wholeTable: NumbersTable;
  /** Sentences about requested data that wasn't drawn, such as components without samples, or about unknown peaks. */
  readonly left: readonly string[];
  /** At most three lines about effects of changes, thresholds and limits. */
  readonly findings: readonly string[];
}

const ALT_LIMIT = 2000;
const TEXT_LIMIT = 3500;
/** Number of series described in full. The others are only counted, with their highest and lowest values. */
const MAX_SERIES = 6;
/** Number of limits described. */
const MAX_LIMITS = 4;
const NAMED = 8;
const ROWS = 10;
/** A picture with this many rows fits on the screen of a phone. */
const SHIFT_ROWS = 4;
const ALL_ROWS = 60;
const FINDINGS = 3;
/** Maximum number of findings, and of changes, in an alt text. */
const MAX_FINDINGS = 12;

/** @param zone IANA name */
export function describe(summary: ChartSummary, lang: Lang, zone: string): Description {
  const clock = zoneClock(zone, summary.start, summary.end);
  const needsDay = summary.end - summary.start > 43_200;
  const at = (time: number) => clockText(clock, time, needsDay, lang);
  const point = (time: number) => pointText(clock, summary, time, needsDay, lang);
  const span = (from: number, to: number) =>
    `${at(startOfPoint(summary, from))}–${clockText(clock, to, needsDay && to - from >= 86_400, lang)}`;
  const wording = { summary, lang, at, point, span };
  const say = (text: Text) => plain(text, lang);
  const space = lang === 'zh' ? '' : ' ';
  const opening = say(openingText(wording, clock));
  const left = leftOutText(wording).map(say);
  const tables = { table: shownTable(summary, lang, zone), wholeTable: summaryTable(summary, lang, ALL_ROWS, clock) };
  if (summary.empty) {
    const said = [opening, say(whyNothing[summary.empty]()), ...left].join(space);
    return { alt: shortened(said, ALT_LIMIT), text: shortened(said, TEXT_LIMIT), ...tables, left, findings: [] };
  }
  const drawn = summary.panels.filter(({ isDrawn }) => isDrawn);
  const panels = drawn.map((panel) => panelText(panel, wording).map(say));
  const findings = (max: number) => findingsText(summary, lang, wording, max).map(say);
  const sentences = findings(MAX_FINDINGS).map((line) => say(describeMsg.sentence({ line })));
  const marks = marksText(wording).map(say);
  const named = [...sentences, ...marks, ...left];
  const parts = [opening, ...panels.map((messages) => messages.join(space)), ...sentences, ...marks, ...left];
  return {
    alt: shortened(fitSentences(opening, panels, named, ALT_LIMIT, space), ALT_LIMIT),
    text: shortened(parts.join('\n'), TEXT_LIMIT),
    ...tables,
    left,
    findings: findings(FINDINGS),
  };
}

/** Builds the table below a picture. @param zone IANA name */
export function shownTable(summary: ChartSummary, lang: Lang, zone: string, max = ROWS): NumbersTable {
  const { shifts, start, end } = summary;
  if (shifts) return shiftTable(summary.panels, shifts.lines, lang, Math.min(max, SHIFT_ROWS));
  return summaryTable(summary, lang, max, zoneClock(zone, start, end));
}

/**
 * Builds a table of typical values before and after a change: lines with a threshold first, then those that clearly moved,
 * then those that nearly reached a limit, because a finding says that. Drawn ones come before the others.
 */
function shiftTable(
  panels: readonly PanelSummary[],
  lines: readonly ShiftSummary[],
  lang: Lang,
  max: number,
): NumbersTable {
  const order = (line: ShiftSummary) => (line.passing && line.is === 'usual' ? 'passing' : line.is);
  const rank = (line: ShiftSummary) =>
    isMeasuredIn(panels, line)
      ? -1
      : ['clear', 'near', 'unclear', 'passing'].indexOf(isNearLimit(line, panels) ? 'near' : order(line)) >>> 0;
  const isUndrawn = ({ item }: ShiftSummary) => Number(!panels.some((panel) => panel.item === item && panel.isDrawn));
  // A row without values says nothing.
  const hasValue = ({ before, after }: ShiftSummary) => (before ?? after ?? null) !== null;
  // Beside a watched line without values, a row that didn't move would seem to be what the message is about.
  const lacksWatched = lines.some((line) => isMeasuredIn(panels, line) && !hasValue(line));
  const measured = lines.filter(
    (line) => hasValue(line) && (!lacksWatched || line.is === 'clear' || line.is === 'unclear'),
  );
  // Further quantiles repeat the usual one, so other items are shown before them.
  const isRepeated = (line: ShiftSummary) => Number(isOtherQuantile(line));
  const ordered = measured.toSorted(
    (one, other) => rank(one) - rank(other) || isRepeated(one) - isRepeated(other) || isUndrawn(one) - isUndrawn(other),
  );
  return {
    columns: [table.item(), table.before(), table.after()].map((column) => plain(column, lang)),
    rows: ordered.slice(0, max).map(({ before, after, ...line }) => {
      const [name = '', ...values] = rowOf(line, [before, after], lang);
      return [plain(asDrawn(verbatim(name), line.item, panels), lang), ...values];
    }),
    hidden: Math.max(0, measured.length - max),
  };
}

function isNearLimit({ item, name, is }: ShiftSummary, panels: readonly PanelSummary[]): boolean {
  const limits = panels.flatMap((panel) => (panel.item === item ? (panel.limits ?? []) : []));
  return (
    is !== 'clear' && limits.some(({ value, peak, name: own }) => own === name && (peak ?? 0) >= value * NEAR_LIMIT)
  );
}

/** Builds one row per line and item, also for items that aren't drawn. A comparison shows both means and their difference. */
export function summaryTable(
  summary: Pick<
    ChartSummary,
    'start' | 'end' | 'panels' | 'comparedWith' | 'step' | 'isMeanOfStep' | 'names' | 'lastValues'
  >,
  lang: Lang,
  max: number,
  clock: ZoneClock,
): NumbersTable {
  const { comparedWith: label } = summary;
  const lines = linesInOrder(summary.panels);
  const isOld = ({ gaps }: SeriesSummary) => gaps.at(-1)?.to === summary.end;
  const ends = summary.isMeanOfStep || lines.every(isOld) ? lines.flatMap(({ lastAt }) => lastAt ?? []) : [];
  const end = ends.length > 0 ? Math.max(...ends) : undefined;
  const time = (at: number) => pointText(clock, summary, at, summary.end - at > 43_200, lang);
  // A point of a whole step, or before a gap, isn't the value of now, so the head of its column is its time.
  const last = end === undefined ? table.last() : verbatim(time(end));
  const columns =
    label === undefined
      ? [table.item(), last, table.mean(), table.max()]
      : [table.item(), table.change(), table.mean(), table.earlier({ label })];
  return {
    columns: columns.map((column) => plain(column, lang)),
    rows: mostImportant(lines, max, summary).map((line) => {
      const own = (end === undefined ? !isOld(line) : line.lastAt === end) ? line.last : null;
      if (label === undefined) return rowOf(line, [own, line.mean, line.max], lang);
      const [name = '', ...means] = rowOf(line, [line.mean, line.earlier?.mean ?? null], lang);
      return [name, changeText(line, lang), ...means];
    }),
    hidden: Math.max(0, lines.length - max),
  };
}

/** Returns the lines by item: those with a threshold, then others of the picture; of an item, by component. */
function linesInOrder(panels: readonly PanelSummary[]) {
  const rank = ({ thresholds = [], isDrawn }: PanelSummary) => (thresholds.length > 0 ? 0 : isDrawn ? 1 : 2);
  return panels
    .toSorted((one, other) => rank(one) - rank(other))
    .flatMap(({ item, unit, series, isDrawn, coloured, isMerged = false }) => {
      const lines = series.map((each, index) => ({
        ...{ item, unit, ...each },
        isInPicture: isDrawn && (isMerged || index < coloured),
      }));
      // The quantile of thresholds first.
      const usualFirst = lines.toSorted((one, other) => Number(isUsualQuantile(other)) - Number(isUsualQuantile(one)));
      return [...Map.groupBy(usualFirst, ({ id }) => id).values()].flat();
    });
}

/**
 * Keeps the lines of the picture first, one of each component and panel before others, without changing their order.
 * Components that people named have a row, drawn or not, and so has each item with a last value to tell.
 */
function mostImportant(
  lines: ReturnType<typeof linesInOrder>,
  max: number,
  { names, lastValues = [] }: Pick<ChartSummary, 'names' | 'lastValues'>,
) {
  const drawn = lines.filter(({ isInPicture }) => isInPicture);
  const firstsOf = (all: typeof lines, group: (line: (typeof lines)[number]) => string) =>
    [...Map.groupBy(all, group).values()].flatMap((own) => own.slice(0, 1));
  const ofNamed = names === undefined ? [] : firstsOf([...drawn, ...lines], ({ id }) => id);
  const told = lastValues.flatMap(({ item, name }) => lines.filter((line) => line.item === item && line.name === name));
  const ranked = new Set([
    ...ofNamed,
    ...told,
    ...[drawn, lines].flatMap((all) => [
      ...firstsOf(all, ({ id }) => id),
      ...firstsOf(all, ({ item }) => item),
      ...all,
    ]),
  ]);
  const kept = new Set([...ranked].slice(0, max));
  return lines.filter((line) => kept.has(line));
}

type RowName = Pick<ShiftSummary, 'name' | 'item' | 'unit'>;

function rowOf({ name, item, unit }: RowName, values: readonly (number | null)[], lang: Lang): string[] {
  const { factor, label } = displayOf(unit, Math.max(0, ...values.map((value) => Math.abs(value ?? 0))), lang);
  const text = (value: number | null) => (value === null ? '–' : tableNumber(value / factor, lang));
  // "Clients" is already the name of the item.
  const shownUnit = unit === 'clients' ? '' : label;
  return [plain(table.row({ name, item: shortItemText(item), unit: shownUnit }), lang), ...values.map(text)];
}

/** Returns `+12%` or similar. */
function changeText({ mean, earlier }: SeriesSummary, lang: Lang): string {
  if (mean === null || earlier?.mean == null) return '–';
  const { percent } = earlier;
  if (percent === undefined) return plain(table.fromZero(), lang);
  return percentText(percent);
}

interface Wording extends ShownTimes<string> {
  readonly summary: ChartSummary;
  readonly lang: Lang;
}

function marksText({ summary: { marks = [], hiddenMarks = [] }, at }: Wording): Text[] {
  if (marks.length === 0) return [];
  const named = marks.slice(-MAX_FINDINGS).map(({ time, label }) => verbatim(`${at(time)} ${label}`));
  const more = marks.length - named.length + hiddenMarks.length;
  return [
    describeMsg.marks({ marks: join([...named, ...(more > 0 ? [describeMsg.moreMarks({ count: more })] : [])], '; ') }),
  ];
}

function openingText({ summary, lang }: Wording, clock: ZoneClock): Text {
  const items = summary.panels.filter(({ isDrawn }) => isDrawn).map((panel) => itemText(panel.item));
  return describeMsg.opening({
    title: summary.title,
    items: join(items, ', '),
    range: rangeText(clock, summary.start, summary.end, lang),
    zone: clock.zone === 'UTC' ? 'UTC' : `${clock.zone} ${offsetsText(clock.offsets)}`,
    step: lengthText(summary.step, lang, 'words'),
  });
}

/** Returns the most important sentences first, because the last ones are dropped if space is short. */
function panelText(panel: PanelSummary, wording: Wording): Text[] {
  const { summary } = wording;
  const messages: Text[] = [];
  const several = panel.series.length > 1;
  if (several || summary.panels.length > 1)
    messages.push(describeMsg.panel({ item: itemText(panel.item), count: panel.series.length }));
  if (panel.isMerged) messages.push(describeMsg.merged());
  const comparison = several ? compare(panel, wording) : undefined;
  if (comparison) messages.push(comparison);
  messages.push(...limitsText(panel, wording));
  const [first] = panel.series;
  const shared = several && first && panel.series.every((series) => sameGaps(series, first)) ? first : undefined;
  const allGaps = shared && gapsText(shared, wording);
  if (allGaps) messages.push(describeMsg.allLines({ gaps: allGaps }));
  for (const series of panel.series.slice(0, MAX_SERIES)) {
    const gap = shared ? undefined : gapsText(series, wording);
    const said = inOneText([seriesText(series, panel, wording), comparedText(series, panel, wording), gap]);
    if (said) messages.push(said);
  }
  const rest = panel.series.slice(MAX_SERIES);
  if (rest.length > 0) messages.push(restText(rest, panel, wording));
  return messages;
}

function limitsText(panel: PanelSummary, { lang }: Wording): Text[] {
  const limits = drawnLimits(panel).slice(0, MAX_LIMITS);
  return limits.map((limit) => describeMsg.sentence({ line: limitText(limit, panel.unit, lang) }));
}

function sameGaps(a: SeriesSummary, b: SeriesSummary): boolean {
  return (
    a.gapCount === b.gapCount &&
    a.gaps.every((gap, index) => gap.from === b.gaps[index]?.from && gap.to === b.gaps[index]?.to)
  );
}

function seriesText(series: SeriesSummary, { unit }: PanelSummary, { summary, lang, point }: Wording): Text {
  const value = (number: number | null) => valueText(number ?? 0, unit, lang);
  const when = (time: number | null) => point(time ?? summary.start);
  const { name, mean, min, max, last } = series;
  if (series.points === 1) return describeMsg.single({ name, value: value(last), time: when(series.lastAt) });
  const { numbers, unit: shared } = togetherText([mean ?? 0, min ?? 0, max ?? 0, last ?? 0], unit, lang);
  const [middle = '', low = '', high = '', end = ''] = numbers;
  // Compare the formatted numbers: 0.1 + 0.2 and 0.3 look equal to a reader.
  if (low === high) return describeMsg.constant({ name, value: value(last) });
  return describeMsg.series({
    name,
    trend: trends[series.trend](),
    mean: shared === '' ? middle : `${middle} ${shared}`,
    min: low,
    max: high,
    peakAt: when(series.peakAt),
    last: end,
    step: summary.isMeanOfStep ? lengthText(summary.step, lang, 'words') : '',
  });
}

function comparedText(
  { mean, earlier }: SeriesSummary,
  { unit }: PanelSummary,
  { summary, lang }: Wording,
): Text | undefined {
  const then = earlier?.mean;
  if (summary.comparedWith === undefined || mean === null || then == null) return undefined;
  const text = valueText(then, unit, lang);
  const given = { label: summary.comparedWith, earlier: text };
  const percent = earlier?.percent;
  if (percent === 0) return (text === valueText(mean, unit, lang) ? compared.same : compared.alike)(given);
  const times = percent === undefined ? undefined : manyTimes(percent);
  if (times !== undefined) return compared.manyTimes({ ...given, times });
  const much = percent === undefined ? '' : `${Math.abs(percent)}%`;
  return (mean > then ? compared.higher : compared.lower)({ ...given, much });
}

function gapsText(series: SeriesSummary, { lang, at }: Wording): Text | undefined {
  const [first] = series.gaps;
  if (!first) return undefined;
  const longest = series.gaps.reduce((max, gap) => (gap.to - gap.from > max.to - max.from ? gap : max), first);
  const ends = { from: at(longest.from), to: at(longest.to) };
  if (series.gapCount === 1) return describeMsg.gap(ends);
  return describeMsg.gaps({ count: series.gapCount, total: lengthText(series.gapSeconds, lang), ...ends });
}

function compare(panel: PanelSummary, { summary, lang, point }: Wording): Text | undefined {
  const byMean = [...panel.series].sort((a, b) => (b.mean ?? 0) - (a.mean ?? 0));
  const [highest, lowest] = [byMean[0], byMean.at(-1)];
  const byPeak = panel.series.reduce((max, each) => ((each.max ?? 0) > (max.max ?? 0) ? each : max));
  if (!highest || !lowest || highest.mean === null || lowest.mean === null) return undefined;
  const value = (number: number | null) => valueText(number ?? 0, panel.unit, lang);
  const [highestMean, lowestMean, peakValue] = [value(highest.mean), value(lowest.mean), value(byPeak.max)];
  if (highestMean === lowestMean && peakValue === value(byPeak.min)) return describeMsg.equal();
  return describeMsg.compare({
    highest: highest.name,
    highestMean,
    lowest: lowest.name,
    lowestMean,
    peak: byPeak.name,
    peakValue,
    peakAt: point(byPeak.peakAt ?? summary.start),
  });
}

function restText(rest: readonly SeriesSummary[], { unit }: PanelSummary, { lang }: Wording): Text {
  const lowest = Math.min(...rest.map((series) => series.min ?? Number.POSITIVE_INFINITY));
  const highest = Math.max(...rest.map((series) => series.max ?? Number.NEGATIVE_INFINITY));
  return describeMsg.rest({
    count: rest.length,
    min: valueText(lowest, unit, lang),
    max: valueText(highest, unit, lang),
  });
}

function leftOutText({ summary, lang }: Wording): Text[] {
  const { withoutPoints, absent, items, unanswered = [], missing = [], cut: beyond } = summary.leftOut;
  const said: Text[] = [];
  if (withoutPoints.length > 0 && !summary.empty)
    said.push(describeMsg.withoutPoints({ names: listNames(withoutPoints.map(verbatim)) }));
  if (missing.length > 0) {
    const each = missing.map(({ item, names }) =>
      describeMsg.itemOf({ item: itemText(item), names: listNames(names.map(verbatim)) }),
    );
    said.push(describeMsg.withoutPoints({ names: join(each, '; ') }));
  }
  for (const { item, addedFor } of summary.panels)
    if (addedFor)
      said.push(
        describeMsg.added({ item: verbatim(itemInSentence(item, lang)), names: listNames(addedFor.map(verbatim)) }),
      );
  for (const { item, isDrawn, limits: [{ without } = { without: [] }] = [] } of summary.panels)
    if (isDrawn && without.length > 0)
      said.push(describeMsg.noLimit({ item: verbatim(itemInSentence(item, lang)), names: fewNames(without) }));
  if (absent.length > 0) said.push(describeMsg.absent({ names: listNames(absent.map(verbatim)) }));
  if (items.length > 0) said.push(describeMsg.items({ names: listNames(items.map(itemText)) }));
  said.push(...unansweredText(unanswered));
  said.push(...uncomparedText(summary));
  if (summary.samplesApart !== undefined && !summary.empty) {
    const says = summary.samplesApart > 60 ? describeMsg.samplesFarApart : describeMsg.samplesApart;
    said.push(says({ time: lengthText(summary.samplesApart, lang, 'words') }));
  }
  if (beyond) said.push(cutText(beyond));
  if (summary.panels.some(({ item }) => isGatewayItem(item))) said.push(describeMsg.gatewayOnly());
  return said;
}

function isGatewayItem(item: string): item is GatewayItem {
  return GATEWAY_ITEMS.some((each) => each === item);
}

function unansweredText(unanswered: readonly LeftOutItem[]): Text[] {
  return [...Map.groupBy(unanswered, ({ why }) => why)].map(([why, all]) => {
    const items = [...Map.groupBy(all, ({ item }) => item)].map(([item, each]) => {
      const names = [...new Set(each.flatMap((one) => one.names))].map(verbatim);
      return names.length > 0 ? describeMsg.itemOf({ item: itemText(item), names: listNames(names) }) : itemText(item);
    });
    return why === undefined
      ? describeMsg.unreadable({ items: join(items, '; ') })
      : describeMsg.unanswered({ items: join(items, '; '), why });
  });
}

function listNames(names: readonly Text[]): Text {
  const named = join(names.slice(0, NAMED), ', ');
  return names.length > NAMED ? describeMsg.namesAndMore({ names: named, count: names.length - NAMED }) : named;
}

function cutText({ series, points, values }: NonNullable<LeftOut['cut']>): Text {
  const what = join(
    [
      ...(series > 0 ? [describeMsg.cutSeries({ count: series })] : []),
      ...(points > 0 ? [describeMsg.cutPoints({ count: points })] : []),
      ...(values > 0 ? [describeMsg.cutValues({ count: values })] : []),
    ],
    ', ',
  );
  return (series === 0 && points + values === 1 ? describeMsg.cutOne : describeMsg.cut)({ what });
}

/** Drops the least important sentences, one panel after another, until the rest fits. */
function fitSentences(opening: string, panels: string[][], left: string[], limit: number, space: string): string {
  const kept = panels.map((messages) => [...messages]);
  const all = () => [opening, ...kept.flat(), ...left].join(space);
  while (all().length > limit) {
    const longest = kept.reduce((max, each) => (each.length > max.length ? each : max), kept[0] ?? []);
    if (longest.length <= 1) break;
    longest.pop();
  }
  return all();
}
