import { expect, test } from 'vitest';
import { defaultPolicy } from '../core/policy/policy.ts';
import type { Watch } from '../operations/watch/stored-watch.ts';
import { checkWatches } from './check-watches.ts';

const watch = (id: string, more: Partial<Watch> = {}) => ({
  ...{ kind: 'watch', id, version: 1, placeKey: 'shop/east/1', channel: 'C1', isOpen: true, at: 1 },
  body: {
    ...{ id, channel: 'C1', context: { team: 'shop', region: 'east', app: '1' }, notify: [], at: 1 },
    condition: { item: 'abnormal', side: 'above', threshold: 0, for: 300_000 },
    by: { id: 'U1', name: 'Ann', lang: 'en', zone: 'UTC' },
    ...more,
  },
});

test('a watch that isn’t evaluated is named with the cause and what helps; one that a person paused is not', () => {
  expect(checkWatches([], defaultPolicy)).toEqual([]);
  expect(checkWatches([watch('a'), watch('b', { paused: 'person' })], defaultPolicy)).toMatchObject([
    { level: 'ok', found: '2 watches' },
  ]);
  expect(checkWatches([watch('a', { paused: 'not_in_channel' })], defaultPolicy)).toEqual([
    {
      check: 'watches',
      level: 'warning',
      found: 'watch a of shop/east/1 in channel C1 is paused: I was removed from the channel.',
      why: 'Ann had this channel watch abnormal for 5 minutes (all components).',
      fix: 'Invite the bot, then resume the watch.',
    },
  ]);
});
