import { galleryCases, replyOf } from '../../../test/gallery/gallery-cases.ts';
import type { PanelSummary, SeriesSummary } from '../data/job.ts';
import { unitOf } from '../data/number-format.ts';
import { zoneClock } from '../data/zone.ts';
import { readChart } from '../layout/chart.ts';
import { summaryTable, describe as tell } from './describe.ts';
import { toNumbers } from './numbers.ts';

const cases = galleryCases();
const grid = { start: 0, end: 3_600, step: 60 };
const clock = zoneClock('UTC', 0, 3_600);

function said(name: string, lang?: 'en' | 'zh') {
  const job = cases.find((each) => each.name.includes(name))?.job;
  if (!job) throw new Error(`no case ${name}`);
  const chart = readChart({ ...job, lang: lang ?? job.lang });
  if ('fault' in chart) throw new Error(chart.fault);
  return { ...tell(chart.summary, chart.job.lang, job.zone), numbers: toNumbers(chart) };
}

test.each(cases)('$name fits into an alt text and a message', ({ name }) => {
  for (const lang of ['en', 'zh'] as const) {
    const { alt, text } = said(name, lang);
    expect(alt.length).toBeLessThanOrEqual(2000);
    expect(alt.length).toBeGreaterThan(60);
    expect(text.length).toBeLessThanOrEqual(3500);
    expect(alt).not.toMatch(/undefined|NaN|null/);
  }
});

test('values that are written the same are the same: only floating point tells them apart', () => {
  const range = { start: 1_795_140_000, end: 1_795_143_600, step: 60 };
  const altOf = (names: readonly string[]) => {
    const cpu = (at: number) => (at % 2 ? 0.1 + 0.2 : 0.3);
    const body = replyOf(
      names.map((name) => ({ name, items: { cpu } })),
      range,
    );
    const chart = readChart({ body, ...range, zone: 'UTC', lang: 'en', title: 'shop' });
    if ('fault' in chart) throw new Error(chart.fault);
    return tell(chart.summary, 'en', 'UTC').alt;
  };
  expect(altOf(['web'])).toContain('web stays at 0.3 cores throughout.');
  expect(altOf(['web', 'api'])).toContain('All lines are at the same level.');
});

test('a name that a spreadsheet would run is text', () => {
  const job = galleryCases()[0]?.job;
  if (!job) throw new Error('no case');
  const body = new TextEncoder().encode(
    JSON.stringify([
      {
        service_id: '1',
        service_cname: '=HYPERLINK("http://evil","x")',
        monitors: [{ monitor_item: 'x', data: { result: [{ value: [[job.start, 1]] }] } }],
      },
    ]),
  );
  const chart = readChart({ ...job, body });
  if ('fault' in chart) throw new Error(chart.fault);
  expect(new TextDecoder().decode(toNumbers(chart).csv).split('\r\n')[0]).toContain(
    `"'=HYPERLINK(""http://evil"",""x"") x"`,
  );
});

const items = ['request_time', 'request', 'request_client', 'cpu', 'memory', 'network'] as const;
const gateway = ['gateway_latency', 'gateway_requests', 'gateway_errors'] as const;

function panelsOf(numbers: Pick<SeriesSummary, 'last' | 'mean' | 'max'>): readonly PanelSummary[] {
  const times = { lastAt: 0, min: 0, minAt: 0, peakAt: 0, trend: 'rising' } as const;
  const rest = { ...times, gaps: [], gapCount: 0, gapSeconds: 0 };
  const series = [{ id: 'web', name: 'web', points: 20, ...rest, ...numbers }];
  return [...items, ...gateway].map((item) => ({ item, unit: unitOf(item), isDrawn: true, coloured: 1, series }));
}

test('rows are in order of items and components, and few rows have the most important lines', () => {
  const [panel] = panelsOf({ last: 1, mean: 1, max: 1 });
  const line = (id: string, name: string) => panel?.series.map((each) => ({ ...each, id, name })) ?? [];
  const shown = { unit: 'none', isDrawn: true, coloured: 3 } as const;
  const web = ['web p99', 'web p95'].flatMap((name) => line('web', name));
  const panels: readonly PanelSummary[] = [
    { ...shown, item: 'gateway_latency', series: [...web, ...line('api', 'api p99')] },
    { ...shown, item: 'gateway_requests', series: line('web', 'web') },
    { ...shown, item: 'memory', series: line('web', 'web'), thresholds: [{ value: 1, beyond: [] }] },
  ];
  const rows = (max: number) => summaryTable({ ...grid, panels }, 'en', max, clock).rows.map(([name]) => name);
  const last = ['api p99 latency', 'web requests'];
  expect(rows(20)).toEqual(['web memory', 'web p95 latency', 'web p99 latency', ...last]);
  expect(rows(4)).toEqual(['web memory', 'web p95 latency', ...last]);
  expect(rows(2)).toEqual(['web memory', 'api p99 latency']);
  // Lines of the picture come before items without room in it, and before its gray lines.
  const undrawn = {
    ...shown,
    item: 'cpu',
    isDrawn: false,
    series: ['db', 'worker'].flatMap((name) => line(name, name)),
  };
  const gray = { ...shown, item: 'gateway_requests', coloured: 1, series: [...line('web', 'web'), ...line('x', 'x')] };
  const [latency] = panels;
  const beside = (max: number) =>
    summaryTable({ ...grid, panels: [undrawn, ...(latency ? [latency] : []), gray] }, 'en', max, clock).rows;
  const four = ['web p95 latency', 'web p99 latency', 'api p99 latency', 'web requests'];
  expect(beside(4).map(([name]) => name)).toEqual(four);
  expect(beside(6).map(([name]) => name)).toEqual([...four, 'x requests', 'db CPU']);
  // Each component that people name has a row, also if its line is gray.
  const named = { ...grid, names: ['web', 'api', 'x'], panels: [...(latency ? [latency] : []), gray] };
  const ofEach = summaryTable(named, 'en', 3, clock).rows.map(([name]) => name);
  expect(ofEach).toEqual(['web p95 latency', 'api p99 latency', 'x requests']);
});

test('last values before a gap at the end have the time of the last sample', () => {
  const [panel] = panelsOf({ last: 1, mean: 1, max: 1 });
  const { end } = grid;
  const gaps = [{ from: end - 300, to: end }];
  const [old, now] = [end - 300, end].map((lastAt) => panel?.series.map((each) => ({ ...each, lastAt })) ?? []);
  const ended = old?.map((each) => ({ ...each, gaps })) ?? [];
  const shown = { unit: 'none', isDrawn: true, coloured: 1, item: 'memory' } as const;
  const lastOf = (series: PanelSummary['series']) => {
    const { columns, rows } = summaryTable({ ...grid, panels: [{ ...shown, series }] }, 'en', 20, clock);
    return [columns[1], ...rows.map(([, last]) => last)];
  };
  expect(lastOf([...ended, ...(now ?? [])])).toEqual(['Last', '–', '1']);
  expect(lastOf(ended)).toEqual(['00:55', '1']);
});

const numbers = [
  { last: 0, mean: 0.00716, max: 0.0487 },
  { last: 0.000_02, mean: 3, max: 41_000_000 },
  { last: 285, mean: 359, max: 12_345 },
];

test.each(numbers)('of $last, $mean and $max, each cell is a short number, and the row’s name has the unit', (each) => {
  for (const lang of ['en', 'zh'] as const) {
    const { rows } = summaryTable({ ...grid, panels: panelsOf(each) }, lang, 20, clock);
    expect(rows).toHaveLength(9);
    for (const [name, ...cells] of rows) {
      expect(cells.join(' ')).toMatch(/^(?:<?[\d.,]{1,7}[kM亿万]? ?){3}$/);
      if (!/clients|在线人数/.test(name ?? '')) expect(name).toMatch(lang === 'en' ? /, \S+/ : /（.+）$/);
    }
  }
});
