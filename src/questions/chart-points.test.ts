import { aChartOrder } from '../../test/operations/samples.ts';
import type { RawSeriesBody } from '../charts/data/job.ts';
import { PlatformError } from '../platform/errors/platform-error.ts';
import type { StepAggregate } from '../platform/platform.ts';
import { isRefused, readPoints, type SampleRange, type SampleSource, sendQueries } from './chart-points.ts';

const day = 86_400;
const order = aChartOrder({ end: day });
const week = { ...order, end: 7 * day, step: 600 };
const log = { debug() {}, info() {}, warn() {}, error() {} };

function source(computes: 'computes' | 'fails' | 'no aggregates' | 'nothing', lines = 3) {
  const asked: string[] = [];
  const from: SampleSource = {
    linesOf: () => lines,
    async read(
      { start, end, step }: SampleRange,
      overStep?: StepAggregate,
    ): Promise<readonly RawSeriesBody[] | undefined> {
      asked.push([start, end, step, ...(overStep ? [overStep] : [])].join(' '));
      if (computes === 'nothing' || (overStep && computes === 'no aggregates')) return undefined;
      if (overStep && computes === 'fails')
        throw new PlatformError({ kind: 'timeout', outcome: 'unknown', asked: 'queryRawMonitoring', canRetry: true });
      return [{ item: 'request', components: [], body: new TextEncoder().encode(overStep ?? 'samples') }];
    },
  };
  return { from, asked };
}
const bodyOf = (body: unknown) =>
  Array.isArray(body) ? body.map((each: RawSeriesBody) => new TextDecoder().decode(each.body)).join() : body;

test('up to a day, the samples themselves are drawn', async () => {
  const { from, asked } = source('computes');
  const points = await readPoints([from], order, log);
  expect(asked).toEqual([`0 ${day} 60`]);
  expect(points).toEqual({ body: [expect.anything()] });
});

test('of a longer range, each step’s mean, lowest and highest value; the first step ends one after the start', async () => {
  const { from, asked } = source('computes');
  const points = await readPoints([from], week, log);
  expect(asked.sort()).toEqual(['avg', 'max', 'min'].map((each) => `600 ${7 * day} 600 ${each}`));
  expect([points?.body, points?.extremes?.low, points?.extremes?.high].map(bodyOf)).toEqual(['avg', 'min', 'max']);
  expect(points).not.toHaveProperty('sampled');
});

test.each(['fails', 'no aggregates'] as const)(
  'where computing them %s, as many samples as a chart can hold',
  async (how) => {
    const { from, asked } = source(how);
    expect(await readPoints([from], week, log)).toMatchObject({ sampled: 60 });
    expect(asked.at(-1)).toBe(`0 ${7 * day} 60`);
    // A month of minutes exceeds Prometheus' limit of 11,000 points.
    const month = { ...order, end: 30 * day, step: 1_800 };
    expect(await readPoints([from], month, log)).toMatchObject({ sampled: 300 });
    // Hundreds of lines exceed even the limit of the platform's reply.
    expect(await readPoints([source(how, 600).from], week, log)).not.toHaveProperty('sampled');
  },
);

const refusal = new PlatformError({ kind: 'timeout', outcome: 'unknown', asked: 'queryRawMonitoring', canRetry: true });
const answering = (answers: readonly boolean[], since = 0): SampleSource => ({
  linesOf: () => answers.length,
  read: async ({ start }) =>
    sendQueries(
      answers.map((answered, index) => ({
        item: `item ${index}`,
        components: [],
        async send() {
          if (!answered || start < since) throw refusal;
          return new Uint8Array([index]);
        },
      })),
    ),
});

test('a refused query leaves what the others answered; nothing is drawn only where all are refused', async () => {
  const points = await readPoints([answering([true, false, true])], order, log);
  expect(points?.body.map((each) => [isRefused(each), 'item' in each && each.item])).toEqual([
    [false, 'item 0'],
    [true, 'item 1'],
    [false, 'item 2'],
  ]);
  expect((await readPoints([answering([false]), answering([true])], order, log))?.body.map(isRefused)).toEqual([
    ...[true, false],
  ]);
  await expect(readPoints([answering([false, false])], order, log)).rejects.toBe(refusal);
});
