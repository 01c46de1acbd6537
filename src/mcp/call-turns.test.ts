import { expect, test } from 'vitest';
import { createCallTurns } from './call-turns.ts';

test('so many run at a time, in the order in which they came, also after one has failed', async () => {
  const turns = createCallTurns(2);
  const began: number[] = [];
  let running = 0;
  let most = 0;
  const work = async (index: number) => {
    began.push(index);
    running += 1;
    most = Math.max(most, running);
    await new Promise(setImmediate);
    running -= 1;
    if (index === 1) throw new Error('failed');
  };
  const all = await Promise.allSettled(Array.from({ length: 9 }, (_, index) => turns.run(() => work(index))));
  expect(all.filter(({ status }) => status === 'rejected')).toHaveLength(1);
  expect([began, most, running]).toEqual([[0, 1, 2, 3, 4, 5, 6, 7, 8], 2, 0]);
});
