import { shopSeed } from '../seed/shop-seed.ts';
import { gatewaySeries } from './gateway-metrics.ts';

const now = Date.UTC(2026, 5, 1, 12);
const opened = now - 1_800_000;
const closed = now - 600_000;
const query = 'sum(rate(apisix_http_status{route=~".*www.shop.test.*"}[1m]))';

/** Returns the minutes before `now` at which a route counts requests. */
function servedAt(pauses: readonly { readonly from: number; readonly to: number | null }[]): readonly number[] {
  const seed = shopSeed(now);
  const routes = seed.routes.flatMap((route) => (route.domain === 'www.shop.test' ? [{ ...route, pauses }] : []));
  const range = { start: now / 1_000 - 3_600, end: now / 1_000, step: 60 };
  const [series] = gatewaySeries(query, { ...seed, routes }, 'east-1', range, now) ?? [];
  return (series?.points ?? []).map(([at]) => (now / 1_000 - at) / 60);
}

test('a route counts requests only while its port was open, and keeps them after that', () => {
  const all = servedAt([]);
  expect(all.length).toBeGreaterThan(40);
  const served = servedAt([
    { from: 0, to: opened },
    { from: closed, to: null },
  ]);
  expect(served).toEqual(all.filter((minutes) => minutes <= 30 && minutes > 10));
});
