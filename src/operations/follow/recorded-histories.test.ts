import { readFileSync } from 'node:fs';
import * as z from 'zod';
import type { SeenEvent } from '../../core/runs/seen-event.ts';
import { readEvents } from '../../platform/event/event-endpoints.ts';
import { understoodEvent } from '../../platform/event/understood-event.ts';
import type { FollowedComponent } from './stored-follow.ts';
import { takeIn } from './take-in.ts';

const Recorded = z.object({ response: z.object({ body: z.unknown() }) });
const longest = 30 * 60_000;
/** A time shortly after the newest recorded event. */
const now = Date.parse('2026-11-22T04:48:00+08:00');

function recorded(name: string): readonly SeenEvent[] {
  const file = new URL(`../../../test/recorded/answers/more/${name}.json`, import.meta.url);
  const { body } = Recorded.parse(JSON.parse(readFileSync(file, 'utf8'))).response;
  return (readEvents(body)?.events ?? []).map(understoodEvent);
}

const runRows = (followed: FollowedComponent | undefined) =>
  followed?.runs.map(({ report, isHistory }) => [report.kind, isHistory ? 'history' : report.state, report.by]);
const readingOf = (events: readonly SeenEvent[]) => ({
  component: 'c',
  name: 'web',
  status: 'running' as const,
  longest,
  events,
});

test('recorded builds, and a stop with its start, that were over before are history, in the order in which they began', () =>
  expect(runRows(takeIn(undefined, readingOf(recorded('op13_events_none')), now))).toEqual([
    ['deploy', 'history', 'admin'],
    ['deploy', 'history', 'admin'],
    ['restart', 'history', 'admin'],
  ]));

test('the recorded start that never ends is told as one that runs, then as not known; trouble of pods is no run', () => {
  const page = recorded('op13_events_page_2');
  expect(page.some(({ pod }) => pod !== undefined)).toBe(true);
  const first = takeIn(undefined, readingOf(page), now);
  const open = (followed: FollowedComponent | undefined) =>
    runRows(followed)?.filter(([, state]) => state !== 'history');
  expect(open(first)).toContainEqual(['start', 'working', 'admin']);
  expect(open(takeIn(first, readingOf(page), now + longest + 60_000))).toContainEqual(['start', 'unknown', 'admin']);
  expect(runRows(first)?.map(([kind]) => kind)).not.toContain('CrashLoopBackOff');
  // Some hours later, no run counts as open any more.
  expect(open(takeIn(undefined, readingOf(page), now + 10 * longest))).toEqual([]);
});

test('a recorded crash of a new pod beside old ones fails the start before it, although the status stays on its way', () => {
  const page = recorded('op13_events_page_2');
  const crash = page.find(({ type }) => type === 'CrashLoopBackOff');
  const at = crash?.since ?? 0;
  const until = (moment: number) => page.filter(({ since = 0 }) => since <= moment);
  const reading = (moment: number) => ({ ...readingOf(until(moment)), status: 'moving' as const });
  const ages = [-11 * 60_000, 0, 59_000, 60_000].map((age) => at + age);
  const reports = ages.map((_, n) => {
    const followed = ages
      .slice(0, n + 1)
      .reduce<FollowedComponent | undefined>((before, moment) => takeIn(before, reading(moment), moment), undefined);
    return followed?.runs.findLast(({ report }) => report.kind === 'start')?.report;
  });
  expect(reports.map((report) => report?.state)).toEqual([undefined, 'working', 'working', 'failed']);
  expect(reports.at(-1)).toMatchObject({ failedAt: 'status', status: 'moving', trouble: 'CrashLoopBackOff' });
});
