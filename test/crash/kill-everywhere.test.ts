import { expect, test } from 'vitest';
import { onBothEngines } from '../store-engines.ts';
import { type Journey, killAt, listBoundaries } from './killed.ts';

/** Asked, approved, two calls, and after ten minutes closed again by two more. */
const openForAWhile: Journey = {
  operation: 'port.open',
  given: { component: ['web'], port: ['8443'], both: ['yes'], for: ['10m'] },
  promised: ['PUT 8443 open_inner', 'PUT 8443 open_outer', 'PUT 8443 close_outer', 'PUT 8443 close_inner'],
};

const atOnce = 3;
const patience = 600_000;

/** Does the work for each, a few at a time. */
async function each<T>(all: readonly T[], work: (one: T) => Promise<unknown>): Promise<void> {
  const left = [...all];
  const worker = async (): Promise<void> => {
    for (let one = left.shift(); one !== undefined; one = left.shift()) await work(one);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}

onBothEngines('a change killed with SIGKILL', ({ name, place }) => {
  test('at every boundary that leaves something behind: nothing twice, nothing lost, everything told', {
    timeout: patience,
  }, async () => {
    const fresh = async () => (await place()).databaseUrl;
    const boundaries = await listBoundaries(openForAWhile, await fresh());
    expect(boundaries).toContain('during platform.write');
    expect(boundaries.filter((each) => each === 'before platform.write')).toHaveLength(4);
    // On PostgreSQL the engine's own part is tested with replicas; here every fifth is enough.
    const numbers = boundaries.map((_, index) => index + 1).filter((number) => name === 'sqlite' || number % 5 === 0);
    await each(numbers, async (number) => killAt(openForAWhile, [number], await fresh()));
  });

  test('again and again', { timeout: patience }, async () => {
    const rounds = [
      [9, 3, 5],
      [14, 11],
      [21, 2, 2],
      [26, 13],
      [30, 7],
      [17, 17],
    ];
    await each(rounds, async (numbers) => killAt(openForAWhile, numbers, (await place()).databaseUrl));
  });
});
