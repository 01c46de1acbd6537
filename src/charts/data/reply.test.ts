import type { ChartJob } from './job.ts';
import { readReply } from './reply.ts';

function namesOf(pods: readonly string[], pod?: string): readonly string[] {
  const result = pods.map((each) => ({ metric: { pod: each }, values: [[600, '1']] }));
  const body = new TextEncoder().encode(JSON.stringify({ status: 'success', data: { resultType: 'matrix', result } }));
  const job: ChartJob = {
    body: [{ item: 'memory', components: [{ id: 'w', name: 'web' }], body }],
    ...{ start: 0, end: 600, step: 60, zone: 'UTC', lang: 'en', title: 'shop' },
    ...(pod === undefined ? {} : { pod }),
  };
  const reply = readReply(job);
  return 'fault' in reply ? [] : reply.series.map(({ name }) => name);
}

test('the line of a pod that an incident names is found by the end of the pod’s name', () => {
  const pods = ['shop-web-81e0-828c9', 'shop-web-81e0-fkl2x', 'shop-web-81e0-q7zp4'];
  expect(namesOf(pods)).toEqual(['web', 'web (2)', 'web (3)']);
  expect(namesOf(pods, 'shop-web-81e0-828c9')).toEqual(['web', 'web (2)', 'web (828c9)']);
  // Nothing has to be told apart, or the pod has no line anymore.
  expect(namesOf(pods.slice(0, 1), pods[0])).toEqual(['web']);
  expect(namesOf(pods, 'shop-web-81e0-gone1')).toEqual(['web', 'web (2)', 'web (3)']);
});
