import { isRunBlocked, movingSince } from './moving-status.ts';
import type { SeenEvent } from './seen-event.ts';

const now = 10 * 3_600_000;
const event = (type: string, state: SeenEvent['state'], since: number): SeenEvent => ({ id: type, type, state, since });

const built = (state: SeenEvent['state'], since: number) => ({ ...event('build-service', state, since), id: 'b2' });
const deployed = (state: SeenEvent['state']): SeenEvent => ({
  ...event('build-service', state, now - 90_000),
  ended: now - 60_000,
});

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
  [
    'a rolling update, not with the build before it',
    [deployed('succeeded'), event('upgrade', 'running', now - 60_000)],
    now - 60_000,
  ],
  ['no build: it replaces no pods', [event('build-service', 'running', now - 60_000)], undefined],
  [
    'no build that failed: the update before it goes on',
    [deployed('succeeded'), event('upgrade', 'succeeded', now - 60_000), built('failed', now - 50_000)],
    undefined,
  ],
])('a transition began with %s', (_what, events, since) => {
  expect(movingSince(events, now)).toBe(since);
});

test('pods that crash since a rollout block it, also after a later build failed', () => {
  const crash = { ...event('CrashLoopBackOff', 'failed', now - 55_000), pod: 'web-2' };
  const rollout = [deployed('succeeded'), event('upgrade', 'succeeded', now - 60_000)];
  const later = { ...event('OOMKilled', 'failed', now - 30_000), pod: 'web-2' };
  expect(isRunBlocked([...rollout, crash, built('failed', now - 50_000)], now)).toBe(true);
  expect(isRunBlocked([...rollout, built('failed', now - 50_000), later], now)).toBe(true);
});
