import { expect, test } from 'vitest';
import type { ChartJob } from './job.ts';
import { bodiesOf, withBodies } from './job-bodies.ts';

const bytes = (...of: number[]) => new Uint8Array(of);
const job: ChartJob = { body: bytes(1), start: 0, end: 60, step: 15, zone: 'UTC', lang: 'en', title: 'x' };

test('one reply, or several and those of the comparison, are listed and replaced in one order', () => {
  expect(bodiesOf(job)).toEqual([bytes(1)]);
  const raw = (item: string, ...of: number[]) => ({ item, components: [], body: bytes(...of) });
  const many: ChartJob = {
    ...job,
    body: [raw('cpu', 1), raw('memory', 2)],
    comparison: { body: [raw('cpu', 3)], start: -60, end: 0, label: 'before' },
  };
  expect(bodiesOf(many)).toEqual([bytes(1), bytes(2), bytes(3)]);
  let next = 10;
  const replaced = withBodies(many, () => bytes(next++));
  expect(bodiesOf(replaced)).toEqual([bytes(10), bytes(11), bytes(12)]);
  expect(withBodies(replaced, (body) => bytes((body[0] ?? 0) - 9))).toEqual(many);
});
