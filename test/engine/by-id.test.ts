import { test as base } from 'vitest';
import { storedRequest } from '../../src/changes/request-commit.ts';
import { plain } from '../../src/slack/slack-catalog.ts';
import type { Stage } from './stage.ts';
import { useStages } from './stages.ts';

const stageWith = useStages();
const test = base.extend('stage', () => stageWith());

const listings = ({ simulated }: Stage) =>
  simulated.log.entries.filter(({ method, path }) => method === 'GET' && path.endsWith('/services')).length;

test('renamed while it runs, and another one took its name: the outcome is that of the first', async ({ stage }) => {
  const card = await stage.card('ann', 'port.open', { component: ['api'], port: ['8000'] });
  const stop = stage.simulated.log.subscribe(({ method }) => {
    if (method !== 'PUT') return;
    stage.simulated.elsewhere({ do: 'rename-component', component: 'gr7c02bb', name: 'api-old' });
    stage.simulated.elsewhere({ do: 'rename-component', component: 'cache', name: 'api' });
  });
  await stage.pressed('bob', card, 'approve');
  stop();
  expect(await stage.now(card)).toMatchObject({ state: 'done' });
  expect(stage.writes()).toHaveLength(1);
});

test('renamed before it runs: the new name is a new revision, and no list is read', async ({ stage }) => {
  const card = await stage.card('ann', 'component.stop', { component: ['worker'] });
  const [id] = card.given.component ?? [];
  expect(id).toBe(card.plan.component);
  stage.simulated.elsewhere({ do: 'rename-component', component: 'worker', name: 'jobs' });
  stage.simulated.elsewhere({ do: 'rename-component', component: 'cache', name: 'worker' });
  const before = listings(stage);
  await stage.pressed('ann', card, 'approve');
  const next = await stage.now(card);
  expect(next).toMatchObject({ state: 'proposed', revision: 2, plan: { component: card.plan.component } });
  expect(plain(next.plan.title, 'en')).toBe('Stop jobs');
  await stage.pressed('ann', next, 'approve');
  expect(stage.simulated.log.entries.findLast(({ method }) => method === 'POST')?.body).toMatchObject({
    service_ids: [id],
  });
  // The bot doesn't read the list of components again, neither for the new plan nor for the final status.
  expect(listings(stage)).toBe(before);
});

test('a request that an older version stored with names takes the ids from its plan', async ({ stage }) => {
  const card = await stage.card('ann', 'port.open', { component: ['api'], port: ['8000'] });
  const older = { ...card, given: { component: ['api'], port: ['8000'] } };
  const { version = 0 } = (await stage.store.requests.get(card.id)) ?? {};
  await stage.store.commit({ at: card.at, request: { next: storedRequest(older), expect: version } });
  stage.simulated.elsewhere({ do: 'delete-component', component: 'api' });
  await stage.pressed('bob', card, 'approve');
  expect(await stage.now(card)).toMatchObject({ state: 'failed' });
  stage.simulated.restore();
  stage.simulated.elsewhere({ do: 'rename-component', component: 'api', name: 'gateway' });
  const again = await stage.press('ann', await stage.now(card), 'rest');
  expect(again.proposed).toMatchObject({ request: { plan: { component: card.plan.component } } });
});

test('components of one name have their aliases beside it, before and after the re-check', async ({ stage }) => {
  const card = await stage.card('ann', 'component.stop', { component: ['gr5ea3c1'] });
  expect(plain(card.plan.title, 'en')).toBe('Stop search (gr5ea3c1)');
  const all = await stage.card('ann', 'component.stop_all', {});
  const named = all.plan.rows.map(({ what }) => plain(what, 'en'));
  expect(named).toEqual(expect.arrayContaining(['web', 'search (gr5ea3c1)', 'search (gr5ea3c2)']));
  const restart = await stage.card('ann', 'component.restart', { component: ['gr5ea3c1'] });
  expect(plain(restart.plan.title, 'en')).toBe('Restart search (gr5ea3c1)');
  await stage.pressed('ann', restart, 'cancel');
  await stage.pressed('ann', card, 'approve');
  expect(await stage.now(card)).toMatchObject({ revision: 1, state: 'running' });
});

test('of all components, a different set is a new revision', async ({ stage }) => {
  const card = await stage.card('ann', 'component.stop_all', {});
  stage.simulated.elsewhere({ do: 'delete-component', component: 'cache' });
  await stage.pressed('bob', card, 'approve');
  expect(await stage.now(card)).toMatchObject({ state: 'proposed', revision: 2, decision: { approvals: [] } });
  expect(stage.writes()).toEqual([]);
});
