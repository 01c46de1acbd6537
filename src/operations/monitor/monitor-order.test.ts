import { describe, expect, test } from 'vitest';
import { ask } from '../../../test/operations/samples.ts';
import { isProblem } from '../../core/command/problem.ts';
import { monitor } from './monitor.ts';
import { readRange, type TypedRange } from './range.ts';

const hour = 3_600_000;
/** 2026-07-01 12:30 in Berlin. */
const now = Date.UTC(2026, 6, 1, 10, 30);
const berlin = { ...ask, now, person: { ...ask.person, zone: 'Europe/Berlin' } };
const web = { id: 'c0de', alias: 'grweb', name: 'web' };

function order(typed: string, more: { step?: number; item?: readonly string[]; outer?: boolean; me?: boolean } = {}) {
  const read = readRange(typed);
  if (!read.ok) throw new Error(`not read: ${typed}`);
  const range: TypedRange = read.value;
  const { step, item = [], outer = false, me = false } = more;
  return monitor.answer({ component: ['web'], range, item, step, outer, me }, [web], berlin);
}

describe('the order for a chart', () => {
  test.each<[typed: string, from: number, to: number]>([
    ['6h', now - 6 * hour, now],
    ['7d', now - 168 * hour, now],
    ['today', Date.UTC(2026, 5, 30, 22), now],
    ['yesterday', Date.UTC(2026, 5, 29, 22), Date.UTC(2026, 5, 30, 22)],
    ['2026-06-30T08:00..12:00', Date.UTC(2026, 5, 30, 6), Date.UTC(2026, 5, 30, 10)],
    ['2026-06-28..2026-06-29', Date.UTC(2026, 5, 27, 22), Date.UTC(2026, 5, 29, 22)],
    ['2026-07-01T12:00..18:00', Date.UTC(2026, 6, 1, 10), now],
  ])('%s is read in the zone of who asks, and never goes beyond now', (typed, from, to) => {
    const asked = order(typed);
    if (isProblem(asked) || !('chart' in asked)) throw new Error('refused');
    // The start is moved to a whole step.
    expect(Math.abs(asked.start - from / 1_000)).toBeLessThanOrEqual(asked.step);
    expect(Math.abs(asked.end - to / 1_000)).toBeLessThanOrEqual(asked.step);
    expect(asked.end * 1_000).toBeLessThanOrEqual(now);
  });

  test('carries what was asked, and nothing that was not', () => {
    expect(order('1h')).toMatchObject({ chart: true, components: [{ id: 'c0de', name: 'web' }] });
    expect(order('1h')).not.toHaveProperty('items');
    expect(order('1h', { item: ['request'], outer: true, me: true, step: 60 })).toMatchObject({
      items: ['request'],
      outerOnly: true,
      privately: true,
      step: 60,
    });
  });

  test.each<[string, string, { step?: number }, string]>([
    ['a range that has not begun', '2027-01-01..2027-01-02', {}, 'range'],
    ['a step of nothing', '1h', { step: 0 }, 'step'],
    ['more points than a chart holds', '30d', { step: 1 }, 'step'],
  ])('refuses %s at its own field', (_what, typed, more, param) => {
    expect(order(typed, more)).toMatchObject({ problem: 'invalid', faults: [{ param }] });
  });
});
