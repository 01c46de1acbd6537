import { createLogger } from '../src/observability/logger.ts';
import { createMovableClock } from './movable-clock.ts';

const [minute, hour] = [60_000, 3_600_000];

/** Skips nine hours with work that is due after two. Real waits end at once. */
async function skipNineHours() {
  const clock = createMovableClock({
    now: () => 0,
    newId: () => 'id',
    newSecret: () => 'secret',
    random: () => 0.5,
    wait: async () => {},
    log: createLogger({ level: 'fatal' }),
  });
  const steps: number[] = [];
  const done: number[] = [];
  const look = () => {
    if (done.length === 0 && clock.ahead() >= 2 * hour) done.push(clock.ahead());
  };
  await clock.pass(9 * hour, {
    before: async (ms) => {
      look();
      steps.push(ms);
    },
    due: async () => (done.length === 0 ? 2 * hour : Number.POSITIVE_INFINITY),
  });
  return { ahead: clock.ahead(), steps, done };
}

test('work that is due in a skip of hours is done when it is due, not at the end of the skip', async () => {
  expect(await skipNineHours()).toMatchObject({ ahead: 9 * hour, done: [2 * hour] });
});

test('a skip of hours takes seconds, and work of each minute runs each time', async () => {
  const { steps } = await skipNineHours();
  expect(steps.length).toBeLessThan(1_100);
  expect(Math.max(...steps)).toBe(minute);
});
