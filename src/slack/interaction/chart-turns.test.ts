import { createClock } from '../../../test/engine/clock.ts';
import { onBothEngines } from '../../../test/store-engines.ts';
import { createChartTurns, whileHeld } from './chart-turns.ts';

const chart = { channel: 'C0SHOP', ts: '1.2' };

test('presses on one chart wait for each other, also after one that failed; another chart does not wait', async () => {
  const turns = createChartTurns();
  const done: string[] = [];
  const first = Promise.withResolvers<void>();
  const slow = turns(chart, () => first.promise).catch(() => done.push('first'));
  const second = turns(chart, async () => done.push('second'));
  await turns({ ...chart, ts: '3.4' }, async () => done.push('other'));
  expect(done).toEqual(['other']);
  first.reject(new Error('refused'));
  await Promise.all([slow, second]);
  expect(done).toEqual(['other', 'first', 'second']);
});

onBothEngines('a chart that replicas show', ({ open }) =>
  test('is shown by one at a time', async () => {
    const store = await open();
    const { world } = createClock(1_000, 'replica');
    const services = { store, world: { ...world, wait: () => new Promise<void>((resolve) => setImmediate(resolve)) } };
    const done: string[] = [];
    const first = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    const slow = whileHeld(services, chart, async () => {
      begun.resolve();
      await first.promise;
      done.push('first');
    });
    await begun.promise;
    const second = whileHeld(services, chart, async () => done.push('second'));
    await whileHeld(services, { ...chart, ts: '3.4' }, async () => done.push('other'));
    first.resolve();
    await Promise.all([slow, second]);
    expect(done).toEqual(['other', 'first', 'second']);
  }),
);
