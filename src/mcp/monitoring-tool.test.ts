import type { ChartSummary, EffectSummary, PanelSummary, SeriesSummary } from '../charts/data/job.ts';
import { monitoringLines } from './monitoring-tool.ts';

const steady: SeriesSummary = {
  ...{ id: 'w', name: 'web', points: 240, last: 100, lastAt: 0, mean: 100, min: 90, minAt: 0, max: 110, peakAt: 0 },
  ...{ trend: 'steady', gaps: [], gapCount: 0, gapSeconds: 0 },
};
const panel = (item: string, series: readonly SeriesSummary[]): PanelSummary => {
  const unit = item === 'gateway_latency' ? 'ms' : 'none';
  return { item, unit, isDrawn: true, series, coloured: series.length };
};
const quantiles = ['p99', 'p95', 'p50'].map((quantile) => ({ ...steady, name: `web ${quantile}` }));
const leftOut = { components: [], withoutPoints: [], absent: [], items: [], points: 0 };
const summaryOf = (effects: readonly EffectSummary[]): ChartSummary => ({
  ...{ title: 'shop', start: 0, end: 3_600, step: 15, empty: null, leftOut, effects },
  panels: [panel('gateway_latency', quantiles), panel('cpu', [steady])],
});
const effect = (name: string, whats: readonly string[]): EffectSummary => ({
  ...{ item: 'gateway_latency', unit: 'ms', component: 'w', name, before: 40, after: 900 },
  ...{ whats, since: 1_800, time: 1_800, requests: [] },
  ...(whats.length === 1 ? { who: 'tom' } : {}),
});

test('what nothing moved is one line with the values', () =>
  expect(monitoringLines(summaryOf([]), 'UTC')).toEqual([
    'Without a trend: p95 latency at the gateway 100 ms, CPU 100.',
  ]));

test('what a change moved is a line with who made it, of quantiles the 95th percentile only', () => {
  const moved = quantiles.map(({ name }) => effect(name, ['deploy']));
  expect(monitoringLines(summaryOf(moved), 'UTC')).toEqual([
    'web p95, latency at the gateway rises: 40 → 900 ms since 1970-01-01T00:30:00Z, after this change: deploy by tom.',
    'Without a trend: CPU 100.',
  ]);
});

test('a line that one change moved and a later one moved back is described by the later one', () => {
  const outage = effect('web p95', ['deploy']);
  const recovery = { ...effect('web p95', ['rollback']), before: 900, after: 60, since: 2_400, time: 2_400 };
  for (const effects of [
    [outage, recovery],
    [recovery, outage],
  ])
    expect(monitoringLines(summaryOf(effects), 'UTC')[0]).toBe(
      'web p95, latency at the gateway falls: 900 → 60 ms since 1970-01-01T00:40:00Z, after this change: rollback by tom.',
    );
});

test('of changes that are too close together, all are named, and none is blamed', () => {
  const [line] = monitoringLines(summaryOf([effect('web p95', ['deploy', 'scale 3 → 2'])]), 'UTC');
  expect(line).toContain('after these changes, too close together to tell which did it: deploy; scale 3 → 2.');
});
