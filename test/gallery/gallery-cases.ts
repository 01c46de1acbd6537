import type { ChartJob, ChartMark } from '../../src/charts/data/job.ts';
import { realChanges } from './real-changes.ts';

export interface GalleryCase {
  readonly name: string;
  readonly job: ChartJob;
}

/** Value of a line at a step; null if the platform has no value. */
type Shape = (at: number, count: number) => number | string | null;
interface GalleryLine {
  readonly name: string;
  readonly items: Readonly<Record<string, Shape>>;
}

const END = 1_795_161_600;
const HOUR = 3600;

export function noise(seed: number): number {
  let x = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b);
  x = Math.imul(x ^ (x >>> 13), 0xc2b2ae35);
  return ((x ^ (x >>> 16)) >>> 0) / 4_294_967_296;
}

/** Returns values that look like response times: a level, a daily wave, noise and short peaks. */
export function traffic(seed: number, level: number): Shape {
  return (at, count) => {
    const wave = 1 + 0.45 * Math.sin((at / count) * Math.PI * 2 * (1 + (seed % 3)) + seed);
    const burst = noise(seed * 7919 + Math.floor(at / 17)) > 0.985 ? 2.4 : 1;
    return Math.round(level * wave * burst * (0.85 + 0.3 * noise(seed * 104_729 + at)));
  };
}

interface Range {
  readonly start: number;
  readonly end: number;
  readonly step: number;
}

const about = (change: string, { name, job }: GalleryCase): GalleryCase => ({ name, job: { ...job, change } });

export function replyOf(lines: readonly GalleryLine[], { start, end, step }: Range): Uint8Array {
  const count = Math.floor((end - start) / step) + 1;
  const reply = lines.map((line, index) => ({
    service_id: `c${index}`,
    service_cname: line.name,
    service_alias: `gr${index}`,
    monitors: Object.entries(line.items).map(([item, shape]) => ({
      monitor_item: item,
      status: 'success',
      data: { resultType: 'matrix', result: [{ value: pairs(shape, start, step, count) }] },
    })),
  }));
  return new TextEncoder().encode(JSON.stringify(reply));
}

const pairs = (shape: Shape, start: number, step: number, count: number): [string, string][] =>
  Array.from({ length: count }, (_, at): [string, number | string | null] => [
    String(start + at * step),
    shape(at, count),
  ])
    .filter((pair): pair is [string, number | string] => pair[1] !== null)
    .map(([time, value]) => [time, String(value)]);

const names = ['web', 'api', 'worker', 'cart', 'search', 'payments', 'mail', 'auth', 'images', 'reports'];
const many = (count: number, item: (index: number) => Readonly<Record<string, Shape>>): GalleryLine[] =>
  Array.from({ length: count }, (_, index) => ({
    name: names[index] ?? `${names[index % 10]}-${Math.floor(index / 10)}`,
    items: item(index),
  }));

const range = (hours: number, step: number, end = END): Range => ({ start: end - hours * HOUR, end, step });

/** Makes a chart of lines. By default, its title is `shop`. */
function make(name: string, lines: readonly GalleryLine[], over: Range, more: Partial<ChartJob> = {}): GalleryCase {
  const usual = { zone: 'Europe/Berlin', lang: 'en', title: 'shop' } as const;
  return { name, job: { body: replyOf(lines, over), ...over, ...usual, ...more } };
}

/** Returns a chart of six hours with all items and ten changes. Most real charts aren't larger. */
export function fullChart(components: number): ChartJob {
  const lines = many(components, (index) => ({
    request_time: traffic(index + 3, 40 + 30 * index),
    request: traffic(index + 9, 300),
    request_client: traffic(index + 19, 8),
  }));
  const over = range(6, 60);
  const all = lines.map(({ name }) => name);
  return make('full', lines, over, { title: all.join(', '), names: all, marks: CHANGES.slice(0, 10) }).job;
}

/** Made once, because some cases have tens of thousands of points. */
let cases: readonly GalleryCase[] | undefined;

/** Returns all cases in which a chart must look good. */
export function galleryCases(): readonly GalleryCase[] {
  cases ??= makeCases();
  return cases;
}

function makeCases(): readonly GalleryCase[] {
  const level = (index: number) => 60 + 37 * ((index * 5) % 7);
  const latency = (index: number) => ({ request_time: traffic(index + 1, level(index)) });
  const all = (index: number) => ({
    ...latency(index),
    request: traffic(index + 20, 20 + 14 * index),
    request_client: traffic(index + 40, 5 + 3 * index),
    custom_queue_depth: traffic(index + 60, 400 + 90 * index),
  });
  return [
    make('01-one-line', many(1, latency), range(1, 60)),
    make('02-three-lines', many(3, latency), range(6, 60)),
    make('03-ten-lines', many(10, latency), range(24, 60)),
    make('04-fifty-lines', many(50, latency), range(24, 60)),
    make(
      '05-one-point',
      many(1, () => ({ request_time: (at) => (at === 20 ? 42 : null) })),
      range(1, 60),
    ),
    make(
      '06-no-points',
      many(2, () => ({ request_time: () => null, request: () => 'NaN' })),
      range(1, 60),
    ),
    make('07-no-series', [], range(1, 60)),
    make(
      '08-mostly-gaps',
      many(2, (line) => ({ request_time: (at) => (at % 30 > 3 + line ? null : 40 + line * 30 + (at % 7)) })),
      range(6, 60),
    ),
    make(
      '09-outage',
      many(3, (line) => ({
        request_time: (at, count) =>
          at > count * 0.45 && at < count * 0.62 ? 'NaN' : traffic(line + 1, 80 + 60 * line)(at, count),
      })),
      range(6, 60),
    ),
    make(
      '13-slow-spikes',
      many(2, (line) => ({
        request_time: (at, count) => (at % 97 === 50 && line === 0 ? 1e9 : traffic(line, 40)(at, count)),
      })),
      range(6, 60),
    ),
    make(
      '14-negative',
      many(3, (line) => ({ temperature: (at) => Math.round(40 * Math.sin(at / 25 + line)) - 5 * line })),
      range(6, 60),
    ),
    make(
      '16-long-names',
      [
        { name: 'recommendation-engine-realtime-inference-gateway-canary-eu-west', items: latency(0) },
        { name: '<!channel> datum.x; #{alert(1)} {{"signal":"x"}} \u202egnp.exe', items: latency(1) },
        { name: '📦 订单处理与结算服务（灰度发布环境）第二集群', items: latency(2) },
        { name: 'a\nb\tc', items: latency(3) },
      ],
      range(6, 60),
      { title: 'A very long application name that somebody once typed and nobody ever dared to shorten, 2019 edition' },
    ),
    make(
      '17-chinese',
      ['前端网关', '订单服务', '支付服务', '库存服务', '消息推送 🚀'].map((name, index) => ({
        name,
        items: latency(index),
      })),
      range(24, 60),
      { title: '商城', lang: 'zh', zone: 'Asia/Shanghai' },
    ),
    make('20-thirty-days', many(4, latency), range(720, 1800)),
    make(
      '22-thirty-days-of-six',
      many(6, (index) => ({
        request_time: alongClock(range(720, 1800), daily(index + 1, 60 + 9 * index, 150 + 11 * ((index * 5) % 7))),
      })),
      range(720, 1800),
    ),
    make('21-autumn-clock-change', many(2, latency), { start: 1_792_879_200, end: 1_792_969_200, step: 60 }),
    make(
      '23-two-panels',
      many(3, (index) => ({ request_time: traffic(index, 90), request: traffic(index + 9, 30) })),
      range(6, 60),
    ),
    make(
      '24-three-panels',
      many(2, (index) => ({
        request_time: traffic(index, 90),
        request: traffic(index + 9, 30),
        request_client: traffic(index + 19, 8),
      })),
      range(24, 60),
    ),
    make('25-four-panels-of-ten', many(10, all), range(24, 60)),
    make('26-four-panels-of-fifty', many(50, all), range(24, 60)),
    make(
      '27-some-without-samples',
      many(5, (index) => (index < 3 ? latency(index) : { request_time: () => 'NaN' })),
      range(6, 60),
    ),
    make(
      '31-tiny-values',
      many(2, (index) => ({ error_ratio: (at) => 0.00012 * (1 + noise(at + index * 999)) })),
      range(1, 60),
    ),
    make('32-a-year', many(3, latency), range(8760, 21_600)),
    ...annotatedCases(),
    ...realCases(),
  ];
}

/** Multiplies a line by a factor, from a share of the range to its end. */
const from =
  (share: number, factor: number, shape: Shape): Shape =>
  (at, count) => {
    const value = Number(shape(at, count));
    return at / count >= share ? Math.round(value * factor) : value;
  };

const PEOPLE = ['maya', 'li wei', 'tomás', 'asha'];
const changed = (time: number, what: string, who: string | undefined): ChartMark => ({
  ...{ time, what, components: ['c0'] },
  who,
});
function realChange(index: number, lang: ChartJob['lang'] = 'en') {
  const change = realChanges[index % realChanges.length];
  const what = change?.[lang] ?? '';
  return { what, who: change?.automatic ? undefined : PEOPLE[index % PEOPLE.length] };
}
const CHANGES = Array.from({ length: 34 }, (_, index) => {
  const { what, who } = realChange(index);
  return changed(END - 6 * HOUR + Math.round(6 * HOUR * noise(index + 77)), what, who);
});

/** Value of a line at a time in epoch seconds. */
type Course = (time: number) => number;

/** Returns the course's values in any range, so that a chart, the day before and the earlier data fit together. */
function alongClock({ start, step }: Range, course: Course): Shape {
  return (at) => Math.round(course(start + at * step) * 10) / 10;
}

/** High by day and low by night, with noise. Times are in UTC; the gallery's time zone is an hour ahead of UTC. */
function daily(seed: number, night: number, day: number): Course {
  return (time) => {
    const sun = Math.max(0, Math.sin(((time % 86_400) / 86_400 - 0.25) * 2 * Math.PI));
    return (night + (day - night) * sun) * (0.93 + 0.14 * noise(seed * 104_729 + Math.floor(time / 15)));
  };
}

interface ComponentCourses {
  readonly name: string;
  readonly items: Readonly<Record<string, Course>>;
}

/** Returns a chart of the events, with the earlier data that is needed to judge the effects of its changes. */
function happened(
  name: string,
  lines: readonly ComponentCourses[],
  over: Range,
  marks: readonly ChartMark[],
  more: Partial<ChartJob> = {},
): GalleryCase {
  const shaped = (within: Range): readonly GalleryLine[] =>
    lines.map(({ name: line, items }) => ({
      name: line,
      items: Object.fromEntries(Object.entries(items).map(([item, course]) => [item, alongClock(within, course)])),
    }));
  const before: Range = { start: over.start - 25 * HOUR, end: over.end, step: Math.min(60, over.step) };
  const history = { ...before, body: replyOf(shaped(before), before), knownSince: before.start, otherChanges: [] };
  return make(name, shaped(over), over, { ...{ names: lines.map((line) => line.name), marks, history }, ...more });
}

/** Returns realistic cases: changes by people, calm nights, and deploys that mostly have no effect. */
function realCases(): readonly GalleryCase[] {
  const six = range(6, 60);
  const marks = Array.from({ length: 10 }, (_, index): ChartMark => {
    const { what, who } = realChange(index);
    const time = six.start + 1_500 + index * 1_980;
    const component = what.includes('api') ? 'c1' : 'c0';
    return { ...changed(time, what, who), components: [component] };
  });
  const slowed = (marks[2]?.time ?? 0) + 60;
  const web = { request_time: daily(3, 36, 44), request: daily(9, 60, 420), request_client: daily(4, 9, 40) };
  const api = { request_time: daily(5, 22, 25), request: daily(8, 90, 700), request_client: daily(6, 5, 22) };
  const calm: readonly ComponentCourses[] = [
    { name: 'web', items: web },
    { name: 'api', items: api },
  ];
  const slower = { ...api, request_time: (time: number) => api.request_time(time) * (time > slowed ? 1.7 : 1) };
  const dayBefore = { start: six.start - 24 * HOUR, end: six.end - 24 * HOUR, step: 60 };
  const earlier = replyOf(
    calm.map((line) => ({
      ...line,
      items: Object.fromEntries(
        Object.entries(line.items).map(([item, course]) => [item, alongClock(dayBefore, course)]),
      ),
    })),
    dayBefore,
  );
  const dusk = END - 13 * HOUR;
  const around = { start: END - 1_800, end: END, step: 15 };
  const deployed = END - 900;
  const deploy = { ...changed(deployed, 'deploy', 'maya'), since: deployed - 95, request: 'deploy' };
  const level = (seed: number, factor: number): ComponentCourses => ({
    ...{ name: 'web' },
    items: { request_time: (time) => daily(seed, 36, 44)(time) * (time > deployed ? factor : 1) },
  });
  const month = { start: END - 30 * 24 * HOUR, end: END, step: 300 };
  const spiky = (seed: number, night: number, day: number): Course => {
    const calm = daily(seed, night, day);
    return (time) => calm(time) * (noise(seed + Math.floor(time / 300)) > 0.999 ? 4 : 1);
  };
  const { history: _unused, ...monthly } = happened(
    '',
    [
      { name: 'web', items: { request_time: spiky(3, 30, 44), request: spiky(9, 40, 400) } },
      { name: 'api', items: { request_time: spiky(5, 12, 16), request: spiky(8, 90, 600) } },
    ],
    month,
    [],
  ).job;
  return [
    happened('60-ten-changes', [...calm.slice(0, 1), { name: 'api', items: slower }], six, marks, {
      comparison: { ...dayBefore, body: earlier, label: 'yesterday' },
    }),
    happened('61-a-night', calm, range(24, 60), [
      { ...changed(dusk, 'deploy web', 'maya'), since: dusk - 90 },
      { ...changed(dusk + 3 * HOUR, 'web:8080 closed automatically', undefined) },
    ]),
    about('deploy', happened('62-deploy-without-effect', [level(3, 1)], around, [deploy])),
    about('deploy', happened('63-deploy-that-slows', [level(3, 1.6)], around, [deploy])),
    happened(
      '64-outlier',
      [{ name: 'web', items: { request_time: (time) => (time === END - 8_040 ? 9_820 : daily(3, 36, 44)(time)) } }],
      six,
      [],
      { thresholds: [{ item: 'request_time', value: 500 }] },
    ),
    happened(
      '65-names-of-other-scripts',
      ['متجر', 'עגלת קניות', 'ร้านค้า', 'भुगतान', 'საწყობი'].map((name, index) => ({
        name,
        items: { request_time: daily(index + 2, 30 + 25 * index, 45 + 30 * index) },
      })),
      six,
      [{ ...changed(END - 2 * HOUR, 'scale متجر 3 → 5', 'ליאור') }],
    ),
    { name: '66-thirty-days', job: { ...monthly, step: 1_800, sampled: 300 } },
  ];
}

function annotatedCases(): readonly GalleryCase[] {
  const calm = (line: number): Record<string, Shape> => ({ request_time: traffic(line + 6, 38 + 26 * line) });
  const slower = (line: number) => ({
    request_time: from(0.62, line === 0 ? 1.9 : 1, traffic(line + 3, 40 + 30 * line)),
  });
  const earlier = range(6, 60, END - 24 * HOUR);
  const yesterday = (lines: readonly GalleryLine[], over = earlier) => ({
    comparison: { body: replyOf(lines, over), start: over.start, end: over.end, label: 'yesterday' },
  });
  const resources = (line: number): Record<string, Shape> => ({
    cpu: (at) => (0.2 + 0.15 * line + 0.2 * noise(at + line * 999)).toFixed(3),
    memory: (at) => Math.round(240 + 60 * line + at / 6 + 9 * noise(at)),
    network: (at) => Math.round(90_000 + 60_000 * noise(at * 3 + line)),
  });
  const bounds = (item: string, values: readonly number[]) =>
    values.map((value, index) => ({ item, value, component: `c${index}` }));
  return [
    make('40-one-change', many(2, slower), range(6, 60), {
      marks: [changed(END - 6 * HOUR + 13_380, 'deploy web', 'maya')],
    }),
    make('42-thirty-changes', many(3, slower), range(6, 60), { marks: CHANGES }),
    make(
      '43-twelve-changes-three-panels',
      many(3, (line) => ({ ...slower(line), request: traffic(line + 9, 300), request_client: traffic(line + 19, 8) })),
      range(6, 60),
      { marks: CHANGES.slice(4, 16) },
    ),
    make('44-changes-chinese', many(2, slower), range(6, 60), {
      ...{ title: '商城', lang: 'zh', zone: 'Asia/Shanghai' },
      marks: [
        changed(END - 5 * HOUR, realChange(6, 'zh').what, '王芳'),
        changed(END - 2 * HOUR, realChange(0, 'zh').what, '李伟'),
      ],
    }),
    make('45-compared', many(2, slower), range(6, 60), yesterday(many(2, calm))),
    make('47-compared-with-nothing', many(2, slower), range(6, 60), yesterday([])),
    make('48-resources', many(2, resources), range(6, 60), {
      limits: [...bounds('cpu', [1, 1]), ...bounds('memory', [512, 512])],
    }),
    make('49-limits-that-differ', many(2, resources), range(6, 60), {
      items: ['memory'],
      limits: bounds('memory', [512, 640]),
    }),
    make('51-threshold', many(1, slower), range(6, 60), { thresholds: [{ item: 'request_time', value: 80 }] }),
    make('52-thresholds-never-and-often', many(3, slower), range(6, 60), {
      thresholds: [
        { item: 'request_time', value: 60 },
        { item: 'request_time', value: 500 },
      ],
    }),
    make('53-everything', many(2, slower), range(6, 60), {
      ...yesterday(many(2, calm)),
      marks: CHANGES.slice(3, 5),
      thresholds: [{ item: 'request_time', value: 100 }],
    }),
  ];
}
