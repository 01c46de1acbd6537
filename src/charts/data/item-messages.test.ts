import { expect, test } from 'vitest';
import { plain } from '../chart-catalog.ts';
import { itemText, shortItemText } from './item-messages.ts';

test.each([
  ['request_time', '响应时间', '响应时间'],
  ['request', '吞吐率', '吞吐率'],
  ['request_client', '在线人数', '在线人数'],
])('in Chinese, %s is called what the console calls it', (item, title, short) => {
  expect([itemText(item), shortItemText(item)].map((text) => plain(text, 'zh'))).toEqual([title, short]);
});
