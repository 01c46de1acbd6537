import { expect, test } from 'vitest';
import { createRecent } from './recent.ts';

test('what is used again and again stays, whatever else comes and goes', () => {
  const recent = createRecent<string>(100, (value) => value.length);
  recent.set('axis', '0123456789');
  for (let n = 0; n < 500; n += 1) {
    recent.set(`title ${n}`, '0123456789');
    expect(recent.get('axis')).toBe('0123456789');
    expect(recent.get(`title ${n}`)).toBe('0123456789');
  }
  expect(recent.get('title 1')).toBeUndefined();
});

test('never more than so many bytes are kept, and one value', () => {
  const recent = createRecent<Uint8Array>(1_000, ({ length }) => length);
  const keys = Array.from({ length: 300 }, (_, n) => `tile ${n}`);
  for (const [n, key] of keys.entries()) recent.set(key, new Uint8Array(1 + ((n * 37) % 90)));
  const kept = keys.map((key) => recent.get(key)?.length ?? 0).reduce((sum, each) => sum + each, 0);
  expect(kept).toBeGreaterThan(400);
  expect(kept).toBeLessThanOrEqual(1_090);
});

test('a value that alone is too large is there once more', () => {
  const recent = createRecent<string>(10, (value) => value.length);
  recent.set('large', 'x'.repeat(50));
  expect(recent.get('large')).toHaveLength(50);
});
