import { present } from '../../core/defined.ts';
import { type DurationForm, writeDuration } from '../../core/text/duration-messages.ts';
import { listText } from '../../core/text/joined.ts';
import { withoutCapital } from '../../core/text/plural.ts';
import { type Instant, join, type Lang, type Separator, type Text, verbatim } from '../../core/text/text.ts';
import { plain } from '../chart-catalog.ts';
import { itemText, shortItemText } from '../data/item-messages.ts';
import type {
  ChartSummary,
  EffectSummary,
  LastSummary,
  NamedChange,
  PanelSummary,
  ShiftSummary,
  ThresholdSummary,
} from '../data/job.ts';
import { differenceText, togetherText, valueText } from '../data/number-format.ts';
import { isOtherQuantile, isUsualQuantileOf, leadingFirst, leadingOf, worseIfHigher } from '../data/series.ts';
import { NEAR_LIMIT } from '../layout/bounds.ts';
import { compared, findingMsg } from './finding-messages.ts';

const NAMED = 3;
/** Maximum time between a change and unusual values for which it may be the reason, in seconds, as in incidents. */
const shortlyBefore = 3_600;

/** Formats times. `point`: the whole step of a point that isn't a sample. `span`: from the start of a point's step. */
export interface ShownTimes<Shown extends string | Text | Instant = string | Text | Instant> {
  readonly at: (time: number) => Shown;
  readonly point: (time: number) => Shown;
  readonly span: (from: number, to: number) => Shown;
}

const readersTime = (time: number): Instant => ({ at: time * 1_000, show: 'time' });
/** Moments in each reader's zone, of a range within a day. */
export const readersTimes: ShownTimes = {
  at: readersTime,
  point: readersTime,
  span: (from, to) => findingMsg.between({ from: readersTime(from), to: readersTime(to) }),
};

/**
 * Returns the most important findings: first the thresholds, because people asked for them, or else how the last values
 * compare with the usual ones, then changes with an effect, then nearly reached limits. If there are too many changes,
 * those with the strongest effects are returned.
 */
export function findingsText(summary: ChartSummary, lang: Lang, times: ShownTimes, max: number): Text[] {
  const { effects = [], shifts, panels } = summary;
  // The verdict and the table have the effects of the change that the chart is about.
  const isTold = ({ requests, whats }: EffectSummary) =>
    shifts !== undefined && requests.includes(shifts.change) && whats.length <= 1;
  const isAfter = shifts !== undefined;
  const thresholds = panels.flatMap((panel) => thresholdsText(panel, { lang, isAfter }, times));
  const passing = passingText(summary, lang, times);
  const first = thresholds.length > 0 || isAfter ? [...thresholds, ...passing] : lastValuesText(summary, lang, times);
  const told = effects.filter((effect) => !isTold(effect));
  const changes = [...Map.groupBy(told, ({ since, time, whats }) => JSON.stringify([since, time, whats])).values()]
    .slice(0, Math.max(0, max - first.length))
    .sort(([one], [other]) => (one?.since ?? 0) - (other?.since ?? 0));
  const limits = panels.flatMap((panel) => limitsText(panel, lang));
  return [...first, ...changes.map((own) => changeText(own, panels, lang, times)), ...limits].slice(0, max);
}

/** Says of each item when its values were much higher after the change, although that is over. */
function passingText({ shifts, panels }: ChartSummary, lang: Lang, { span }: ShownTimes): Text[] {
  // A threshold says the same of its item.
  const isTold = (item: string) => panels.some((panel) => panel.item === item && (panel.thresholds ?? []).length > 0);
  const lines = (shifts?.lines ?? []).flatMap((line) =>
    line.passing && !isOtherQuantile(line) && !isTold(line.item) ? [{ ...line, passing: line.passing }] : [],
  );
  return [...Map.groupBy(lines, ({ item }) => item).values()].flatMap((own) => {
    const [lead, ...others] = own.toSorted((one, other) => other.passing.peak - one.passing.peak);
    if (!lead) return [];
    const { item, unit, name, passing } = lead;
    const of = findingMsg.lineOf({ name, item: shortItemText(item) });
    const says = findingMsg.passing({
      of: others.length > 0 ? findingMsg.andMoreLines({ of, count: others.length }) : of,
      peak: valueText(passing.peak, unit, lang),
      span: span(passing.from, passing.to),
    });
    return asDrawn(says, item, panels);
  });
}

/** Says how the last value of the first panel compares, and those of others that are unusual, with what is marked before. */
function lastValuesText(
  { panels, lastValues = [], marks = [], effects = [], isMeanOfStep, step }: ChartSummary,
  lang: Lang,
  times: ShownTimes,
): Text[] {
  // The sentence of an effect has the values of its item.
  const drawn = panels.filter(({ isDrawn }) => isDrawn).map(({ item }) => item);
  // An item that isn't drawn is in the values only if it had a peak.
  const isTold = ({ item, is }: LastSummary) => item === drawn[0] || is !== 'usual' || !drawn.includes(item);
  const said = lastValues.filter((each) => isTold(each) && !effects.some((effect) => effect.item === each.item));
  if (said.length === 0) return [];
  // A change with an effect has its own sentence, and a change after the begin isn't what caused it.
  const before = (begin: number) => {
    const isBefore = (time: number) => time <= begin && time >= begin - Math.max(shortlyBefore, step);
    const own = marks.filter(({ time, hasEffect }) => !hasEffect && isBefore(time)).toReversed();
    return own.map(({ time, label }) => findingMsg.marked({ at: times.at(time), label }));
  };
  // "Before that" is said of values with the same changes before them. Others would seem to be after these changes, too.
  const [begin] = said.flatMap(({ since }) => since ?? []);
  const groups = Map.groupBy(said, ({ since = begin }) => JSON.stringify(since === undefined ? [] : before(since)));
  return [...groups.values()].flatMap((own) => {
    const since = own.find((each) => each.since !== undefined)?.since ?? begin;
    const marked = since === undefined ? [] : before(since);
    const from = since === undefined ? '' : times.at(since);
    const says = join(
      own.map((each) => {
        const says = lastValueText(each, lang, times, isMeanOfStep);
        return asDrawn(says, each.item, panels);
      }),
      '; ',
    );
    if (marked.length === 0) return [says];
    const named = firstNamed(marked, '; ');
    return groups.size > 1
      ? [findingMsg.withMarks({ says, since: from, marks: named })]
      : [says, findingMsg.markedBefore({ since: from, marks: named })];
  });
}

function lastValueText(
  { item, unit, name, is, since, peak, isBefore, ...values }: LastSummary,
  lang: Lang,
  { at, point }: ShownTimes,
  isMeanOfStep: ChartSummary['isMeanOfStep'],
): Text {
  const value = (number: number) => valueText(number, unit, lang);
  const last = { name, item: shortItemText(item), last: value(values.last), at: point(values.lastAt) };
  if (is !== 'usual') {
    const unlike = findingMsg[isBefore ? 'unlikeBefore' : 'unlikeUsual']({ ...last, typical: value(values.typical) });
    const isDated = since !== undefined && !isMeanOfStep;
    const says = isDated
      ? findingMsg[is === 'high' ? 'highSince' : 'lowSince']({ says: unlike, since: at(since) })
      : unlike;
    return peak ? findingMsg.higherBefore({ says, peak: value(peak.value), peakAt: point(peak.at) }) : says;
  }
  if (!peak) return findingMsg.likeUsual(last);
  return findingMsg.peakBefore({ ...last, peak: value(peak.value), peakAt: point(peak.at) });
}

/** Verdict on the change that a chart is about, first on what is watched. `isBad`: something got slower, or fails more often. */
export interface ChangeVerdict {
  readonly is: ShiftSummary['is'];
  readonly says: Text;
  readonly isBad: boolean;
  /** When memory was as before again in all lines, if it was much higher in between, epoch ms. */
  readonly memoryUntil?: number | undefined;
}

const maxMoved = 2;

export function verdictOf(summary: ChartSummary): ChangeVerdict {
  return { ...judged(summary), memoryUntil: memoryUntil(summary) };
}

function memoryUntil({ shifts }: ChartSummary): number | undefined {
  const lines = (shifts?.lines ?? []).filter(({ item }) => item === 'memory');
  const passing = present(lines.map((line) => line.passing));
  const isOver = lines.every(({ passing: own, is }) => own !== undefined || is === 'usual');
  return isOver && passing.length > 0 ? Math.max(...passing.map(({ to }) => to)) * 1_000 : undefined;
}

function judged({ shifts, panels }: ChartSummary): ChangeVerdict {
  const lines = leadingFirst(shifts?.lines ?? [], panels);
  const clear = lines.filter(({ is }) => is === 'clear');
  const is = (['clear', 'unclear', 'usual'] as const).find((each) => lines.some((line) => line.is === each));
  const isBad = clear.some((line) => worseIfHigher.includes(line.item) && (line.after ?? 0) > (line.before ?? 0));
  if (is === 'unclear') {
    const unclear = leadingOf(
      lines.filter((line) => line.is === is),
      panels,
    );
    // The picture shows what is said, if it can.
    const drawn = unclear.filter(({ item }) => panels.some((panel) => panel.item === item && panel.isDrawn));
    return { is, says: unclearText(drawn.length > 0 ? drawn : unclear), isBad };
  }
  const isUnseen = lines.length > 0 && lines.every(({ after }) => after === null);
  const beside = lines.find((line) => line.beside)?.beside;
  // Values that are as before don't say that all is well if something else was changed, too.
  if ((is === undefined || is === 'usual') && beside !== undefined)
    return { is: 'unjudged', says: besideText(beside), isBad };
  if (is === 'usual' && lines.some((line) => line.passing && !isOtherQuantile(line)))
    return { is, says: findingMsg.usualAgain(), isBad: true };
  const until = lines.find((line) => line.until)?.until;
  if (is === 'usual' && until) return { is: 'unjudged', says: usualUntilText(until), isBad };
  if (is !== 'clear')
    return { is: is ?? 'unjudged', says: findingMsg[isUnseen ? 'unseen' : (is ?? 'unjudged')](), isBad };
  // Further quantiles of the same item would repeat it.
  const facts = clear.filter(
    (line) => !isOtherQuantile(line) || !clear.some((other) => isUsualQuantileOf(other, line)),
  );
  const shown = facts.slice(0, maxMoved).map(movedText);
  const more = facts.length - shown.length;
  const moved = listText([...shown, ...(more > 0 ? [findingMsg.more({ count: more })] : [])]);
  // Another line may have too little data before the next change, which moved none of these.
  const other = clear.find((line) => line.beside)?.beside;
  return { is, says: other ? findingMsg.movedWith({ moved, ...besideValues(other) }) : moved, isBad };
}

function besideText(beside: NamedChange): Text {
  const { at, what } = besideValues(beside);
  return what === '' ? findingMsg.unjudgedBeside({ at }) : findingMsg.unjudgedBesideNamed({ at, what });
}

function usualUntilText(until: NamedChange): Text {
  const { at, what } = besideValues(until);
  return what === '' ? findingMsg.usualUntil({ at }) : findingMsg.usualUntilNamed({ at, what });
}

function besideValues({ at, what = '' }: NamedChange) {
  return { at: { at: at * 1_000, show: 'time' } satisfies Instant, what };
}

/** Describes the largest difference, and why the change may not have caused it. */
function unclearText(lines: readonly ShiftSummary[]): Text {
  const share = ({ before, after }: ShiftSummary) => Math.abs((after ?? 0) - (before ?? 0)) / Math.abs(before || 1);
  const largest = lines.reduce((one, other) => (share(other) > share(one) ? other : one));
  const moved = movedText(largest);
  const { movedAt: at } = largest;
  return at === undefined
    ? findingMsg.unclear({ moved })
    : findingMsg.movedAt({ moved, at: { at: at * 1_000, show: 'time' } });
}

function movedText({ name, item, before, after }: ShiftSummary): Text {
  const [from, to] = [before ?? 0, after ?? 0];
  const percent = percentText(from, to);
  const by = percent === '' ? findingMsg.fromZero() : verbatim(percent);
  return findingMsg.moved({ name, item: shortItemText(item), by });
}

/** Describes the effects of one change: the first one with its values, the others by name. The table has their values. */
function changeText(
  effects: readonly EffectSummary[],
  panels: readonly PanelSummary[],
  lang: Lang,
  { at }: ShownTimes,
): Text {
  const [{ since, whats, who } = { since: 0, whats: [] }] = effects;
  const names = join(whats.map(verbatim), ', ');
  const [lead, ...others] = leadingFirst(effects, panels);
  const moved = lead ? [asDrawn(moveText(lead, lang), lead.item, panels)] : [];
  const also = lead ? otherItems(lead, others) : [];
  const says = [...moved, ...(also.length > 0 ? [findingMsg.also({ names: firstNamed(also) })] : [])];
  const ends = effects.flatMap(({ until }) => until ?? []);
  const all = join(says, '; ');
  return findingMsg[whats.length > 1 ? 'effectOfOne' : 'effect']({
    at: at(since),
    whats: who === undefined ? names : join([names, verbatim(who)], ' · '),
    moved: ends.length < effects.length ? all : findingMsg.until({ moved: all, until: at(Math.max(...ends)) }),
  });
}

/** Returns the names of further items and components, once each, because an item can have several quantiles. */
function otherItems(lead: EffectSummary, others: readonly EffectSummary[]): readonly Text[] {
  const keyOf = ({ item, component }: EffectSummary) => `${item} ${component}`;
  const byItem = new Map(others.map((each) => [keyOf(each), each]));
  byItem.delete(keyOf(lead));
  return [...byItem.values()].map(({ component, item, name }) =>
    component === lead.component ? shortItemText(item) : findingMsg.lineOf({ name, item: shortItemText(item) }),
  );
}

function moveText({ item, unit, name, before, after }: EffectSummary, lang: Lang): Text {
  const { numbers, unit: shared } = togetherText([before, after], unit, lang);
  const [from = '', to = ''] = numbers;
  const percent = percentText(before, after);
  const move = findingMsg.move({ before: from, after: shared === '' ? to : `${to} ${shared}`, percent });
  return findingMsg.typically({ name, item: shortItemText(item), move });
}

/** Returns a name such as `response time` or `CPU`. */
export function itemInSentence(item: string, lang: Lang): string {
  const text = plain(itemText(item), lang);
  return text === item ? text : withoutCapital(text);
}

/** Computes the change from the rounded numbers that are shown, so that a reader gets the same result. */
function percentText(before: number, after: number): string {
  const [from, to] = [before, after].map((value) => Number(value.toPrecision(3)));
  if (!from || to === undefined) return '';
  return differenceText(Math.round(((to - from) / Math.abs(from)) * 100));
}

type Beyond = ThresholdSummary['beyond'][number];

/** @param isAfter the chart is about a change, so that only the time since then counts */
function thresholdsText(
  { item, unit, thresholds = [] }: PanelSummary,
  { lang, isAfter }: { readonly lang: Lang; readonly isAfter: boolean },
  times: ShownTimes,
): Text[] {
  return thresholds.map((threshold) => {
    const params = { item: itemText(item), value: valueText(threshold.value, unit, lang) };
    if (threshold.beyond.length === 0 && (isAfter || threshold.since !== undefined))
      return (threshold.below ? findingMsg.notBelowSince : findingMsg.notSince)(params);
    if (threshold.beyond.length === 0) return (threshold.below ? findingMsg.neverBelow : findingMsg.never)(params);
    const lines = threshold.beyond.map((line) => beyondText(line, lang, times));
    const beyond = { ...params, times: firstNamed(lines, '; ') };
    const says = threshold.below ? findingMsg.below(beyond) : findingMsg.above(beyond);
    // The picture shows the earlier stretches, too.
    return threshold.beyond.some(({ hasEarlier }) => hasEarlier) ? findingMsg.withoutEarlier({ says }) : says;
  });
}

function beyondText(
  { name, seconds, since: from, until, stretches: count, missing, isAtMost, extent, isFromStart }: Beyond,
  lang: Lang,
  { point, span: between }: ShownTimes,
): Text {
  if (extent === 'always' || extent === 'nearly') return findingMsg[extent]({ name });
  const length = lengthText(seconds, lang);
  const measured = isAtMost ? findingMsg.atMost({ time: length }) : verbatim(length);
  const gap = missing === undefined ? undefined : findingMsg.noDataFor({ time: lengthText(missing, lang) });
  const time = join(present([measured, extent && gap]), ',');
  const since = point(from);
  if (count === 1 && !extent) {
    const line = isFromStart
      ? findingMsg.aboveBefore({ name, time, since })
      : findingMsg.aboveLine({ name, time, since });
    return join(present([line, gap]), ',');
  }
  const toEnd = extent === 'to-gap' ? findingMsg.toGap({ since, until: point(until) }) : findingMsg.toEnd({ since });
  const span = extent ? toEnd : findingMsg.during({ span: between(from, until) });
  return count > 1 ? findingMsg.aboveAtTimes({ name, count, time, span }) : findingMsg.lasting({ name, span, time });
}

/** Says so of an item that the picture has no panel of. */
export function asDrawn(says: Text, item: string, panels: readonly PanelSummary[]): Text {
  return panels.some((panel) => panel.item === item && panel.isDrawn) ? says : findingMsg.undrawn({ says });
}

function limitsText(panel: PanelSummary, lang: Lang): Text[] {
  const { item, unit, limits = [] } = panel;
  return limits.flatMap(({ value, peak, name, near = 1 }) => {
    if (peak === null || name === undefined || peak < value * NEAR_LIMIT) return [];
    const percent = Math.round((peak / value) * 100);
    const limit = valueText(value, unit, lang);
    const said = { name, item: itemInSentence(item, lang), percent, limit };
    const says = near > 1 ? findingMsg.usedByMore({ ...said, count: near - 1 }) : findingMsg.used(said);
    return [asDrawn(says, item, [panel])];
  });
}

export function uncomparedText(summary: ChartSummary): Text[] {
  const { comparedWith: label, panels } = summary;
  if (label === undefined) return [];
  const series = panels.flatMap((panel) => panel.series);
  const without = series.filter(({ earlier }) => earlier?.mean == null).map(({ name }) => name);
  if (without.length === 0) return [];
  if (without.length === series.length) return [compared.nothingEarlier({ label })];
  return [compared.noEarlier({ names: firstNamed([...new Set(without)].map(verbatim)), label })];
}

function firstNamed(names: readonly Text[], separator: Separator = ', '): Text {
  const rest = names.length - NAMED;
  return join([...names.slice(0, NAMED), ...(rest > 0 ? [findingMsg.more({ count: rest })] : [])], separator);
}

/** Formats at most two units: `45 s`, `2 h 30 min`, `3 days`. */
export function lengthText(seconds: number, lang: Lang, form: DurationForm = 'short'): string {
  return writeDuration(Math.round(seconds) * 1_000, lang, form, 2);
}
