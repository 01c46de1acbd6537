import { foldText } from '../../core/command/nearest.ts';
import {
  type Fault,
  type FormLook,
  ok,
  optional,
  type Param,
  type RawArgs,
  type Read,
  wrong,
} from '../../core/command/params.ts';
import { parseDuration } from '../../core/text/duration.ts';
import { durationText } from '../../core/text/duration-messages.ts';
import { listText } from '../../core/text/joined.ts';
import { langs, type Text, verbatim } from '../../core/text/text.ts';
import { type WatchCondition, type WatchItem, watchItems } from '../../core/watch/watch-condition.ts';
import { GATEWAY_ITEMS } from '../../platform/monitoring/gateway-query.ts';
import type { RegionSources } from '../../platform/monitoring/region-sources.ts';
import { isShare, RESOURCE_ITEMS, SHARE_ITEMS, wholeOf } from '../../platform/monitoring/resource-query.ts';
import { plain } from '../operation-catalog.ts';
import { sourceMsg } from '../shared/chart/collected-item-messages.ts';
import { hasSource } from '../shared/chart/collected-items.ts';
import { chartItems, itemOfWord, searchedWords, usualItemWords } from '../shared/chart/item-word-messages.ts';
import { limitMsg } from '../shared/chart/limit-messages.ts';
import {
  type LimitedItem,
  limitFormOf,
  limitForms,
  limitValue,
  parseLimit,
  type TypedLimit,
  unitWords,
  withShare,
} from '../shared/chart/typed-limit.ts';
import type { SelectOption } from '../shared/shared-params.ts';
import { watchMsg } from './watch-messages.ts';
import { itemText, itemValue } from './watched-items.ts';

/** Chinese words for items that no chart has. */
const chineseWords: Readonly<Record<string, WatchItem>> = {
  异常: 'abnormal',
  重启: 'restarts',
  内存不足: 'oom',
  证书: 'certificates',
  对外开放: 'exposure',
};

/** Words that people type for items, in the reader's language. */
export const knownWords = listText([
  usualItemWords([...GATEWAY_ITEMS, ...RESOURCE_ITEMS]),
  ...Object.entries(chineseWords).map(([word, item]) => sourceMsg.word({ en: verbatim(item), zh: verbatim(word) })),
]);

/** Items in a form. Shares are missing because a threshold in % selects them. */
const watchable: readonly WatchItem[] = watchItems.filter((item) => !isShare(item));

export function watchedOptions(sources: RegionSources | undefined): readonly SelectOption[] {
  const items = watchable.filter(
    (item) => hasSource(item, sources) && (item !== 'oom' || sources?.kubeState !== false),
  );
  return items.map((item) => ({ value: item, label: itemText(item), names: [item, ...wordsFor(item)] }));
}

export function wordsFor(item: WatchItem): readonly string[] {
  const charted = chartItems.find((each) => each === item);
  return [...(charted ? searchedWords(charted) : []), ...langs.map((lang) => plain(itemText(item), lang))];
}

interface TypedCondition {
  readonly what: WatchItem;
  readonly above?: TypedLimit | undefined;
  readonly below?: TypedLimit | undefined;
  /** Minimum duration of the condition, in ms. */
  readonly for?: number | undefined;
}

export function conditionFaults({ what, above, below }: TypedCondition): readonly Fault[] {
  const limit = above ?? below;
  if (above && below) return [{ param: 'below', why: watchMsg.limitTwice() }];
  if (!hasThreshold(what)) return limit ? [{ param: above ? 'above' : 'below', why: watchMsg.limitNone() }] : [];
  if (!limit)
    return what === 'certificates' || what === 'restarts'
      ? []
      : [{ param: 'above', why: watchMsg.limitMissing(), missing: true }];
  const wrongSide = sideFault(what, above !== undefined);
  if (wrongSide) return [wrongSide];
  const parsed = limitOf(withShare(what, limit, SHARE_ITEMS), limit);
  return parsed.ok ? [] : [{ param: above ? 'above' : 'below', why: parsed.why }];
}

const day = 86_400_000;
const twoWeeks = 14 * day;
const usualRestarts = 3;

/** Returns the typed condition, with defaults for missing parts. `typed` must not have faults. */
export function conditionOf(typed: TypedCondition): WatchCondition {
  const limit = typed.above ?? typed.below;
  const item = limit ? withShare(typed.what, limit, SHARE_ITEMS) : typed.what;
  const parsed = limit && limitOf(item, limit);
  const usual = item === 'certificates' ? twoWeeks : item === 'restarts' ? usualRestarts : 0;
  return {
    item,
    side: item === 'certificates' || (typed.below && !typed.above) ? 'below' : 'above',
    threshold: parsed?.ok ? parsed.value : usual,
    for: typed.for ?? usualFor(item),
  };
}

/** Returns a condition as a person types it. */
export function typedCondition({ item, side, threshold, for: lasting }: WatchCondition): RawArgs {
  const limit = isShare(item)
    ? `${Number((threshold * 100).toPrecision(12))}%`
    : String(item === 'certificates' ? threshold / day : threshold);
  return {
    what: [wholeOf(item)],
    ...(hasThreshold(item) ? { [side]: [limit] } : {}),
    ...(item === 'certificates' || item === 'exposure' ? {} : { for: [`${lasting / 60_000}m`] }),
  };
}

export function usualFor(item: WatchItem): number {
  const atOnce: readonly WatchItem[] = ['restarts', 'oom', 'certificates', 'exposure'];
  return atOnce.includes(item) ? 0 : 5 * 60_000;
}

/** Says that a threshold in decimal units is shown in the binary ones of the platform. */
export function unitNote({ above, below }: TypedCondition, { item, threshold }: WatchCondition): Text | undefined {
  const limit = above ?? below;
  if (item !== 'memory' || !limit || !/^[mg]b$/.test(limit.unit)) return undefined;
  return watchMsg.sameAs({ typed: limit.typed, value: itemValue(item, threshold) });
}

function sideFault(what: WatchItem, isAbove: boolean): Fault | undefined {
  if (what === 'certificates' && isAbove) return { param: 'above', why: watchMsg.onlyBelow() };
  if (what === 'restarts' && !isAbove) return { param: 'below', why: watchMsg.onlyAbove() };
  return undefined;
}

export function readItem(typed: string): Read<WatchItem> {
  const item = watchItemOf(typed);
  return item ? ok(item) : wrong(watchMsg.whatWrong({ typed, known: knownWords }));
}

const longestFor = 24 * 3_600_000;

/** Parses how long a condition must last, in ms; whole minutes only. */
export function readFor(typed: string): Read<number> {
  const ms = /^0[a-z]?$/i.test(typed) ? 0 : parseDuration(typed);
  return ms === undefined || ms > longestFor || ms % 60_000 !== 0 ? wrong(watchMsg.forWrong({ typed })) : ok(ms);
}

/** Defines the threshold parameter of one side. The watched item decides which side a form shows, and the unit. */
export function limitParam(side: 'above' | 'below', label: Text, hint: Text): Param<TypedLimit | undefined> {
  const inForm = (given: RawArgs, isAdvanced: boolean): FormLook | undefined => {
    const item = watchItemOf(given.what?.[0] ?? '');
    if (!item || !hasThreshold(item)) return undefined;
    if (item === 'certificates')
      return side === 'below'
        ? { label: watchMsg.belowDays(), hint: watchMsg.usualIs({ value: 14 }), advanced: false }
        : undefined;
    if (item === 'restarts')
      return side === 'above'
        ? { label: watchMsg.aboveTimes(), hint: watchMsg.usualIs({ value: usualRestarts }) }
        : undefined;
    const { unit, use } = limitForms[item];
    return side === 'above'
      ? {
          label: watchMsg.aboveIn({ unit }),
          hint: isAdvanced ? watchMsg.unlessBelow() : use,
          required: !isAdvanced && given.below === undefined,
        }
      : { label: watchMsg.belowIn({ unit }), hint: watchMsg.unlessAbove(), advanced: given.below === undefined };
  };
  return optional<TypedLimit>(label, (typed) => ok(parseLimit(typed)), {
    hint,
    units: unitWords,
    // Most limits are maximums: `/watch web p95 500`.
    ...(side === 'above' ? { keyword: (word) => (parseLimit(word).number === undefined ? undefined : word) } : {}),
    dependsOn: ['what'],
    inForm,
  });
}

const timesUnits = { '': 1, time: 1, times: 1, 次: 1 };
const daysUnits = { '': day };

const limitRanges: Readonly<Record<WatchItem, readonly [low: number, high: number]>> = {
  request_time: [1, 3_600_000],
  request: [0.01, 1_000_000],
  request_client: [1, 1_000_000],
  gateway_latency: [1, 60_000],
  gateway_requests: [0.01, 1_000_000],
  gateway_errors: [0.01, 1_000_000],
  cpu: [0.001, 1_024],
  memory: [1, 16 * 1024 * 1024],
  network: [1, 1e12],
  memory_share: [0.01, 0.99],
  cpu_share: [0.01, 0.99],
  gateway_errors_share: [0.001, 0.999],
  restarts: [0, 1_000],
  oom: [0, 0],
  abnormal: [0, 0],
  certificates: [day, 365 * day],
  exposure: [0, 0],
};

function limitOf(item: WatchItem, limit: TypedLimit): Read<number> {
  const { typed } = limit;
  const value = thresholdIn(item, limit);
  if (value === undefined) return wrong(limitMsg.limitWrong({ typed, use: useOf(item) }));
  const [low, high] = limitRanges[item];
  return value < low || value > high ? wrong(watchMsg.limitRange({ typed, ...rangeTexts(item) })) : ok(value);
}

function thresholdIn(item: WatchItem, limit: TypedLimit): number | undefined {
  if (item === 'certificates') return limit.unit === '' ? limitValue(limit, daysUnits) : parseDuration(limit.typed);
  if (item !== 'restarts') return limitValue(limit, limitFormOf(item)?.units ?? {});
  const times = limitValue(limit, timesUnits);
  return Number.isInteger(times) ? times : undefined;
}

function useOf(item: WatchItem): Text {
  if (item === 'certificates') return watchMsg.useDays();
  return item === 'restarts' ? watchMsg.useTimes() : (limitFormOf(item)?.use ?? watchMsg.limitNone());
}

function rangeTexts(item: WatchItem): { readonly low: Text; readonly high: Text } {
  const [low, high] = limitRanges[item];
  const text = (value: number) => {
    if (item === 'certificates') return durationText(value);
    return item === 'restarts' ? verbatim(String(value)) : itemValue(item, value);
  };
  return { low: text(low), high: text(high) };
}

function hasThreshold(item: WatchItem): item is LimitedItem | 'restarts' | 'certificates' {
  return item !== 'abnormal' && item !== 'oom' && item !== 'exposure';
}

const otherWords: Readonly<Record<string, WatchItem>> = {
  slow: 'gateway_latency',
  慢: 'gateway_latency',
  certs: 'certificates',
  ...chineseWords,
};

export function watchItemOf(word: string): WatchItem | undefined {
  const typed = foldText(word);
  if (Object.hasOwn(otherWords, typed)) return otherWords[typed];
  const canonical = itemOfWord(typed) ?? typed;
  return watchItems.find((item) => item === canonical);
}
