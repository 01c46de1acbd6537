import { type HttpRule, readGatewayRules } from '../gateway/gateway-endpoints.ts';
import { GATEWAY_METRICS, gatewayQuery, hostOf, hostOfRoute, hostsOf } from './gateway-query.ts';
import { RESOURCE_ITEMS, resourceQuery, withOwnNames } from './resource-query.ts';
import { WATCH_QUERIES, watchQuery, watchQueryParts } from './watch-query.ts';

const namespace = 'shop';

/** docs/platform.md#gateway-metrics */
function routeOf(domain: string, rule = '478ad582'): string {
  const host = domain.toLowerCase().replaceAll('*', 'wildcard').replaceAll('_', '');
  return `${namespace}_${host}p-ps-s_${rule}`;
}

const instances = { namespace: 'shop', app: 'app-12', component: 'web' };
const watched = { namespace: 'shop', app: 'app-12', components: ['web', 'web-log'] };

/** Each query with a name in place of its host, its component, its app or its namespace. */
const queries: readonly (readonly [name: string, fine: string, build: (name: string) => string])[] = [
  ...GATEWAY_METRICS.map((metric) => {
    return [metric, '*.shop.test', (host: string) => gatewayQuery(metric, { namespace, hosts: [host] }, true)] as const;
  }),
  ...(['namespace', 'app', 'component'] as const).flatMap((key) =>
    RESOURCE_ITEMS.map((item) => {
      return [`${item}, ${key}`, 'web', (name: string) => resourceQuery(item, { ...instances, [key]: name })] as const;
    }),
  ),
  ...WATCH_QUERIES.flatMap((query) => [
    [`${query}, component`, 'web', (name: string) => watchQuery(query, { ...watched, components: [name] })] as const,
    [`${query}, app`, 'web', (app: string) => watchQuery(query, { ...watched, app })] as const,
  ]),
];

test.each(queries)(
  'the query for %s survives being decoded once more, and refuses other names',
  (_name, fine, build) => {
    expect(build(fine)).not.toMatch(/[+&#%]/);
    for (const name of ['', 'WEB', 'a"b', 'a b', 'a+b', '订单', 'x'.repeat(300), '.*'])
      expect(() => build(name), name).toThrow(RangeError);
  },
);

test('an in-cluster name that several components have is the name of none', () => {
  const named = (...names: readonly (string | undefined)[]) => names.map((k8sComponentName) => ({ k8sComponentName }));
  const components = withOwnNames(named('web', 'search', undefined, 'search', undefined));
  expect(components).toEqual(named('web', undefined, undefined, undefined, undefined));
});

describe.each(GATEWAY_METRICS)('the query for %s', (metric) => {
  test('takes the routes of its hosts alone', () => {
    const query = gatewayQuery(metric, { namespace, hosts: ['*.shop.test', 'www.shop.test'] }, false);
    const [, pattern = ''] = /route=~"([^"]*)"/.exec(query) ?? [];
    const isTaken = (route: string) => new RegExp(`^(?:${pattern})$`).test(route);
    expect(['www.shop.test', 'WWW.shop.test', '*.shop.test'].every((domain) => isTaken(routeOf(domain)))).toBe(true);
    const others = ['api.shop.test', 'wwwxshop.test', 'a.www.shop.test'].map((domain) => routeOf(domain));
    const elsewhere = [routeOf('www.shop.test').replace('shop_', 'other_'), 'shop_www.shop.testp-papi_478ad582'];
    expect([...others, ...elsewhere].filter(isTaken)).toEqual([]);
  });
});

test.each(['www.shop.test', '*.shop.test', 'gr7c01aa-8080-shop.apps.east.shop.test'])(
  '%s is read from its route',
  (domain) => {
    expect(hostOfRoute(routeOf(domain), namespace)).toBe(hostOf(domain));
    expect(hostOfRoute(routeOf(domain), 'other')).toBeUndefined();
  },
);

describe('whose host it is', () => {
  const rules = (...all: readonly (readonly [string, string, boolean])[]): readonly HttpRule[] =>
    readGatewayRules({
      http: all.map(([service_id, domain_name, is_outer_service]) => ({ service_id, domain_name, is_outer_service })),
    })?.http ?? [];

  test('that of the component whose rule names it; inactive rules count for nothing', () => {
    const hosts = hostsOf(
      rules(
        ...[['web', 'www.shop.test', true] as const, ['web', 'Shop.test', true] as const],
        ...[['web', 'old.shop.test', false] as const, ['api', 'api.test', true] as const],
      ),
    );
    expect(Object.fromEntries(hosts)).toEqual({ web: ['shop.test', 'www.shop.test'], api: ['api.test'] });
  });

  test('nobody’s where several components share it', () => {
    const hosts = hostsOf(
      rules(['web', 'www.shop.test', true], ['canary', 'www.shop.test', true], ['web', 'a.test', true]),
    );
    expect(Object.fromEntries(hosts)).toEqual({ web: ['a.test'] });
  });
});

describe.each(RESOURCE_ITEMS)('the query for %s', (item) => {
  test('takes the pods of this component, whatever runs them', () => {
    expect(resourceQuery(item, instances)).toContain('namespace="shop"');
    const [, pattern = ''] = /pod=~"([^"]*)"/.exec(resourceQuery(item, instances)) ?? [];
    const isTaken = (pod: string) => new RegExp(`^(?:${pattern})$`).test(pod);
    const own = {
      'a stateful set': ['app-12-web-0', 'app-12-web-13'],
      'a deployment': ['app-12-web-6d5f7c4b9d-x2k8p'],
      'a daemon set or a job': ['app-12-web-x2x4z'],
      'a scheduled job': ['app-12-web-29384760-x2k8p'],
    };
    const pods = Object.values(own).flat();
    expect(pods.filter((pod) => !isTaken(pod))).toEqual([]);
    const log = ['app-12-web-log-0', 'app-12-web-log-6d5f7c4b9d-x2k8p'];
    expect(['app-12-web', 'my-app-12-web-0', 'app-12-api-0', ...log].filter(isTaken)).toEqual([]);
  });

  test('asks for its container: the pods of a daemon set `web-log` could be those of `web`', () => {
    expect(resourceQuery(item, instances).match(/container="web"/g) ?? []).toHaveLength(item === 'network' ? 2 : 1);
  });
});

test.each(WATCH_QUERIES)('the query for %s asks for 80 components at once, fewer where names are long', (query) => {
  expect(watchQuery(query, watched)).toContain('namespace="shop"');
  const named = (count: number, length: number) =>
    Array.from({ length: count }, (_, index) => `${'c'.repeat(length)}${String(index).padStart(3, '0')}`);
  const parts = (components: readonly string[]) => watchQueryParts(query, { ...watched, components });
  expect(parts(named(80, 25)).map(({ length }) => length)).toEqual([80]);
  expect(parts(named(160, 3)).map(({ length }) => length)).toEqual([80, 80]);
  const long = named(80, 55);
  expect(parts(long).flat()).toEqual(long);
  for (const components of parts(long))
    expect(encodeURIComponent(watchQuery(query, { ...watched, components })).length).toBeLessThan(3_500);
});

test('a chart of memory and a watch of its share of the limit read the same metric', () => {
  const metricIn = (query: string) => /container_memory_\w+(?=\{)/.exec(query)?.[0];
  const charted = metricIn(resourceQuery('memory', instances));
  for (const query of ['memory', 'memory_share'] as const) expect(metricIn(watchQuery(query, watched))).toBe(charted);
});
