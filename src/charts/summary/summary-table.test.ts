import { describe, expect, test } from 'vitest';
import type { ChartSummary, PanelSummary, SeriesSummary } from '../data/job.ts';
import { summaryTable } from './summary-table.ts';

const line = (name: string, more: Partial<SeriesSummary> = {}): SeriesSummary => ({
  ...{ id: name, name, points: 60, last: 12, lastAt: 0, min: 1, minAt: 0, mean: 10.4, max: 40, peakAt: 0 },
  ...{ gaps: [], gapCount: 0, gapSeconds: 0, trend: 'steady' as const },
  ...more,
});
const panel = (item: string, unit: PanelSummary['unit'], series: readonly SeriesSummary[]): PanelSummary => ({
  ...{ item, unit, isDrawn: true, series, coloured: series.length },
});
const chart = (panels: readonly PanelSummary[], step = 60): ChartSummary => ({
  ...{ title: 'shop', start: 0, end: 3_600, step, panels, empty: null },
  leftOut: { components: [], withoutPoints: [], absent: [], items: [], points: 0 },
});

describe('the table below a chart', () => {
  test('has one row for each line of each item, with the unit of its numbers in its label', () => {
    const panels = [
      panel('request_time', 'ms', [line('web'), line('api', { last: 20_000, mean: 12_500, max: 30_000 })]),
      panel('request', 'requests', [line('api', { last: 0, mean: 0.25, max: 2 })]),
      panel('request_client', 'clients', [line('api')]),
      panel('depth', 'none', [line('web', { last: null, mean: null, max: null })]),
    ];
    expect(summaryTable(chart(panels), 'en', 10)).toEqual({
      columns: ['Item', 'Last', 'Mean', 'Max'],
      rows: [
        ['web latency, ms', '12', '10.4', '40'],
        ['api latency, s', '20', '12.5', '30'],
        ['api requests, req/s', '0', '0.25', '2'],
        ['api clients', '12', '10.4', '40'],
        ['web depth', '–', '–', '–'],
      ],
      hidden: 0,
    });
    const { columns, rows } = summaryTable(chart(panels), 'zh', 10);
    expect(columns).toEqual(['监控项', '最新', '平均', '最大']);
    expect(rows[0]?.[0]).toBe('web 响应时间（ms）');
  });
});
