import { ask } from '../../../test/operations/samples.ts';
import { interpret } from '../../core/command/interpret.ts';
import type { RawArgs } from '../../core/command/params.ts';
import { isProblem } from '../../core/command/problem.ts';
import { plain } from '../operation-catalog.ts';
import { readRange, type TypedRange } from '../shared/chart/chart-range.ts';
import { monitor } from './monitor.ts';

const hour = 3_600_000;
/** 2026-07-01 12:30 in Berlin. */
const now = Date.UTC(2026, 6, 1, 10, 30);
const berlin = { ...ask, now, person: { ...ask.person, zone: 'Europe/Berlin' } };
const web = { id: 'c0de', alias: 'grweb', name: 'web' };

interface More {
  readonly step?: number;
  readonly item?: readonly string[];
  readonly outer?: boolean;
  readonly me?: boolean;
  readonly above?: readonly string[];
  readonly below?: readonly string[];
  readonly vs?: string;
  readonly incident?: string;
}

function order(typed: string, more: More = {}, asked = berlin) {
  const parsed = readRange(typed);
  if (!parsed.ok) throw new Error(`not read: ${typed}`);
  const range: TypedRange = parsed.value;
  const { step, item = [], outer = false, me = false } = more;
  const above = monitor.params.above.read(more.above ?? []);
  const below = monitor.params.below.read(more.below ?? []);
  const vs = monitor.params.vs.read(more.vs === undefined ? [] : [more.vs]);
  if (!above.ok || !below.ok || !vs.ok) throw new Error('not read');
  const ends = { start: undefined, end: undefined, incident: more.incident };
  const args = {
    component: ['web'],
    range,
    item,
    step,
    outer,
    me,
    above: above.value,
    below: below.value,
    vs: vs.value,
    ...ends,
  };
  return monitor.answer(
    args,
    { components: [web], usual: undefined, latency: 'request_time', instead: new Map() },
    asked,
  );
}

test.each<[typed: string, from: number, to: number]>([
  ['6h', now - 6 * hour, now],
  ['7d', now - 168 * hour, now],
  ['today', Date.UTC(2026, 5, 30, 22), now],
  ['yesterday', Date.UTC(2026, 5, 29, 22), Date.UTC(2026, 5, 30, 22)],
  ['2026-06-30T08:00..12:00', Date.UTC(2026, 5, 30, 6), Date.UTC(2026, 5, 30, 10)],
  ['2026-06-28..2026-06-29', Date.UTC(2026, 5, 27, 22), Date.UTC(2026, 5, 29, 22)],
  ['2026-07-01T12:00..18:00', Date.UTC(2026, 6, 1, 10), now],
  ['08:00..09:30', Date.UTC(2026, 6, 1, 6), Date.UTC(2026, 6, 1, 7, 30)],
  ['12:00..18:00', Date.UTC(2026, 6, 1, 10), now],
  ['22:30..01:00', Date.UTC(2026, 5, 30, 20, 30), Date.UTC(2026, 5, 30, 23)],
  ['13:00..14:00', Date.UTC(2026, 5, 30, 11), Date.UTC(2026, 5, 30, 12)],
])('the order for a chart: %s is read in the zone of who asks, and never goes beyond now', (typed, from, to) => {
  const asked = order(typed);
  if (isProblem(asked) || !('chart' in asked)) throw new Error('refused');
  // The start of the range is rounded to a whole step.
  expect(Math.abs(asked.start - from / 1_000)).toBeLessThanOrEqual(asked.step);
  expect(Math.abs(asked.end - to / 1_000)).toBeLessThanOrEqual(asked.step);
  expect(asked.end * 1_000).toBeLessThanOrEqual(now);
});

test.each(['25:00..26:00', '08:00..08:00', '08:00..'])('%s is no time range', (typed) => {
  expect(readRange(typed).ok).toBe(false);
});

function itemsRead(...words: readonly string[]): readonly string[] {
  const parsed = monitor.params.item.read(words);
  if (!parsed.ok) throw new Error('not read');
  return parsed.value;
}

describe('what people call an item', () => {
  const given = (typed: string): RawArgs => {
    const meant = interpret([monitor], 'monitor', typed);
    if (meant.meaning !== 'request') throw new Error('no request');
    expect(meant.faults).toEqual([]);
    return meant.request.given;
  };

  test.each<[words: string, item: string]>([
    ['latency 响应时间 延迟 request_time', 'request_time'],
    ['traffic 吞吐率 流量 request', 'request'],
    ['clients 在线人数 客户端 request_client', 'request_client'],
    ['cpu CPU', 'cpu'],
    ['memory Memory 内存', 'memory'],
    ['network 网络', 'network'],
  ])('%s mean %s, alone and as item=', (words, item) => {
    for (const word of words.split(' ')) {
      expect(given(`web ${word} 6h`)).toEqual({ component: ['web'], item: [item], range: ['6h'] });
      expect(order('1h', { item: itemsRead(word) })).toMatchObject({ items: [item] });
      expect(order('1h', { item: itemsRead(word), above: [`${word}:5`] })).toMatchObject({ thresholds: [{ item }] });
    }
  });
});

describe('resources', () => {
  const all = ['cpu', 'memory', 'network'];
  test.each<[readonly string[], readonly string[]]>([
    [['resources'], all],
    [['resources', 'memory'], all],
    [['memory'], ['memory']],
    [
      ['memory', 'request_time'],
      ['memory', 'request_time'],
    ],
  ])('%j', (item, items) => expect(order('1h', { item })).toMatchObject({ items }));
});

test.each<[string, More, readonly { item: string; value: number; below?: true; isOfLimit?: true }[]]>([
  [
    'a unit, as a watch takes it',
    { item: ['request_time'], above: ['1.5s'] },
    [{ item: 'request_time', value: 1_500 }],
  ],
  ['a share of the limit', { item: ['memory'], above: ['80%'] }, [{ item: 'memory', value: 0.8, isOfLimit: true }]],
  [
    'a unit of only one of the items',
    { item: ['cpu', 'memory'], above: ['80%', '0.5 cores'] },
    [
      { item: 'memory', value: 0.8, isOfLimit: true },
      { item: 'cpu', value: 0.5 },
    ],
  ],
  ['an item and a unit', { item: ['cpu', 'memory'], above: ['memory:1gi'] }, [{ item: 'memory', value: 1_024 }]],
  [
    'a unit that means an item',
    { above: ['80%', '300ms'] },
    [
      { item: 'memory', value: 0.8, isOfLimit: true },
      { item: 'request_time', value: 300 },
    ],
  ],
  ['below it', { item: ['request'], below: ['5'] }, [{ item: 'request', value: 5, below: true }]],
  ['the only item needs no name', { item: ['request_time'], above: ['500'] }, [{ item: 'request_time', value: 500 }]],
  [
    'several, each by its item, case aside',
    { above: ['request:20.5', 'Request_Time:500'] },
    [
      { item: 'request', value: 20.5 },
      { item: 'request_time', value: 500 },
    ],
  ],
  ['an item of this platform alone', { item: ['disk.io'], above: ['disk.io:3'] }, [{ item: 'disk.io', value: 3 }]],
])('thresholds: %s', (_what, more, thresholds) => expect(order('1h', more)).toMatchObject({ thresholds }));

describe('the earlier period', () => {
  const day = 24 * hour;
  const labelOf = (asked: ReturnType<typeof order>, lang: 'en' | 'zh' = 'en') =>
    isProblem(asked) || !('chart' in asked) || !asked.comparison ? undefined : plain(asked.comparison.label, lang);
  function earlierOf(asked: ReturnType<typeof order>) {
    if (isProblem(asked) || !('chart' in asked) || !asked.comparison) throw new Error('no comparison');
    const { start, end } = asked;
    return { start, end, earlier: asked.comparison };
  }

  test.each<[string, string, number, string, string]>([
    ['6h', 'yesterday', day, 'yesterday', '昨天'],
    ['6h', '7d', 7 * day, '7 days earlier', '7 天前'],
    ['1h', '1w', 7 * day, '7 days earlier', '7 天前'],
    ['1h', '2h', 2 * hour, '2 hours earlier', '2 小时前'],
    ['yesterday', 'yesterday', day, 'the day before', '前一天'],
    ['today', 'yesterday', day, 'yesterday', '昨天'],
    ['7d', 'yesterday', day, 'the day before', '前一天'],
  ])('of %s, %s', (range, vs, back, en, zh) => {
    const asked = order(range, { vs });
    const { start, end, earlier } = earlierOf(asked);
    expect([start - earlier.start, end - earlier.end]).toEqual([back / 1_000, back / 1_000]);
    expect([labelOf(asked), labelOf(asked, 'zh')]).toEqual([en, zh]);
  });
});

test('a threshold alone is about the response time, and the message says so', () => {
  const chartOrder = order('6h', { above: ['500'] });
  if (isProblem(chartOrder) || !('chart' in chartOrder)) throw new Error('no order');
  expect(chartOrder).toMatchObject({ items: ['request_time'], thresholds: [{ item: 'request_time', value: 500 }] });
  expect(chartOrder.remark && plain(chartOrder.remark, 'en')).toBe(
    'The threshold is for Response time: 500 ms. For another item, name it: `above=memory:500`.',
  );
  expect(interpret([monitor], 'monitor', 'web 6h above=500')).toMatchObject({ meaning: 'request', faults: [] });
  // A unit says it already.
  expect(order('6h', { above: ['300ms'] })).toMatchObject({ items: ['request_time'], remark: undefined });
  expect(order('6h', { above: ['80%'] })).toMatchObject({ items: ['memory'], remark: undefined });
  const ofLimit = [{ item: 'cpu', value: 0.8, isOfLimit: true }];
  expect(order('6h', { item: ['cpu'], above: ['80%'] })).toMatchObject({ thresholds: ofLimit });
  // With several items, the threshold must name one.
  expect(isProblem(order('6h', { item: ['cpu', 'memory'], above: ['500'] }))).toBe(true);
});

test('a range that lasts longer than until now ends now, as the chart does', () => {
  const asked = order('2026-07-01T08:00:00Z..2026-07-08T08:00:00Z');
  expect('range' in asked && asked.range).toEqual({ from: Date.UTC(2026, 6, 1, 8), to: now });
});

test('a chart with an incident’s threshold has a point a minute, as its watch reads it', () => {
  const stepOf = (typed: string, more: More) => {
    const asked = order(typed, more);
    return isProblem(asked) || !('chart' in asked) ? expect.fail() : asked.step;
  };
  const above = ['request_time:500'];
  expect(stepOf('1h', { above })).toBe(15);
  expect(stepOf('1h', { incident: 'i1' })).toBe(15);
  expect(stepOf('1h', { above, incident: 'i1' })).toBe(60);
  expect(stepOf('7d', { above, incident: 'i1' })).toBe(stepOf('7d', {}));
});
