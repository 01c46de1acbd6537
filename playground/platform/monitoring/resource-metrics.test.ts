import { withDetail } from '../component/component-size.ts';
import { shopComponents } from '../seed/shop-components.ts';
import type { SimulatedComponent } from '../simulated-world.ts';
import { memoryLimitAt, usedAt } from './resource-metrics.ts';

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

test('more memory changes the limit from then on, and neither what was measured before nor what the program needs', () => {
  const api = shopComponents.find(({ k8sName }) => k8sName === 'api') ?? expect.fail();
  const at = Date.UTC(2026, 10, 23, 10) / 1_000;
  const limits = (component: SimulatedComponent) => [at - 60, at + 60].map((each) => memoryLimitAt(component, each));
  const used = (component: SimulatedComponent) =>
    [at - 60, at + 60].map((each) => usedAt(component, 'api-0', 'memory', each));
  const scaled = (memory: number): SimulatedComponent => ({
    ...withDetail(api, { min_memory: memory }),
    formerLimits: [{ until: at * 1_000, memory: 512 }],
  });
  expect(limits(scaled(1_024))).toEqual([512, 1_024]);
  expect(used(scaled(1_024))).toEqual(used(api));
  const [before, after = Number.NaN] = used(scaled(128));
  expect(before).toBe(used(api)[0]);
  expect(after).toBeLessThan(128);
});
