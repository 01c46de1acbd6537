import { keepComponent } from '../../src/changes/component-lease.ts';
import { onBothEngines } from '../store-engines.ts';
import { openStage } from './stage.ts';

onBothEngines('two approved requests on one component', ({ open }) => {
  test('run one after the other, the second checked again', async () => {
    const stage = await openStage(await open());
    const one = await stage.card('ann', 'port.open', { component: ['web'], port: ['8443'], both: ['yes'] });
    const other = await stage.card('ann', 'port.close', { component: ['web'], port: ['8080'] });
    const elsewhere = await stage.card('ann', 'port.open', { component: ['api'], port: ['8000'] });
    await stage.simulated.faults.set({ nextWrite: { kind: 'hang', seconds: 0.2, times: 9 } });
    await Promise.all([
      stage.press('bob', one, 'approve'),
      stage.press('ann', other, 'approve'),
      stage.press('bob', elsewhere, 'approve'),
    ]);
    await stage.engine.idle();
    expect((await stage.now(elsewhere)).state).toBe('done');
    expect([(await stage.now(one)).state, (await stage.now(other)).state].sort()).toEqual(['approved', 'done']);
    await stage.pass(500);
    expect([(await stage.now(one)).state, (await stage.now(other)).state]).toEqual(['done', 'done']);
    expect(await stage.store.leases.get('any')).toBeUndefined();
    const calls = stage.writes().filter((call) => !call.includes('8000'));
    expect(calls.length).toBe(3);
    const first = calls.indexOf('PUT ports/8443 open_inner');
    expect(calls[first + 1]).toBe('PUT ports/8443 open_outer');
    await stage.close();
  });

  test('one whose plan the first made different is decided anew', async () => {
    const stage = await openStage(await open());
    const one = await stage.card('ann', 'port.open', { component: ['web'], port: ['8443'], both: ['yes'] });
    const other = await stage.card('ann', 'port.open', { component: ['web'], port: ['8443'], side: ['inner'] });
    await Promise.all([stage.press('bob', one, 'approve'), stage.press('ann', other, 'approve')]);
    for (const _ of [1, 2, 3]) await stage.pass(500);
    const states = [(await stage.now(one)).state, (await stage.now(other)).state];
    // Either change can run first. The other one sees the first one's result before it sends a call.
    expect([
      ['done', 'cancelled'],
      ['proposed', 'done'],
    ]).toContainEqual(states);
    const writes = stage.writes();
    expect(new Set(writes).size).toBe(writes.length);
    await stage.close();
  });

  test('the component is kept for the one that is planned again, however long that takes', async () => {
    const stage = await openStage(await open());
    const one = await stage.card('ann', 'port.open', { component: ['web'], port: ['8443'], both: ['yes'] });
    const other = await stage.card('ann', 'port.close', { component: ['web'], port: ['8080'] });
    const keep = (holder: string, card: typeof one) => keepComponent({ holder, services: stage.services }, card);
    const kept = (await keep('a', one)) ?? expect.fail('nobody else has it');
    const planned = Promise.withResolvers<void>();
    const planning = kept.during(() => planned.promise);
    for (let second = 0; second < 20; second += 1) {
      await stage.pass(1_000);
      expect(await keep('b', other)).toBeUndefined();
    }
    planned.resolve();
    await planning;
    expect(await kept.isStill()).toBe(true);
    await kept.release([]);
    expect(await keep('b', other)).toBeDefined();
    await stage.close();
  });
});
