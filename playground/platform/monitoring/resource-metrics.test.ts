import { describe, expect, test } from 'vitest';
import { RESOURCE_ITEMS, resourceQuery } from '../../../src/platform/resources/resource-query.ts';
import { shopSeed } from '../seed/shop-seed.ts';
import { resourceSeries } from './resource-metrics.ts';

const range = { start: 1_795_140_000, end: 1_795_143_600, step: 60 };
const now = (range.end + 60) * 1_000;
const series = (query: string, region = 'east-1') => resourceSeries(query, shopSeed(now), region, range, now);
const names = { namespace: 'shop', app: 'app-12', component: 'web' };

describe.each(RESOURCE_ITEMS)('%s', (item) => {
  const query = resourceQuery(item, names);

  test('one series for each pod of the component, alike whenever it is asked', () => {
    const found = series(query) ?? [];
    expect(found).toHaveLength(3);
    for (const { metric, points } of found) {
      expect(metric.pod).toMatch(/^app-12-web-[0-9a-f]+c-[0-9a-f]{5}$/);
      expect(points).toHaveLength(61);
      expect(points.every(([, value]) => value > 0)).toBe(true);
    }
    expect(series(query)).toEqual(found);
  });

  test.each([
    ['another namespace', { ...names, namespace: 'other' }, 'east-1'],
    ['another app', { ...names, app: 'app-13' }, 'east-1'],
    ['another region', names, 'west-1'],
  ])('none in %s', (_what, asked, region) => {
    expect(series(resourceQuery(item, asked), region)).toEqual([]);
  });

  test('a label that cAdvisor does not write finds nothing; another query is none of these', () => {
    expect(series(query.replaceAll('namespace=', 'service_id='))).toEqual([]);
    expect(series(query.replace('by (pod)', 'by (container)'))).toBeUndefined();
    expect(series(query.replace('[5m]', '[1d]').replace('_rss', '_cache'))).toBeUndefined();
  });
});
