import fc from 'fast-check';
import { planRange } from '../../operations/monitor/monitor.ts';
import { checkStep, chooseStep, POINTS_CHOSEN } from './step.ts';

test('a chosen step never gives too many points and is always accepted', () =>
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 2e9 }), fc.integer({ min: 1, max: 366 * 86_400 }), (start, length) => {
      const step = chooseStep(start, start + length);
      expect(Math.floor(length / step) + 1).toBeLessThanOrEqual(POINTS_CHOSEN);
      expect(checkStep(start, start + length, step)).toBeUndefined();
      const range = planRange({ start, end: start + length });
      if ('fault' in range) throw new Error(range.fault);
      expect(range.start).toBeLessThan(range.end);
    }),
  ));

test('a chart of a long time ends in the minute that it is asked for, so that a problem of now is in it', () => {
  const end = 1_700_000_000;
  for (const days of [1, 7, 30, 365]) {
    const range = planRange({ start: end - days * 86_400, end });
    if ('fault' in range) throw new Error(range.fault);
    expect(end - range.end).toBeLessThan(60);
    expect(range.start).toBeLessThanOrEqual(end - days * 86_400);
    expect((range.end - range.start) % range.step).toBe(0);
  }
});

test.each([
  [10, 10, 60, 'start-after-end'],
  [20, 10, 60, 'start-after-end'],
  [0, 367 * 86_400, 60, 'range-too-long'],
  [0, 3600, 0, 'bad-step'],
  [0, 3600, -5, 'bad-step'],
  [0, 3600, Number.NaN, 'bad-step'],
  [Number.NaN, 3600, 60, 'bad-time'],
  [0, Number.POSITIVE_INFINITY, 60, 'bad-time'],
  [-5, 3600, 60, 'bad-time'],
  [0, 11_000, 1, 'too-many-points'],
])('%d…%d every %d: %s', (start, end, step, fault) => {
  expect(checkStep(start, end, step)).toMatchObject({ fault });
  expect(planRange({ start, end, step })).toMatchObject({ fault });
});

test('a step that is too small is answered with one that works', () => {
  const fault = checkStep(0, 30 * 86_400, 5);
  expect(fault).toMatchObject({ fault: 'too-many-points', points: 518_401, step: 300 });
  expect(checkStep(0, 30 * 86_400, 300)).toBeUndefined();
});
