import { policyOf } from '../../test/engine/policy-of.ts';
import { useStages } from '../../test/engine/stages.ts';
import type { Context, Person } from '../core/command/context.ts';
import { contextFor, isContextOf, quickContextFor } from './resolve-context.ts';

const open = useStages();
const shop: Context = { team: 'shop', region: 'east-1', app: '12' };
const billing: Context = { team: 'shop', region: 'east-1', app: '15' };
const sandbox: Context = { team: 'lab', region: 'west-2', app: '40' };
const maya: Person = { id: 'U0MAYA', name: 'maya', lang: 'en', zone: 'UTC', standing: 'member' };
const stored = (context: Context) => ({ ...context, setBy: maya.id, at: 1 });

const policy = policyOf(`
contexts: { billing: { team: shop, region: east-1, app: 15 }, sandbox: { team: lab, region: west-2, app: 40 } }
channels: { C0BILLING: { context: billing }, C0SHOP: {} }
`);

async function openContexts(options: { readonly policy?: typeof policy } = {}) {
  const stage = await open(options);
  await stage.store.contexts.set('channel', 'C0LAB', stored(sandbox));
  await stage.store.contexts.set('channel', 'D0MAYA', stored(sandbox));
  await stage.store.contexts.set('person', maya.id, stored(billing));
  return stage;
}

describe('a context is a channel’s own', () => {
  test.each([
    ['that of the policy file', 'C0BILLING', billing, true],
    ['not another one of it', 'C0BILLING', sandbox, false],
  ])('%s', async (_what, channel, context, isOwn) => {
    const { services } = await openContexts({ policy });
    expect(await isContextOf(services, channel, context)).toBe(isOwn);
  });

  test('the same place by its proper names, where the channel’s is written in another way', async () => {
    const { services, store } = await openContexts();
    await store.contexts.set('channel', 'C0LAB', stored({ team: 'LAB', region: 'West-2', app: '40' }));
    expect(await isContextOf(services, 'C0LAB', sandbox)).toBe(false);
    const names = ['lab', 'west-2'];
    await store.seen.remember([{ place: 'spelt LAB/West-2', kind: 'region', id: 'west-2', names, at: 1 }]);
    expect(await isContextOf(services, 'C0LAB', sandbox)).toBe(true);
    expect(await isContextOf(services, 'C0LAB', shop)).toBe(false);
  });
});

describe('the context that applies', () => {
  test.each([
    ['the channel’s before the person’s', 'C0LAB', sandbox],
    ['the person’s before the configured one', 'C0SHOP', billing],
  ])('%s', async (_what, channel, context) => {
    const { services } = await openContexts();
    expect(await contextFor(services, { channel, person: maya })).toMatchObject(context);
    expect(await quickContextFor(services, { channel, person: maya })).toMatchObject(context);
  });

  test('is named as the channel’s own is, else by the first of its names', async () => {
    const { services, store } = await openContexts();
    const named = (channel: string, said: string) =>
      quickContextFor(services, { channel, person: { ...maya, id: 'U0SAM' }, in: said });
    expect(await named('C0SHOP', 'lab/west-2/40')).toMatchObject({ app: '40', name: undefined });
    await store.contexts.set('name', 'play', stored(sandbox));
    await store.contexts.set('name', 'games', stored(sandbox));
    await store.contexts.set('name', 'money', stored(billing));
    expect(await named('C0SHOP', 'lab/west-2/40')).toMatchObject({ name: 'games' });
    expect(await named('C0LAB', 'lab/west-2/40')).toMatchObject({ name: 'games' });
    await store.contexts.set('channel', 'C0SHOP', { ...stored(sandbox), name: 'play' });
    expect(await named('C0SHOP', 'lab/west-2/40')).toMatchObject({ name: 'play' });
  });

  test('is refused where it was said and isn’t there; what was set stands, and the question tells', async () => {
    const { services, store } = await openContexts();
    const gone = { ...shop, region: 'north-9' };
    const asked = { channel: 'C0SHOP', person: maya, mustExist: true };
    expect(await contextFor(services, { ...asked, in: 'shop/north-9/12' })).toHaveProperty('problem', 'unknown-name');
    await store.contexts.set('channel', 'C0SHOP', stored(gone));
    expect(await contextFor(services, asked)).toMatchObject(gone);
  });

  test('for a form, reads the platform only for the name of an app that was never read, once for all', async () => {
    const { services, simulated } = await openContexts();
    const asked = { channel: 'C0LAB', person: maya };
    const reads = () => simulated.log.entries.filter(({ path }) => path.endsWith('/40')).length;
    for (const _turn of [1, 2]) expect(await quickContextFor(services, asked)).toHaveProperty('appName', 'sandbox');
    expect(simulated.log.entries.map(({ path }) => path)).toEqual([expect.stringMatching(/\/40$/)]);
    expect(await contextFor(services, asked)).toHaveProperty('appName', 'sandbox');
    expect(reads()).toBe(1);
  });

  test('has the name that its app has now, whatever it was called when it was set', async () => {
    const { services, store, simulated, clock } = await openContexts();
    await store.contexts.set('channel', 'C0LAB', { ...stored(sandbox), appName: 'playroom' });
    const asked = { channel: 'C0LAB', person: maya };
    expect(await contextFor(services, asked)).toHaveProperty('appName', 'sandbox');
    expect(await quickContextFor(services, asked)).toHaveProperty('appName', 'sandbox');
    const reads = () => simulated.log.entries.filter(({ path }) => path.endsWith('/40')).length;
    clock.pass(60_000);
    await contextFor(services, asked);
    expect(reads()).toBe(2);
    await simulated.faults.set({ nextRead: { kind: 'error', status: 403, times: 9 } });
    clock.pass(60_000);
    expect(await contextFor(services, asked)).toHaveProperty('appName', 'sandbox');
  });
});
