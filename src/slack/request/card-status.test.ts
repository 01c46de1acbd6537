import { aRequest } from '../../../test/sample-requests.ts';
import { factsMsg } from '../../operations/shared/change-facts-messages.ts';
import { sharedMsg } from '../../operations/shared/operation-messages.ts';
import { mrkdwn } from '../blocks/mrkdwn.ts';
import { when } from './card-status.ts';
import { cardTexts } from './card-view.ts';

test.each([
  ['Asia/Shanghai', '2026-11-26T15:30Z', '2026-11-26T15:45Z', '{time}'],
  ['Asia/Shanghai', '2026-11-26T15:30Z', '2026-11-26T16:45Z', '{time} {date_short_pretty}'],
  ['UTC', '2026-11-26T15:30Z', '2026-11-26T16:45Z', '{time}'],
])('in %s, a card of %s writes %s as %s, also if it is drawn then', (zone, asked, then, format) => {
  const [at, now] = [Date.parse(asked), Date.parse(then)];
  const request = aRequest(0, { at, asker: { id: 'U0ASK', name: 'Ask', lang: 'en', zone } });
  expect(mrkdwn(when(request, now), 'en', { now, zone })).toContain(`^${format}|`);
});

test('all moments of a card have their day if one of them is of another day, or too far from the request', () => {
  const at = Date.parse('2026-11-26T17:00Z');
  const sample = aRequest(0, { at, state: 'done', asker: { id: 'U0ASK', name: 'Ask', lang: 'en', zone: 'UTC' } });
  const opened = { ...sample, run: { ...sample.run, ended: at + 60_000 } };
  const closedAt = (ended: number) =>
    mrkdwn(
      cardTexts({ ...opened, access: { id: 'a1', until: ended, ended, closed: true, how: 'closed' } }).status,
      'en',
    );
  expect(closedAt(at + 7_200_000)).not.toContain('{date_short_pretty}');
  expect(closedAt(at + 86_400_000).match(/\{date_short_pretty\}/g)).toHaveLength(2);
  // Both are of one day for the requester, but not in other zones.
  expect(mrkdwn(when({ ...sample, at: at - 57_600_000 }, at), 'en')).toContain('{date_short_pretty}');
});

test.each([
  ['proposed', '○ off → ● on, if it works'],
  ['done', '○ off → ● on'],
] as const)('a card that is %s keeps the plan’s doubt only until the result is known', (state, change) => {
  const sample = aRequest(0, { state });
  const rows = [{ what: factsMsg.outerAccess(), before: sharedMsg.off(), after: sharedMsg.onIfItWorks() }];
  const [row] = cardTexts({ ...sample, plan: { ...sample.plan, rows } }).rows;
  expect(row && mrkdwn(row, 'en')).toBe(`• External access: ${change}`);
});

test('an expired card says when it expired and who was asked', () => {
  const sample = aRequest(0, { state: 'expired' });
  const ruling = { ...sample.decision.ruling, need: 'approve' as const, count: 1 };
  const { status, state } = cardTexts({ ...sample, decision: { ...sample.decision, ruling, asked: ['U0SAM'] } });
  const words = [status, ...state].map((text) => mrkdwn(text, 'en'));
  expect(words).toEqual([
    expect.stringMatching(/^○ \*Expired\* at <.*>: no one decided in time/),
    '<@U0SAM> was asked to decide.',
  ]);
});

test('a request that a freeze’s end expired says when that was, not its deadline', () => {
  const sample = aRequest(0, { state: 'expired', expires: 7_200_000 });
  const { status } = cardTexts({ ...sample, run: { ...sample.run, ended: 3_600_000 } });
  expect(mrkdwn(status, 'en', { now: 0, zone: 'UTC' })).toContain('<!date^3600^');
});

test.each([
  ['port.open', true],
  ['port.until', false],
])('the closed card of %s says when it was opened: %s', (operation, says) => {
  const sample = aRequest(0, { state: 'done', operation });
  const closed = { until: 60_000, ended: 60_000, closed: true, how: 'closed' } as const;
  const { status } = cardTexts({ ...sample, access: { id: 'a1', ...closed } });
  expect(mrkdwn(status, 'en').includes('It was opened')).toBe(says);
});

test('a canceled card says when it was canceled, by a person or automatically', () => {
  const sample = aRequest(0, { state: 'cancelled' });
  const run = { ...sample.run, ended: 60_000 };
  const cancelled = { by: 'U0ASK', name: 'Ask', at: 120_000 };
  const texts = [
    { ...sample, run },
    { ...sample, run, decision: { ...sample.decision, cancelled } },
  ];
  expect(texts.map((request) => mrkdwn(cardTexts(request).status, 'en'))).toEqual([
    expect.stringMatching(/^○ \*Canceled\* at <!date\^60\^/),
    expect.stringMatching(/^○ \*Canceled\* by <@U0ASK> at <!date\^120\^/),
  ]);
});
