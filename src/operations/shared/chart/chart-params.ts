import { itemText } from '../../../charts/data/item-messages.ts';
import type { ChartOrder } from '../../../core/command/answer.ts';
import { flag, ok, optional, type Read, several, withDefault, wrong } from '../../../core/command/params.ts';
import { narrow } from '../../../core/narrow.ts';
import { parseDuration } from '../../../core/text/duration.ts';
import { rangeLengthText } from '../../../core/text/duration-messages.ts';
import { type Text, verbatim } from '../../../core/text/text.ts';
import { LIMIT_SHARES } from '../../../platform/monitoring/resource-query.ts';
import { componentsParam, type SelectOption } from '../shared-params.ts';
import { chartParamMsg } from './chart-param-messages.ts';
import { dayOf, readRange, type TypedRange } from './chart-range.ts';
import { allResources, chartItems, itemOfWord, usualItemWords, usualWordOf } from './item-word-messages.ts';
import { limitMsg } from './limit-messages.ts';
import { hasUnit, limitFormOf, limitValue, parseLimit, type TypedLimit, unitWords, withShare } from './typed-limit.ts';

export const anHour: TypedRange = { last: 3_600_000 };

/** Earlier period as typed: a duration to go back, or an explicit range. */
export type TypedComparison = { readonly back: 'yesterday' | number } | { readonly range: TypedRange };

export const chartParams = {
  component: componentsParam(chartParamMsg.componentsHint()),
  range: withDefault<TypedRange>(chartParamMsg.range(), anHour, readRange, {
    input: 'external',
    source: 'ranges',
    fallback: '1h',
    shown: rangeShown,
    hint: chartParamMsg.rangeHint(),
    keyword: (word) => (looksLikeRange(word) ? word : undefined),
  }),
  item: several<string>(chartParamMsg.item(), readItem, {
    input: 'external',
    source: 'items',
    commas: true,
    hint: chartParamMsg.itemHint(),
    aliases: ['items', 'monitor_item'],
    shown: itemShown,
    keyword: itemOfWord,
  }),
  above: several<TypedThreshold>(chartParamMsg.above(), readThreshold, {
    units: unitWords,
    hint: chartParamMsg.aboveHint(),
    advanced: true,
  }),
  below: several<TypedThreshold>(chartParamMsg.below(), readBelow, {
    units: unitWords,
    hint: chartParamMsg.belowHint(),
    advanced: true,
  }),
  vs: optional<TypedComparison>(chartParamMsg.vs(), readComparison, {
    hint: chartParamMsg.vsHint(),
    aliases: ['compare'],
    advanced: true,
  }),
  step: optional<number>(chartParamMsg.step(), readStep, { hint: chartParamMsg.stepHint(), advanced: true }),
  outer: flag(chartParamMsg.outer(), 'outer', { aliases: ['is_outer'] }),
};

/** Parses `yesterday`, `7d`, `2026-11-12T08:00..12:00`. */
function readComparison(typed: string): Read<TypedComparison> {
  const word = typed.toLowerCase();
  if (dayOf(word) === 'yesterday') return ok({ back: 'yesterday' });
  const back = parseDuration(word);
  if (back !== undefined) return ok({ back });
  const range = typed.includes('..') ? readRange(typed) : undefined;
  return range?.ok ? ok({ range: range.value }) : wrong(chartParamMsg.vsWrong({ typed }));
}

/** Matches words that were meant as lengths, even invalid ones: `0h`, `-1h`, `5y`. */
const meantLength =
  /^[-+]?\d+(?:\.\d+)?(?:s|secs?|m|mins?|minutes?|h|hrs?|hours?|d|days?|w|weeks?|mo|months?|y|yrs?|years?)$/i;

/** Checks whether a word was meant as a range, even an invalid one, so that it isn't read as a component's name. */
function looksLikeRange(word: string): boolean {
  if (parseDuration(word) !== undefined || meantLength.test(word)) return true;
  return dayOf(word) !== undefined || /\d\.\.|\.\.\d/.test(word);
}

export function itemShown(item: string): Text {
  if (item === allResources) return chartParamMsg.resourcesOption();
  const isKnown = chartItems.some((each) => each === item);
  return isKnown ? chartParamMsg.itemOption({ item: usualWordOf(item), title: itemText(item) }) : verbatim(item);
}

function readItem(typed: string): Read<string> {
  const item = itemOfWord(typed);
  if (item !== undefined) return ok(item);
  return /^[a-z][\w.:-]{0,63}$/i.test(typed)
    ? ok(typed)
    : wrong(chartParamMsg.itemWrong({ typed, known: usualItemWords() }));
}

/** Parses seconds or a duration. Accepts any number, because a later check explains why a step is invalid. */
function readStep(typed: string): Read<number> {
  const digits = narrow(typed);
  if (/^-?\d{1,9}(\.\d+)?$/.test(digits)) return ok(Number(digits));
  const ms = parseDuration(typed);
  return ms === undefined ? wrong(chartParamMsg.stepWrong({ typed })) : ok(ms / 1_000);
}

const lengths = ['15m', '1h', '6h', '24h', '7d', '30d'];

export function rangeOptions(): readonly SelectOption[] {
  return [...lengths, 'today', 'yesterday'].map((value) => ({ value, label: rangeShown(value), names: [value] }));
}

function rangeShown(value: string): Text {
  if (value === 'today') return chartParamMsg.todayOption();
  if (value === 'yesterday') return chartParamMsg.yesterdayOption();
  return lengths.includes(value)
    ? chartParamMsg.lastOption({ time: rangeLengthText(parseDuration(value) ?? 0) })
    : verbatim(value);
}

/** Threshold as typed. Without an item, it belongs to the chart's only item, or to the one that its unit means. */
export interface TypedThreshold {
  readonly item?: string;
  readonly limit: TypedLimit;
  readonly below?: true;
  /** Whether neither an item nor a unit was typed, so that the usual item is assumed. */
  readonly isAssumed?: boolean;
}

/** Maximum number of threshold lines. With more lines, a panel is unreadable. */
const max = 6;

/** Parses `500`, `300ms`, `latency:500`, `memory:80%`. */
function readThreshold(typed: string): Read<TypedThreshold> {
  const [, item, value = typed] = /^([\p{L}][\p{L}\p{N}_.:-]{0,63}):(.*)$/iu.exec(narrow(typed)) ?? [];
  const limit = parseLimit(value);
  if (limit.number === undefined) return wrong(chartParamMsg.aboveWrong({ typed }));
  return ok({ ...(item === undefined ? {} : { item: itemOfWord(item) ?? item }), limit });
}

function readBelow(typed: string): Read<TypedThreshold> {
  const threshold = readThreshold(typed);
  return threshold.ok ? ok({ ...threshold.value, below: true }) : threshold;
}

/** Finds the item of each threshold among the chart's `items`, or returns why a threshold can't be drawn. */
export function thresholdsOf(
  typed: readonly TypedThreshold[],
  items: readonly string[],
): { readonly thresholds: NonNullable<ChartOrder['thresholds']> } | { readonly why: Text } {
  if (typed.length > max) return { why: chartParamMsg.aboveMany({ most: max }) };
  const thresholds: NonNullable<ChartOrder['thresholds']>[number][] = [];
  for (const { item: named, limit, below } of typed) {
    const meant = items.length > 1 ? items.filter((each) => limit.unit !== '' && hasUnit(each, limit)) : items;
    if (named === undefined && meant.length !== 1) {
      const example = meant[0] ?? items[0] ?? '';
      return { why: chartParamMsg.aboveWhich({ item: usualWordOf(example), value: limit.typed }) };
    }
    const isNamed = (each: string) => each.toLowerCase() === named?.toLowerCase();
    const item = named === undefined ? meant[0] : items.find(isNamed);
    if (item === undefined) return { why: chartParamMsg.aboveElsewhere({ item: named ?? '' }) };
    const measured = withShare(item, limit, LIMIT_SHARES);
    const form = limitFormOf(measured);
    const value = limitValue(limit, form?.units ?? { '': 1 });
    if (value === undefined)
      return {
        why: limitMsg.limitWrong({
          typed: limit.typed,
          use: item === 'gateway_errors' ? limitMsg.useErrorRate() : (form?.use ?? limitMsg.useNumber()),
        }),
      };
    thresholds.push({ item, value, ...(measured === item ? {} : { isOfLimit: true }), ...(below ? { below } : {}) });
  }
  return { thresholds };
}
