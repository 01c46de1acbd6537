import { describe, expect, test } from 'vitest';
import { RESOURCE_ITEMS, resourceQuery } from '../../../src/platform/monitoring/resource-query.ts';
import { shopSeed } from '../seed/shop-seed.ts';
import { resourceSeries } from './resource-metrics.ts';

const range = { start: 1_795_140_000, end: 1_795_143_600, step: 60 };
const now = (range.end + 60) * 1_000;
/** @param types the deployment types of some components, and @param renamed their names in the cluster */
function series(
  query: string,
  region = 'east-1',
  types: Record<string, string> = {},
  renamed: Record<string, string> = {},
) {
  const world = shopSeed(now);
  const components = world.components.map((each) => ({
    ...each,
    k8sName: renamed[each.k8sName] ?? each.k8sName,
    detail: { ...each.detail, ...(types[each.k8sName] ? { extend_method: types[each.k8sName] } : {}) },
  }));
  return resourceSeries(query, { ...world, components }, region, range, now);
}
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

  test.each([
    ['job', /^app-12-web-[0-9a-f]{5}$/],
    ['cronjob', /^app-12-web-29384760-[0-9a-f]{5}$/],
    ['daemonset', /^app-12-web-[0-9a-f]{5}$/],
    ['state_multiple', /^app-12-web-[0-2]$/],
  ])('the pods of a %s are found', (type, names) => {
    const found = series(query, 'east-1', { web: type }) ?? [];
    expect(found).toHaveLength(3);
    for (const { metric } of found) expect(metric.pod).toMatch(names);
  });

  test('not those of a component whose name begins alike, where their names could be its own', () => {
    const pods = (component: string, type: string) =>
      (series(resourceQuery(item, { ...names, component }), 'east-1', { api: type }, { api: 'web-log' }) ?? []).length;
    expect([pods('web-log', 'daemonset'), pods('web', 'daemonset')]).toEqual([1, 3]);
  });

  test('a label that cAdvisor does not write finds nothing; another query is none of these', () => {
    expect(series(query.replaceAll('namespace=', 'service_id='))).toEqual([]);
    expect(series(query.replace('by (pod)', 'by (container)'))).toBeUndefined();
    expect(series(query.replace('[5m]', '[1d]').replace('_rss', '_cache'))).toBeUndefined();
  });
});
