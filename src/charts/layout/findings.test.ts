import { expect, test } from 'vitest';
import { galleryCases, replyOf } from '../../../test/gallery/gallery-cases.ts';
import type { ChartJob } from '../data/job.ts';
import { describe as tell } from '../summary/describe.ts';
import { toNumbers } from '../summary/numbers.ts';
import { readChart } from './chart.ts';

const range = { start: 1_795_140_000, end: 1_795_143_600, step: 60 };

function chartOf(items: Record<string, (at: number) => number | null>[], more: Partial<ChartJob> = {}) {
  const lines = items.map((each, index) => ({ name: `c${index} name`, items: each }));
  const chart = readChart({ body: replyOf(lines, range), ...range, zone: 'UTC', lang: 'en', title: 'shop', ...more });
  if ('fault' in chart) throw new Error(chart.fault);
  return chart;
}
const said = (chart: ReturnType<typeof chartOf>) => tell(chart.summary, chart.job.lang, chart.job.zone);

test('a change is told with the means before and after it', () => {
  const chart = chartOf([{ request_time: (at) => (at < 30 ? 42 : 61) }], {
    marks: [{ time: range.start + 1800, label: 'deploy web · maya' }],
  });
  expect(said(chart).findings).toEqual(['02:30 deploy web · maya: mean 42 ms before, 61 ms after.']);
  expect(said(chart).alt).toContain('mean 42 ms before, 61 ms after');
  const csv = new TextDecoder().decode(toNumbers(chart).csv).split('\r\n');
  expect(csv[0]).toMatch(/,change$/);
  expect(csv.filter((row) => row.endsWith(',deploy web · maya'))).toEqual([csv[31]]);
});

test('a change that took a while: the means are of the time before it began and after it ended', () => {
  const chart = chartOf([{ request_time: (at) => (at < 20 ? 10 : at < 30 ? 500 : 30) }], {
    marks: [{ time: range.start + 1800, since: range.start + 1200, label: 'deploy web · maya' }],
  });
  expect(said(chart).findings).toEqual(['02:30 deploy web · maya: mean 10 ms before 02:20, 30 ms after 02:30.']);
  const chinese = tell(chart.summary, 'zh', 'UTC').findings;
  expect(chinese).toEqual(['02:30 deploy web · maya：02:20 之前平均 10 ms，02:30 之后 30 ms。']);
});

test('means reach to the changes next to it; changes close together count as one', () => {
  const value = (at: number) => (at < 20 ? 10 : at < 40 ? 20 : 30);
  const marks = [20, 21, 40].map((step) => ({ time: range.start + step * 60, label: `change ${step}` }));
  const { marks: found = [] } = chartOf([{ request_time: value }], { marks: marks.reverse() }).summary;
  expect(found.map(({ label }) => label)).toEqual(['change 20', 'change 21', 'change 40']);
  expect(found[0]?.effects).toMatchObject([{ before: 10, after: 20 }]);
  expect(found[2]?.effects).toMatchObject([{ before: 20, after: 30 }]);
});

test('of many changes the last thirty are kept, those outside the range are not counted', () => {
  const marks = Array.from({ length: 40 }, (_, index) => ({ time: range.start - 240 + index * 60, label: `${index}` }));
  const { summary } = chartOf([{ request_time: () => 1 }], { marks });
  expect(summary.marks?.map(({ label }) => label)).toEqual(
    Array.from({ length: 30 }, (_, index) => String(index + 10)),
  );
  expect(summary.hiddenMarks).toBe(6);
});

test('how long lines were above a threshold, gaps not counted', () => {
  const chart = chartOf(
    [
      { request: (at) => (at >= 10 && at < 16 ? 500 : 50) },
      { request: (at) => (at === 30 ? 500 : at > 30 && at < 40 ? null : 50) },
    ],
    {
      thresholds: [
        { item: 'request', value: 90 },
        { item: 'request', value: 200 },
      ],
    },
  );
  expect(chart.summary.panels[0]?.thresholds).toEqual([
    {
      value: 90,
      above: [
        { name: 'c0 name', seconds: 360, since: range.start + 600 },
        { name: 'c1 name', seconds: 60, since: range.start + 1800 },
      ],
    },
    { value: 200, above: [] },
  ]);
  expect(said(chart).findings).toEqual([
    'Above 90 req/s: c0 name for 6 min, first at 02:10; c1 name for 1 min, first at 02:30.',
    'Never above 200 req/s.',
  ]);
});

test('limits come from the components’ own numbers; equal ones are one line, others are named', () => {
  const items = [{ memory: () => 256 }, { memory: () => 300 }];
  const limit = (component: string, value: number) => ({ item: 'memory', component, value });
  const equal = chartOf(items, { limits: [limit('c0', 512), limit('c1', 512)] });
  expect(equal.summary.panels[0]?.limits).toEqual([{ value: 512, names: [], peak: 300 }]);
  expect(said(equal).findings).toEqual(['Limit: 512 MiB. The peak is 59% of it.']);
  const apart = chartOf(items, { limits: [limit('c0', 512), limit('c1', 400)] });
  expect(said(apart).findings).toEqual([
    'Limit of c1 name: 400 MiB. The peak is 75% of it.',
    'Limit of c0 name: 512 MiB. The peak is 50% of it.',
  ]);
  expect(chartOf(items, { limits: [limit('c0', 0)] }).summary.panels[0]?.limits).toEqual([]);
});

test('the difference to an earlier period, and what has none', () => {
  const earlier = { start: range.start - 86_400, end: range.end - 86_400, label: 'yesterday' };
  const body = replyOf([{ name: 'c0 name', items: { request_time: () => 50 } }], { ...earlier, step: 60 });
  const chart = chartOf([{ request_time: () => 60 }, { request_time: () => 9 }], { comparison: { ...earlier, body } });
  expect(chart.panels[0]?.lines.find(({ summary }) => summary.id === 'c0')?.earlier?.times[0]).toBe(range.start);
  expect(said(chart).findings).toEqual([
    'c0 name: mean 60 ms, 20% higher than yesterday (50 ms).',
    'No data to compare with yesterday: c1 name.',
  ]);
  const unreadable = chartOf([{ request_time: () => 60 }], {
    comparison: { ...earlier, body: new TextEncoder().encode('<html>') },
  });
  expect(said(unreadable).findings).toEqual(['No data to compare with yesterday.']);
});

test('an instance is compared with itself, however the lines are numbered; a new one has no earlier line', () => {
  const earlier = { start: range.start - 604_800, end: range.end - 604_800, label: '7 天前' };
  const bodyOf = (start: number, pods: Record<string, number>) => {
    const result = Object.entries(pods).map(([pod, value]) => ({
      metric: { pod },
      values: Array.from({ length: 61 }, (_, index) => [start + index * 60, String(value)]),
    }));
    const body = new TextEncoder().encode(
      JSON.stringify({ status: 'success', data: { resultType: 'matrix', result } }),
    );
    return [{ components: [{ id: 'c0de', name: 'web' }], item: 'memory', body }];
  };
  const chart = readChart({
    ...{ body: bodyOf(range.start, { 'web-new': 300, 'web-b': 120, 'web-a': 60 }), ...range, zone: 'UTC' },
    ...{
      lang: 'zh',
      title: 'web',
      comparison: { ...earlier, body: bodyOf(earlier.start, { 'web-a': 50, 'web-b': 100 }) },
    },
  });
  if ('fault' in chart) throw new Error(chart.fault);
  expect([...said(chart).findings].sort()).toEqual([
    'web (2)：平均 120 MiB，比 7 天前（100 MiB）高 20%。',
    'web (3)：平均 60 MiB，比 7 天前（50 MiB）高 20%。',
    '没有 7 天前的数据，无法比较：web。',
  ]);
});

test.each(galleryCases().filter(({ name }) => name >= '40'))(
  '$name tells what it marks, in both languages',
  ({ job }) => {
    for (const lang of ['en', 'zh'] as const) {
      const chart = readChart({ ...job, lang });
      if ('fault' in chart) throw new Error(chart.fault);
      const { findings, text } = tell(chart.summary, lang, job.zone);
      const marked = job.marks ?? job.comparison ?? job.limits ?? job.thresholds;
      expect(findings.length > 0).toBe(marked !== undefined);
      if (findings[0]) expect(text).toContain(findings[0]);
      expect(findings.join()).not.toMatch(/undefined|NaN|null/);
    }
  },
);
