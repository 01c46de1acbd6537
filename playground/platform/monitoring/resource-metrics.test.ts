import { shopComponents } from '../seed/shop-components.ts';
import { usedAt } from './resource-metrics.ts';

test('a component’s CPU never jumps by itself, so a chart doesn’t depend on the time of day', () => {
  const web = shopComponents.find(({ alias }) => alias === 'gr7c01aa') ?? expect.fail();
  const mean = (from: number) => {
    const used = Array.from({ length: 10 }, (_, minute) => usedAt(web, 'web-0', 'cpu', from + minute * 60));
    return used.reduce((sum, each) => sum + each, 0) / used.length;
  };
  const monday = Date.UTC(2026, 10, 23) / 1_000;
  for (let at = monday; at < monday + 7 * 86_400; at += 600)
    expect(mean(at) / mean(at - 600), new Date(at * 1_000).toISOString()).toBeCloseTo(1, 0);
});
