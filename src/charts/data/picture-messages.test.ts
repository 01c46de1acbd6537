import { expect, test } from 'vitest';
import { itemText, shortItemText } from './picture-messages.ts';

test.each([
  ['request_time', '响应时间', '响应时间'],
  ['request', '吞吐率', '吞吐率'],
  ['request_client', '在线人数', '在线人数'],
])('in Chinese, %s is called what the console calls it', (item, title, short) => {
  expect([itemText(item, 'zh'), shortItemText(item, 'zh')]).toEqual([title, short]);
});
