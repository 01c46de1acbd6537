import { replyOf } from '../../../test/gallery/gallery-cases.ts';
import { guessWidth } from '../../../test/guess-width.ts';
import type { Lang } from '../../core/text/text.ts';
import { plain } from '../chart-catalog.ts';
import type { ChartHistory, ChartJob, ChartMark, RawSeriesBody } from '../data/job.ts';
import { mostTelling } from '../findings/mark-groups.ts';
import { shownTable, describe as tell } from '../summary/describe.ts';
import { verdictOf } from '../summary/findings-text.ts';
import { toNumbers } from '../summary/numbers.ts';
import { readChart } from './chart.ts';
import type { Chart } from './chart-data.ts';
import { layOut } from './layout.ts';
import { theme } from './theme.ts';

const range = { start: 1_795_140_000, end: 1_795_143_600, step: 60 };

function chartOf(items: Record<string, (at: number) => number | null>[], more: Partial<ChartJob> = {}) {
  const lines = items.map((each, index) => ({ name: `c${index} name`, items: each }));
  const chart = readChart({ body: replyOf(lines, range), ...range, zone: 'UTC', lang: 'en', title: 'shop', ...more });
  if ('fault' in chart) throw new Error(chart.fault);
  return chart;
}
const said = (chart: ReturnType<typeof chartOf>) => tell(chart.summary, chart.job.lang, chart.job.zone);

const mark = (after: number, what: string, more: Partial<ChartMark> = {}): ChartMark => ({
  time: range.start + after,
  what,
  who: 'maya',
  components: ['c0'],
  ...more,
});

/** Returns two alternating values per line, and other values after `since`. */
/** @param passing the value for some minutes from a minute after the change on */
function historyOf(
  items: Record<string, readonly [before: number, after: number, passing?: number, minutes?: number]>,
  since: number,
): ChartHistory {
  const days = { start: range.start - 90_000, end: range.end, step: 60 };
  const shapes = Object.entries(items).map(([item, [before, after, passing = after, minutes = 5]]) => {
    const from = (range.start + since - days.start) / 60;
    const isPassing = (at: number) => at > from + 1 && at <= from + 1 + minutes;
    return [item, (at: number) => (isPassing(at) ? passing : at > from ? after : before) + (at % 2)];
  });
  const body = replyOf([{ name: 'c0 name', items: Object.fromEntries(shapes) }], days);
  return { ...days, body, knownSince: days.start, otherChanges: [] };
}

test.each([{ value: 90 }, { value: 50 }, { value: 90, below: true as const }])(
  'an axis that begins above 0 has the threshold %j, and its area stays in the plot',
  (threshold) => {
    const thresholds = [{ item: 'request_time', ...threshold }];
    const { plotHeight, panels } = layOut(
      chartOf([{ request_time: (at) => 100 + (at % 5) }], { thresholds }),
      guessWidth,
    );
    const [panel] = panels;
    expect(panel?.axis.domain[0]).toBeLessThan(threshold.value);
    expect(panel?.rules).toHaveLength(1);
    expect(panel?.texts.map(({ text }) => text)).toContain(`${threshold.value} ms`);
    for (const { top, bottom } of panel?.areas.filter(({ fill }) => fill === theme.beyond) ?? []) {
      expect(top).toBeLessThan(bottom);
      expect(bottom).toBeLessThanOrEqual(plotHeight);
    }
  },
);

describe('changes', () => {
  const line = { request_time: (at: number) => (at > 30 ? 61 : 42) + (at % 2) };
  const scaled = mark(1_800, 'scale 3 → 2');

  test('what one clearly did is one line, and in the alt text', () => {
    const chart = chartOf([line], { marks: [scaled], history: historyOf({ request_time: [42, 61] }, 1_800) });
    expect(said(chart).findings).toEqual(['02:30 scale 3 → 2 · maya: c0 name latency typically 42.5 → 61.5 ms (+45%)']);
    expect(said(chart).alt).toContain('typically 42.5 → 61.5 ms (+45%). Marked: 02:30 scale 3 → 2 · maya.');
    expect(tell(chart.summary, 'zh', 'UTC').findings).toEqual([
      '02:30 scale 3 → 2 · maya：c0 name 响应时间通常值 42.5 → 61.5 ms（+45%）',
    ]);
  });

  test('what one did for a time ends when the values were as before again', () => {
    const back = historyOf({ request_time: [42, 61] }, 1_200);
    const from = (range.start + 1_200 - back.start) / 60;
    const while25 = (at: number) => (at > from && at <= from + 25 ? 61 : 42) + (at % 2);
    const body = replyOf([{ name: 'c0 name', items: { request_time: while25 } }], back);
    const marks = [mark(1_200, 'scale 3 → 2'), mark(2_700, 'restart', { who: 'tom' })];
    const { summary } = chartOf([line], { marks, history: { ...back, body } });
    expect(tell(summary, 'en', 'UTC').findings).toEqual([
      '02:20 scale 3 → 2 · maya: c0 name latency typically 42.5 → 61.5 ms (+45%), until 02:46',
    ]);
    expect(tell(summary, 'zh', 'UTC').findings[0]).toContain('（+45%），到 02:46 为止');
  });

  test('values that fell and rose again after it have a typical one that was measured, never their mean', () => {
    const relapse = (start: number) => (index: number) => {
      const minute = (start - range.start) / 60 + index;
      return (minute <= 30 || minute > 50 ? 4_000 : 100) + (index % 2);
    };
    const body = (start: number) =>
      replyOf([{ name: 'c0 name', items: { request_time: relapse(start) } }], { ...range, start });
    const days = { start: range.start - 90_000, end: range.end, step: 60 };
    const history = { ...days, body: body(days.start), knownSince: days.start, otherChanges: [] };
    const restart = mark(1_800, 'restart', { request: 'r1' });
    const { summary } = chartOf([], { body: body(range.start), marks: [restart], history, change: 'r1' });
    const [{ before = 0, after = 0 } = {}] = (summary.shifts?.lines ?? []).map(({ before, after }) => ({
      before: before ?? 0,
      after: after ?? 0,
    }));
    expect([Math.round(before / 100), Math.round(after / 100)]).toEqual([40, 1]);
  });

  test('better values are compared only until a pod has trouble again, worse ones also after it', () => {
    const restart = mark(900, 'restart', { request: 'r1' });
    const of = (before: number, after: number, then: number, troubles: NonNullable<ChartHistory['troubles']>) => {
      const values = (start: number) => (index: number) => {
        const minute = (start - range.start) / 60 + index;
        return (minute <= 15 ? before : minute <= 42 ? after : then) + (index % 2);
      };
      const body = (start: number) =>
        replyOf([{ name: 'c0 name', items: { request_time: values(start) } }], { ...range, start });
      const days = { start: range.start - 90_000, end: range.end, step: 60 };
      const history = { ...days, body: body(days.start), knownSince: days.start, otherChanges: [], troubles };
      const { summary } = chartOf([], { body: body(range.start), marks: [restart], history, change: 'r1' });
      const [effect] = summary.effects ?? [];
      const [shift] = summary.shifts?.lines ?? [];
      return [effect, shift].map((each) => Math.round(each?.after ?? 0));
    };
    const trouble = (after: number, component = 'c0') => ({ time: range.start + after, components: [component] });
    // Latency fell to 150 and rose to 600 when the memory ran out: the restart made it 150.
    expect(of(3_800, 150, 600, [trouble(2_500)])).toEqual([151, 151]);
    const mixed = of(3_800, 150, 600, []);
    expect(mixed[0]).toBeGreaterThan(200);
    expect(of(3_800, 150, 600, [trouble(60), trouble(2_500, 'c1')])).toEqual(mixed);
    // Too soon to judge what the restart did.
    expect(of(3_800, 150, 600, [trouble(1_200)])[0]).toBe(0);
    // A change that made a component slow, so that its probes fail, is to blame for both.
    expect(of(40, 900, 900, [trouble(1_000)])[0]).toBe(901);
  });

  test('what one did to several percentiles is said of the 95th, after the threshold that a person asked about', () => {
    const since = range.start + 1_800;
    const body = (line: string, [before, after]: readonly [number, number], start: number): RawSeriesBody => {
      const values = Array.from({ length: (range.end - start) / 60 + 1 }, (_, at) => {
        const time = start + at * 60;
        return [time, String((time > since ? after : before) + (at % 2))];
      });
      const result = [{ metric: { service_id: 'c0' }, values }];
      const data = { status: 'success', data: { resultType: 'matrix', result } };
      const components = [{ id: 'c0', name: 'web' }];
      return { components, item: 'gateway_latency', line, body: new TextEncoder().encode(JSON.stringify(data)) };
    };
    const levels = { p50: [37, 842], p95: [138, 3_762], p99: [304, 6_276] } as const;
    const bodies = (start: number) => Object.entries(levels).map(([line, level]) => body(line, level, start));
    const days = { start: range.start - 90_000, end: range.end, step: 60 };
    const history = { ...days, body: bodies(days.start), knownSince: days.start, otherChanges: [] };
    const restart = mark(1_800, 'restart', { who: 'liu' });
    const thresholds = [{ item: 'gateway_latency', value: 200 }];
    const chart = chartOf([], { body: bodies(range.start), marks: [restart], history, thresholds });
    expect(said(chart).findings).toEqual([
      'Latency at the gateway above 200 ms: web p95 from 02:31 to the end (29 min)',
      '02:30 restart · liu: web p95 latency typically 138 → 3,762 ms (×27)',
    ]);
    // After a change, the line of the threshold has the first row, also if others moved more.
    const shift = { item: 'gateway_latency', unit: 'ms', before: 1, after: 2 } as const;
    const lines = [
      { ...shift, name: 'web p99', is: 'clear' },
      { ...shift, name: 'web p95', is: 'usual' },
    ] as const;
    const { table } = tell({ ...chart.summary, shifts: { change: 'r1', lines } }, 'en', 'UTC');
    expect(table.rows.map(([name]) => name)).toEqual(['web p95 latency, ms', 'web p99 latency, ms']);
    // Without values of the line of the threshold, a row that didn't move would seem to be what got worse.
    const unseen = { ...shift, name: 'web p95', before: null, after: null, is: 'unjudged' } as const;
    const requests = { ...shift, item: 'gateway_requests', unit: 'requests', name: 'web' } as const;
    const rowsWith = (is: 'usual' | 'clear') =>
      tell({ ...chart.summary, shifts: { change: 'r1', lines: [unseen, { ...requests, is }] } }, 'en', 'UTC').table
        .rows;
    expect([rowsWith('usual').length, rowsWith('clear').length]).toEqual([0, 1]);
    const moved = (['web p99', 'web p95'] as const).map((name) => ({ ...shift, name, is: 'clear' as const }));
    const cpu = { ...shift, item: 'cpu', unit: 'cores', name: 'web', is: 'clear' } as const;
    const verdictWith = (panels: typeof chart.summary.panels) =>
      plain(verdictOf({ ...chart.summary, panels, shifts: { change: 'r1', lines: [cpu, ...moved] } }).says, 'en');
    expect(verdictWith(chart.summary.panels)).toBe('web p95 latency +100%, web CPU +100%');
    const unclear = [
      { ...shift, after: 9, name: 'web p99', is: 'unclear' },
      { ...shift, name: 'web p95', is: 'unclear' },
    ] as const;
    const unclearOf = { ...chart.summary, shifts: { change: 'r1', lines: unclear } };
    expect(plain(verdictOf(unclearOf).says, 'en')).toBe('web p95 latency +100%, but maybe for another reason');
    // Of what changed, the verdict says what the picture shows.
    const undrawn = { ...shift, item: 'cpu', after: 900, name: 'web', is: 'unclear' } as const;
    const withUndrawn = { ...unclearOf, shifts: { change: 'r1', lines: [undrawn, ...unclear] } };
    expect(plain(verdictOf(withUndrawn).says, 'en')).toBe('web p95 latency +100%, but maybe for another reason');
    // Nothing is watched: a percentile other than the 95th still comes last.
    expect(verdictWith([])).toBe('web CPU +100%, web p95 latency +100%');
    const errors = { ...shift, item: 'gateway_errors', unit: 'requests', name: 'web', is: 'clear' } as const;
    const effects = { ...chart.summary, shifts: { change: 'r1', lines: [...moved, cpu, errors] } };
    // Another percentile of the same item is neither counted nor shown before other items.
    expect(plain(verdictOf(effects).says, 'en')).toBe('web p95 latency +100%, web CPU +100%, 1 more');
    const rows = tell(effects, 'en', 'UTC').table.rows.map(([name]) => name);
    expect(rows.map((name) => name?.split(',')[0])).toEqual([
      'web p95 latency',
      'web CPU',
      'web errors',
      'web p99 latency',
    ]);
  });

  test('of changes that are too close together, all are named, and that nobody can tell which it was', () => {
    const deploy = mark(1_770, 'deploy', { who: 'tom', request: 'r1' });
    const history = historyOf({ request_time: [42, 61] }, 1_800);
    const chart = chartOf([line], { marks: [scaled, deploy], history });
    const moved = 'c0 name latency typically 42.5 → 61.5 ms (+45%)';
    const finding = `02:29 deploy, scale 3 → 2, too close together to tell which did it: ${moved}`;
    expect(said(chart).findings).toEqual([finding]);
    const about = chartOf([line], { marks: [scaled, deploy], history, change: 'r1' });
    expect(said(about).findings).toEqual([finding]);
    const apart = chartOf([line], { marks: [scaled, mark(1_700, 'deploy')], history });
    expect(said(apart).findings).toEqual([]);
  });

  test('in one minute are listed as the language lists things', () => {
    const marks = [mark(1_800, 'stop'), mark(1_805, 'deploy'), mark(1_810, 'scale', { who: 'tom' })];
    const listed = (lang: ChartJob['lang']) =>
      chartOf([line], { marks, lang }).summary.marks?.map(({ label }) => label);
    expect(listed('en')).toEqual(['stop, deploy · maya; and 1 more']);
    expect(listed('zh')).toEqual(['stop、deploy · maya；等另外 1 个']);
  });

  test('that took long have a pale area from their begin to their end; short ones have only a line', () => {
    const areas = (marks: readonly ChartMark[]) =>
      layOut(chartOf([line], { marks }), guessWidth).panels.flatMap((panel) =>
        panel.areas.flatMap(({ from, to, fill }) =>
          fill === theme.changing ? [[from / 1_000 - range.start, to / 1_000 - range.start]] : [],
        ),
      );
    expect(areas([mark(900, 'deploy', { since: range.start + 600 }), mark(1_800, 'scale', { who: 'tom' })])).toEqual([
      [600, 900],
    ]);
    expect(areas([mark(300, 'deploy', { since: range.start - 600 })])).toEqual([[0, 300]]);
    expect(areas([mark(610, 'deploy', { since: range.start + 600 })])).toEqual([]);
  });

  test('that took long have an explained area, which hides no missing data, and say if they began earlier', () => {
    const silent = { request_time: (at: number) => (at > 3 && at < 8 ? null : 40) };
    const drawn = (...marks: readonly ChartMark[]) => layOut(chartOf([silent], { marks }), guessWidth).panels[0];
    const texts = (...marks: readonly ChartMark[]) => drawn(...marks)?.texts.map(({ text }) => text) ?? [];
    const [long, short] = [mark(900, 'deploy', { since: range.start - 600 }), mark(610, 'scale')];
    const isExplained = expect.stringContaining('shaded: change in progress');
    expect(texts(long)).toEqual(expect.arrayContaining([isExplained, '01:50 deploy · maya (began earlier)']));
    expect(texts(short)).not.toContainEqual(isExplained);
    const fills = drawn(long)?.areas.map(({ fill }) => fill) ?? [];
    expect(fills.indexOf(theme.band)).toBeGreaterThan(fills.indexOf(theme.changing));
  });

  const own = mark(1_800, 'scale 3 → 2', { request: 'r1' });
  const about = (items: Parameters<typeof historyOf>[0], more: Partial<ChartJob> = {}) =>
    chartOf([line], { marks: [own], history: historyOf(items, 1_800), change: 'r1', ...more });
  const verdict = (chart: ReturnType<typeof chartOf>) => {
    const { is, isBad, says } = verdictOf(chart.summary);
    return [is, isBad, plain(says, 'en'), plain(says, 'zh')];
  };

  test('values that were high for some minutes after a change are told, although they are as before again', () => {
    const passing = about({ request_time: [42, 42, 900] });
    expect(verdict(passing)).toEqual([
      ...['usual', true, 'Values are as before again, but were worse in between'],
      '数值已与变更前一致，但其间曾变差',
    ]);
    expect(said(passing).findings).toEqual([expect.stringMatching(/^c0 name latency: up to 901 ms 02:32–02:37$/)]);
    // Another change, after that was over, doesn't hide it.
    const { summary } = passing;
    const cpu = { item: 'cpu', unit: 'cores', name: 'c0 name', before: 1, after: 1, is: 'usual' } as const;
    const lines = [...(summary.shifts?.lines ?? []), { ...cpu, until: { at: range.start + 3_360, what: 'restart' } }];
    expect(verdict({ ...passing, summary: { ...summary, shifts: { change: 'r1', lines } } })).toEqual(verdict(passing));
    // High values aren't told if they last one minute, go on, or are of CPU, because a start needs CPU.
    const untold: readonly Parameters<typeof historyOf>[0][] = [
      { request_time: [42, 42, 900, 1] },
      { cpu: [42, 42, 900] },
      { request_time: [42, 42, 900, 60] },
    ];
    expect(untold.map((items) => said(about(items)).findings)).toEqual([[], [], []]);
  });

  test('a chart about a change begins with its verdict, and its table has the values before and after', () => {
    const moved = about({ request_time: [42, 200] });
    expect(verdict(moved)).toEqual(['clear', true, 'c0 name latency ×4.7', 'c0 name 响应时间 ×4.7']);
    expect(said(moved)).toMatchObject({
      findings: [],
      table: { columns: ['Item', 'Before', 'After'], rows: [['c0 name latency, ms', '42.5', '200']] },
    });
    const faster = about({ request_time: [42, 21] });
    expect(verdict(faster).slice(0, 3)).toEqual(['clear', false, 'c0 name latency −49%']);
  });

  test('a threshold of a chart about a change counts only what lasted until then or came after', () => {
    const thresholds = [{ item: 'request_time', value: 100 }];
    const findingsOf = (high: (at: number) => boolean) =>
      said(
        chartOf([{ request_time: (at) => (high(at) ? 200 : 42) + (at % 2) }], {
          ...{ marks: [own], history: historyOf({ request_time: [42, 42] }, 1_800), change: 'r1', thresholds },
        }),
      ).findings;
    const before = (at: number) => at > 10 && at <= 15;
    expect(findingsOf(before)).toEqual(['Response time not above 100 ms since the change']);
    const both = findingsOf((at) => before(at) || (at > 40 && at <= 45));
    expect(both).toEqual(['Response time above 100 ms: c0 name for 5 min from 02:41, not counting earlier times']);
    expect(findingsOf((at) => at > 20 && at <= 35)).toEqual([
      'Response time above 100 ms: c0 name for 15 min from 02:21',
    ]);
  });

  test('lines that have no value after the change are no data, which isn’t too little to judge', () => {
    const shift = { item: 'cpu', unit: 'cores', name: 'web', before: 1, is: 'unjudged' } as const;
    const { summary } = about({ request_time: [42, 42] });
    const of = (...after: readonly (number | null)[]) =>
      verdictOf({ ...summary, shifts: { change: 'r1', lines: after.map((each) => ({ ...shift, after: each })) } });
    expect(plain(of(null, null).says, 'en')).toBe('No monitoring data');
    expect(plain(of(null, 2).says, 'en')).toBe('Too little data to judge the effect');
  });

  test('without a clear effect, the verdict says so only if the values are as before', () => {
    expect(verdict(about({ request_time: [42, 42] })).slice(0, 3)).toEqual([
      'usual',
      false,
      'Values show no clear change',
    ]);
    const later = { ...historyOf({ request_time: [42, 200] }, 2_400) };
    // The values moved ten minutes after the change, at 02:40.
    const moved = [{ at: (range.start + 2_460) * 1_000, show: 'time' }];
    const unclear = verdictOf(about({}, { history: later }).summary);
    expect([unclear.is, plain(unclear.says, 'en')]).toEqual([
      'unclear',
      expect.stringMatching(/^c0 name latency [^,]+, but from /),
    ]);
    expect(Object.values(unclear.says.with)).toEqual(expect.arrayContaining(moved));
    const withHistory = about(
      {},
      { history: { ...historyOf({ request_time: [42, 61] }, 1_800), knownSince: range.start } },
    );
    expect(verdict(withHistory)[0]).toBe('unjudged');
    expect(verdict(about({}, { history: undefined }))[0]).toBe('unjudged');
    expect(said(about({}, { history: undefined })).table.rows).toEqual([['c0 name latency, ms', '42.5', '61.5']]);
  });

  test('the end of trouble that also began within the day is a change, maybe for another reason', () => {
    // It was slow for the 40 minutes before the change.
    const slow = historyOf({ request_time: [42, 42, 900, 40] }, 1_800 - 41 * 60);
    const { is, says } = verdictOf(about({}, { history: slow }).summary);
    expect([is, plain(says, 'en')]).toEqual(['unclear', 'c0 name latency −95%, but maybe for another reason']);
  });

  test('another change shortly after it is named as what leaves too little to judge', () => {
    const history = historyOf({ request_time: [200, 42] }, 1_800);
    const otherChanges = [{ time: range.start + 1_980, components: ['c0'] }];
    const { is, says } = verdictOf(about({}, { history: { ...history, otherChanges } }).summary);
    expect([is, plain(says, 'en')]).toEqual([
      'unjudged',
      expect.stringMatching(/^The effect can’t be judged, because another change began at /),
    ]);
    const marks = [own, mark(1_980, 'restart', { who: 'tom' })];
    const { summary } = about({}, { history, marks });
    expect(plain(verdictOf(summary).says, 'en')).toMatch(/ another change began at .*: restart$/);
  });

  test('another change in the same minute is named, not one before it, as nobody can tell what each of them did', () => {
    const opened = mark(1_620, 'open 8000', { who: 'sam' });
    const [deployed, history] = [mark(1_850, 'deploy', { who: 'tom' }), historyOf({ request_time: [42, 200] }, 1_800)];
    const short = about({}, { history, marks: [opened, own, deployed] });
    expect(verdict(short)).toEqual([
      'unjudged',
      false,
      expect.stringMatching(/ another change began at .*: deploy$/),
      expect.stringMatching(/因为 .* 有另一变更：deploy$/),
    ]);
    // Values that are as before aren't all there is to say, as the other change may have broken something.
    const same = historyOf({ request_time: [42, 42] }, 1_800);
    expect(verdict(about({}, { history: same, marks: [own, deployed] }))[0]).toBe('unjudged');
  });

  test('values that are as before are no more than that until another change, which gets no tick', () => {
    const same = historyOf({ request_time: [42, 42] }, 1_800);
    const usual = verdict(about({}, { history: same, marks: [own, mark(3_480, 'deploy', { who: 'tom' })] }));
    expect(usual).toEqual([
      'unjudged',
      false,
      expect.stringMatching(/^Values show no clear change until another change at .*: deploy$/),
      expect.stringMatching(/^到 .* 的另一变更（deploy）为止，数值没有明显变化$/),
    ]);
    expect(verdict(about({}, { history: same }))[0]).toBe('usual');
  });

  test('a clear difference may be due to another change in the same minute', () => {
    const [deployed, history] = [mark(1_850, 'deploy', { who: 'tom' }), historyOf({ request_time: [42, 200] }, 1_800)];
    const long = about({}, { history, marks: [own, deployed] });
    expect(verdict(long)).toEqual([
      'clear',
      true,
      expect.stringMatching(/^c0 name latency ×4.7, because of this change or another one at .*: deploy$/),
      expect.stringMatching(/^c0 name 响应时间 ×4.7，由此变更或 .* 的另一变更（deploy）引起$/),
    ]);
  });

  test('a clear difference isn’t due to a later change, although another line has too little data before that', () => {
    const { summary } = about({ request_time: [42, 200] });
    const [own] = summary.shifts?.lines ?? [];
    if (own?.is !== 'clear') expect.fail('not clear');
    const beside = { at: range.start + 2_200, what: '8000 closed automatically' };
    const short = { ...own, item: 'cpu', name: 'c0 cpu', before: null, after: null, is: 'unjudged', beside } as const;
    const { says } = verdictOf({ ...summary, shifts: { change: 'r1', lines: [own, short] } });
    expect(plain(says, 'en')).not.toContain('8000 closed');
  });

  test('nothing is said of components that it didn’t touch, of what is as before, or without a history', () => {
    const history = historyOf({ request_time: [42, 61] }, 1_800);
    const other = mark(1_800, 'scale 3 → 2', { components: ['c1'] });
    expect(said(chartOf([line], { marks: [other], history })).findings).toEqual([]);
    expect(said(chartOf([line], { marks: [scaled] })).findings).toEqual([]);
    const same = historyOf({ request_time: [42, 42] }, 1_800);
    expect(said(chartOf([line], { marks: [scaled], history: same })).findings).toEqual([]);
  });

  test('nor where another change of the component, of whatever kind, may have done it', () => {
    const history = historyOf({ request_time: [42, 61] }, 1_800);
    const close = { time: range.start + 2_000, components: ['c0'] };
    for (const more of [
      { marks: [scaled, mark(2_000, 'restart')], history },
      { marks: [scaled], history: { ...history, otherChanges: [close] } },
      { marks: [scaled], history: { ...history, knownSince: range.start } },
    ])
      expect(said(chartOf([line], more)).findings).toEqual([]);
  });

  test('are marked by the minute in which they began, with what one person did together, and none is cut off', () => {
    const marks = [
      mark(1_800, 'scale 3 → 5'),
      mark(1_830, 'image 1.4.2'),
      mark(600, 'deploy', { who: 'tom', since: range.start + 480 }),
      mark(1_200, 'closed automatically', { who: '' }),
      mark(3_000, 'open 80'),
      mark(3_010, 'open 81', { who: 'tom' }),
      mark(3_020, 'open 82'),
    ];
    const { summary } = chartOf([line], { marks });
    expect(summary.marks).toEqual([
      { time: range.start + 480, until: range.start + 600, label: 'deploy · tom' },
      { time: range.start + 1_200, until: range.start + 1_200, label: 'closed automatically' },
      { time: range.start + 1_800, until: range.start + 1_830, label: 'scale 3 → 5, image 1.4.2 · maya' },
      {
        ...{ time: range.start + 3_000, until: range.start + 3_020 },
        label: 'open 80 · maya; open 81 · tom; and 1 more',
      },
    ]);
    const csv = new TextDecoder().decode(toNumbers(chartOf([line], { marks })).csv).split('\r\n');
    expect(csv[0]).toMatch(/,change$/);
    expect(csv.filter((row) => row.endsWith(',deploy · tom'))).toEqual([csv[9]]);
  });
});

describe('the last value', () => {
  const noisy = (at: number) => 140 + ((at * 7) % 11);
  const marks = [mark(600, 'scale 3 → 2'), mark(2_700, 'deploy (failed)'), mark(3_500, 'restart', { who: 'tom' })];
  const lastValue = (of: (at: number) => number | null, more: Partial<ChartJob> = {}) => {
    const { summary } = chartOf([{ request_time: of }], { marks, ...more });
    return (['en', 'zh'] as const).map((lang) => tell(summary, lang, 'UTC').findings);
  };

  test.each<[string, (at: number) => number | null, en: readonly string[], zh: readonly string[]]>([
    [
      'that is unusual has the typical one, since when, and what is marked before that, newest first',
      (at) => (at > 45 ? 915 : noisy(at)),
      [
        'c0 name latency: 915 ms at 03:00, typically 147 ms, high since 02:46',
        'Until 02:46, the chart marks: 02:45 deploy (failed) · maya; 02:10 scale 3 → 2 · maya',
      ],
      [
        'c0 name 响应时间：915 ms（03:00），通常值为 147 ms，02:46 起偏高',
        '到 02:46 为止，图中标出：02:45 deploy (failed) · maya；02:10 scale 3 → 2 · maya',
      ],
    ],
    [
      'that is high for most of the chart has the one before, because the typical one is as high',
      (at) => (at > 15 ? 915 : noisy(at)),
      [
        'c0 name latency: 915 ms at 03:00, 146 ms before, high since 02:16',
        'Until 02:16, the chart marks: 02:10 scale 3 → 2 · maya',
      ],
      [
        'c0 name 响应时间：915 ms（03:00），此前为 146 ms，02:16 起偏高',
        '到 02:16 为止，图中标出：02:10 scale 3 → 2 · maya',
      ],
    ],
    [
      'that is much lower is unusual, too',
      (at) => (at > 55 ? 3 : noisy(at)),
      [
        'c0 name latency: 3 ms at 03:00, typically 144 ms, low since 02:56',
        'Until 02:56, the chart marks: 02:45 deploy (failed) · maya; 02:10 scale 3 → 2 · maya',
      ],
      [
        'c0 name 响应时间：3 ms（03:00），通常值为 144 ms，02:56 起偏低',
        '到 02:56 为止，图中标出：02:45 deploy (failed) · maya；02:10 scale 3 → 2 · maya',
      ],
    ],
    [
      'that is usual after a peak has that peak, and only what is marked before the peak',
      (at) => (at > 20 && at < 24 ? 600 : noisy(at)),
      [
        'c0 name latency: 142 ms at 03:00, in the usual range, but 600 ms at 02:21',
        'Until 02:21, the chart marks: 02:10 scale 3 → 2 · maya',
      ],
      [
        'c0 name 响应时间：142 ms（03:00），在常见范围内，但 02:21 达到 600 ms',
        '到 02:21 为止，图中标出：02:10 scale 3 → 2 · maya',
      ],
    ],
    [
      'that is unusual after a short return to the usual ones has the first begin',
      (at) => (at > 45 && at !== 50 && at !== 51 ? 915 : noisy(at)),
      [
        'c0 name latency: 915 ms at 03:00, typically 147 ms, high since 02:46',
        'Until 02:46, the chart marks: 02:45 deploy (failed) · maya; 02:10 scale 3 → 2 · maya',
      ],
      [
        'c0 name 响应时间：915 ms（03:00），通常值为 147 ms，02:46 起偏高',
        '到 02:46 为止，图中标出：02:45 deploy (failed) · maya；02:10 scale 3 → 2 · maya',
      ],
    ],
    ['that is as the others isn’t called usual in a short chart, which one trouble may fill', noisy, [], []],
    ['of a line that rises all the time isn’t called usual', (at) => 100 + at, [], []],
  ])('%s', (_what, of, en, zh) => {
    expect(lastValue(of)).toEqual([en, zh]);
  });

  test.each<[string, (at: number) => number | null, readonly string[]]>([
    [
      'that is as the others is said to be usual',
      noisy,
      ['c0 name latency: 141 ms at 08:00, in the usual range of this chart'],
    ],
    [
      'before a gap has its time',
      (at) => (at > 350 ? null : noisy(at)),
      ['c0 name latency: 148 ms at 07:50, in the usual range of this chart'],
    ],
    [
      'of a trouble that fills most of the chart has the one before',
      (at) => (at > 40 ? 3_700 : noisy(at)),
      ['c0 name latency: 3,700 ms at 08:00, 145 ms before, high since 02:41'],
    ],
    [
      'that is as before trouble in most of the chart has the peak',
      (at) => (at > 100 && at < 340 ? 3_700 : noisy(at)),
      ['c0 name latency: 141 ms at 08:00, in the usual range, but 3,700 ms at 03:41'],
    ],
    [
      'of a line with many levels is compared with its median',
      (at) => 100 * (1 + ((at * 7) % 11)),
      ['c0 name latency: 200 ms at 08:00, in the usual range of this chart'],
    ],
  ])('of six hours %s', (_what, of, says) => {
    const hours = { ...range, end: range.start + 6 * 3_600 };
    const body = replyOf([{ name: 'c0 name', items: { request_time: of } }], hours);
    expect(lastValue(of, { ...hours, body, marks: [] })[0]).toEqual(says);
  });

  test('of another item isn’t called usual instead of the first one’s', () => {
    const hours = { ...range, end: range.start + 6 * 3_600 };
    const items = { request_time: (at: number) => (at > 20 ? 3_700 : noisy(at)), request: () => 100 };
    const body = replyOf([{ name: 'c0 name', items }], hours);
    expect(said(chartOf([items], { ...hours, body, marks: [] })).findings).toEqual([
      expect.stringMatching(/^c0 name latency: 3,700 ms at 08:00, 14\d ms before, high since 02:21$/),
    ]);
  });

  test('of another item is said if it is unusual', () => {
    const chart = chartOf([{ request_time: noisy, request: (at) => (at > 50 ? 600 : 100) }]);
    expect(said(chart).findings).toEqual([
      'c0 name requests: 120 req/s at 03:00, typically 20 req/s, high since 02:51',
    ]);
  });

  test.each<[string, (at: number) => number, readonly string[]]>([
    [
      'are said after the first item, though the picture doesn’t show them',
      (at) => (at > 50 ? 3 : 0),
      ['web errors: 3 req/s at 03:00, typically 0 req/s, high since 02:51 (not in the picture)'],
    ],
    [
      'are said after they ended, too',
      (at) => (at > 20 && at < 26 ? 3 : 0),
      ['web errors: 0 req/s at 03:00, in the usual range, but 3 req/s at 02:21 (not in the picture)'],
    ],
    [
      'are said with an earlier peak that was much higher',
      (at) => (at > 50 ? 3 : at > 20 && at < 26 ? 30 : 0),
      [
        'web errors: 3 req/s at 03:00, typically 0 req/s, high since 02:51, earlier 30 req/s at 02:21 (not in the picture)',
      ],
    ],
    [
      'are said from where they are many, not from the first one',
      (at) => (at > 50 ? 3 : at > 40 ? 0.005 : 0),
      ['web errors: 3 req/s at 03:00, typically 0 req/s, high since 02:51 (not in the picture)'],
    ],
    [
      'are said after they ended, also if a few are left',
      (at) => (at > 20 && at < 26 ? 3 : at > 50 ? 0.02 : 0),
      ['web errors: 0.02 req/s at 03:00, in the usual range, but 3 req/s at 02:21 (not in the picture)'],
    ],
    [
      'for most of the chart are said with none before',
      (at) => (at > 15 ? 3 : 0),
      ['web errors: 3 req/s at 03:00, 0 req/s before, high since 02:16 (not in the picture)'],
    ],
    ['of a single sample, or of few of many requests, aren’t said', (at) => (at === 51 ? 3 : at > 50 ? 0.02 : 0), []],
  ])('errors %s', (_what, errors, says) => {
    const items = {
      gateway_latency: (at: number) => (at > 50 ? 900 : noisy(at)),
      gateway_requests: (at: number) => (at > 50 ? 40 : 20),
      gateway_errors: errors,
    };
    const chart = chartOf([], { body: replyOf([{ name: 'web', items }], range) });
    const { findings } = said(chart);
    expect(chart.summary.panels.map(({ isDrawn }) => isDrawn)).toEqual([true, true, false]);
    const [first, last] = [
      'latency: 900 ms at 03:00, typically 146',
      'requests: 40 req/s at 03:00, typically 20 req/s',
    ];
    expect(findings).toEqual([
      [`web ${first} ms, high since 02:51`, ...says, `web ${last}, high since 02:51`].join('; '),
    ]);
    const rows = shownTable(chart.summary, 'en', 'UTC', 2).rows.map(([name]) => name?.split(',')[0]);
    expect(rows).toEqual(says.length > 0 ? ['web latency', 'web errors'] : ['web latency', 'web requests']);
  });

  test('errors of less than one in ten minutes aren’t said, also if hardly anything else is requested', () => {
    const items = (errors: number) => ({
      gateway_latency: noisy,
      gateway_requests: () => 0.05,
      gateway_errors: (at: number) => (at > 50 ? errors : 0),
    });
    const areSaid = (errors: number) => {
      const chart = chartOf([], { body: replyOf([{ name: 'web', items: items(errors) }], range) });
      return said(chart).findings.some((each) => each.includes('errors'));
    };
    expect([0.0016, 0.002].map(areSaid)).toEqual([false, true]);
  });

  test('of two items that rose at different times has what is marked before each of them', () => {
    const items = {
      gateway_latency: (at: number) => (at > 15 && at < 20 ? 900 : noisy(at)),
      gateway_requests: (at: number) => (at > 50 ? 40 : 20),
    };
    const findings = (marks: readonly ChartMark[]) => {
      const { summary } = chartOf([], { body: replyOf([{ name: 'c0 name', items }], range), marks });
      return tell(summary, 'en', 'UTC').findings.map((each) => each.replace(/:.*(?=, but|, high since 02:51)/, ''));
    };
    expect(findings([mark(600, 'scale 3 → 2'), mark(2_700, 'restart')])).toEqual([
      'c0 name latency, but 900 ms at 02:16 (until 02:16, the chart marks: 02:10 scale 3 → 2 · maya)',
      'c0 name requests, high since 02:51 (until 02:51, the chart marks: 02:45 restart · maya; 02:10 scale 3 → 2 · maya)',
    ]);
    expect(findings([])).toEqual(['c0 name latency, high since 02:51']);
  });

  test('whose points are means has what is marked before the first high step, not what is within it', () => {
    const shape = { ...range, end: range.start + 24_000, step: 600, extremes: { low: [], high: [] } };
    const high = (at: number) => (at > 30 ? 900 : 140 + (at % 3));
    const body = replyOf([{ name: 'c0 name', items: { request_time: high } }], shape);
    const within = [mark(17_900, 'deploy'), mark(18_300, 'restart')];
    expect(lastValue(high, { ...shape, body, marks: within })[0]).toEqual([
      'c0 name latency: 900 ms at 08:30–08:40, typically 141 ms',
      'Until 07:00, the chart marks: 06:58 deploy · maya',
    ]);
  });

  test('that is unusual again after a restart has the begin before it, however close the samples are', () => {
    const shape = { ...range, step: 15 };
    const high = (at: number) => (at > 200 && !(at > 225 && at < 231) ? 915 : noisy(at));
    const body = replyOf([{ name: 'c0 name', items: { request_time: high } }], shape);
    const [[says] = []] = lastValue(high, { ...shape, body, marks: [] });
    expect(says).toMatch(/high since 02:50$/);
  });

  test('has nothing that is marked more than an hour before', () => {
    const hours = { ...range, end: range.start + 6 * 3_600 };
    const high = (at: number) => (at > 300 ? 915 : noisy(at));
    const body = replyOf([{ name: 'c0 name', items: { request_time: high } }], hours);
    const [old, near] = [mark(13_000, 'scale 3 → 2'), mark(17_000, 'deploy')];
    const said = (marks: readonly ChartMark[]) => lastValue(high, { ...hours, body, marks })[0]?.slice(1);
    expect(said([old, near])).toEqual(['Until 07:01, the chart marks: 06:43 deploy · maya']);
    expect(said([old])).toEqual([]);
  });

  test('isn’t said of one of several components, or beside a threshold', () => {
    expect(said(chartOf([{ request_time: noisy }, { request_time: noisy }])).findings).toEqual([]);
    const thresholds = [{ item: 'request_time', value: 500 }];
    expect(said(chartOf([{ request_time: noisy }], { thresholds })).findings).toEqual([
      'Response time never above 500 ms',
    ]);
  });
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
      beyond: [
        { name: 'c0 name', seconds: 360, since: range.start + 600, until: range.start + 960, stretches: 1 },
        { name: 'c1 name', seconds: 60, since: range.start + 1800, until: range.start + 1860, stretches: 1 },
      ],
    },
    { value: 200, beyond: [] },
  ]);
  expect(said(chart).findings).toEqual([
    'Requests above 90 req/s: c0 name for 6 min from 02:10; c1 name for 1 min from 02:30',
    'Requests never above 200 req/s',
  ]);
});

test.each([
  ['en', 'Response time above 5 ms: c0 name all the time'],
  ['zh', '响应时间超过 5 ms：c0 name 全程'],
] as const)('a line that is always above a threshold has no length, in %s', (lang, text) => {
  const thresholds = [{ item: 'request_time', value: 5 }];
  const chart = chartOf([{ request_time: () => 50 }], { thresholds, lang });
  expect(said(chart).findings).toEqual([text]);
});

test.each<[string, (at: number) => boolean, string]>([
  ['ends early', (at) => at < 5, 'from 02:00 to 02:04, then no data (5 min)'],
  ['starts late', (at) => at >= 55, 'from 02:55 to the end (5 min)'],
  ['has a gap', (at) => at < 20 || at >= 55, 'from 02:00 to the end (25 min, no data for 35 min)'],
])('a line that %s isn’t said to be above a threshold where it has no samples', (_what, isSampled, text) => {
  const thresholds = [{ item: 'request_time', value: 5 }];
  const chart = chartOf([{ request_time: (at) => (isSampled(at) ? 50 : null) }], { thresholds });
  expect(said(chart).findings).toEqual([`Response time above 5 ms: c0 name ${text}`]);
});

test('a gap in the data within the time above a threshold is said, because the length omits it', () => {
  const sampled = (at: number) => (at > 12 && at < 16 ? null : at >= 10 && at < 28 ? 50 : 2);
  const told = (lang: 'en' | 'zh') =>
    said(chartOf([{ request_time: sampled }], { thresholds: [{ item: 'request_time', value: 5 }], lang })).findings;
  expect(told('en')).toEqual(['Response time above 5 ms: c0 name for 15 min from 02:10, no data for 3 min']);
  expect(told('zh')).toEqual(['响应时间超过 5 ms：c0 name 从 02:10 起持续 15 分钟，其间 3 分钟无数据']);
});

test('a value that is above its threshold from the chart’s begin on may have been so before', () => {
  const thresholds = [{ item: 'request_time', value: 100 }];
  const told = (of: (at: number) => number) => said(chartOf([{ request_time: of }], { thresholds })).findings;
  expect(told((at) => (at < 20 ? 500 : 50))).toEqual([
    expect.stringMatching(/^Response time above 100 ms: c0 name for \d+ min from 02:0[01], and maybe before$/),
  ]);
  expect(told((at) => (at > 10 && at < 20 ? 500 : 50))).toEqual([
    expect.stringMatching(/^Response time above 100 ms: c0 name for 9 min from 02:1\d$/),
  ]);
});

test('of several times above a threshold, the last one is told, and whether it lasts to the end', () => {
  const thresholds = [{ item: 'request_time', value: 100 }];
  const above = (from: number, end: number) => (at: number) => (at === 10 || (at >= from && at < end) ? 400 : 50);
  const told = (end: number) => said(chartOf([{ request_time: above(50, end) }], { thresholds })).findings;
  expect(told(55)).toEqual(['Response time above 100 ms: c0 name 2 times, 6 min in all, the last 02:50–02:55']);
  expect(told(99)).toEqual([
    'Response time above 100 ms: c0 name 2 times, 11 min in all, the last from 02:50 to the end',
  ]);
  const gap = (at: number) => (at < 55 ? above(50, 99)(at) : null);
  expect(said(chartOf([{ request_time: gap }], { thresholds })).findings).toEqual([
    'Response time above 100 ms: c0 name 2 times, 6 min in all, the last from 02:50 to 02:54, then no data',
  ]);
  const nearly = (at: number) => (at === 30 ? 50 : 400);
  expect(said(chartOf([{ request_time: nearly }], { thresholds })).findings).toEqual([
    'Response time above 100 ms: c0 name nearly all the time',
  ]);
});

test('what is to be above a threshold: how long it was below, with that side marked', () => {
  const chart = chartOf([{ request_time: (at) => (at >= 10 && at < 16 ? 2 : 50) }, { request_time: () => 5 }], {
    thresholds: [{ item: 'request_time', value: 5, below: true }],
  });
  expect(said(chart).findings).toEqual(['Response time below 5 ms: c0 name for 6 min from 02:10']);
  expect(said(chart).alt).not.toContain('above');
  const [panel] = layOut(chart, guessWidth).panels;
  const shaded = panel?.areas.filter(({ fill }) => fill === theme.beyond) ?? [];
  expect(shaded).toHaveLength(1);
  expect(shaded[0]?.top).toBeGreaterThan(layOut(chart, guessWidth).plotHeight / 2);
  const high = chartOf([{ request_time: (at) => (at > 30 ? 5_000 : 50) }], {
    thresholds: [{ item: 'request_time', value: 500 }],
  });
  const { panels, plotHeight } = layOut(high, guessWidth);
  const [above] = panels[0]?.areas.filter(({ fill }) => fill === theme.beyond) ?? [];
  expect((above?.bottom ?? 0) - (above?.top ?? 0)).toBeLessThan(plotHeight / 10);
  const always = chartOf([{ request_time: () => 50 }], {
    thresholds: [{ item: 'request_time', value: 5, below: true }],
  });
  expect(said(always).findings).toEqual(['Response time never below 5 ms']);
});

test('where single values are counted, the line shows no maxima: it would be above a threshold for longer', () => {
  const day = { ...range, end: range.start + 86_400 };
  const body = replyOf([{ name: 'c0 name', items: { request_time: (at) => (at % 2 ? 500 : 50) } }], day);
  const formsWith = (...thresholds: NonNullable<ChartJob['thresholds']>) =>
    layOut(chartOf([], { ...day, body, thresholds }), guessWidth).panels[0]?.lines.map(({ form }) => form);
  expect(formsWith()).toEqual(['max']);
  expect(formsWith({ item: 'request_time', value: 90 })).toEqual(['mean']);
});

test('the difference to an earlier period, and what has none', () => {
  const earlier = { start: range.start - 86_400, end: range.end - 86_400, label: 'yesterday' };
  const body = replyOf([{ name: 'c0 name', items: { request_time: () => 50 } }], { ...earlier, step: 60 });
  const chart = chartOf([{ request_time: () => 60 }, { request_time: () => 9 }], { comparison: { ...earlier, body } });
  expect(chart.panels[0]?.lines.find(({ summary }) => summary.id === 'c0')?.earlier?.times[0]).toBe(range.start);
  // The difference is in the table, and in the alt text for people who can't see the table.
  expect(said(chart)).toMatchObject({ findings: [], left: ['No data to compare with yesterday: c1 name.'] });
  expect(said(chart).alt).toContain('Its mean is 20% higher than yesterday (50 ms).');
  expect(chart.summary.panels[0]?.series.map((each) => each.earlier)).toEqual([
    { mean: 50, percent: 20 },
    { mean: null },
  ]);
  for (const [now, words] of [
    [50.1, 'Its mean is about the same as yesterday (50 ms).'],
    [50.01, 'Its mean is the same as yesterday (50 ms).'],
  ] as const)
    expect(said(chartOf([{ request_time: () => now }], { comparison: { ...earlier, body } })).alt).toContain(words);
  const unreadable = chartOf([{ request_time: () => 60 }], {
    comparison: { ...earlier, body: new TextEncoder().encode('<html>') },
  });
  expect(said(unreadable).left).toEqual(['No data to compare with yesterday.']);
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
    body: bodyOf(range.start, { 'web-new': 300, 'web-b': 120, 'web-a': 60 }),
    ...range,
    zone: 'UTC',
    lang: 'zh',
    title: 'web',
    comparison: { ...earlier, body: bodyOf(earlier.start, { 'web-a': 50, 'web-b': 100 }) },
  });
  if ('fault' in chart) throw new Error(chart.fault);
  const compared = chart.summary.panels[0]?.series.map(({ name, earlier: then }) => [name, then]);
  expect(compared?.sort()).toEqual([
    ['web (a)', { mean: 50, percent: 20 }],
    ['web (b)', { mean: 100, percent: 20 }],
    ['web (new)', { mean: null }],
  ]);
  expect(said(chart).left[0]).toBe('没有 7 天前的数据，无法比较：web (new)。');
  expect(said(chart).alt).toContain('平均值比 7 天前（100 MiB）高 20%。');
});

test('a chart whose values are further apart than the region collects says so, also if its points are means', () => {
  const missed = 'Peaks shorter than 1 minute may be missing.';
  const cpu = (more: Partial<ChartJob>) => {
    const shape = { ...range, ...more };
    const body = replyOf([{ name: 'c0 name', items: { cpu: (at) => at } }], shape);
    return said(chartOf([], { ...shape, body }));
  };
  const farApart = 'The platform returned only one value every 5 minutes: shorter peaks may be missing.';
  expect(cpu({ step: 15 }).left).toEqual([]);
  // The same chart is coarser if the platform was too slow for the maxima.
  expect(cpu({ step: 600, sampled: 300 }).left).toEqual([farApart]);
  expect(cpu({}).left).toEqual([missed]);
  expect(cpu({}).table.columns[1]).toBe('Last');
  // A mean of ten minutes isn't the last value.
  const means = cpu({ step: 600, extremes: { low: [], high: [] } });
  expect(means.left).toEqual([missed]);
  expect(means.table.columns[1]).toBe('02:50–03:00');
  expect(means.alt).toContain('mean of the last 10 minutes');
  expect(said(chartOf([{ request_time: () => 60 }])).left).toEqual([]);
});

test('the highest point of a chart of means has its whole step in the picture, the alt text and the table of values', () => {
  const shape = { ...range, step: 120, extremes: { low: [], high: [] } };
  const body = replyOf([{ name: 'c0 name', items: { cpu: (at) => (at === 20 ? 40 : 1 + (at % 2)) } }], shape);
  const chart = chartOf([], { ...shape, body });
  const drawn = layOut(chart, guessWidth).panels.flatMap((panel) => panel.texts.map(({ text }) => text));
  expect(drawn).toContain('40 at 02:38–02:40');
  expect(said(chart).alt).toContain('between 1 and 40 (peak at 02:38–02:40)');
  const { rows } = toNumbers(chart).table;
  expect(rows).toContainEqual(['02:38–02:40', '40 cores']);
  // The other rows are of the whole range.
  expect([rows.length, rows[0]?.[0], rows.at(-1)?.[0]]).toEqual([20, '02:58–03:00', '02:00']);
});

test('the label of a peak lies on no change line and on no other line', () => {
  const marks = [mark(1_500, 'deploy'), mark(2_100, 'rollback')];
  const spike = (at: number) => (at === 30 ? 400 : at > 37 && at < 41 ? null : 40 + (at % 3));
  const picture = layOut(chartOf([{ request_time: spike }], { marks }), guessWidth);
  const boxOf = (text: RegExp) => {
    const found = picture.panels[0]?.texts.find((each) => text.test(each.text));
    if (!found) throw new Error('no label');
    const width = guessWidth(found.text, found.size, found.weight);
    return { left: found.x, right: found.x + width, top: found.y - found.size, bottom: found.y };
  };
  const peak = boxOf(/^400 ms at 02:30$/);
  const xOf = (time: number) => ((time - range.start) / (range.end - range.start)) * picture.plotWidth;
  for (const x of marks.map(({ time }) => xOf(time))) expect(x < peak.left || x > peak.right).toBe(true);
  const stripes = picture.panels[0]?.areas.filter(({ isHatched }) => isHatched) ?? [];
  expect(stripes).toHaveLength(1);
  for (const { from, to } of stripes) expect(xOf(to / 1_000) < peak.left || xOf(from / 1_000) > peak.right).toBe(true);
});

test('the label of a peak lies on no line of a threshold', () => {
  const thresholds = [{ item: 'request_time', value: 500 }];
  const picture = layOut(chartOf([{ request_time: (at) => (at === 30 ? 480 : 200) }], { thresholds }), guessWidth);
  const [panel] = picture.panels;
  const label = panel?.texts.find(({ text }) => text === '480 ms at 02:30');
  const line = panel?.rules.find(({ x, x2 }) => x === 0 && x2 === picture.plotWidth);
  expect((label?.y ?? 0) - (label?.size ?? 0)).toBeGreaterThan(line?.y ?? Number.POSITIVE_INFINITY);
});

test('a threshold at a round value below a peak does not lie on the bend of the axis', () => {
  const thresholds = [{ item: 'request_time', value: 60 }];
  const chart = chartOf([{ request_time: (at) => (at === 30 ? 4_800 : 40) }], { thresholds });
  const [panel] = layOut(chart, guessWidth).panels;
  expect(panel?.texts.map(({ text }) => text)).toContain('60 ms');
  expect(panel?.axis.bend?.from).toBeGreaterThan(62);
});

test('a requested component without a line in a panel is named, although another panel shows it', () => {
  const lines: Parameters<typeof chartOf>[0] = [{ request_time: () => 60, request: () => 1 }, { request: () => 1 }];
  const chart = chartOf(lines, { components: ['c0', 'c1'], names: ['web', 'api'] });
  expect(said(chart).left).toContain('No data: Response time of api.');
});

test('the text of a limit never covers the labels beside the plot: if its names don’t fit, only its value is there, in its hue', () => {
  const limitTexts = (name: string, marks: readonly ChartMark[] = []) => {
    const lines = ['1', '2'].map((id) => ({ name: `${name}${id}`, items: { memory: () => 400 } }));
    const limits = [512, 640].map((value, index) => ({ item: 'memory', value, component: `c${index}` }));
    const chart = readChart({
      body: replyOf(lines, range),
      ...range,
      zone: 'UTC',
      lang: 'en',
      title: 'shop',
      limits,
      marks,
    });
    if ('fault' in chart) throw new Error(chart.fault);
    const texts = layOut(chart, guessWidth).panels.flatMap((panel) => panel.texts.map(({ text }) => text));
    return texts.filter((text) => text.includes('limit'));
  };
  expect(limitTexts('web')).toEqual(['web1: limit 512 MiB', 'web2: limit 640 MiB']);
  // The change lines leave space for the values alone.
  const marks = [mark(1_200, 'a'), mark(2_400, 'b')];
  for (const text of limitTexts('checkout', marks)) expect(text).toContain('checkout');
  expect(limitTexts('recommendation-engine-realtime-inference-gateway-')).toEqual(['limit 512 MiB', 'limit 640 MiB']);
});

test.each<[string, readonly number[], readonly string[]]>([
  ['too close together share one that names both', [461, 486], ['90% (461 MiB), 95% (486 MiB)']],
  ['far apart have their own', [300, 486], ['90% (300 MiB)', '95% (486 MiB)']],
])('labels of thresholds %s, and none lies on another line', (_what, values, labels) => {
  const thresholds = values.map((value, at) => ({ item: 'memory', value, share: ['90%', '95%'][at] ?? '' }));
  for (const high of [400, 497]) {
    const items = { memory: (at: number) => (at > 30 ? high : 180), cpu: () => 0.2 };
    const { panels } = layOut(
      chartOf([items], { thresholds, limits: [{ item: 'memory', value: 512, component: 'c0' }] }),
      guessWidth,
    );
    const { texts = [], rules = [] } = panels.find((each) => each.texts.some(({ text }) => text === 'Memory')) ?? {};
    const named = texts.filter(({ text }) => text.includes('%'));
    expect(named.map(({ text }) => text)).toEqual(labels);
    const lines = rules.filter(({ x, x2, y, y2 }) => x === 0 && x2 > 0 && y === y2);
    for (const { y, size, text } of named.filter((each) => each.y > 0))
      for (const line of lines) expect(line.y < y - size * 0.8 || line.y > y + size * 0.2, text).toBe(true);
  }
});

test('a chart about a change shows the items with data before and after it, and says of others that it doesn’t', () => {
  const own = mark(1_800, 'restart', { request: 'r1' });
  const items = (until: number) => ({
    gateway_latency: (at: number) => (at < until ? 80 : null),
    gateway_requests: (at: number) => (at < until ? 9 : null),
    cpu: () => 0.2,
    memory: () => 490,
  });
  const limits = [{ item: 'memory', value: 512, component: 'c0' }];
  const about = (until: number) => chartOf([items(until)], { marks: [own], change: 'r1', limits });
  const drawn = ({ summary }: Chart) => summary.panels.flatMap(({ item, isDrawn }) => (isDrawn ? [item] : []));
  expect(drawn(about(20)).toSorted()).toEqual(['cpu', 'memory']);
  const lasting = about(61);
  expect(drawn(lasting)).toEqual(['gateway_latency', 'gateway_requests']);
  const rows = shownTable(lasting.summary, 'en', 'UTC').rows.map(([name = '']) => name);
  expect(rows.filter((name) => name.includes('(not in the picture)'))).toEqual([
    // A finding says that memory nearly reached its limit.
    expect.stringContaining('memory'),
    expect.stringContaining('CPU'),
  ]);
  expect(said(lasting).findings).toContainEqual(
    expect.stringMatching(/^c0 name memory peaked at 96% of its limit of .* \(not in the picture\)$/),
  );
});

test('a limit that a change in the chart set is drawn and counted only since then', () => {
  const items = { memory: (at: number) => (at < 30 ? 640 : 300) };
  const scaled = mark(1_800, 'scale, memory 1 GiB → 512 MiB', { limits: ['memory'] });
  const limits = [{ item: 'memory', value: 512, component: 'c0' }];
  const thresholds = [{ item: 'memory', value: 461, share: '90%' }];
  const of = (marks: readonly ChartMark[]) => {
    const chart = chartOf([items], { limits, marks });
    const { plotWidth, panels } = layOut(chart, guessWidth);
    const levels = panels[0]?.rules.filter(({ y, y2, dash }) => y === y2 && dash === theme.levelDash.limit);
    const share = said(chartOf([items], { limits, thresholds, marks })).findings;
    return { findings: said(chart).findings, begins: levels?.map(({ x }) => x / plotWidth), share };
  };
  expect(of([])).toEqual({
    findings: [expect.anything(), expect.stringMatching(/memory peaked at 125% of its limit/)],
    begins: [0],
    share: [expect.stringMatching(/above 461 MiB: /), expect.anything()],
  });
  const { findings, begins, share } = of([scaled]);
  expect(findings.filter((text) => text.includes('limit'))).toEqual([]);
  expect(begins).toEqual([expect.closeTo(0.5, 1)]);
  expect(share).toEqual(['Memory not above 461 MiB since the change']);
});

test('a limit that was set shortly before the end has its text beside the item’s name, and its area only since then', () => {
  const limits = [{ item: 'memory', value: 512, component: 'c0' }];
  const at = (time: number) => {
    const marks = [mark(time, 'scale', { limits: ['memory'] })];
    const { panels } = layOut(chartOf([{ memory: () => 300 }], { limits, marks }), guessWidth);
    const [panel = expect.fail()] = panels;
    const begins = panel.areas
      .filter(({ fill }) => fill === theme.beyond)
      .map(({ from }) => from / 1_000 - range.start);
    return [panel.texts.find(({ text }) => text.startsWith('limit'))?.text, begins];
  };
  expect(at(3_400)).toEqual(['limit 512 MiB since 02:56', [3_400]]);
  expect(at(1_800)).toEqual(['limit 512 MiB', [1_800]]);
});

test('a limit that several lines nearly reached isn’t told of one of them alone', () => {
  const peaked = (...values: readonly number[]) => {
    const limits = values.map((_, index) => ({ item: 'memory', value: 100, component: `c${index}` }));
    return said(
      chartOf(
        values.map((value) => ({ memory: () => value })),
        { limits },
      ),
    ).findings;
  };
  expect(peaked(95, 50)).toEqual([expect.stringMatching(/^c0 name memory peaked at 95% of its limit of /)]);
  expect(peaked(95, 96)).toEqual([
    expect.stringMatching(/^c1 name and 1 more: memory peaked at up to 96% of the limit of /),
  ]);
});

test('limits that are written beside the name of an item are shortened, then left out, but never cut', () => {
  const notesOf = (name: string, lang: Lang) => {
    const lines = [0.1, 0.2, 1.4].map((cpu, at) => ({ name: `${name}${at}`, items: { cpu: () => cpu } }));
    const limits = [0.5, 1].map((value, index) => ({ item: 'cpu', value, component: `c${index}` }));
    const chart = readChart({ body: replyOf(lines, range), ...range, zone: 'UTC', lang, title: 'shop', limits });
    if ('fault' in chart) throw new Error(chart.fault);
    const texts = layOut(chart, guessWidth).panels.flatMap((panel) => panel.texts.map(({ text }) => text));
    return texts.filter((text) => /limit|上限|…$/.test(text));
  };
  expect(notesOf('w', 'en')).toEqual(['w0: limit 0.5 cores · w1: limit 1 core']);
  expect(notesOf('web', 'zh')).toEqual(['web0：上限 0.5 核 · web1：上限 1 核']);
  expect(notesOf('checkout-service', 'zh')).toEqual(['checkout-service0：上限 0.5 核']);
  expect(notesOf('recommendation-engine-realtime-inference', 'en')).toEqual([]);
});

test.each([
  ['all have the same', [1, 1], ['limit 1 core'], true, 'en'],
  ['all have one', [2.2, 2.8], ['c0 name: limit 2.2 cores', 'c1 name: limit 2.8 cores'], true, 'en'],
  ['one has none', [2.4], ['c0 name: limit 2.4 cores'], false, 'en'],
  ['one has none, in Chinese', [2.4], ['c0 name：上限 2.4 核'], false, 'zh'],
  ['only others exceed it', [1], ['c0 name: limit 1 core not reached'], false, 'en'],
  ['the one that has no line', [0, 0, 1], [], false, 'en'],
] as const)(
  'a limit names its components unless all have it; nothing is red if a component has none: %s',
  (_, values, labels, isRed, lang) => {
    const limits = values.map((value, index) => ({ item: 'cpu', value, component: `c${index}` }));
    const chart = chartOf([{ cpu: () => 0.5 }, { cpu: (at) => (at > 30 ? 1.6 : 0.9) }], { limits, lang });
    const [panel] = layOut(chart, guessWidth).panels;
    expect((panel?.texts ?? []).map(({ text }) => text).filter((text) => /limit|上限/.test(text))).toEqual(labels);
    expect(panel?.areas.some(({ fill }) => fill === theme.beyond)).toBe(isRed);
  },
);

test('the limit of one of several components is dashed in its hue, and all texts say who has none', () => {
  const chart = chartOf([{ cpu: () => 0.5 }, { cpu: () => 0.9 }], {
    limits: [{ item: 'cpu', value: 1, component: 'c0' }],
  });
  const [panel] = layOut(chart, guessWidth).panels;
  const stroke = theme.hues[chart.hues.places.get('c0 c0 name') ?? -1];
  expect(panel?.rules.filter(({ dash }) => dash === theme.levelDash.limit)).toMatchObject([{ stroke, x: 0 }]);
  expect(said(chart).alt).toContain('c0 name: limit 1 core.');
  expect(said(chart).left).toContain('No limit of CPU: c1 name.');
});

test.each([
  ['cpu', 1, 0.81, '上限 1 核的 81%'],
  ['memory', 512, 461, '上限 512 MiB 的 90%'],
])('in Chinese, a share of a limit has a space only beside a Latin unit: %s', (item, value, used, text) => {
  const chart = chartOf([{ [item]: () => used }], { limits: [{ item, value, component: 'c0' }], lang: 'zh' });
  expect(said(chart).findings.join()).toContain(text);
});

test('of many changes, those that the message names are kept, those with an effect, then the newest of each day', () => {
  const days = [1, 3, 3.5, 5, 9.1, 9.2, 9.3, 9.4];
  const marks = days.map((each) => {
    const time = each * 86_400;
    const more = each === 3 ? { hasEffect: true as const } : each === 9.1 ? { isNamed: true as const } : {};
    return { time, until: time, label: '', ...more };
  });
  const kept = (count: number) => mostTelling(marks, count).map(({ time }) => time / 86_400);
  expect(kept(1)).toEqual([9.1]);
  expect(kept(4)).toEqual([3, 5, 9.1, 9.4]);
  expect(kept(6)).toEqual([1, 3, 3.5, 5, 9.1, 9.4]);
});
