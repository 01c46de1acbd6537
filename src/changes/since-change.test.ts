import { verbatim } from '../core/text/text.ts';
import type { RequestIncident } from './engine-context.ts';
import { readSinceChange } from './since-change.ts';

type Given = Parameters<typeof readSinceChange>;

const earlier = { from: 10, to: 20 };
const again: RequestIncident = { id: 'i1', title: verbatim('web: latency'), since: 110, state: 'firing', earlier };
const says = verbatim('web became abnormal');

function since(found: readonly RequestIncident[], aftermath: object) {
  const services = { world: { now: () => 200 } };
  const features = [{ incidentsOf: async () => found }];
  const request = { at: 100, run: { started: 100, steps: [] }, shown: { aftermath } };
  return readSinceChange({ services, features } as unknown as Given[0], request as unknown as Given[1]);
}

test('a note without an incident is worse only if no incident of the change still fires', async () => {
  expect((await since([], { says, isWorse: true })).worse).toEqual([says]);
  const beside = await since([again], { says, isWorse: true });
  expect([beside.worse.length, beside.again.length]).toEqual([0, 1]);
  const over = await since([{ ...again, state: 'resolved', ended: 150 }], { says, isWorse: true });
  expect(over.worse).toEqual([says]);
});

test('a note that the problem came back isn’t worse, but not resolved', async () => {
  const back = await since([], { says, isAgain: true });
  expect([back.worse, back.unresolved]).toEqual([[], [says]]);
  expect((await since([], { says, isAgain: true, link: 'https://slack.test/p1' })).unresolved).toEqual([]);
});
