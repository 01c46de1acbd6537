import { guessWidth } from '../../../test/guess-width.ts';
import type { ChartJob, RawSeriesBody } from '../data/job.ts';
import { readChart } from './chart.ts';
import { layOut } from './layout.ts';

/** Any value of any job field gives a small picture and summary. The type requires a case for every new field. */

const many = 3_000;
const long = 'x<&*長'.repeat(10_000);
const hour = 3_600;
const end = 1_700_000_000;
const points = (count: number) => Array.from({ length: count }, (_, index) => [end - hour + index * 60, String(index)]);
const raw = (count: number, id = 'a'): RawSeriesBody => ({
  item: 'request',
  components: Array.from({ length: count }, (_, index) => ({ id: `${id}${index}`, name: long })),
  body: new TextEncoder().encode(
    JSON.stringify({
      status: 'success',
      data: {
        resultType: 'matrix',
        result: Array.from({ length: count }, (_, index) => ({
          metric: { service_id: `${id}${index}` },
          values: points(60),
        })),
      },
    }),
  ),
});
const list = <T>(make: (index: number) => T): readonly T[] => Array.from({ length: many }, (_, index) => make(index));
const changes = list((index) => ({
  time: end - index,
  components: ['a0', long],
  what: long,
  who: long,
  request: long,
}));
const job: ChartJob = { body: [raw(2)], start: end - hour, end, step: 60, zone: 'UTC', lang: 'en', title: 'shop' };

const tooMuch: { readonly [field in keyof Required<ChartJob>]: ChartJob[field] } = {
  body: list((index) => raw(1, `c${index}-`)).slice(0, 400),
  start: -1e15,
  end: 1e15,
  step: 1e-9,
  sampled: 1e-9,
  extremes: { low: [raw(400)], high: [raw(400)] },
  components: list(() => long.slice(0, 1_000)),
  items: list((index) => `${index}${long.slice(0, 1_000)}`),
  isUsual: true,
  zone: long,
  lang: 'zh',
  dark: true,
  isFromZero: true,
  title: long,
  names: list(() => long.slice(0, 1_000)),
  marks: changes,
  comparison: { body: [raw(400)], start: end - 25 * hour, end: end - 24 * hour, label: long },
  history: { body: [raw(400)], start: end - 48 * hour, end, step: 60, knownSince: 0, otherChanges: changes },
  limits: list((index) => ({ item: 'request', value: index, component: 'a0' })),
  thresholds: list((index) => ({ item: 'request', value: index })),
  labelledFrom: 1e15,
  change: 'r1',
  first: list((index) => `${index}${long.slice(0, 1_000)}`),
  hues: Object.fromEntries(list((index) => [`a${index}`, index])),
};

function longestText(value: unknown): number {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null || value instanceof Float64Array) return 0;
  return Object.values(value).reduce<number>((max, each) => Math.max(max, longestText(each)), 0);
}

test.each(Object.entries(tooMuch))('too much of %s', (field, value) => {
  const chart = readChart({ ...job, [field]: value });
  if ('fault' in chart) return expect(longestText(chart)).toBeLessThan(100);
  const picture = layOut(chart, guessWidth);
  expect(longestText(chart.summary)).toBeLessThan(1_000);
  expect(longestText(picture)).toBeLessThan(1_000);
  expect(picture.height).toBeLessThan(2_000);
  expect(JSON.stringify({ ...picture, panels: [] }).length).toBeLessThan(200_000);
});
