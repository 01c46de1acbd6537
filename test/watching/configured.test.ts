import { incidentState } from '../../src/core/incident/incident.ts';
import { incidentHeadline } from '../../src/core/incident/incident-state-text.ts';
import { type ConfiguredWatch, defaultPolicy, type Policy } from '../../src/core/policy/policy.ts';
import { Watch, watchRecords } from '../../src/operations/shared/watch/stored-watch.ts';
import { plain } from '../../src/slack/slack-catalog.ts';
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
  const stage = await stageWatching(time, { components, status: () => 'running', value: () => 900 });
  const watches = async () =>
    (await stage.store.records.list(watchRecords.kind)).flatMap(({ body }) => Watch.safeParse(body).data ?? []);
  return {
    ...stage,
    time,
    components,
    watches,
    states: () => stage.messages.map(({ incident }) => incidentState(incident)),
    headlines: () => stage.messages.map(({ incident }) => plain(incidentHeadline(incident), 'en')),
  };
}

test('a watch of the policy file fires; a restart goes on with it, and without it the incident ends and says so', async () => {
  const stage = await stageSlow();
  const first = stage.replica(having(slow));
  await stage.time.pass(10 * minute);
  expect(stage.messages.map(({ incident }) => incident.notify)).toEqual([['U1']]);
  expect((await stage.watches()).map(({ id, components, by }) => [id, components, by.name])).toEqual([
    ['slow', [{ id: 'web', name: 'web' }], 'portolan.yaml'],
  ]);
  await first.stop();
  const second = stage.replica(having(slow));
  await stage.time.pass(5 * minute);
  expect(stage.states()).toEqual(['firing']);
  await second.stop();
  stage.replica();
  await stage.time.pass(2 * minute);
  expect(await stage.watches()).toEqual([]);
  expect(stage.states()).toEqual(['unwatched']);
  expect(stage.headlines()[0]).toMatch(/^\? No longer watched · /);
  expect(stage.time.errors).toEqual([]);
  await stage.close();
});

test('with another condition it begins anew: the incident ends, and the new condition has its own', async () => {
  const stage = await stageSlow();
  const first = stage.replica(having(slow));
  await stage.time.pass(10 * minute);
  await first.stop();
  stage.replica(having({ ...slow, above: '800ms' }));
  await stage.time.pass(2 * minute);
  expect(stage.states()).toEqual(['unwatched']);
  expect(stage.headlines()[0]).toMatch(/^\? Watch changed · /);
  const [edit] = await stage.store.audit.search({ words: [['watch.edit']], limit: 1 });
  expect(edit?.details?.changed).toMatch(/^limit .*500 ms → .*800 ms$/);
  await stage.time.pass(8 * minute);
  expect(stage.states()).toEqual(['unwatched', 'firing']);
  expect(stage.time.errors).toEqual([]);
  await stage.close();
});

test('a name that no component has is watched as soon as one has it; one that someone made in Slack stays as it is', async () => {
  const stage = await stageSlow();
  await stage.watch({ id: 'mine' });
  stage.replica(having({ ...slow, components: ['api'] }, { ...slow, name: 'mine' }));
  await stage.time.pass(10 * minute);
  expect(stage.messages.map(({ incident }) => incident.lines.map(({ key }) => key))).toEqual([['mine web']]);
  const watches = await stage.watches();
  expect(watches.map(({ id, configured }) => [id, configured])).toEqual([
    ['mine', undefined],
    ['slow', [{ typed: 'api' }]],
  ]);
  await stage.close();
});

test('where its components are deleted, one line says so; the watch stays, and waits for others of their names', async () => {
  const stage = await stageSlow();
  stage.replica(having(slow));
  await stage.time.pass(2 * minute);
  stage.components.splice(0, 1, 'other');
  await stage.time.pass(3 * minute);
  expect(stage.slack.notices).toEqual([expect.stringMatching(/^Nothing is left to watch here/)]);
  expect((await stage.watches()).map(({ id, components }) => [id, components])).toEqual([['slow', []]]);
  stage.components.push('web');
  await stage.time.pass(2 * minute);
  expect((await stage.watches()).map(({ components }) => components?.length)).toEqual([1]);
  await stage.close();
});
