import { idOf } from '../../playground/platform/seed/seed-id.ts';
import { shopSeed } from '../../playground/platform/seed/shop-seed.ts';
import { type SimulatedPlatform, startPlatform } from '../../playground/platform/start-platform.ts';
import { plain } from '../../src/slack/slack-catalog.ts';
import { createClock } from './clock.ts';
import { useStages } from './stages.ts';

/**
 * Tests a component that has a tcp and a udp port of the same number. Calls contain only the number, so they affect the
 * first.
 */

const open = useStages();
const started: SimulatedPlatform[] = [];
afterEach(() => Promise.all(started.splice(0).map((each) => each.close())));

async function stageOf(first: { readonly protocol: string; readonly outer: boolean }, second: typeof first) {
  const clock = createClock(1_800_000_000_000, 'one');
  const seed = (now: number) => {
    const world = shopSeed(now);
    const [like] = world.ports.filter(({ componentId, number }) => componentId === idOf('api') && number === 8000);
    if (!like) throw new Error('no port 8000');
    const twins = [first, second].map((each) => ({ ...like, ...each, number: 3478, inner: true }));
    return { ...world, ports: [...world.ports, ...twins] };
  };
  const simulated = await startPlatform({ now: clock.world.now, seed });
  started.push(simulated);
  const stage = await open({ clock, simulated });
  const isOpen = () =>
    Object.fromEntries(
      simulated.state.ports.filter(({ number }) => number === 3478).map(({ protocol, outer }) => [protocol, outer]),
    );
  const ask = (operation: string, port: string, more = {}) =>
    stage.ask('ann', operation, { component: ['api'], port: [port], ...more });
  return { stage, isOpen, ask };
}

test('a number of two ports is asked for with its protocol, and nothing is said to be closed', async () => {
  const { ask } = await stageOf({ protocol: 'udp', outer: true }, { protocol: 'tcp', outer: false });
  expect(await ask('port.close', '3478')).toMatchObject({
    problem: 'unknown-name',
    param: 'port',
    why: { key: 'changes.whichPort' },
    nearest: [{ value: '3478/udp' }, { value: '3478/tcp' }],
  });
  expect(await ask('port.close', '3478/http')).toMatchObject({
    problem: 'unknown-name',
    why: { with: { port: '3478/http' } },
  });
  expect(await ask('port.close', '8000/tcp')).toMatchObject({ problem: 'unknown-name' });
});

test('the first is closed by its number and protocol; its card, its undo and the log name it so', async () => {
  const { stage, isOpen } = await stageOf({ protocol: 'udp', outer: true }, { protocol: 'tcp', outer: true });
  const card = await stage.card('ann', 'port.close', { component: ['api'], port: ['3478/udp'] });
  expect(plain(card.plan.title, 'en')).toContain('3478/udp');
  expect(card.plan.undo).toMatchObject({ proposal: { given: { port: ['3478/udp'] } } });
  await stage.pressed(card.decision.ruling.need === 'confirm' ? 'ann' : 'bob', card, 'approve');
  expect((await stage.now(card)).state).toBe('done');
  expect(isOpen()).toEqual({ udp: false, tcp: true });
  const [entry] = await stage.store.audit.search({ limit: 1 });
  expect(entry?.details).toMatchObject({ port: '3478/udp' });
});

test('the second is not changed: the call would change the first', async () => {
  const { ask, isOpen } = await stageOf({ protocol: 'tcp', outer: false }, { protocol: 'udp', outer: true });
  expect(await ask('port.close', '3478/udp')).toMatchObject({
    problem: 'refused',
    why: { key: 'changes.notReached', with: { port: '3478/udp', first: '3478/tcp' } },
  });
  expect(await ask('port.close', '3478/tcp')).toHaveProperty('already');
  expect(isOpen()).toEqual({ tcp: false, udp: true });
});

test('temporary access is to one of them, and closes that one', async () => {
  const { stage, isOpen } = await stageOf({ protocol: 'udp', outer: false }, { protocol: 'tcp', outer: true });
  const given = { component: ['api'], port: ['3478/udp'], for: ['1h'] };
  const card = await stage.approved('ann', 'port.open', given);
  expect(isOpen()).toEqual({ udp: true, tcp: true });
  expect(await stage.store.temporaryAccess.list()).toMatchObject([{ body: { port: 3478, protocol: 'udp' } }]);
  await stage.pass(3_700_000);
  expect(isOpen()).toEqual({ udp: false, tcp: true });
  expect((await stage.now(card)).access).toMatchObject({ closed: true });
});
