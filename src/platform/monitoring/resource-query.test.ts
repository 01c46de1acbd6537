import { describe, expect, test } from 'vitest';
import { RESOURCE_ITEMS, resourceQuery } from './resource-query.ts';

const instances = { namespace: 'shop', app: 'app-12', component: 'web' };

describe.each(RESOURCE_ITEMS)('the query for %s', (item) => {
  test('survives being decoded once more on its way', () => {
    const query = resourceQuery(item, instances);
    expect(query).not.toMatch(/[+&#%]/);
    expect(query).toContain('namespace="shop"');
  });

  test('takes the pods of this component, whatever runs them', () => {
    const [, pattern = ''] = /pod=~"([^"]*)"/.exec(resourceQuery(item, instances)) ?? [];
    const isTaken = (pod: string) => new RegExp(`^(?:${pattern})$`).test(pod);
    const own = {
      'a stateful set': ['app-12-web-0', 'app-12-web-13'],
      'a deployment': ['app-12-web-6d5f7c4b9d-x2k8p'],
      'a daemon set or a job': ['app-12-web-x2x4z'],
      'a scheduled job': ['app-12-web-29384760-x2k8p'],
    };
    expect(
      Object.values(own)
        .flat()
        .filter((pod) => !isTaken(pod)),
    ).toEqual([]);
    const others = [
      'app-12-web',
      'app-12-web-log-0',
      'app-12-web-log-6d5f7c4b9d-x2k8p',
      'my-app-12-web-0',
      'app-12-api-0',
    ];
    expect(others.filter(isTaken)).toEqual([]);
  });

  test('asks for its container: the pods of a daemon set `web-log` could be those of `web`', () => {
    const counted = resourceQuery(item, instances).match(/container="web"/g) ?? [];
    expect(counted).toHaveLength(item === 'network' ? 2 : 1);
  });

  test.each(['', 'Web', 'web"', 'a b', 'a+b', '订单', 'x'.repeat(64), '.*'])('a name %j is refused', (name) => {
    for (const key of ['namespace', 'app', 'component'])
      expect(() => resourceQuery(item, { ...instances, [key]: name })).toThrow(RangeError);
  });
});
