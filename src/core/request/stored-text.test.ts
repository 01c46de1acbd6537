import type { Instant, Value } from '../text/text.ts';
import { StoredText } from './plan.ts';

const text = { key: 'a.b', with: {} };
const whole: Required<Instant> = { at: 1, show: 'time', now: 2, beside: 3, zone: 'Asia/Shanghai' };
const values: readonly Value[] = [
  'words',
  7,
  whole,
  { user: 'U1' },
  { group: 'S1' },
  { channel: 'C1' },
  text,
  { link: 'https://shop.test', label: text },
];

test.each(values.map((value) => [JSON.stringify(value), value]))('a stored text keeps %s', (_printed, value) => {
  const stored = { key: 'a.b', with: { value } };
  expect(StoredText.parse(stored)).toEqual(stored);
});
