import { createClock } from '../../test/engine/clock.ts';
import { onBothEngines } from '../../test/store-engines.ts';
import { whileLeased } from './while-leased.ts';

const wanted = { key: 'a key', leaseMs: 60_000, waitMs: 10_000 };

onBothEngines('work that needs a lease', ({ open }) => {
  test('isn’t done if another replica holds the lease for too long, and is done once that lease has ended', async () => {
    const store = await open();
    const clock = createClock(1_000, 'replica');
    const services = { store, world: { ...clock.world, wait: async (ms: number) => clock.pass(ms) } };
    const take = { key: wanted.key, card: 'dead', holder: 'dead', until: 1_000 + wanted.leaseMs };
    await store.commit({ at: 1_000, lease: { take } });
    const done: string[] = [];
    const work = async () => done.push('work');
    const late = () => {
      throw new Error('busy');
    };
    await expect(whileLeased(services, wanted, work, late)).rejects.toThrow('busy');
    expect([done, clock.world.now()]).toEqual([[], 1_000 + wanted.waitMs]);
    clock.pass(wanted.leaseMs);
    await whileLeased(services, wanted, work, late);
    expect(done).toEqual(['work']);
  });

  test('gives the lease back, also if the work fails', async () => {
    const store = await open();
    const services = { store, world: createClock(1_000, 'replica').world };
    await expect(whileLeased(services, wanted, () => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
    expect(await whileLeased(services, wanted, async () => 'done')).toBe('done');
  });
});
