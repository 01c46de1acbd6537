import { createClock } from '../../test/engine/clock.ts';
import { lookMs, releaseIdleMemory, shouldCollect } from './idle-memory.ts';

const mib = 2 ** 20;

test.each([
  ['the first time that it is idle', 10, 200, undefined, true],
  ['not while it works', 5_000, 900, 200, false],
  ['not when little was added', 10, 220, 200, false],
  ['when much was added and it is idle', 10, 260, 200, true],
  ['not at 8 % of a core', 320, 260, 200, false],
  ['below 8 % of a core', 319, 260, 200, true],
  ['not at 24 MiB more', 10, 224, 200, false],
  ['above 24 MiB more', 10, 225, 200, true],
])('memory is collected %s', (_, cpuMs, resident, last, wanted) => {
  const afterLast = last === undefined ? undefined : last * mib;
  expect(shouldCollect({ cpuMs, residentBytes: resident * mib, afterLast })).toBe(wanted);
});

test('after load it is collected once, as soon as the process is idle, and never after the end', async () => {
  const { world, pass } = createClock(0, 'memory');
  const used = { cpuMs: 0, residentBytes: 250 * mib };
  const collected: number[] = [];
  const stop = releaseIdleMemory(
    {
      cpuMs: () => used.cpuMs,
      residentBytes: () => used.residentBytes,
      collect: () => {
        // The collection's own CPU time must not count as work.
        used.cpuMs += 400;
        collected.push(used.residentBytes / mib);
        used.residentBytes = 200 * mib;
      },
    },
    world.wait,
  );
  const look = async (cpuMs: number, residentMib?: number) => {
    used.cpuMs += cpuMs;
    if (residentMib !== undefined) used.residentBytes = residentMib * mib;
    pass(lookMs);
    await new Promise(setImmediate);
  };
  await look(20);
  await look(8_000, 480);
  await look(8_000, 500);
  await look(30);
  await look(30);
  expect(collected).toEqual([250, 500]);
  await look(30, 300);
  await look(30, 400);
  expect(collected).toEqual([250, 500, 300, 400]);
  stop();
  await look(30, 900);
  expect(collected).toHaveLength(4);
});
