import { itemText } from '../../charts/data/picture-messages.ts';
import { parseDuration } from '../../core/text/duration.ts';
import { rangeLengthText } from '../../core/text/duration-messages.ts';
import type { Text } from '../../core/text/text.ts';
import type { Dialect } from '../../platform/platform.ts';
import { MONITOR_ITEMS } from '../../platform/platform.ts';
import { RESOURCE_ITEMS } from '../../platform/resources/resource-query.ts';
import { searchedWords } from './item-word-messages.ts';
import { msg } from './monitor-messages.ts';

/** What a form offers for a parameter of a chart. */
interface ChartOption {
  readonly value: string;
  readonly label: Text;
  readonly names: readonly string[];
}

const lengths = ['15m', '1h', '6h', '24h', '7d'];

/** The usual ranges; any other can be typed. */
export function rangeOptions(): readonly ChartOption[] {
  const last = lengths.map((value) => ({
    value,
    label: msg.lastOption({ time: rangeLengthText(parseDuration(value) ?? 0) }),
    names: [value],
  }));
  const days = [
    { value: 'today', label: msg.todayOption(), names: ['today'] },
    { value: 'yesterday', label: msg.yesterdayOption(), names: ['yesterday'] },
  ];
  return [...last, ...days];
}

/** The monitoring items, and cpu, memory and network where the API has their query. */
export function itemOptions(dialect: Dialect): readonly ChartOption[] {
  const items = MONITOR_ITEMS.map((item) => ({
    value: item,
    label: msg.itemOption({ item, en: itemText(item, 'en'), zh: itemText(item, 'zh') }),
    names: [item, itemText(item, 'en'), itemText(item, 'zh'), ...searchedWords(item)],
  }));
  if (dialect === 'document') return items;
  return [
    ...items,
    {
      value: 'resources',
      label: msg.resourcesOption(),
      names: ['resources', ...RESOURCE_ITEMS.flatMap((item) => [item, ...searchedWords(item)])],
    },
  ];
}
