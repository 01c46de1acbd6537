import { movingSince } from './moving-status.ts';
import type { SeenEvent } from './seen-event.ts';

const now = 10 * 3_600_000;
const event = (type: string, state: SeenEvent['state'], since: number): SeenEvent => ({ id: type, type, state, since });

test.each<[string, readonly SeenEvent[], number | undefined]>([
  ['a rolling update that runs', [event('upgrade-service', 'running', now - 60_000)], now - 60_000],
  ['one that the platform gave up', [event('upgrade-service', 'timed-out', now - 90_000)], now - 90_000],
  ['one that ended long ago', [event('upgrade-service', 'succeeded', now - 3_600_000)], undefined],
  [
    'one after another change',
    [event('horizontal-service', 'succeeded', now - 900_000), event('upgrade-service', 'running', now - 60_000)],
    now - 60_000,
  ],
  ['a stop', [event('stop-service', 'running', now - 60_000)], undefined],
  ['no events', [], undefined],
])('a transition began with %s', (_what, events, since) => {
  expect(movingSince(events, now)).toBe(since);
});
