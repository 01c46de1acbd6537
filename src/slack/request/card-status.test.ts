import { aPlan, aRequest, aStep } from '../../../test/sample-requests.ts';
import { advance } from '../../core/request/advance.ts';
import type { ChangeRequest } from '../../core/request/change-request.ts';
import { durationText } from '../../core/text/duration-messages.ts';
import { verbatim } from '../../core/text/text.ts';
import { portMsg } from '../../operations/port/port-messages.ts';
import { openMsg } from '../../operations/port/port-open-messages.ts';
import { factsMsg } from '../../operations/shared/change-facts-messages.ts';
import { sharedMsg } from '../../operations/shared/operation-messages.ts';
import { mrkdwn } from '../blocks/mrkdwn.ts';
import { plain } from '../slack-catalog.ts';
import { cardMessage, cardTexts } from './card-view.ts';

test('every moment of a card has its day: it is read on later days, and in zones with another midnight', () => {
  const at = Date.parse('2026-11-26T21:01Z');
  const sample = aRequest(0, { at, state: 'done', asker: { id: 'U0ASK', name: 'Ask', lang: 'en', zone: 'UTC' } });
  const opened = { ...sample, run: { ...sample.run, ended: at + 60_000 } };
  // In Berlin, the access was opened on one day and closed on the next.
  const closed = { id: 'a1', until: at + 7_200_000, ended: at + 7_200_000, closed: true, how: 'closed' } as const;
  for (const access of [undefined, closed]) {
    const status = mrkdwn(cardTexts({ ...opened, ...(access && { access }) }).status, 'en');
    expect(status.match(/<!date\^\d+\^\{time\} \{date_short_pretty\}\|/g)).toHaveLength(access ? 2 : 1);
    expect(status.match(/<!date/g)).toHaveLength(access ? 2 : 1);
  }
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

test('the values that were read after a failure aren’t headed like those of the plan', () => {
  const rows = [{ what: factsMsg.outerAccess(), before: sharedMsg.off(), after: sharedMsg.on() }];
  const headings = (state: 'proposed' | 'failed') => {
    const sample = aRequest(0, { state });
    const run = {
      ...sample.run,
      steps: [{ state: 'waiting' as const }],
      ...(state === 'failed' ? { now: [sharedMsg.off()] } : {}),
    };
    return JSON.stringify(cardMessage({ ...sample, run, plan: aPlan({ rows, steps: [aStep()] }) }).blocks);
  };
  expect(headings('proposed')).toMatch(/What.*Now.*After"/);
  expect(headings('failed')).toMatch(/What.*After the failure.*Requested"/);
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

test('the card of access that was closed in parts says who closed which part, and when the rest was closed', () => {
  const maya = { id: 'U0MAYA', name: 'maya' };
  const narrowed = { at: 60_000, by: maya };
  const sample = aRequest(0, { state: 'done', operation: 'port.open' });
  const access = { id: 'r1', until: 180_000, closed: false, narrowed };
  const sam = { id: 'U0SAM', name: 'sam', isBot: false };
  const closed = advance({ ...sample, access }, { event: 'closed', how: 'by-hand', by: sam }, 120_000);
  const status = 'request' in closed ? mrkdwn(cardTexts(closed.request).status, 'en') : '';
  expect(status).toMatch(
    /^○ \*Closed by <@U0SAM>\* at <!date\^120\^.*\. It was opened at .*, and <@U0MAYA> closed external access at <!date\^60\^/,
  );
});

test('a closing time that is planned for later says that it is counted from its run', () => {
  const plan = { title: verbatim('Close external access in 1 hour'), steps: [], timedFor: 3_600_000 };
  const sample = aRequest(0, { state: 'proposed', plan: aPlan(plan) });
  const titleOf = (run: Partial<typeof sample.run>) => {
    const message = cardMessage({ ...sample, run: { ...sample.run, ...run } }, { lang: 'en', zone: 'UTC' });
    return message.text;
  };
  expect(titleOf({ planned: { at: 7_200_000 } })).toContain('in 1 hour, counted from its run');
  expect(titleOf({})).not.toContain('counted from');
});

test('a waiting card names the closing time beside the length', () => {
  const hour = 3_600_000;
  const length = durationText(hour);
  const row = { what: verbatim('Closing time'), before: verbatim('never'), after: portMsg.afterLength({ length }) };
  const opens = { ...openMsg.closesAgain({ length }), stays: true as const };
  const plan = aPlan({ title: verbatim('Close'), steps: [], timedFor: hour, rows: [row], warnings: [opens] });
  const textOf = (more: Partial<ReturnType<typeof aRequest>>, planned?: { at: number }) => {
    const sample = aRequest(0, { state: 'proposed', plan, ...more });
    const { rows, light } = cardTexts({ ...sample, run: { ...sample.run, planned } });
    return [...rows, ...light].map((text) => plain(text, 'en')).join('\n');
  };
  expect(textOf({ at: hour })).toMatch(/1 hour after this request runs \(.*02:00 UTC.* if it runs at .*01:00 UTC.*\)/);
  expect(textOf({}, { at: 2 * hour })).toMatch(/→ .*03:00 UTC.*, 1 hour after this request runs$/m);
  expect(textOf({}, { at: 2 * hour })).toMatch(/It closes automatically 1 hour after it opens, at .*03:00 UTC.*\./);
  expect(textOf({})).toMatch(/It closes automatically 1 hour after it opens\.$/m);
  expect(textOf({ state: 'done' })).not.toContain('if it runs');
});

test('the card of a new closing time says when it closes and what stops then, not that something was done', () => {
  const hour = 3_600_000;
  const row = {
    what: portMsg.closingTime(),
    before: verbatim('never'),
    after: portMsg.afterLength({ length: durationText(hour) }),
  };
  const stops = { ...openMsg.warnStopsAt({ addresses: verbatim('https://www.shop.test') }), lasts: 'shows' as const };
  const plan = aPlan({ steps: [], timedFor: hour, rows: [row], warnings: [stops] });
  const run = { steps: [], ended: hour };
  const open = { id: 'r1', until: 2 * hour, closed: false };
  const textOf = (access: NonNullable<ChangeRequest['access']>) => {
    const texts = cardTexts({ ...aRequest(0, { state: 'done', operation: 'port.until', plan }), run, access });
    return [texts.status, ...texts.rows, ...texts.heavy].map((text) => plain(text, 'en')).join('\n');
  };
  expect(textOf(open)).toMatch(/^✓ \*Closing time set\* at .*01:00.*\. Closes automatically at .*02:00/);
  expect(textOf(open)).toMatch(/^• Closing time: never → [^\n]*02:00 UTC, 1 Jan 1970$/m);
  expect(textOf(open)).toContain('These addresses stop working then: https://www.shop.test');
  // After a later request, the time that it set is named, and the addresses don't stop at the earlier one.
  const moved = { ...open, closed: true, how: 'extended', later: { request: 'r2', until: 3 * hour } } as const;
  expect(textOf(moved)).toMatch(/^• Closing time: never → [^\n]*02:00 UTC[^\n]*, later moved to 03:00 UTC/m);
  expect(textOf(moved)).not.toContain('stop working');
  expect(textOf({ ...open, closed: true, how: 'kept' })).toMatch(/02:00 UTC[^\n]*, later removed$/m);
  expect(textOf({ ...open, closed: true, how: 'kept' })).not.toContain('stop working');
  expect(textOf({ ...open, closed: true, how: 'closed' })).not.toContain('stop working');
});

test('the card of external access that keeps internal access open says so, before and after both are closed', () => {
  const hour = 3_600_000;
  const textOf = (until: number, more: object, fields: Partial<ChangeRequest> = {}) => {
    const warnings = [{ ...openMsg.innerClosesToo({ at: { at: until } }), stays: true as const }];
    const plan = aPlan({ timedFor: 2 * hour, warnings });
    const { status, light } = cardTexts({ ...aRequest(hour, { operation: 'port.open', plan, ...more }), ...fields });
    return [status, ...light].map((text) => plain(text, 'en')).join('\n');
  };
  const waiting = { state: 'proposed' };
  expect(textOf(2 * hour, waiting)).toMatch(/• Internal access stays open until external access closes\./);
  expect(textOf(4 * hour, waiting)).toMatch(/• Internal access closes at .*, or together with external access/);
  const done = { state: 'done' };
  const run = { steps: [], ended: hour };
  const access = { id: 'r1', until: 1.5 * hour, closed: true, how: 'closed' as const, ended: 1.5 * hour };
  const maya = { id: 'U0MAYA', name: 'maya' };
  expect(textOf(2 * hour, done, { run, access: { ...access, by: maya } })).toMatch(
    /^○ \*External and internal access closed by @?.*U0MAYA.*\* at /,
  );
  expect(textOf(2 * hour, done, { run, access })).toMatch(/^○ \*External and internal access closed automatically\*/);
  expect(textOf(4 * hour, done, { run, access })).toMatch(/^○ \*Closed automatically\*/);
});
