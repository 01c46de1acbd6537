import { expect, test } from 'vitest';
import { readReply } from './reply.ts';

test('as nothing runs, nothing was asked for: that can be read', () => {
  const range = { start: 1_700_000_000, end: 1_700_003_600, step: 60 };
  const read = readReply({ ...range, body: [], zone: 'UTC', lang: 'en', title: 'shop' });
  expect(read).toMatchObject({ series: [], unanswered: [] });
});
