import { join } from '../../core/text/text.ts';
import { plain } from '../operation-catalog.ts';
import type { Watch } from '../shared/watch/stored-watch.ts';
import { watchChanges } from './watch-text.ts';

const before: Watch = {
  id: 'abc123',
  channel: 'C1',
  context: { team: 'shop', region: 'east-1', app: '12' },
  condition: { item: 'gateway_latency', side: 'above', threshold: 500, for: 300_000 },
  notify: ['U1', 'U2'],
  by: { id: 'U1', name: 'Ada', lang: 'en', zone: 'UTC' },
  at: 0,
};
const names = new Map([
  ['U1', 'Ada'],
  ['U2', 'Bob'],
  ['S3', '@ops'],
]);
const changed = (more: Partial<Watch>, lang: 'en' | 'zh' = 'en') =>
  plain(join(watchChanges(before, { ...before, ...more }, names), ', '), lang);

test('an edited watch names only the changes: limit, duration, components, people', () => {
  const condition = { ...before.condition, threshold: 700 };
  expect(changed({ condition })).toBe('limit 500 ms → 700 ms');
  expect(changed({ condition }, 'zh')).toBe('阈值 500 ms → 700 ms');
  expect(changed({ condition: { ...before.condition, for: 600_000 } })).toBe('for 5 minutes → 10 minutes');
  expect(changed({ components: [{ id: 'a', name: 'web' }] })).toBe('components all → web');
  expect(changed({ notify: ['U2', 'S3'] })).toBe('now notifies @ops, no longer notifies Ada');
  expect(changed({ condition: { ...before.condition, item: 'cpu' } })).toBe(
    'before: latency at the gateway (p95) above 500 ms for 5 minutes (all components)',
  );
  expect(changed({})).toBe('');
});
