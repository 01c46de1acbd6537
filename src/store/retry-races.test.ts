import { retryRaces } from './retry-races.ts';

function losing(races: number) {
  const tries = { count: 0 };
  const change = async () => {
    tries.count += 1;
    return tries.count > races ? 'saved' : undefined;
  };
  return { tries, change };
}

test.each([0, 1, 9])('a change that loses %i races is saved by the next try', async (races) => {
  const { tries, change } = losing(races);
  expect(await retryRaces('the watch', change)).toBe('saved');
  expect(tries.count).toBe(races + 1);
});

test('a change that loses ten races is given up', async () => {
  const { tries, change } = losing(10);
  await expect(retryRaces('the watch', change)).rejects.toThrow('the watch changes too often');
  expect(tries.count).toBe(10);
});

test('an error isn’t a race', async () => {
  const problem = new Error('no database');
  await expect(retryRaces('the watch', () => Promise.reject(problem))).rejects.toBe(problem);
});
