import { ok, type Read, wrong } from '../../core/command/params.ts';
import { parseDuration } from '../../core/text/duration.ts';
import { durationText } from '../../core/text/duration-messages.ts';
import { type Text, verbatim } from '../../core/text/text.ts';
import { type WatchItem, watchItems } from '../../core/watch/watch-condition.ts';
import { itemOfWord } from '../monitor/item-word-messages.ts';
import { msg } from './watch-messages.ts';
import { itemValue, limitRanges, limitUnits } from './watched-items.ts';

/** A threshold as it was typed: its number and unit. */
export interface TypedLimit {
  readonly number: number;
  readonly unit: string;
  readonly typed: string;
}

/** Reads `500ms`, `90%`, `14d`, `3`; what the unit means, the item says. */
export function readLimit(typed: string): Read<TypedLimit> {
  const [, digits, unit = ''] = /^(\d{1,12}(?:\.\d{1,6})?)\s?([a-z%/]{0,7})$/i.exec(typed) ?? [];
  if (digits === undefined) return wrong(msg.limitWrong({ typed }));
  return ok({ number: Number(digits), unit: unit.toLowerCase(), typed });
}

/** A threshold in the unit of its item, or why it can't be one, with what is usual. */
export function limitOf(item: WatchItem, { number, unit, typed }: TypedLimit): Read<number> {
  const value = item === 'certificates' ? parseDuration(typed) : scaled(number, limitUnits[item][unit]);
  const [low, high] = limitRanges[item];
  if (value === undefined || value < low || value > high) return wrong(msg.limitRange({ typed, ...rangeTexts(item) }));
  if (item === 'restarts' && !Number.isInteger(value)) return wrong(msg.limitRange({ typed, ...rangeTexts(item) }));
  return ok(value);
}

function scaled(number: number, by: number | undefined): number | undefined {
  // Only as many digits as were typed: 0.01 is no number of ours.
  return by === undefined ? undefined : Number((number * by).toPrecision(12));
}

function rangeTexts(item: WatchItem): { readonly low: Text; readonly high: Text } {
  const [low, high] = limitRanges[item];
  const text = (value: number) => {
    if (item === 'certificates') return durationText(value);
    return item === 'restarts' ? verbatim(String(value)) : itemValue(item, value);
  };
  return { low: text(low), high: text(high) };
}

/** Conditions that have no threshold. */
export function hasThreshold(item: WatchItem): boolean {
  return item !== 'abnormal' && item !== 'oom';
}

const otherWords: Readonly<Record<string, WatchItem>> = {
  abnormal: 'abnormal',
  异常: 'abnormal',
  restarts: 'restarts',
  重启: 'restarts',
  oom: 'oom',
  内存不足: 'oom',
  certificates: 'certificates',
  certs: 'certificates',
  证书: 'certificates',
};

/** What a word says is to be watched; `memory` becomes `memory_share` where the threshold is a share. */
export function watchItemOf(word: string): WatchItem | undefined {
  const typed = word.normalize('NFKC').toLowerCase();
  if (Object.hasOwn(otherWords, typed)) return otherWords[typed];
  const known = itemOfWord(typed) ?? typed;
  return watchItems.find((item) => item === known);
}
