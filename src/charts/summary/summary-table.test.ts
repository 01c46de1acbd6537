import { expect, test } from 'vitest';
import type { PanelSummary, SeriesSummary } from '../data/job.ts';
import { unitOf } from '../data/number-format.ts';
import { summaryTable } from './summary-table.ts';

const items = ['request_time', 'request', 'request_client', 'cpu', 'memory', 'network'] as const;
const gateway = ['gateway_latency', 'gateway_requests', 'gateway_errors'] as const;

function panelsOf(numbers: Pick<SeriesSummary, 'last' | 'mean' | 'max'>): readonly PanelSummary[] {
  const rest = {
    lastAt: 0,
    min: 0,
    minAt: 0,
    peakAt: 0,
    trend: 'rising',
    gaps: [],
    gapCount: 0,
    gapSeconds: 0,
  } as const;
  const series = [{ id: 'web', name: 'web', points: 20, ...rest, ...numbers }];
  return [...items, ...gateway].map((item) => ({ item, unit: unitOf(item), isDrawn: true, coloured: 1, series }));
}

const numbers = [
  { last: 0, mean: 0.00716, max: 0.0487 },
  { last: 0.000_02, mean: 3, max: 41_000_000 },
  { last: 285, mean: 359, max: 12_345 },
];

test.each(numbers)('of $last, $mean and $max, each cell is a short number, and the row’s name has the unit', (each) => {
  for (const lang of ['en', 'zh'] as const) {
    const { rows } = summaryTable({ panels: panelsOf(each) }, lang, 20);
    expect(rows).toHaveLength(9);
    for (const [name, ...cells] of rows) {
      expect(cells.join(' ')).toMatch(/^(?:<?[\d.,]{1,7}[kM亿万]? ?){3}$/);
      if (!/clients|在线人数/.test(name ?? '')) expect(name).toMatch(lang === 'en' ? /, \S+/ : /（.+）$/);
    }
  }
});
