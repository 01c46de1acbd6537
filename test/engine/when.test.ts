import { test as base } from 'vitest';
import type { RawArgs } from '../../src/core/command/params.ts';
import type { Incident } from '../../src/core/incident/incident.ts';
import type { ChangeRequest } from '../../src/core/request/change-request.ts';
import { verbatim } from '../../src/core/text/text.ts';
import { answerRequest } from '../../src/questions/answer-request.ts';
import { warningLines } from '../../src/slack/request/card-lines.ts';
import { cardTexts } from '../../src/slack/request/card-view.ts';
import { plain } from '../../src/slack/slack-catalog.ts';
import { agentCalls, chooseContext, makeAgent } from './agent-calls.ts';
import { policyOf } from './policy-of.ts';
import { channel, type Name, people, type Stage } from './stage.ts';
import { useStages } from './stages.ts';

const minute = 60_000;
const hour = 60 * minute;
const open = useStages();
const test = base.extend('stage', () => open());
/** Start of the stage's clock: Friday, 2027-01-15T08:00Z. */
const start = 1_800_000_000_000;
const deploy = ['component.upgrade', { component: ['web'] }] as const;
const openPort = ['port.open', { component: ['api'], port: ['8000'], side: ['outer'] }] as const;

const frozen = (more = '') =>
  `freezes: [{ from: 2027-01-15T07:00, to: 2027-01-15T10:00, zone: UTC, reason: Double Eleven${more} }]`;

async function problemOf(stage: Stage, ...asked: Parameters<Stage['ask']>): Promise<string> {
  const proposed = await stage.ask(...asked);
  if (!('problem' in proposed)) throw new Error('no problem');
  if (proposed.problem === 'invalid') return proposed.faults.map(({ why }) => plain(why, 'en', 'UTC')).join();
  return 'why' in proposed ? plain(proposed.why, 'en') : proposed.problem;
}

/** Starts a freeze for some minutes in Slack. @returns a function that ends the freeze */
async function freezeNow(stage: Stage, minutes: number, who: Name = 'dee') {
  const ask = async (operation: string, given: RawArgs) => {
    const origin = { person: people[who], channel, announce: async () => true };
    const { result } = await answerRequest(stage.services, { operation, given }, origin);
    await stage.pass(1_000);
    return result;
  };
  const result = await ask('freeze', { for: [`${minutes}m`], why: ['incident'] });
  return { result, end: () => ask('unfreeze', {}) };
}

test('a frozen change can’t be confirmed or approved; when the freeze ends, it can', async () => {
  const stage = await open({ policy: policyOf(frozen()) });
  const card = await stage.card('ann', ...deploy);
  expect(card).toMatchObject({
    state: 'proposed',
    decision: { frozen: { by: 'freeze', reason: 'Double Eleven', until: start + 2 * hour } },
  });
  expect(await stage.pressed('ann', card, 'approve')).toContain('*Frozen* until');
  expect((await stage.now(card)).state).toBe('proposed');
  await stage.pressed('ann', card, 'again');
  stage.newPosts();
  await stage.pass(2 * hour);
  expect(await stage.now(card)).toMatchObject({ state: 'expired' });
  expect(stage.newPosts().join()).toContain('The freeze has ended');
  expect(stage.writes()).toEqual([]);
  // The card offers to request the change again. No freeze applies to the new request.
  const next = await stage.follow('ann', await stage.now(card), 'again');
  expect(next).toMatchObject({ state: 'proposed', operation: 'component.upgrade' });
  expect(next.decision.frozen).toBeUndefined();
});

test('what would run at once doesn’t run by itself when a freeze ends', async () => {
  const stage = await open({ policy: policyOf('rules: [{ need: run }]', frozen().replace('10:00', '08:10')) });
  const card = await stage.card('ann', ...deploy);
  await stage.pass(10 * minute);
  const thawed = await stage.now(card);
  expect(thawed).toMatchObject({ state: 'proposed', decision: { ruling: { need: 'confirm' } } });
  expect(thawed.decision.frozen).toBeUndefined();
  expect(stage.writes()).toEqual([]);
});

test('a window that opens during a freeze doesn’t keep the end of the freeze from its card', async () => {
  const windows = 'windows: [{ open: fri 00:00-23:00, zone: UTC }, { open: fri 09:00-12:00, zone: UTC }]';
  const stage = await open({ policy: policyOf('expiry: 8h', frozen(), windows) });
  const card = await stage.card('ann', ...deploy);
  await stage.pass(hour);
  expect((await stage.now(card)).decision.frozen).toBeDefined();
  await stage.pass(hour);
  expect((await stage.now(card)).decision.frozen).toBeUndefined();
});

test('who wants to be mentioned when a freeze ends is, also if another one makes it longer', async ({ stage }) => {
  await freezeNow(stage, 10);
  const card = await stage.card('ann', ...deploy);
  await stage.pressed('ann', card, 'again');
  await freezeNow(stage, 180);
  await stage.pass(2 * hour);
  expect(await stage.now(card)).toMatchObject({ state: 'proposed', decision: { frozen: { again: true } } });
  stage.newPosts();
  await stage.pass(hour);
  expect(stage.newPosts().join()).toContain('The freeze has ended');
});

test('closing, stopping, starting, restarting and undoing go on in a freeze of everything', async () => {
  const stage = await open({
    policy: policyOf('rules: [{ need: run }]', frozen(', when: { risk: [change, disrupt, expose, destroy] }')),
  });
  for (const asked of [
    ['component.stop', { component: ['web'] }],
    ['component.restart', { component: ['api'] }],
    ['port.close', { component: ['web'], port: ['8080'], side: ['outer'] }],
  ] as const) {
    const [operation, given] = asked;
    const proposed = await stage.ask('ann', operation, given);
    expect('request' in proposed ? proposed.request.decision.frozen : proposed).toBeUndefined();
  }
  expect(await stage.card('ann', ...openPort)).toHaveProperty('decision.frozen');
});

test('an exception is a rule of its own: with a reason, decided by others, and for that freeze alone', async () => {
  const roles = 'roles: { managers: { users: [UCEM, UDEE] } }';
  const policy = policyOf(roles, frozen(', exception: { need: approve, from: managers, count: 2 }'));
  const stage = await open({ policy });
  const card = await stage.card('ann', ...deploy);
  expect(await stage.pressed('bob', card, 'exception', { reason: 'customers can’t pay' })).toContain(
    'Only the requester',
  );
  await stage.pressed('ann', card, 'exception', { reason: 'customers can’t pay' });
  const asked = await stage.now(card);
  expect(asked).toMatchObject({
    revision: 2,
    decision: { ruling: { need: 'approve', from: 'managers', count: 2 }, exception: { by: 'UANN' } },
  });
  expect(await stage.pressed('bob', asked, 'approve')).toContain('managers');
  await stage.pressed('cem', asked, 'approve');
  await stage.pressed('dee', asked, 'approve');
  expect((await stage.now(card)).state).not.toBe('proposed');
  expect(stage.writes()).not.toEqual([]);
});

test('an exception that nobody could decide is refused, and the card stays as it is', async () => {
  const roles = 'roles: { managers: { users: [UANN] } }';
  const policy = policyOf(roles, frozen(', exception: { need: approve, from: managers }'));
  const stage = await open({ policy });
  const card = await stage.card('ann', ...deploy);
  expect(await stage.pressed('ann', card, 'exception', { reason: 'customers can’t pay' })).toContain('managers');
  expect(await stage.now(card)).toMatchObject({ revision: 1, decision: { frozen: { reason: 'Double Eleven' } } });
});

test('an exception never asks for less than the change itself', async () => {
  const policy = policyOf(
    'roles: { ops: { users: [UCEM, UDEE] } }',
    'rules: [{ when: { risk: expose }, need: approve, from: ops, count: 2 }]',
    frozen(', when: { risk: expose }, exception: { need: approve }'),
  );
  const stage = await open({ policy });
  const card = await stage.card('ann', ...openPort);
  expect(card.decision.frozen?.exception).toMatchObject({ from: 'ops', count: 2 });
  await stage.pressed('ann', card, 'exception', { reason: 'customers can’t pay' });
  expect((await stage.now(card)).decision.ruling).toMatchObject({ from: 'ops', count: 2 });
});

test('an exception to a second freeze leaves that to the first one', async () => {
  const second =
    '{ from: 2027-01-15T09:00, to: 2027-01-15T11:00, zone: UTC, reason: two, exception: { need: confirm } }';
  const freezes = frozen(', exception: { need: confirm }').replace(']', `, ${second}]`);
  const stage = await open({ policy: policyOf('expiry: 8h', freezes) });
  const card = await stage.card('ann', ...deploy);
  const except = async () => {
    await stage.pressed('ann', await stage.now(card), 'exception', { reason: 'customers can’t pay' });
  };
  await except();
  await stage.pass(hour);
  expect((await stage.now(card)).decision.frozen).toMatchObject({ reason: 'two' });
  await except();
  await stage.pressed('ann', await stage.now(card), 'approve');
  expect(stage.writes()).not.toEqual([]);
});

test.each([
  ['', true],
  [', break_glass: false', false],
])('break glass overrides a freeze%s: %s', async (more, isRun) => {
  const policy = policyOf('roles: { night: { users: [UANN] } }', 'break_glass: night', frozen(more));
  const stage = await open({ policy });
  const card = await stage.card('ann', ...deploy);
  await stage.pressed('ann', card, 'break_glass', { reason: 'customers can’t pay' });
  expect(stage.writes().length > 0).toBe(isRun);
});

test('a freeze that begins while a request waits is shown on its card, and ends by itself', async ({ stage }) => {
  const card = await stage.card('ann', ...deploy);
  stage.newPosts();
  await freezeNow(stage, 5);
  expect((await stage.now(card)).decision.frozen).toMatchObject({ who: 'Dee', reason: 'incident' });
  expect(stage.newPosts().join()).toContain('*Frozen* by');
  await stage.pass(5 * minute);
  expect((await stage.now(card)).decision.frozen).toBeUndefined();
  await stage.pressed('ann', card, 'approve');
  expect(stage.writes()).not.toEqual([]);
});

test('one that begins between the decision and the run stops it; one that begins later doesn’t', async ({ stage }) => {
  const card = await stage.approved('ann', ...deploy, 'ann', { at: '09:00' });
  const { end } = await freezeNow(stage, 180);
  expect(await stage.now(card)).toMatchObject({ state: 'scheduled', decision: { frozen: { who: 'Dee' } } });
  await stage.pass(hour);
  expect(await stage.now(card)).toMatchObject({
    state: 'proposed',
    revision: 2,
    decision: { approvals: [], frozen: { who: 'Dee' } },
  });
  expect(stage.writes()).toEqual([]);
  await end();
  expect((await stage.now(card)).decision.frozen).toBeUndefined();
});

test('at: it is decided now and runs then, once; its expiry begins at its time', async ({ stage }) => {
  const card = await stage.card('ann', ...openPort, { at: '22:00' });
  const at = Date.UTC(2027, 0, 15, 22);
  expect(card).toMatchObject({ v: 2, expires: at + 30 * minute, run: { planned: { at } } });
  await stage.pressed('bob', card, 'approve');
  expect((await stage.now(card)).state).toBe('scheduled');
  await stage.pass(13 * hour);
  expect(stage.writes()).toEqual([]);
  await stage.pass(hour);
  expect(await stage.now(card)).toMatchObject({ state: 'done' });
  expect(stage.writes()).toEqual(['PUT ports/8000 open_outer']);
});

test.for(['deny', 'cancel'] as const)(
  '%s: asking again keeps the planned time while it is ahead',
  async (end, { stage }) => {
    const card = await stage.card('ann', ...openPort, { at: '09:00' });
    await stage.press(end === 'deny' ? 'bob' : 'ann', card, end);
    const again = await stage.follow('ann', await stage.now(card), 'again');
    expect(again).toMatchObject({ state: 'proposed', run: { planned: { at: start + hour } } });
    expect((await stage.now(card)).shown.repeatedBy).toMatchObject({ request: again.id });
    await stage.press('bob', again, 'deny');
    await stage.pass(2 * hour);
    const late = await stage.follow('ann', await stage.now(again), 'again');
    expect(late.run.planned).toBeUndefined();
    expect(late.follows).toMatchObject({ past: start + hour });
  },
);

test('equal requests at different times are two; each card names the other', async ({ stage }) => {
  const first = await stage.card('ann', ...deploy, { at: '20:00' });
  const second = await stage.card('ann', ...deploy, { at: '21:00' });
  expect(second.id).not.toBe(first.id);
  expect(second.shown.beside).toMatchObject([{ request: first.id }]);
  expect((await stage.now(first)).shown.beside).toMatchObject([{ request: second.id }]);
  const to = start + 9 * hour;
  await stage.press('ann', second, 'change_time', { until: to });
  expect((await stage.now(first)).shown.beside).toMatchObject([{ request: second.id, at: to }]);
});

test('a scheduled request no longer names another one that was canceled', async ({ stage }) => {
  const first = await stage.card('ann', ...deploy, { at: '20:00' });
  await stage.press('ann', first, 'approve');
  const second = await stage.card('ann', ...deploy, { at: '21:00' });
  expect(await stage.now(first)).toMatchObject({ state: 'scheduled', shown: { beside: [{ request: second.id }] } });
  await stage.press('ann', second, 'cancel');
  await stage.pass(minute);
  const { state, shown } = await stage.now(first);
  expect([state, shown.beside]).toEqual(['scheduled', undefined]);
});

test('a scheduled closing says that the access ends before it, and is canceled at its time', async ({ stage }) => {
  const opened = await stage.approved('ann', 'port.open', { ...openPort[1], for: ['2h'] }, 'bob');
  const close = ['port.close', openPort[1]] as const;
  const card = await stage.card('ann', ...close, { at: '22:00' });
  expect(card.shown.beside).toMatchObject([{ request: opened.id, ends: true }]);
  await stage.pressed('ann', card, 'approve');
  await stage.pass(3 * hour);
  await stage.pass(11 * hour);
  expect(await stage.now(card)).toMatchObject({ state: 'cancelled', run: { why: { key: 'card.alreadyNow' } } });
});

test('the list of what is scheduled has only requests with a planned time', async ({ stage }) => {
  const planned = await stage.card('ann', ...openPort, { at: '20:00' });
  const other = await stage.card('ann', ...deploy);
  const listed = async (operation: string) => {
    const origin = { person: people.ann, channel, announce: async () => true };
    const { result } = await answerRequest(stage.services, { operation, given: {} }, origin);
    const parts = 'parts' in result ? result.parts : [];
    return parts.flatMap((part) => (part.part === 'row' && part.reviews ? [part.reviews.id] : []));
  };
  expect(await listed('scheduled')).toEqual([planned.id]);
  expect((await listed('requests')).toSorted()).toEqual([planned.id, other.id].toSorted());
});

test('Run now keeps the planned time if the change is impossible now', async ({ stage }) => {
  await stage.approved('ann', 'port.open', { ...openPort[1], for: ['2h'] }, 'bob');
  const card = await stage.approved('ann', 'port.open', { ...openPort[1], for: ['1h'] }, 'bob', { at: '10:10' });
  expect(await stage.pressed('bob', card, 'run_now')).toMatch(/keeps its planned time.*already open until/);
  expect(await stage.now(card)).toMatchObject({ state: 'scheduled', revision: 1 });
});

test('a closing time that is planned for later says that the access ends before it', async ({ stage }) => {
  const opened = await stage.approved('ann', 'port.open', { ...openPort[1], for: ['2h'] }, 'bob');
  const card = await stage.card('ann', 'port.until', { ...openPort[1], for: ['1h'] }, { at: '22:00' });
  expect(card.shown.beside).toMatchObject([{ request: opened.id, ends: true }]);
  expect(card.shown.beside?.[0]?.reopens).toBeUndefined();
});

test('a port that closes automatically before the planned time can be opened again then', async ({ stage }) => {
  const opened = await stage.approved('ann', 'port.open', { ...openPort[1], for: ['2h'] }, 'bob');
  const again = ['port.open', { ...openPort[1], for: ['1h'] }] as const;
  expect(await problemOf(stage, 'ann', ...again, { at: '09:30' })).toMatch(/already open until/);
  const card = await stage.approved('ann', ...again, 'bob', { at: '10:10' });
  expect(card.shown.beside).toMatchObject([{ request: opened.id, ends: true, reopens: true }]);
  const { light } = warningLines(card);
  expect(light.map((line) => plain(line, 'en')).join()).toContain('this request opens it again');
  await stage.pass(2 * hour);
  await stage.pass(10 * minute);
  expect(await stage.now(card)).toMatchObject({ state: 'done', revision: 1, access: { until: start + 190 * minute } });
});

test('the look before its time asks those who decide now, if the plan differs', async ({ stage }) => {
  const given = { component: ['web'], port: ['8443'], both: ['yes'] };
  const card = await stage.approved('ann', 'port.open', given, 'bob', { at: '09:00' });
  stage.simulated.elsewhere({ do: 'open', component: 'web', port: 8443, side: 'inner' });
  await stage.pass(44 * minute);
  expect((await stage.now(card)).state).toBe('scheduled');
  stage.newPosts();
  await stage.pass(minute);
  expect(await stage.now(card)).toMatchObject({
    state: 'proposed',
    revision: 2,
    expires: start + 90 * minute,
    decision: { approvals: [] },
  });
  expect(stage.newPosts().join()).toContain('decide again');
});

test('an approval for later is checked at once: thread and card say what can’t work', async ({ stage }) => {
  const asked = ['port.open', { component: ['api'], port: ['8000'], side: ['outer'], for: ['2h'] }] as const;
  const card = await stage.card('ann', ...asked, { at: '22:00' });
  stage.simulated.elsewhere({ do: 'open', component: 'api', port: 8000, side: 'outer' });
  stage.newPosts();
  await stage.pressed('bob', card, 'approve');
  await stage.pass(1_000);
  const why = 'Port 8000 on api is already open, without a closing time.';
  expect(stage.newPosts().join('\n')).toMatch(new RegExp(`scheduled for .*, but can’t run as things are now: ${why}`));
  const now = await stage.now(card);
  expect(now.state).toBe('scheduled');
  expect(
    cardTexts(now)
      .state.map((line) => plain(line, 'en'))
      .join('\n'),
  ).toContain(why);
  // Once it is possible again, the check before its time takes the line back.
  stage.simulated.elsewhere({ do: 'close', component: 'api', port: 8000, side: 'outer' });
  await stage.pass(14 * hour - 15 * minute);
  expect((await stage.now(card)).shown.looked).toBeUndefined();
});

test.each<[string, number, ChangeRequest['state']]>([
  ['14 minutes', 14 * minute, 'done'],
  ['16 minutes', 16 * minute, 'proposed'],
  ['31 minutes', 31 * minute, 'expired'],
])('a bot that was down until %s after its time', async (_name, late, state) => {
  const stage = await open();
  const card = await stage.approved('ann', ...openPort, 'bob', { at: '09:00' });
  // The clock jumps over this time, so the bot does nothing before the end of the jump.
  await stage.pass(hour + late);
  expect(await stage.now(card)).toMatchObject({ state });
  if (state === 'proposed')
    expect(await stage.now(card)).toMatchObject({ decision: { approvals: [] }, run: { missed: start + hour } });
  expect(stage.writes().length > 0).toBe(state === 'done');
});

test('a clock that is set back waits for the time', async ({ stage }) => {
  const card = await stage.approved('ann', ...openPort, 'bob', { at: '09:00' });
  stage.clock.pass(-hour);
  await stage.pass(hour + 59 * minute);
  expect((await stage.now(card)).state).toBe('scheduled');
  await stage.pass(minute);
  expect((await stage.now(card)).state).toBe('done');
});

test('an approval is for one time: who moves a request decides it only if they may', async ({ stage }) => {
  const card = await stage.approved('ann', ...openPort, 'bob', { at: '12:00' });
  const to = start + 9 * hour;
  stage.newPosts();
  await stage.press('ann', await stage.now(card), 'change_time', { until: to });
  await stage.pass(1_000);
  expect(stage.newPosts().join('\n')).toMatch(/@UANN moved this to .*\. The approval of @UBOB no longer counts\./);
  const moved = await stage.now(card);
  expect(moved).toMatchObject({
    state: 'proposed',
    revision: 2,
    decision: { approvals: [] },
    run: { planned: { at: to } },
  });
  expect((await stage.press('gus', moved, 'run_now')).outcome).toBe('refused');
  // The thread's last word isn't that the approval no longer counts.
  await stage.pressed('bob', moved, 'approve');
  await stage.pass(1_000);
  expect(stage.newPosts().at(-1)).toMatch(/note · scheduled · @UBOB approved it for .*17:00/);
  await stage.pressed('cem', await stage.now(card), 'run_now');
  expect(await stage.now(card)).toMatchObject({ state: 'done', decision: { approvals: [{ by: 'UCEM' }] } });
});

test('who moves a request that two approve has given one of the approvals, and the audit log has it', async () => {
  const policy = policyOf('rules: [{ when: { risk: expose }, need: approve, count: 2 }]');
  const stage = await open({ policy });
  const card = await stage.card('ann', ...openPort, { at: '12:00' });
  await stage.press('bob', card, 'change_time', { until: start + 9 * hour });
  expect(await stage.now(card)).toMatchObject({ state: 'proposed', decision: { approvals: [{ by: 'UBOB' }] } });
  const audit = await stage.store.audit.search({ limit: 9 });
  expect(audit.map(({ kind, who }) => [kind, who.id])).toEqual([
    ['approved', 'UBOB'],
    ['rescheduled', 'UBOB'],
    ['proposed', 'UANN'],
  ]);
});

test('Run now runs what its requester confirms, and asks again for what others approve', async ({ stage }) => {
  const mine = await stage.approved('ann', ...deploy, 'ann', { at: '12:00' });
  await stage.pressed('ann', await stage.now(mine), 'run_now');
  expect(stage.writes()).not.toEqual([]);
  const others = await stage.approved('ann', ...openPort, 'bob', { at: '12:00' });
  await stage.pressed('ann', await stage.now(others), 'run_now');
  // The card keeps the time that the press gave up, also if nobody decides again.
  const asked = { state: 'proposed', decision: { approvals: [] }, run: { gaveUp: start + 4 * hour } };
  expect(await stage.now(others)).toMatchObject(asked);
});

test.each([
  ['07:00 yesterday', 'isn’t a time'],
  ['2027-01-15T07:00', 'That time is past. The same time of day comes next at 07:00 '],
  ['2027-03-28T02:30', 'more than 30 days'],
  ['soon', 'isn’t a time'],
])('at=%s is refused, with the nearest that works', async (at, says) => {
  const stage = await open();
  expect(await problemOf(stage, 'ann', ...deploy, { at })).toContain(says);
});

test('freezes are judged for the planned time', async () => {
  const stage = await open({ policy: policyOf(frozen()) });
  expect(await stage.card('ann', ...deploy, { at: '09:59' })).toHaveProperty('decision.frozen');
  expect(await stage.card('ann', ...deploy, { at: '10:00' })).not.toHaveProperty('decision.frozen');
  expect(people.ann.zone).toBe('UTC');
});

test('those who may approve there freeze, at most for a day; others don’t', async () => {
  const policy = policyOf(
    'roles: { ops: { users: [UDEE] } }',
    'rules: [{ when: { risk: disrupt }, need: approve, from: ops }]',
  );
  const stage = await open({ policy });
  expect((await freezeNow(stage, 10, 'ann')).result).toMatchObject({ problem: 'refused' });
  expect((await freezeNow(stage, 1_500)).result).toMatchObject({ problem: 'invalid' });
  expect(await stage.card('ann', ...deploy)).not.toHaveProperty('decision.frozen');
  const { result, end } = await freezeNow(stage, 10);
  expect(result).toMatchObject({ announced: true });
  await stage.pass(1_000);
  expect(await stage.card('cem', ...deploy)).toHaveProperty('decision.frozen');
  await end();
  expect(await end()).toMatchObject({ problem: 'refused' });
  const settings = (await stage.store.audit.search({ limit: 99 })).filter(({ kind }) => kind === 'setting');
  expect(settings.map(({ operation }) => operation)).toEqual(['unfreeze', 'freeze']);
});

test('a ticket that a rule requires is checked, kept, linked, and goes with the undo', async () => {
  const policy = policyOf(
    'rules:',
    '  - { when: { risk: expose }, need: approve, ticket: { pattern: OPS-\\d+, link: "https://tickets.example.com/{ticket}" } }',
  );
  const stage = await open({ policy });
  expect(await problemOf(stage, 'ann', ...openPort)).toContain('needs a ticket');
  expect(await problemOf(stage, 'ann', ...openPort, { ticket: 'OPS-x' })).toContain('isn’t a ticket of the form');
  const card = await stage.card('ann', ...openPort, { ticket: 'OPS-12' });
  expect(card.ticket).toEqual({ id: 'OPS-12', link: 'https://tickets.example.com/OPS-12' });
  const [asked] = await stage.store.audit.search({ limit: 9 });
  expect(asked?.details).toMatchObject({ ticket: 'OPS-12' });
  await stage.pressed('bob', card, 'approve');
  const undone = await stage.press('ann', await stage.now(card), 'undo');
  expect(undone.request).toMatchObject({ operation: 'port.close', ticket: 'OPS-12' });
});

test('agents are told that a change is frozen, and may propose one for later', async () => {
  const stage = await open({ policy: policyOf(frozen()) });
  await chooseContext(stage);
  const call = await agentCalls(stage, await makeAgent(stage));
  const asked = { change: 'component.upgrade', parameters: { component: 'web' } };
  expect((await call('plan_change', asked)).whole).toContain('2027-01-15T10:00:00Z');
  const proposed = await call('propose_change', { ...asked, at: '2027-01-15T12:00', reason: 'a release' });
  expect(proposed.whole).toContain('2027-01-15T12:00:00Z');
});

test('what is asked for in the thread of a firing incident about that component is never frozen', async () => {
  const stage = await open({ policy: policyOf(frozen()) });
  const context = { team: 'shop', region: 'east-1', app: '12' };
  const { plan } = await stage.card('bob', ...deploy);
  const incident = (state: 'firing' | 'resolved'): Incident => ({
    ...{ id: 'i1', source: { kind: 'watches' }, channel, context, opened: start, times: 1, notify: [], mentioned: {} },
    ...{ before: [], done: [], history: [], reader: { lang: 'en', zone: 'UTC' } },
    lines: [
      {
        ...{ key: 'k', what: verbatim('abnormal'), state, since: start },
        component: { id: plan.component, name: plan.componentName },
      },
    ],
  });
  const posted = { ts: '1.1', shown: 1, at: start };
  const keep = (body: Incident, expect: number | 'new') => {
    const next = { kind: 'incident', id: 'i1', placeKey: '', channel, isOpen: true, at: start, body };
    return stage.store.commit({ at: start, records: [{ next, expect }] });
  };
  const ask = async (thread: string) => {
    const [operation, given] = deploy;
    const planned = await stage.engine.plan({ operation, given }, { person: people.ann, channel, thread });
    return 'planned' in planned ? planned.planned.decision.frozen : planned;
  };
  await keep(incident('firing'), 'new');
  const next = { kind: 'incident-posted', id: 'i1', placeKey: '', channel, isOpen: false, at: start, body: posted };
  await stage.store.commit({ at: start, records: [{ next, expect: 'new' }] });
  expect(await ask('1.1')).toBeUndefined();
  expect(await ask('2.2')).toMatchObject({ reason: 'Double Eleven' });
  await keep(incident('resolved'), 1);
  expect(await ask('1.1')).toMatchObject({ reason: 'Double Eleven' });
});
