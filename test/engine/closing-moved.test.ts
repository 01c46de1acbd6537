import { test as base } from 'vitest';
import { startPlatform } from '../../playground/platform/start-platform.ts';
import { storedBody, withFields } from '../../src/core/request/change-request.ts';
import { cardMessage } from '../../src/slack/request/card-view.ts';
import { channel, people } from './stage.ts';
import { useStages } from './stages.ts';

const minute = 60_000;
const open = useStages();
const test = base.extend('opened', () => opened());

async function opened(options?: Parameters<typeof open>[0]) {
  const stage = await open(options);
  const card = await stage.approved('ann', 'port.open', { component: ['api'], port: ['8000'], for: ['2h'] });
  expect(await stage.now(card)).toMatchObject({ state: 'done' });
  return { stage, card };
}

test.each(['automatically', 'by Close now'])('a component that was moved is closed %s in its new app', async (how) => {
  const { stage, card } = await opened();
  stage.simulated.elsewhere({ do: 'move-component', component: 'api', app: 15 });
  if (how === 'automatically') await stage.pass(120 * minute);
  else await stage.pressed('dee', await stage.now(card), 'close_now');
  expect(stage.writes()).toEqual(['PUT ports/8000 open_outer', 'PUT ports/8000 close_outer']);
  expect(stage.simulated.log.entries.findLast(({ method }) => method === 'PUT')?.path).toContain('/apps/15/');
  expect((await stage.now(card)).access).toMatchObject({ closed: true, how: 'closed' });
  expect(stage.newPosts().join()).not.toContain('⚠');
  const [closing] = await stage.store.audit.search({ limit: 1 });
  expect(closing).toMatchObject({ kind: 'closing', channel: card.shown.channel });
});

test('a component that was moved and closed there is over, and nothing is sent', async ({
  opened: { stage, card },
}) => {
  stage.simulated.elsewhere({ do: 'close', component: 'api', port: 8000, side: 'outer' });
  stage.simulated.elsewhere({ do: 'move-component', component: 'api', app: 15 });
  await stage.pass(120 * minute);
  expect(stage.writes()).toHaveLength(1);
  expect((await stage.now(card)).access).toMatchObject({ closed: true, how: 'elsewhere' });
});

test('while an app of the team cannot be read, nothing is said to be closed or lost', async ({
  opened: { stage, card },
}) => {
  stage.simulated.elsewhere({ do: 'move-component', component: 'api', app: 15 });
  const stop = stage.simulated.log.subscribe(({ path }) => {
    if (path.endsWith('/apps/12/services'))
      void stage.simulated.faults.set({ nextRead: { kind: 'error', status: 500, times: 3 } });
  });
  await stage.pass(120 * minute);
  stop();
  await stage.simulated.faults.reset();
  expect((await stage.now(card)).access).toMatchObject({ closed: false });
  await stage.pass(minute);
  await stage.pass(minute);
  expect((await stage.now(card)).access).toMatchObject({ closed: true, how: 'closed' });
  expect(stage.writes()).toHaveLength(2);
});

test('a component that is found nowhere: people are asked after two readings, and it is never called closed', async ({
  opened: { stage, card },
}) => {
  stage.simulated.elsewhere({ do: 'delete-component', component: 'api' });
  stage.newPosts();
  await stage.pass(120 * minute);
  expect((await stage.now(card)).access).toMatchObject({ closed: false, missing: stage.clock.world.now() });
  expect(stage.newPosts()).toEqual(['update · done']);
  await stage.pass(minute);
  expect((await stage.now(card)).access).toMatchObject({ closed: true, how: 'lost' });
  expect(stage.newPosts()).toEqual([
    'update · done',
    'note · done · asker, channel · I can’t find api any more. Check in the console that port 8000 is closed.',
  ]);
  expect(await stage.store.temporaryAccess.list()).toEqual([]);
  expect(stage.writes()).toHaveLength(1);
  // The bot can't find the address, so the card must not show one.
  const ended = await stage.now(card);
  expect(ended.run.says).toHaveLength(1);
  expect(cardMessage(ended).text).not.toContain('External access is open');
});

test('an opening whose closing time a later request moved doesn’t promise it while that isn’t confirmed', async ({
  opened: { stage, card },
}) => {
  const extension = await stage.approved('ann', 'port.until', { component: ['api'], port: ['8000'], for: ['3h'] });
  const shown = async () => cardMessage(await stage.now(card)).text;
  expect(await shown()).toContain('Closes automatically');
  await stage.simulated.faults.set({ down: 'reset' });
  await stage.pass(180 * minute);
  for (const each of [card, extension])
    expect(cardMessage(await stage.now(each)).text).toContain('? *Closing not confirmed*');
  expect(await shown()).not.toContain('Closes automatically');
  await stage.pass(12 * minute);
  const told = stage.newPosts().filter((post) => post.includes('may still be open'));
  // Each of them has news: how late it is.
  expect(new Set(told).size).toBe(told.length);
  await stage.simulated.faults.reset();
  await stage.pass(10 * minute);
  expect(await shown()).toMatch(/Closed automatically/);
});

test('with the document’s dialect neither a deletion nor a move can be told: people are asked', async () => {
  const simulated = await startPlatform({ dialect: 'document' });
  const { stage, card } = await opened({ simulated, dialect: 'document' });
  simulated.elsewhere({ do: 'move-component', component: 'api', app: 15 });
  await stage.pass(120 * minute);
  await stage.pass(minute);
  expect((await stage.now(card)).access).toMatchObject({ closed: true, how: 'lost' });
  await simulated.close();
});

test('a request without an end in the app that it moved to keeps the port open', async ({
  opened: { stage, card },
}) => {
  stage.simulated.elsewhere({ do: 'move-component', component: 'api', app: 15 });
  const given = { component: ['api'], port: ['8000'] };
  const proposed = await stage.engine.propose(
    { operation: 'port.open', given, in: 'shop/east-1/15' },
    { person: people.ann, channel },
  );
  if (!('request' in proposed)) throw new Error(JSON.stringify(proposed));
  await stage.pressed('bob', proposed.request, 'approve');
  expect(await stage.now(proposed.request)).toMatchObject({ state: 'done' });
  await stage.pass(600 * minute);
  expect((await stage.now(card)).access).toMatchObject({ closed: true, how: 'kept' });
  expect(stage.writes()).toEqual(['PUT ports/8000 open_outer']);
});

test('what a request may have opened whose outcome people have to settle is closed at its time', async ({
  opened: { stage, card },
}) => {
  const done = await stage.now(card);
  const stored = await stage.store.requests.get(card.id);
  const steps = done.run.steps.map((step) => ({ ...step, state: 'unknown' as const }));
  const body = storedBody(withFields(done, { state: 'unknown', run: { ended: undefined, steps } }));
  if (!stored) throw new Error('no card');
  await stage.store.commit({
    at: stage.clock.world.now(),
    request: { next: { ...stored, state: 'unknown', body }, expect: stored.version },
  });
  await stage.pass(120 * minute);
  expect(stage.writes()).toEqual(['PUT ports/8000 open_outer', 'PUT ports/8000 close_outer']);
  const closed = await stage.now(card);
  expect(closed).toMatchObject({ state: 'unknown', access: { closed: true, how: 'closed' } });
  expect(cardMessage(closed).text).toMatch(/Outcome unknown.*Closed automatically/);
  await stage.press('bob', closed, 'settle', { settles: 'done' });
  await stage.pass(600 * minute);
  expect(await stage.now(card)).toMatchObject({ state: 'done', access: { closed: true } });
  expect(await stage.store.temporaryAccess.list()).toEqual([]);
  expect(stage.writes()).toHaveLength(2);
});
