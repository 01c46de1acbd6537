import { describe, expect, test } from 'vitest';
import { RESOURCE_ITEMS, resourceQuery } from './resource-query.ts';

const instances = { namespace: 'shop', app: 'app-12', component: 'web' };

describe.each(RESOURCE_ITEMS)('the query for %s', (item) => {
  test('survives being decoded once more on its way', () => {
    const query = resourceQuery(item, instances);
    expect(query).not.toMatch(/[+&#%]/);
    expect(query).toContain('namespace="shop"');
  });

  test('takes the pods of this component alone', () => {
    const [, pattern = ''] = /pod=~"([^"]*)"/.exec(resourceQuery(item, instances)) ?? [];
    const isOwn = (pod: string) => new RegExp(`^(?:${pattern})$`).test(pod);
    expect(['app-12-web-0', 'app-12-web-13', 'app-12-web-6d5f7c4b9d-x2k8p'].map(isOwn)).toEqual([true, true, true]);
    const others = [
      'app-12-web',
      'app-12-web-admin-0',
      'app-12-web-admin-6d5f7c4b9d-x2k8p',
      'my-app-12-web-0',
      'app-12-api-0',
    ];
    expect(others.filter(isOwn)).toEqual([]);
  });

  test.each(['', 'Web', 'web"', 'a b', 'a+b', '订单', 'x'.repeat(64), '.*'])('a name %j is refused', (name) => {
    for (const key of ['namespace', 'app', 'component'])
      expect(() => resourceQuery(item, { ...instances, [key]: name })).toThrow(RangeError);
  });
});
