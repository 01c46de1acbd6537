import { expect, test } from 'vitest';
import type { ChartJob } from './job.ts';
import { bodiesOf, withBodies } from './job-bodies.ts';

const bytes = (...of: number[]) => new Uint8Array(of);
const job: ChartJob = { body: bytes(1), start: 0, end: 60, step: 15, zone: 'UTC', lang: 'en', title: 'x' };
const raw = (item: string, ...of: number[]) => ({ item, components: [{ id: 'a', name: 'web' }], body: bytes(...of) });

test('bytes are listed and replaced in one order, wherever a job has them', () => {
  expect(bodiesOf(job)).toEqual([bytes(1)]);
  const many: ChartJob & { readonly added: unknown } = {
    ...job,
    body: [raw('cpu', 1), raw('memory', 2)],
    comparison: { body: [raw('cpu', 3)], start: -60, end: 0, label: 'before' },
    extremes: { low: [raw('cpu', 4)], high: [raw('cpu', 5)] },
    // A field of the future: no list names it.
    added: { later: [{ deep: bytes(6) }] },
  };
  expect(bodiesOf(many).map((body) => body[0])).toEqual([1, 2, 3, 4, 5, 6]);
  let next = 10;
  const replaced = withBodies(many, () => bytes(next++));
  expect(bodiesOf(replaced).map((body) => body[0])).toEqual([10, 11, 12, 13, 14, 15]);
  expect(withBodies(replaced, (body) => bytes((body[0] ?? 0) - 9))).toEqual(many);
});

test('everything else stays as it is', () => {
  expect(
    withBodies({ ...job, marks: [{ time: 1, what: 'deploy', components: [] }], components: ['a'] }, (body) => body),
  ).toEqual({
    ...job,
    marks: [{ time: 1, what: 'deploy', components: [] }],
    components: ['a'],
  });
});
