import { itemText } from '../../../charts/data/item-messages.ts';
import { parseDuration } from '../../../core/text/duration.ts';
import { rangeLengthText } from '../../../core/text/duration-messages.ts';
import { langs, type Text, verbatim } from '../../../core/text/text.ts';
import { RESOURCE_ITEMS } from '../../../platform/monitoring/resource-query.ts';
import type { Dialect } from '../../../platform/platform.ts';
import { MONITOR_ITEMS } from '../../../platform/platform.ts';
import { plain } from '../../operation-catalog.ts';
import { chartParamMsg } from './chart-param-messages.ts';
import { searchedWords } from './item-word-messages.ts';

/** What a form offers for a parameter of a chart. */
interface ChartOption {
  readonly value: string;
  readonly label: Text;
  readonly names: readonly string[];
}

const lengths = ['15m', '1h', '6h', '24h', '7d'];

/** The usual ranges; any other can be typed. */
export function rangeOptions(): readonly ChartOption[] {
  return [...lengths, 'today', 'yesterday'].map((value) => ({ value, label: rangeShown(value), names: [value] }));
}

/** A range as a form writes it, in words where it is one of the usual ones. */
export function rangeShown(value: string): Text {
  if (value === 'today') return chartParamMsg.todayOption();
  if (value === 'yesterday') return chartParamMsg.yesterdayOption();
  return lengths.includes(value)
    ? chartParamMsg.lastOption({ time: rangeLengthText(parseDuration(value) ?? 0) })
    : verbatim(value);
}

/** The monitoring items, and cpu, memory and network where the API has their query. */
export function itemOptions(dialect: Dialect): readonly ChartOption[] {
  const items = MONITOR_ITEMS.map((item) => ({
    value: item,
    label: chartParamMsg.itemOption({ item, title: itemText(item) }),
    names: [item, ...langs.map((lang) => plain(itemText(item), lang)), ...searchedWords(item)],
  }));
  if (dialect === 'document') return items;
  return [
    ...items,
    {
      value: 'resources',
      label: chartParamMsg.resourcesOption(),
      names: ['resources', ...RESOURCE_ITEMS.flatMap((item) => [item, ...searchedWords(item)])],
    },
  ];
}
