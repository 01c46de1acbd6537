import { expect, test } from 'vitest';
import { incidentState } from '../../src/core/incident/incident.ts';
import { type ConfiguredWatch, defaultPolicy, type Policy } from '../../src/core/policy/policy.ts';
import { Watch, watchRecords } from '../../src/operations/watch/stored-watch.ts';
import { simulateTime } from '../following/simulated-time.ts';
import { stageWatching } from './stage.ts';

const minute = 60_000;
const start = 1_800_000_000_000 - (1_800_000_000_000 % minute);

const slow: ConfiguredWatch = {
  ...{ name: 'slow', line: 3, channel: 'C1', components: ['web'], what: 'latency', above: '500ms', notify: ['U1'] },
  context: { team: 'shop', region: 'east', app: '1' },
};

const having = (...watches: readonly ConfiguredWatch[]): { readonly policy: Policy } => ({
  policy: { ...defaultPolicy, watches },
});

async function stageSlow() {
  const time = simulateTime(start + 30_000);
  const components = ['web'];
  const s = await stageWatching(time, { components, status: () => 'running', value: () => 900 });
  const watches = async () =>
    (await s.store.records.list(watchRecords.kind)).flatMap(({ body }) => Watch.safeParse(body).data ?? []);
  return { ...s, time, components, watches, states: () => s.messages.map(({ incident }) => incidentState(incident)) };
}

test('a watch of the policy file fires; a restart goes on with it, and without it the incident ends and says so', async () => {
  const s = await stageSlow();
  const first = s.replica(having(slow));
  await s.time.pass(10 * minute);
  expect(s.messages.map(({ incident }) => incident.notify)).toEqual([['U1']]);
  expect((await s.watches()).map(({ id, components, by }) => [id, components, by.name])).toEqual([
    ['slow', [{ id: 'web', name: 'web' }], 'portolan.yaml'],
  ]);
  await first.stop();
  const second = s.replica(having(slow));
  await s.time.pass(5 * minute);
  expect(s.states()).toEqual(['firing']);
  await second.stop();
  s.replica();
  await s.time.pass(2 * minute);
  expect(await s.watches()).toEqual([]);
  expect(s.states()).toEqual(['unwatched']);
  expect(s.time.errors).toEqual([]);
  await s.close();
});

test('with another condition it begins anew: the incident ends, and the new condition has its own', async () => {
  const s = await stageSlow();
  const first = s.replica(having(slow));
  await s.time.pass(10 * minute);
  await first.stop();
  s.replica(having({ ...slow, above: '800ms' }));
  await s.time.pass(2 * minute);
  expect(s.states()).toEqual(['unwatched']);
  await s.time.pass(8 * minute);
  expect(s.states()).toEqual(['unwatched', 'firing']);
  expect(s.time.errors).toEqual([]);
  await s.close();
});

test('a name that no component has is watched as soon as one has it; one that someone made in Slack stays as it is', async () => {
  const s = await stageSlow();
  await s.watch({ id: 'mine' });
  s.replica(having({ ...slow, components: ['api'] }, { ...slow, name: 'mine' }));
  await s.time.pass(10 * minute);
  expect(s.messages.map(({ incident }) => incident.lines.map(({ key }) => key))).toEqual([['mine web']]);
  const watches = await s.watches();
  expect(watches.map(({ id, configured }) => [id, configured])).toEqual([
    ['mine', undefined],
    ['slow', [{ typed: 'api' }]],
  ]);
  await s.close();
});

test('where its components are deleted, one line says so; the watch stays, and waits for others of their names', async () => {
  const s = await stageSlow();
  s.replica(having(slow));
  await s.time.pass(2 * minute);
  s.components.splice(0, 1, 'other');
  await s.time.pass(3 * minute);
  expect(s.slack.notices).toEqual([expect.stringMatching(/^Nothing is left to watch here/)]);
  expect((await s.watches()).map(({ id, components }) => [id, components])).toEqual([['slow', []]]);
  s.components.push('web');
  await s.time.pass(2 * minute);
  expect((await s.watches()).map(({ components }) => components?.length)).toEqual([1]);
  await s.close();
});
