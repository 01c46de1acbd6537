import type { ChartOrder } from '../../../core/command/answer.ts';
import { ok, type Read, wrong } from '../../../core/command/params.ts';
import type { Text } from '../../../core/text/text.ts';
import { MONITOR_ITEMS } from '../../../platform/platform.ts';
import { chartParamMsg } from './chart-param-messages.ts';
import { itemOfWord } from './item-word-messages.ts';

/** A value as it was typed; without an item it is meant for the only one of the chart. */
export interface TypedThreshold {
  readonly item?: string;
  /** In the unit of the item's panel. */
  readonly value: number;
}

/** More lines than these make a panel unreadable. */
const most = 6;

/** Reads `500`, `latency:500`, `request_time:500`. */
export function readThreshold(typed: string): Read<TypedThreshold> {
  const [, item, digits] = /^(?:([\p{L}][\p{L}\p{N}_.:-]{0,63}):)?(\d{1,12}(?:\.\d{1,6})?)$/iu.exec(typed) ?? [];
  if (digits === undefined) return wrong(chartParamMsg.aboveWrong({ typed }));
  return ok({ ...(item === undefined ? {} : { item: itemOfWord(item) ?? item }), value: Number(digits) });
}

/**
 * Gives each threshold its item.
 * @param items what the chart shows; empty: everything there is
 * @returns why they can't be drawn, where they can't
 */
export function thresholdsOf(
  typed: readonly TypedThreshold[],
  items: readonly string[],
): { readonly thresholds: NonNullable<ChartOrder['thresholds']> } | { readonly why: Text } {
  if (typed.length > most) return { why: chartParamMsg.aboveMany({ most }) };
  const thresholds: { item: string; value: number }[] = [];
  // A chart of everything may hold items that only this platform has; those have to be asked for.
  const shown: readonly string[] = items.length > 0 ? items : MONITOR_ITEMS;
  for (const { item: named, value } of typed) {
    if (named === undefined && shown.length > 1) return { why: chartParamMsg.aboveWhich({ value: String(value) }) };
    const item = named === undefined ? shown[0] : shown.find((each) => each.toLowerCase() === named.toLowerCase());
    if (item === undefined) return { why: chartParamMsg.aboveElsewhere({ item: named ?? '' }) };
    thresholds.push({ item, value });
  }
  return { thresholds };
}
