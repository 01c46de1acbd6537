import fc from 'fast-check';
import type { FollowedEvent } from '../../core/request/events/followed-event.ts';
import { pollMs } from '../change-engine.ts';
import { nextPoll } from '../due/due-work.ts';

/** Maximum time until a failure is shown with its log, in ms, while the platform answers. */
const shownWithin = 15_000;

const running = (count: number, more: Partial<FollowedEvent> = {}): readonly FollowedEvent[] =>
  Array.from({ length: count }, (_, index) => ({
    component: `c${index}`,
    name: `c${index}`,
    before: [],
    state: 'running' as const,
    ...more,
  }));

const forCalls = 6_000;

test('at worst, a failure is shown 15 seconds after it happened, however many components are followed', () => {
  for (let count = 1; count <= 500; count += 1)
    for (const state of ['running', 'awaited'] as const)
      expect(nextPoll(running(count, { state }), 0) + pollMs + forCalls).toBeLessThanOrEqual(shownWithin);
});

test('whenever it happens between two looks', () => {
  const call = fc.integer({ min: 0, max: forCalls / 4 });
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 200 }),
      fc.integer({ min: 0, max: 60_000 }),
      fc.infiniteStream(fc.tuple(call, fc.integer({ min: 0, max: pollMs }))),
      fc.tuple(call, call),
      (count, failure, waits, [state, log]) => {
        let begins = 0;
        for (const [reading, late] of waits) {
          const seenAt = begins + reading;
          // A poll can miss events that happen during its read, but no earlier ones.
          if (begins >= failure) return seenAt + state + log - failure <= shownWithin;
          begins = seenAt + nextPoll(running(count), seenAt) + late;
        }
        return false;
      },
    ),
  );
});

test('a status is read again ten seconds after it first showed what was promised, and sooner where others still run', () => {
  const settling = { phase: 'settling', reading: { shows: 'reached', since: 50_000, at: 52_000 } } as const;
  expect(nextPoll(running(2, settling), 52_000)).toBe(8_000);
  expect(nextPoll(running(2, settling), 61_000)).toBe(1_000);
  expect(nextPoll([...running(1, settling), ...running(1)], 52_000)).toBe(5_000);
});

test('a log that isn’t there yet is looked for after three seconds', () =>
  expect(nextPoll([...running(9), ...running(1, { logSought: 1 })], 0)).toBe(3_000));
