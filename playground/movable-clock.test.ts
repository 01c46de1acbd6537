import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createClock } from '../test/engine/clock.ts';
import { createMovableClock } from './movable-clock.ts';

function opened() {
  const machine = createClock(1_000, 'machine');
  const clock = createMovableClock(machine.world);
  const ended: string[] = [];
  const wait = (name: string, ms: number, signal?: AbortSignal) =>
    void clock.world.wait(ms, signal).then(() => ended.push(name));
  return { machine, clock, ended, wait };
}

test('time moves on by what is skipped, and goes on from there', () => {
  const { machine, clock } = opened();
  clock.skip(600_000);
  expect([clock.world.now(), clock.ahead()]).toEqual([601_000, 600_000]);
  machine.pass(5);
  expect(clock.world.now()).toBe(601_005);
});

test('waits that end within the skipped time end now; others end as much earlier', async () => {
  const { machine, clock, ended, wait } = opened();
  wait('minute', 60_000);
  wait('hour', 3_600_000);
  clock.skip(600_000);
  await setImmediate();
  expect(ended).toEqual(['minute']);
  machine.pass(2_999_999);
  await setImmediate();
  expect(ended).toEqual(['minute']);
  machine.pass(1);
  await setImmediate();
  expect(ended).toEqual(['minute', 'hour']);
});

test('a wait that is given up ends at once, before and after time was skipped', async () => {
  const { clock, ended, wait } = opened();
  const [first, second] = [new AbortController(), new AbortController()];
  wait('first', 60_000, first.signal);
  wait('second', 60_000, second.signal);
  first.abort();
  await setImmediate();
  expect(ended).toEqual(['first']);
  clock.skip(1_000);
  await setImmediate();
  second.abort();
  await setImmediate();
  expect(ended).toEqual(['first', 'second']);
});

test('what comes every minute comes in each of the last minutes that pass', async () => {
  const { machine, clock } = opened();
  const seen: number[] = [];
  const stop = new AbortController();
  const ticking = (async () => {
    while (!stop.signal.aborted) {
      seen.push(clock.world.now());
      await clock.world.wait(60_000, stop.signal);
    }
  })();
  let isOver = false;
  const passing = clock.pass(3_600_000).then(() => {
    isOver = true;
  });
  while (!isOver) {
    await setImmediate();
    machine.pass(1);
  }
  stop.abort();
  await Promise.all([passing, ticking]);
  const gaps = seen.slice(1).map((at, index) => at - (seen[index] ?? 0));
  // All that lies further back is one gap.
  expect(gaps[0]).toBeGreaterThanOrEqual(45 * 60_000);
  expect(gaps.length).toBeGreaterThanOrEqual(14);
  expect(Math.max(...gaps.slice(1))).toBeLessThan(65_000);
});
