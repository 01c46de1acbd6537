import { onBothEngines } from '../store-engines.ts';
import { atOnce } from './at-once.ts';
import { type Journey, killAt, listBoundaries } from './killed.ts';
import { goOnFromEach } from './left-behind.ts';

/** Opens a port with an approval and two calls. After ten minutes, two more calls close it. */
const openForAWhile: Journey = {
  operation: 'port.open',
  given: { component: ['web'], port: ['8443'], both: ['yes'], for: ['10m'] },
  promised: ['PUT 8443 open_inner', 'PUT 8443 open_outer', 'PUT 8443 close_outer', 'PUT 8443 close_inner'],
};

/**
 * Boundaries from one real kill to the next. Other tests cover the boundaries between them with copies of the files,
 * and PostgreSQL with replicas. `npm run soak` kills for hours.
 */
const apart = { sqlite: 45, postgres: 36 };
const patience = 600_000;
const rounds = {
  sqlite: [
    [9, 3, 5],
    [26, 13],
  ],
  postgres: [[21, 2, 2]],
};

test('files left behind at every boundary: nothing twice, nothing lost, everything told', {
  timeout: patience,
}, async () => {
  const boundaries = await goOnFromEach(openForAWhile);
  expect(boundaries).toEqual(await listBoundaries(openForAWhile));
  expect(boundaries).toContain('during platform.write');
  expect(boundaries.filter((each) => each === 'before platform.write')).toHaveLength(4);
});

/**
 * Change that is approved before its scheduled time. The journey reads it before that time, and runs it at that time.
 */
const atItsTime: Journey = {
  operation: 'port.open',
  given: { component: ['web'], port: ['8443'], both: ['yes'] },
  at: '22:00',
  promised: ['PUT 8443 open_inner', 'PUT 8443 open_outer'],
};

test('files left behind at every boundary of a change that runs at a time', { timeout: patience }, async () => {
  expect((await goOnFromEach(atItsTime)).filter((each) => each === 'before platform.write')).toHaveLength(2);
});

onBothEngines('a change killed with SIGKILL', ({ name, place }) => {
  test.each([
    ['temporary access', openForAWhile, apart[name]],
    ['a change that runs at a time', atItsTime, apart[name] / 3],
  ])('at boundaries of %s that leave something behind', { timeout: patience }, async (_name, journey, every) => {
    const fresh = async () => (await place()).databaseUrl;
    const boundaries = await listBoundaries(journey, await fresh());
    const numbers = boundaries.map((_, index) => index + 1).filter((number) => number % every === 0);
    expect(numbers).not.toEqual([]);
    await atOnce(numbers, async (number) => killAt(journey, [number], await fresh()));
  });

  test('again and again', { timeout: patience }, async () =>
    atOnce(rounds[name], async (numbers) => killAt(openForAWhile, numbers, (await place()).databaseUrl)),
  );
});
