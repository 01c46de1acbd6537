import { createLogger } from './observability/logger.ts';
import { realWorld } from './real-world.ts';

test('ids are 130 bits of letters and digits that can be read out and typed', () => {
  const world = realWorld(createLogger({ level: 'error' }));
  const ids = Array.from({ length: 2_000 }, () => world.newId());
  expect(new Set(ids).size).toBe(ids.length);
  for (const id of ids) expect(id).toMatch(/^[0-9a-hjkmnp-tv-z]{26}$/);
  expect([...new Set(ids.join(''))].sort().join('')).toBe('0123456789abcdefghjkmnpqrstvwxyz');
});
