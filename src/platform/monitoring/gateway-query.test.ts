import { describe, expect, test } from 'vitest';
import { type HttpRule, readGatewayRules } from '../gateway/gateway-endpoints.ts';
import { GATEWAY_METRICS, gatewayQuery, hostOf, hostOfRoute, hostsOf } from './gateway-query.ts';

const namespace = 'shop';

/** docs/platform.md#gateway-metrics */
function routeOf(domain: string, rule = '478ad582'): string {
  const host = domain.toLowerCase().replaceAll('*', 'wildcard').replaceAll('_', '');
  return `${namespace}_${host}p-ps-s_${rule}`;
}

describe.each(GATEWAY_METRICS)('the query for %s', (metric) => {
  test('survives being decoded once more on its way', () => {
    expect(gatewayQuery(metric, { namespace, hosts: ['*.shop.test', 'www.shop.test'] }, true)).not.toMatch(/[+&#%]/);
  });

  test('takes the routes of its hosts alone', () => {
    const query = gatewayQuery(metric, { namespace, hosts: ['*.shop.test', 'www.shop.test'] }, false);
    const [, pattern = ''] = /route=~"([^"]*)"/.exec(query) ?? [];
    const isTaken = (route: string) => new RegExp(`^(?:${pattern})$`).test(route);
    expect(['www.shop.test', 'WWW.shop.test', '*.shop.test'].every((domain) => isTaken(routeOf(domain)))).toBe(true);
    const others = [
      routeOf('api.shop.test'),
      routeOf('wwwxshop.test'),
      routeOf('a.www.shop.test'),
      routeOf('www.shop.test').replace('shop_', 'other_'),
      'shop_www.shop.testp-papi_478ad582',
    ];
    expect(others.filter(isTaken)).toEqual([]);
  });

  test.each(['', 'a"b', 'a b', 'a+b', 'WWW.shop.test', '订单.test', '.*'])('a host %j is refused', (host) => {
    expect(() => gatewayQuery(metric, { namespace, hosts: [host] }, false)).toThrow(RangeError);
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
    const found = hostsOf(
      rules(
        ...[['web', 'www.shop.test', true] as const, ['web', 'Shop.test', true] as const],
        ...[['web', 'old.shop.test', false] as const, ['api', 'api.test', true] as const],
      ),
    );
    expect(Object.fromEntries(found)).toEqual({ web: ['shop.test', 'www.shop.test'], api: ['api.test'] });
  });

  test('nobody’s where several components share it', () => {
    const found = hostsOf(
      rules(['web', 'www.shop.test', true], ['canary', 'www.shop.test', true], ['web', 'a.test', true]),
    );
    expect(Object.fromEntries(found)).toEqual({ web: ['a.test'] });
  });
});
