import { describe, expect, test } from 'vitest';
import { WATCH_QUERIES, watchQuery, watchQueryParts } from './watch-query.ts';

const instances = { namespace: 'shop', app: 'app-12', components: ['web', 'web-log'] };

describe.each(WATCH_QUERIES)('the query for %s', (query) => {
  test('survives being decoded once more on its way', () => {
    expect(watchQuery(query, instances)).not.toMatch(/[+&#%]/);
    expect(watchQuery(query, instances)).toContain('namespace="shop"');
  });

  test.each(['', 'Web', 'web"', 'a+b', '订单', '.*'])('a name %j is refused', (name) => {
    expect(() => watchQuery(query, { ...instances, components: [name] })).toThrow(RangeError);
    expect(() => watchQuery(query, { ...instances, app: name })).toThrow(RangeError);
  });

  test('asks for 80 components at once, and for fewer where their names are long', () => {
    const named = (count: number, length: number) =>
      Array.from({ length: count }, (_, index) => `${'c'.repeat(length)}${String(index).padStart(3, '0')}`);
    const parts = (components: readonly string[]) => watchQueryParts(query, { ...instances, components });
    expect(parts(named(80, 25)).map(({ length }) => length)).toEqual([80]);
    expect(parts(named(160, 3)).map(({ length }) => length)).toEqual([80, 80]);
    const long = named(80, 55);
    expect(parts(long).flat()).toEqual(long);
    for (const components of parts(long))
      expect(encodeURIComponent(watchQuery(query, { ...instances, components })).length).toBeLessThan(3_500);
  });
});
