import { anEvent } from '../../../../test/operations/samples.ts';
import type { ComponentEvent } from '../../../platform/event/event-endpoints.ts';
import { plain } from '../../operation-catalog.ts';
import { briefReason, repeatsText, stuckText, troubleText } from './trouble-text.ts';

const now = 10 * 3_600_000;

const event = (eventId: string, optType: string, at: number, more: Partial<ComponentEvent> = {}) =>
  anEvent(at, { eventId, optType, status: 'failure', userName: 'system', ...more });
const ofPod = { target: 'pod', targetId: 'web-1', finalStatus: 'empty' } as const;
const said = (events: readonly ComponentEvent[], since?: number, until?: number) => {
  const text = troubleText(events, now, since, until);
  return text && plain(text, 'en');
};

test.each([
  ['CrashLoopBackOff', 'Keeps crashing, so the next restart is delayed (CrashLoopBackOff)'],
  ['OOMKilled', 'Killed, out of memory (OOMKilled)'],
  ['ImagePullBackOff', 'The image can’t be pulled (ImagePullBackOff)'],
  ['LivenessProbeFailed', 'Liveness check failed (LivenessProbeFailed)'],
])('abnormal says why: %s, with the platform’s line, secrets masked', (type, says) => {
  const line = 'Back-off pulling image; password=hunter2hunter2';
  const events = [
    event('p2', type, now - 60_000, { ...ofPod, message: line }),
    event('p1', 'INITIATING', now - 90_000, ofPod),
  ];
  expect(said(events)).toMatch(new RegExp(`^${says.replace(/[()]/g, '\\$&')} · “Back-off pulling image; password=`));
  expect(said(events)).not.toContain('hunter2');
  const text = troubleText(events, now);
  expect(text && plain(briefReason(text), 'en')).toBe(says.replace(/ \(.*/, ''));
});

test.each([
  ['OOMKilled', 'container out of memory', false],
  ['OOMKilled', 'Container web out of memory.', false],
  ['OOMKilled', 'container out of memory: limit 512Mi', true],
  ['OOMKilled', 'OOM killed', false],
  ['LivenessProbeFailed', 'Liveness probe failed', false],
  ['LivenessProbeFailed', 'Liveness probe failed: HTTP probe failed with statuscode: 503', true],
  ['CrashLoopBackOff', 'Back-off restarting failed container', true],
  ['ContainerExitError', 'exit code 137', true],
  ['OOMKilled', '内存不足，请调大', true],
])('%s: the platform’s line “%s” is quoted only if it says more: %s', (type, message, isQuoted) => {
  expect(said([event('p1', type, now - 60_000, { ...ofPod, message })])?.includes('“')).toBe(isQuoted);
});

test('a change that doesn’t end says that its pod isn’t ready, which is no trouble otherwise', () => {
  const message = 'Readiness probe failed: connection refused';
  const unready = event('p1', 'ReadinessUnhealthy', now - 60_000, {
    ...ofPod,
    status: '',
    finalStatus: 'running',
    message,
  });
  expect(said([unready])).toBeUndefined();
  const why = (events: readonly ComponentEvent[], since?: number) => {
    const text = stuckText(events, now, since);
    return text && plain(text, 'en');
  };
  expect(why([unready])).toBe('Not ready yet (ReadinessUnhealthy) · “Readiness probe failed: connection refused”');
  expect(why([unready], now)).toBeUndefined();
  expect(why([{ ...unready, finalStatus: 'emptycomplete' }])).toBeUndefined();
  expect(why([unready, event('p2', 'ImagePullBackOff', now - 90_000, ofPod)])).toMatch(/ImagePullBackOff/);
});

test('a line that begins with the reason is quoted without it', () => {
  const message = 'Liveness probe failed: HTTP probe failed with statuscode: 503';
  expect(said([event('p1', 'LivenessProbeFailed', now - 60_000, { ...ofPod, message })])).toBe(
    'Liveness check failed (LivenessProbeFailed) · “HTTP probe failed with statuscode: 503”',
  );
});

test('without trouble of a pod, the last event says why if it failed; what is older or newer than asked doesn’t', () => {
  const failed = event('r1', 'restart-service', now - 3_600_000, { message: 'no such node' });
  expect(said([failed])).toMatch(/^Restart failed · “no such node”$/);
  expect(said([event('u1', 'upgrade-service', now - 60_000, { status: 'success' }), failed])).toBeUndefined();
  expect(said([failed], now - 60_000)).toBeUndefined();
  expect(said([failed], 0, now - 3_700_000)).toBeUndefined();
  const killed = event('p1', 'OOMKilled', now - 60_000, ofPod);
  expect(said([killed], 0, now - 120_000)).toBeUndefined();
});

test('a build that failed is no reason, because it changed nothing that runs', () => {
  const build = event('b1', 'build-service', now - 60_000, { message: 'no such image' });
  const restart = event('r1', 'restart-service', now - 120_000, { message: 'no such node' });
  expect(said([build])).toBeUndefined();
  expect(said([build, restart])).toContain('no such node');
});

test('how often an event of pods is listed is said with the time since the first one, and only if it is several', () => {
  const hour = 3_600_000;
  const events = [
    event('e3', 'OOMKilled', now, ofPod),
    event('e2', 'CrashLoopBackOff', now - hour, ofPod),
    event('e1', 'OOMKilled', now - 9 * hour, ofPod),
  ];
  const times = (type: string, until = now) => {
    const text = repeatsText(events, type, until);
    return text && [plain(text, 'en'), plain(text, 'zh')];
  };
  expect(times('OOMKilled')).toEqual(['at least 2 times in 9 hours', '9 小时内至少 2 次']);
  expect(times('CrashLoopBackOff')).toBeUndefined();
  expect(times('OOMKilled', now - hour)).toBeUndefined();
  // 12:30:02 and 12:37:58 are 12:30 and 12:37 where they are shown.
  const minute = 60_000;
  const start = Math.floor(now / minute) * minute;
  const near = [start + 2_000, start + 7 * minute + 58_000].map((at) => event(`n${at}`, 'OOMKilled', at, ofPod));
  const text = repeatsText(near, 'OOMKilled', Number.POSITIVE_INFINITY);
  expect(text && plain(text, 'en')).toBe('at least 2 times in 7 minutes');
});
