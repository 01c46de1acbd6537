import { createDrawable } from './drawable-text.ts';

const letters = [
  [0x20, 0x7e],
  [0xa0, 0xff],
  [0x5d0, 0x5ea],
  [0x2192, 0x2192],
  [0x627, 0x64a],
] as const;
const drawable = createDrawable(letters);

test.each([
  ['what fonts have stays', 'café → web', 'café → web'],
  ['other scripts become Latin letters', '결제 서비스 2', 'GyeolJe SeoBiSeu 2'],
  ['what has no Latin letters is one question mark', 'a\u{10ffff}b', 'a?b'],
  ['what is never seen stays', 'a\u200db\ufe0f', 'a\u200db\ufe0f'],
])('%s', (_what, text, drawn) => expect(drawable(text)).toBe(drawn));

test('a name from right to left is kept apart, so that the numbers beside it stay in their order', () => {
  expect(drawable('10:07 scale שירות תשלומים 3 → 5 · maya')).toBe('10:07 scale \u2068שירות תשלומים\u2069 3 → 5 · maya');
  expect(drawable('خدمة-2 الدفع, api')).toBe('\u2068خدمة-2 الدفع\u2069, api');
});
