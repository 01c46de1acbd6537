import { createClock } from '../../test/engine/clock.ts';
import { createCallTurns } from './mcp-server.ts';

test('so many run at a time, in the order in which they came, also after one has failed', async () => {
  const turns = createCallTurns(2, createClock(0, 'turns').world);
  const began: number[] = [];
  let running = 0;
  let max = 0;
  const work = async (index: number) => {
    began.push(index);
    running += 1;
    max = Math.max(max, running);
    await new Promise(setImmediate);
    running -= 1;
    if (index === 1) throw new Error('failed');
  };
  const all = await Promise.allSettled(Array.from({ length: 9 }, (_, index) => turns.run(() => work(index))));
  expect(all.filter(({ status }) => status === 'rejected')).toHaveLength(1);
  expect([began, max, running]).toEqual([[0, 1, 2, 3, 4, 5, 6, 7, 8], 2, 0]);
});

test('work that waits for the platform holds up the next one only for a moment', async () => {
  const clock = createClock(0, 'turns');
  const turns = createCallTurns(1, clock.world);
  const never = Promise.withResolvers<void>();
  const slow = turns.run(() => never.promise);
  const began: string[] = [];
  const next = ['a', 'b'].map((name) => turns.run(async () => void began.push(name)));
  await new Promise(setImmediate);
  expect(began).toEqual([]);
  clock.pass(150);
  await Promise.all(next);
  expect(began).toEqual(['a', 'b']);
  never.resolve();
  await slow;
  await turns.run(async () => void began.push('c'));
  expect(began).toHaveLength(3);
});
