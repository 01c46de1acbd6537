import { setImmediate as turn } from 'node:timers/promises';
import { placeKey } from '../../src/core/command/context.ts';
import { answerRequest } from '../../src/questions/answer-request.ts';
import { plain } from '../../src/slack/slack-catalog.ts';
import type { Store } from '../../src/store/store.ts';
import { channel, people, type Stage } from './stage.ts';
import { useStages } from './stages.ts';

const stageWith = useStages();
const opening = { component: ['api'], port: ['8000'] };

async function replicas(change: (store: Store) => Partial<Store> = () => ({})): Promise<readonly [Stage, Stage]> {
  const other = await stageWith();
  const { store, clock, simulated } = other;
  const slow = { ...store, outbox: { ...store.outbox, claim: async () => [] }, ...change(store) };
  return [await stageWith({ store: slow, clock, simulated }), other];
}

/** Asks the first replica; the other replica posts the message. Returns the answer, and the ms until it came. */
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
  expect(asked).toMatchObject({ linked: false, request: { shown: { ts: '1700000000.000001' } } });
  expect(after).toBeLessThanOrEqual(500);
  expect(first.newPosts()).toEqual([]);
  expect(other.newPosts()[0]).toBe('post · proposed');
});

test('a command is answered with why another replica could not post its card', async () => {
  const [first, other] = await replicas();
  other.poster.refusals.push({ how: 'post', refusal: { posted: false, code: 'refused', why: 'not-in-channel' } });
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
  expect(asked).toMatchObject({ linked: false, request: { shown: { ts: expect.any(String) } } });
  expect(after).toBeLessThanOrEqual(1_000);
});

/** Freeze as an older version stored it, without a language and a time zone. */
const olderFreeze = {
  ...{ id: 'freeze-of-older', context: { team: 'shop', region: 'east-1', app: '12' }, channel },
  ...{ by: { id: people.dee.id, name: people.dee.name }, reason: 'incident' },
};

/** Ways in which another replica began a freeze and then ended, before it did any work that is due. */
const begun: Readonly<Record<string, (other: Stage) => Promise<unknown>>> = {
  'of this version': async ({ store, clock, simulated }) => {
    const gone: Store = { ...store, due: { ...store.due, claim: async () => [] } };
    const first = await stageWith({ store: gone, clock, simulated });
    const origin = { person: people.dee, channel, announce: async () => true };
    const given = { for: ['10m'], why: ['incident'] };
    return answerRequest(first.services, { operation: 'freeze', given }, origin);
  },
  'of an older version': async ({ store, clock }) => {
    const from = clock.world.now();
    const [place, { id }] = [placeKey(olderFreeze.context), olderFreeze];
    const body = { ...olderFreeze, from, to: from + 600_000 };
    return store.commit({
      at: from,
      records: [
        { next: { kind: 'freeze', id, placeKey: place, channel, isOpen: true, at: from, body }, expect: 'new' },
      ],
      due: { put: [{ id: `freezes ${id}`, kind: 'change.freezes', at: from, body: { placeKey: place } }] },
    });
  },
};

test.each(Object.entries(begun))(
  'a freeze that a replica %s begins is on a waiting card of another within 2 s',
  async (_, begin) => {
    const other = await stageWith();
    const card = await other.card('ann', 'component.upgrade', { component: ['web'] });
    other.engine.start();
    await other.quiet();
    await begin(other);
    let [after, posts] = [0, ''];
    for (; !posts.includes('note') && after < 20_000; after += 50) {
      posts += other.newPosts().join('\n');
      other.clock.pass(50);
      for (let round = 0; round < 20; round += 1) await turn();
    }
    expect(after).toBeLessThanOrEqual(2_000);
    expect((await other.now(card)).decision.frozen).toMatchObject({ who: 'Dee', reason: 'incident' });
    expect(await other.pressed('ann', card, 'approve')).toContain('*Frozen* by Dee');
    expect(posts).toMatch(/update · proposed[\s\S]*note · proposed · .*\*Frozen\* by Dee until/);
    expect(other.writes()).toEqual([]);
  },
);
