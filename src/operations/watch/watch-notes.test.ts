import { createClock } from '../../../test/engine/clock.ts';
import { openTemporaryStore } from '../../../test/engine/temporary-store.ts';
import { aWatch } from '../../../test/operations/samples.ts';
import { defaultPolicy } from '../../core/policy/policy.ts';
import type { WatchItem } from '../../core/watch/watch-condition.ts';
import { readComponents } from '../../platform/component/component-endpoints.ts';
import type { Store } from '../../store/store.ts';
import type { GoneComponent } from '../shared/place/gone-component.ts';
import { type Watch, watchRecords } from '../shared/watch/stored-watch.ts';
import { removeGone, tellUnmeasured, tellUnread, watchSubscriptions } from './watch-notes.ts';
import { watchRecord } from './watch-text.ts';

const shop = { team: 'shop', region: 'east', app: '1' };
const minute = 60_000;
const web = { id: '1', name: 'web' };
const api = { id: '2', name: 'api' };
const watch = aWatch();
const { components: _all, ...configured }: Watch = { ...watch, configured: [{ typed: 'web', id: '1' }] };
const list = (...components: readonly { readonly id: string; readonly name: string }[]) =>
  readComponents(
    components.map(({ id, name }) => ({ service_id: id, service_alias: `gr${id}`, service_cname: name })),
  ) ?? [];

/** Each component was missing from a list long before. */
const long = { absent: { [web.id]: 1, [api.id]: 1, 3: 1 } };

const { world } = createClock(5_000, 'w');
let store: Store;
let messages = 0;
const changed = () => {
  messages += 1;
};
beforeEach(async () => {
  messages = 0;
  store = await openTemporaryStore();
});
afterEach(() => store.close());

async function save(stored: Watch) {
  await store.commit({ at: 1, records: [watchRecord(stored)] });
  return storedWatch();
}

async function storedWatch() {
  const stored = await watchRecords.get(store, 'w');
  return stored ?? expect.fail('no watch');
}

describe('a stored watch, where the policy file', () => {
  const place = { ...shop, name: 'shop', line: 1 };
  test.each([
    ['lists no contexts: goes on', undefined, watch, true, undefined, 0],
    ['has its context: goes on', [place], watch, true, undefined, 0],
    ['has lost its context: is paused, and its creator told', [{ ...place, app: '2' }], watch, false, 'no_context', 1],
    ['has lost it before: is told no more', [], { ...watch, paused: 'no_context' }, false, 'no_context', 0],
  ])('%s', async (_what, contexts, stored, isAllowed, paused, notices) => {
    const policy = contexts ? { ...defaultPolicy, contexts } : defaultPolicy;
    await save(stored);
    expect(await watchSubscriptions.active({ store, world, policy }, changed)).toEqual(isAllowed ? [stored] : []);
    expect([(await storedWatch()).body, messages]).toEqual([{ ...stored, ...(paused ? { paused } : {}) }, notices]);
  });
});

/** A reading with these components; the others were deleted. */
const reading = (...components: readonly { readonly id: string; readonly name: string }[]) => {
  const gone = [web, api].filter((each) => !components.includes(each));
  return {
    components: list(...components),
    listedAt: 200_000,
    gone: new Map<string, GoneComponent>(gone.map(({ id }) => [id, { is: 'deleted' }])),
  };
};

describe('a watch of components', () => {
  test('that moved to another app, or of which that isn’t known, stays', async () => {
    const mine = { ...watch, components: [web] };
    await save(mine);
    for (const gone of [new Map<string, GoneComponent>([[web.id, { is: 'moved' }]]), new Map()])
      await removeGone({ store, world }, [mine], { ...reading(api), gone }, long, changed);
    expect([(await store.records.list(watchRecords.kind)).length, messages]).toEqual([1, 0]);
  });

  test.each([
    ['all of the app’s: stays where none is left', undefined, [], true],
    ['one of which is deleted: stays', [web, api], [api], true],
    ['all of which are deleted: is removed, and its channel told', [web, api], [{ id: '3', name: 'web' }], false],
  ])('%s', async (_what, components, left, stays) => {
    const mine = components ? { ...watch, components } : watch;
    await save(mine);
    await removeGone({ store, world }, [mine], reading(...left), long, changed);
    expect([(await store.records.list(watchRecords.kind)).length, messages]).toEqual(stays ? [1, 0] : [0, 1]);
  });
});

test('a watch that someone deleted before its components were gone: its channel isn’t told once more', async () => {
  await removeGone({ store, world }, [{ ...watch, components: [web] }], reading(api), long, changed);
  expect([await store.outbox.size(), messages]).toEqual([0, 0]);
});

test('a watch whose components a single list lacks stays, and so it does while the app can’t be read', async () => {
  const mine = { ...watch, components: [web] };
  await save(mine);
  const look = (components: ReturnType<typeof list> | undefined, listedAt: number, absent: Record<string, number>) =>
    removeGone({ store, world }, [mine], { ...reading(), components, listedAt }, { absent }, changed);
  await look([], 200_000, {});
  await look([], 200_000, { [web.id]: 140_001 });
  await look(undefined, 200_000, { [web.id]: 1 });
  await look(list(web), 200_000, { [web.id]: 1 });
  expect([(await store.records.list(watchRecords.kind)).length, messages]).toEqual([1, 0]);
  await look([], 200_000, { [web.id]: 140_000 });
  expect([(await store.records.list(watchRecords.kind)).length, messages]).toEqual([0, 1]);
});

describe('a watch of the policy file', () => {
  const resolved = { ...configured, components: [web] };
  const lost = { ...configured, configured: [{ typed: 'web' }], components: [] };
  test('whose component moved to another app: keeps it, and nobody is told that it was deleted', async () => {
    await save(resolved);
    const gone = new Map<string, GoneComponent>([[web.id, { is: 'moved' }]]);
    await removeGone({ store, world }, [resolved], { ...reading(api), gone }, long, changed);
    expect([(await storedWatch()).body, messages]).toEqual([resolved, 0]);
  });

  const silenced = { silencedUntil: 9_000 };
  test.each([
    ['whose component comes: watches it, without a word', lost, lost, [web], resolved, 0],
    ['whose component is deleted: waits for another, and says so', resolved, resolved, [api], lost, 1],
    ['of which another replica has said so: says it no more', resolved, lost, [api], lost, 0],
    [
      'that was silenced meanwhile: stays silent',
      lost,
      { ...lost, ...silenced },
      [web],
      { ...resolved, ...silenced },
      0,
    ],
  ])('%s', async (_what, loaded, stored, components, body, notices) => {
    await save(stored);
    await removeGone({ store, world }, [loaded], reading(...components), long, changed);
    expect([(await storedWatch()).body, messages]).toEqual([body, notices]);
  });
});

async function pass(item: WatchItem, minutes: number, unmeasured: readonly WatchItem[] = [item]): Promise<void> {
  await save(aWatch({ condition: { item, side: 'above', threshold: 500, for: 300_000 } }));
  for (let at = 0; at <= minutes; at += 1) {
    const before = { items: {}, tracks: {}, moving: {}, absent: {}, unmeasured: { [item]: 0 } };
    await tellUnmeasured(
      { store, world },
      [(await storedWatch()).body],
      before,
      { unmeasured, minute: at * minute },
      changed,
    );
  }
}

describe('the channel of a watch that can’t be measured', () => {
  test.each<[what: string, item: WatchItem, minutes: number, notices: number]>([
    ['is told at once what Rainbond 6 has removed, and once', 'request_time', 200, 1],
    ['is told once what may have been down, when the region was asked again', 'gateway_latency', 200, 1],
    ['isn’t told before that', 'oom', 60, 0],
  ])('%s', async (_what, item, minutes, notices) => {
    await pass(item, minutes);
    expect(messages).toBe(notices);
  });

  test('isn’t told anything where it is measured', async () => {
    await pass('request_time', 100, []);
    expect(messages).toBe(0);
  });
});

test('the channel is told once of each certificate that can’t be read, and not of what it was told as the watch was made', async () => {
  const condition = { item: 'certificates', side: 'below', threshold: 86_400_000, for: 0 } as const;
  await save(aWatch({ condition, toldUnread: ['a.test'] }));
  for (const names of [['a.test'], ['a.test', 'b.test'], ['b.test'], ['a.test', 'b.test', 'c.test']]) {
    await tellUnread({ store, world }, [(await storedWatch()).body], names, changed);
  }
  expect([messages, (await storedWatch()).body.toldUnread]).toEqual([2, ['a.test', 'b.test', 'c.test']]);
});
