import { describe as group } from 'vitest';
import type { ChartJob } from '../data/job.ts';
import { describe as tell } from '../summary/describe.ts';
import { readChart } from './chart.ts';

const [start, end, step] = [1_700_000_000, 1_700_000_600, 60];
const encode = (body: unknown) => new TextEncoder().encode(typeof body === 'string' ? body : JSON.stringify(body));
const base = { start, end, step, zone: 'UTC', lang: 'en', title: 'shop' } as const;
const job = (body: unknown, more: Partial<ChartJob> = {}): ChartJob => ({ ...base, body: encode(body), ...more });
const component = (id: string, name: string, items: Record<string, unknown>) => ({
  service_id: id,
  service_cname: name,
  service_alias: `gr-${id}`,
  monitors: Object.entries(items).map(([monitor_item, result]) => ({
    monitor_item,
    data: { resultType: 'matrix', result },
  })),
});
const line = (...values: unknown[]) => [{ value: values.map((value, at) => [String(start + at * step), value]) }];

function chartOf(given: ChartJob) {
  const chart = readChart(given);
  if ('fault' in chart) throw new Error(chart.fault);
  return chart;
}

group('what a reply says', () => {
  test('panels by item, lines by component', () => {
    const { summary } = chartOf(
      job([
        component('1', 'web', { request: line(1, 2, 3), request_time: line(5) }),
        component('2', 'db', { request_time: line(9, 9) }),
      ]),
    );
    expect(summary.panels.map((panel) => [panel.item, panel.unit, panel.series.map((series) => series.name)])).toEqual([
      ['request_time', 'ms', ['db', 'web']],
      ['request', 'requests', ['web']],
    ]);
    expect(summary.empty).toBeNull();
  });
  test('the console that loses its samples is not the same as one that has none', () => {
    const lost = [{ value: [] }];
    expect(chartOf(job([component('1', 'web', { request: lost })])).summary).toMatchObject({
      empty: 'no-points',
      leftOut: { withoutPoints: ['web'] },
    });
    expect(chartOf(job([component('1', 'web', {})])).summary.empty).toBe('no-series');
    expect(chartOf(job([])).summary.empty).toBe('no-series');
    expect(chartOf(job([{ service_id: '1', monitors: null }])).summary.empty).toBe('no-series');
  });
  test('names are cleaned of what reorders or breaks text', () => {
    const { summary } = chartOf(job([component('1', 'a\nb\u202egnp.exe\u0000', { request: line(1) })]));
    expect(summary.panels[0]?.series[0]?.name).toBe('a b gnp.exe');
  });
});

group('queries without an answer', () => {
  const raw = (item: string, id: string, result: unknown) => ({
    item,
    components: [{ id, name: `name ${id}` }],
    body: encode({ status: 'success', data: { resultType: 'matrix', result } }),
  });
  const values = [{ metric: {}, values: [[start, '1']] }];
  test('are named, and the others are drawn', () => {
    const { summary } = chartOf({
      ...base,
      components: ['1', '2'],
      items: ['cpu', 'memory', 'network'],
      body: [
        ...[
          raw('cpu', '1', values),
          raw('memory', '1', null),
          raw('network', '1', values),
          raw('network', '2', values),
        ],
        { item: 'cpu', components: [{ id: '2', name: 'name 2' }], why: 'Too slow.' },
        { item: 'memory', components: [{ id: '2', name: 'name 2' }], why: 'Too slow.' },
      ],
    });
    expect(summary.panels.map(({ item, series }) => [item, series.length])).toEqual([
      ['cpu', 1],
      ['network', 2],
    ]);
    expect(summary.leftOut).toMatchObject({ absent: [], withoutPoints: [], items: [] });
    expect(tell(summary, 'en', 'UTC').left).toEqual([
      'Couldn’t be read: Memory. The platform’s reply isn’t valid.',
      'Couldn’t be read: CPU of name 2; Memory. Too slow.',
      'Peaks shorter than 1 minute may be missing.',
    ]);
    expect(tell(summary, 'zh', 'UTC').left[1]).toBe('无法读取：CPU（name 2）；内存。Too slow.');
  });
});

group('usual items', () => {
  const items = ['gateway_latency', 'gateway_requests', 'cpu', 'memory'];
  const [web, api] = [
    component('1', 'web', Object.fromEntries(items.map((item) => [item, line(1, 2)]))),
    component('2', 'api', { memory: line(3, 4), cpu: line(5, 6) }),
  ];
  const asked = { components: ['1', '2'], names: ['web', 'api'], items, isUsual: true } as const;
  const drawn = (more: Partial<ChartJob>) => {
    const { summary } = chartOf(job([web, api], { ...asked, ...more }));
    return [summary.panels.flatMap(({ item, isDrawn }) => (isDrawn ? [item] : [])), tell(summary, 'en', 'UTC').left];
  };
  test('what a change is about is drawn first', () => {
    expect(drawn({ components: ['1'], names: ['web'], first: ['memory'] })[0]).toEqual(['memory', 'gateway_latency']);
  });

  test('every named component has a line in some panel, and the message says which panel was added', () => {
    const said = 'The other panels have no data of api, so CPU is shown too.';
    expect(drawn({})).toEqual([['gateway_latency', 'gateway_requests', 'cpu'], expect.arrayContaining([said])]);
    expect(drawn({ components: ['1'], names: ['web'] })).toEqual([
      ['gateway_latency', 'gateway_requests'],
      expect.not.arrayContaining([expect.stringMatching(/panels|No data/)]),
    ]);
    const { summary } = chartOf(job([web, api], asked));
    expect(summary.panels.find(({ item }) => item === 'cpu')?.addedFor).toEqual(['api']);
    expect(tell(summary, 'zh', 'UTC').left[0]).toBe('其他图中没有 api 的数据，因此另外显示 CPU。');
  });
});

test('lines that cross too often are shown by their median, except in a panel that was added for one of them', () => {
  const zigzag = (shift: number) => line(...Array.from({ length: 300 }, (_, at) => 1 + ((at + shift) % 3)));
  const of = (id: number) => component(String(id), `c${id}`, { cpu: zigzag(id) });
  const web = component('6', 'web', { gateway_latency: line(1), gateway_requests: line(1) });
  const ids = [1, 2, 3, 4, 5];
  const components = [...ids, 6].map(String);
  const more = { end: start + 300 * step, components, names: components.map((id) => `c${id}`) };
  const merged = (items: readonly string[], isUsual?: true) =>
    chartOf(job([...ids.map(of), web], { ...more, items, isUsual })).summary.panels.map(
      ({ isMerged = false, isDrawn }) => isDrawn && isMerged,
    );
  expect(merged(['cpu'])).toEqual([true]);
  expect(merged(['gateway_latency', 'gateway_requests', 'cpu'], true)).toEqual([false, false, false]);
});

test('all lines of three panels are colored if each panel has room for their labels', () => {
  const items = ['cpu', 'memory', 'network'];
  const all = items.flatMap((item, panel) =>
    [1, 2, 3].map((id) => component(`${panel}${id}`, `c${panel}${id}`, { [item]: line(id, id) })),
  );
  const coloured = (more: Partial<ChartJob>) => chartOf(job(all, more)).summary.panels.map((panel) => panel.coloured);
  expect(coloured({ items })).toEqual([3, 3, 3]);
});

test('a limit is of a component, not of its instances', () => {
  const pods = (id: string, name: string, count: number) =>
    Array.from({ length: count }, (_, pod) => ({ metric: { pod: `${name}-${pod}` }, values: [[start, '1']] })).map(
      (result) => ({ result, id, name }),
    );
  const body = [pods('1', 'web', 3), pods('2', 'db', 1)].map((results) => ({
    components: results.slice(0, 1).map(({ id, name }) => ({ id, name })),
    item: 'cpu',
    body: encode({ status: 'success', data: { resultType: 'matrix', result: results.map(({ result }) => result) } }),
  }));
  const limits = [
    { item: 'cpu', value: 1, component: '1' },
    { item: 'cpu', value: 2, component: '2' },
  ];
  const { summary } = chartOf({ ...base, components: ['1', '2'], items: ['cpu'], body, limits });
  expect(summary.panels[0]?.limits?.map(({ names }) => names)).toEqual([['web'], ['db']]);
});

group('bad input is a fault, never a crash', () => {
  const fine = [component('1', 'web', { request: line(1) })];
  test.each<[string, ChartJob, string]>([
    ['no JSON', job('<html>502</html>'), 'unreadable'],
    ['another shape', job({ hello: 'world' }), 'unreadable'],
    ['a number', job('7'), 'unreadable'],
    ['raw that is none', { ...base, body: [{ components: [], item: 'x', body: encode('{}') }] }, 'unreadable'],
    ['start after end', job(fine, { start: end, end: start }), 'start-after-end'],
    ['step 0', job(fine, { step: 0 }), 'bad-step'],
    ['too small a step', job(fine, { start: 0, end: 1_000_000, step: 1 }), 'too-many-points'],
    ['over a year', job(fine, { start: 0, end: 86_400 * 400, step: 86_400 }), 'range-too-long'],
    ['no zone', job(fine, { zone: 'Mars/Base' }), 'bad-zone'],
  ])('%s', (_, given, fault) => expect(readChart(given)).toMatchObject({ fault }));

  test('more samples than a chart may have', () => {
    const result = Array.from({ length: 280 }, () => `{"value":[${'1,'.repeat(10_999)}1]}`).join(',');
    const body = encode(`[{"service_id":"1","monitors":[{"monitor_item":"x","data":{"result":[${result}]}}]}]`);
    expect(readChart({ ...base, body })).toMatchObject({ fault: 'too-large', of: 'points' });
  });
});

test('of many lines, the highest of each requested component has a color, before other instances', () => {
  const result = (pod: number) => ({ metric: { pod: `pod-${pod}` }, values: [[start, String(90 - pod)]] });
  const raw = (id: string, name: string, pods: readonly number[]) => ({
    ...{ item: 'cpu', components: [{ id, name }] },
    body: encode({ status: 'success', data: { resultType: 'matrix', result: pods.map(result) } }),
  });
  const body = [raw('1', 'web', [...Array(11).keys()]), raw('2', 'api', [80])];
  const asked = { ...job('', { components: ['1', '2'], names: ['web', 'api'] }), body };
  const [panel] = chartOf(asked).summary.panels;
  expect(panel?.series.slice(0, panel.coloured).map(({ name }) => name)).toContain('api');
  expect(panel?.series.length).toBeGreaterThan(panel?.coloured ?? 0);
});
