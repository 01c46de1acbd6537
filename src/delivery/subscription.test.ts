import * as z from 'zod';
import { createClock } from '../../test/engine/clock.ts';
import { openTemporaryStore } from '../../test/engine/temporary-store.ts';
import { Context } from '../core/command/context.ts';
import { defaultPolicy } from '../core/policy/policy.ts';
import { recordKind } from '../store/kept/record-kind.ts';
import type { Store } from '../store/store.ts';
import { recordSubscriptions } from './subscription.ts';

const Wish = z.object({ channel: z.string(), context: Context, paused: z.string().optional() });
type Wish = z.infer<typeof Wish>;
const kind = recordKind('wish', Wish);
const shop = { team: 'shop', region: 'east', app: '1' };
const { world } = createClock(5_000, 'subscriptions');

let store: Store;
beforeEach(async () => {
  store = await openTemporaryStore();
});
afterEach(() => store.close());

const wishes = recordSubscriptions(kind, async (_store, { channel, paused }, at) => ({
  outbox: [{ id: `paused ${channel} ${paused}`, kind: 'wish-paused', at, body: {} }],
}));

async function save(id: string, body: Wish): Promise<void> {
  const isOpen = body.paused === undefined;
  const next = { kind: kind.kind, id, placeKey: '', channel: body.channel, isOpen, at: 1, body };
  await store.commit({ at: 1, records: [{ next, expect: 'new' }] });
}

const pauseNotices = async () =>
  (await store.outbox.claim({ kinds: ['wish-paused'], now: world.now(), limit: 9, holder: 'h', leaseMs: 1 })).map(
    ({ id }) => id,
  );
const pausedNow = async () => (await kind.list(store)).map(({ id, body, isOpen }) => `${id} ${body.paused} ${isOpen}`);

test('those of a channel that is lost are paused, and their creators told: each once, and no others', async () => {
  await save('a', { channel: 'C1', context: shop });
  await save('b', { channel: 'C1', context: shop, paused: 'person' });
  await save('c', { channel: 'C2', context: shop });
  await wishes.pauseIn({ store, world }, 'C1', 'is_archived');
  await wishes.pauseIn({ store, world }, 'C1', 'not_in_channel');
  expect(await pausedNow()).toEqual(['b person false', 'c undefined true', 'a is_archived false']);
  expect(await pauseNotices()).toEqual(['paused C1 is_archived']);
});

test('one whose context the policy file has lost is paused, and isn’t active', async () => {
  await save('a', { channel: 'C1', context: shop });
  await save('b', { channel: 'C2', context: { ...shop, app: '2' } });
  const policy = { ...defaultPolicy, contexts: [{ ...shop, name: 'shop', line: 1 }] };
  const changes: number[] = [];
  const active = () => wishes.active({ store, world, policy }, () => void changes.push(1));
  expect([await active(), await active()].flat().map(({ channel }) => channel)).toEqual(['C1', 'C1']);
  expect([changes, await pauseNotices()]).toEqual([[1], ['paused C2 no_context']]);
});

test('one that someone changes at the same time stays as they left it', async () => {
  await save('a', { channel: 'C1', context: shop });
  const stale = await store.records.list(kind.kind, { isOpen: true });
  await kind
    .get(store, 'a')
    .then((stored) => store.commit({ at: 2, records: [{ next: { ...(stored ?? expect.fail()), at: 2 }, expect: 1 }] }));
  const racing = { ...store, records: { ...store.records, list: async () => stale } };
  await wishes.pauseIn({ store: racing, world }, 'C1', 'is_archived');
  expect([await pausedNow(), await pauseNotices()]).toEqual([['a undefined true'], []]);
});
