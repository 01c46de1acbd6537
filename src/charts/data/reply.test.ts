import type { ChartJob } from './job.ts';
import { readReply } from './reply.ts';

function namesOf(pods: readonly (string | undefined)[]): readonly string[] {
  const result = pods.map((pod) => ({ metric: { pod }, values: [[600, '1']] }));
  const body = new TextEncoder().encode(JSON.stringify({ status: 'success', data: { resultType: 'matrix', result } }));
  const job: ChartJob = {
    body: [{ item: 'memory', components: [{ id: 'w', name: 'web' }], body }],
    ...{ start: 0, end: 600, step: 60, zone: 'UTC', lang: 'en', title: 'shop' },
  };
  const reply = readReply(job);
  return 'fault' in reply ? [] : reply.series.map(({ name }) => name);
}

test('an instance has the end of its pod’s name, so that it has one name in all charts', () => {
  const pods = ['shop-web-81e0-828c9', 'shop-web-81e0-fkl2x', 'shop-web-81e0-q7zp4'];
  expect(namesOf(pods)).toEqual(['web (828c9)', 'web (fkl2x)', 'web (q7zp4)']);
  expect(namesOf(pods.slice(1))).toEqual(['web (fkl2x)', 'web (q7zp4)']);
  // Nothing has to be told apart, or the ends are equal or unknown.
  expect(namesOf(pods.slice(0, 1))).toEqual(['web']);
  expect(namesOf(['a-web-1', 'b-web-1'])).toEqual(['web', 'web (2)']);
  expect(namesOf([undefined, 'b-web-1'])).toEqual(['web', 'web (2)']);
});
