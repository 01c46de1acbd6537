import { setImmediate as turn } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { plain } from '../../src/slack/slack-catalog.ts';
import type { Store } from '../../src/store/store.ts';
import type { Stage } from './stage.ts';
import { useStages } from './stages.ts';

const stageWith = useStages();
const opening = { component: ['api'], port: ['8000'] };

async function replicas(change: (store: Store) => Partial<Store> = () => ({})): Promise<readonly [Stage, Stage]> {
  const other = await stageWith();
  const { store, clock, simulated } = other;
  const slow = { ...store, outbox: { ...store.outbox, claim: async () => [] }, ...change(store) };
  return [await stageWith({ store: slow, clock, simulated }), other];
}

/** Asks the first replica, while the other sends the message. Returns when the first one answers, in ms. */
async function askedOf([first, other]: readonly [Stage, Stage]) {
  const asked = first.ask('ann', 'port.open', opening);
  await vi.waitUntil(async () => (await first.store.outbox.size()) === 1);
  await other.engine.idle();
  let answered = false;
  void asked.then(() => {
    answered = true;
  });
  let after = 0;
  for (; !answered && after < 20_000; after += 50) {
    other.clock.pass(50);
    for (let round = 0; round < 20; round += 1) await turn();
  }
  return { asked: await asked, after };
}

test('a command is answered within half a second after another replica posted its card', async () => {
  const [first, other] = await replicas();
  const { asked, after } = await askedOf([first, other]);
  expect(asked).toMatchObject({ linked: false, card: { ts: '1700000000.000001' } });
  expect(after).toBeLessThanOrEqual(500);
  expect(first.heard()).toEqual([]);
  expect(other.heard()[0]).toBe('post · proposed');
});

test('a command is answered with why another replica could not post its card', async () => {
  const [first, other] = await replicas();
  other.poster.refusals.push({ how: 'post', told: { posted: false, code: 'refused', why: 'not-in-channel' } });
  const { asked, after } = await askedOf([first, other]);
  expect('why' in asked && plain(asked.why, 'en')).toContain('I can’t post in this channel');
  expect(after).toBeLessThanOrEqual(500);
});

test('a command is answered soon even where the card could not be read once', async () => {
  let failures = 0;
  const failing = (store: Store): Partial<Store> => ({
    requests: {
      ...store.requests,
      get(id) {
        failures += 1;
        return failures === 1 ? Promise.reject(new Error('the connection broke')) : store.requests.get(id);
      },
    },
  });
  const { asked, after } = await askedOf(await replicas(failing));
  expect(failures).toBeGreaterThan(1);
  expect(asked).toMatchObject({ linked: false, card: { ts: expect.any(String) } });
  expect(after).toBeLessThanOrEqual(1_000);
});
