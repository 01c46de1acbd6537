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
  test('has one row for each component and one column for each item, with the unit in the header', () => {
    const panels = [
      panel('request_time', 'ms', [line('web'), line('api', { last: 20_000, mean: 12_500, max: 30_000 })]),
      panel('request', 'requests', [line('api', { last: 0, mean: 0.25, max: 2 }), line('db')]),
      panel('depth', 'none', [line('web', { last: null, mean: null, max: null })]),
    ];
    expect(summaryTable(chart(panels), 'en', 10)).toEqual({
      columns: [
        'Component',
        'Response time (s): last / mean / max',
        'Requests (req/s): last / mean / max',
        'depth: last / mean / max',
      ],
      rows: [
        ['web', '0.012 / 0.0104 / 0.04', '–', '– / – / –'],
        ['api', '20 / 12.5 / 30', '0 / 0.25 / 2', '–'],
        ['db', '–', '12 / 10.4 / 40', '–'],
      ],
      hidden: 0,
    });
    expect(summaryTable(chart(panels), 'zh', 10).columns[1]).toBe('响应时间（s）：最新 / 平均 / 最大');
  });

  test('shows ten rows and counts the others', () => {
    const many = Array.from({ length: 23 }, (_, index) => line(`c${index}`));
    const { rows, hidden } = summaryTable(chart([panel('request', 'requests', many)]), 'en', 10);
    expect(rows.map(([name]) => name)).toEqual(many.slice(0, 10).map(({ name }) => name));
    expect(hidden).toBe(13);
  });

  test('with a long step, the maximum is the platform’s own, or else called the highest sample', () => {
    const own = [panel('request', 'requests', [line('web', { highest: 95 }), line('api', { highest: 3 })])];
    const { columns, rows } = summaryTable(chart(own, 600), 'en', 10);
    expect(columns[1]).toBe('Requests (req/s): last / mean / max');
    expect(rows.map(([, numbers]) => numbers)).toEqual(['12 / 10.4 / 95', '12 / 10.4 / 40']);
    const without = summaryTable(chart([panel('request', 'requests', [line('web')])], 600), 'en', 10);
    expect(without.columns[1]).toBe('Requests (req/s): last / mean / highest sample');
  });
});
