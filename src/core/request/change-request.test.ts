import fc from 'fast-check';
import { aPlan, aRequest, aRuling, aStep } from '../../../test/sample-requests.ts';
import { verbatim } from '../text/text.ts';
import { advance } from './advance.ts';
import { ChangeRequest, isFinal, type RequestAccess, storedBody, titleNow } from './change-request.ts';
import type { Plan } from './plan.ts';
import { planDifferences } from './recheck-request.ts';
import { requestMsg } from './request-messages.ts';
import { savedWith } from './request-states.ts';
import type { Decider, RequestEvent, TimerKind, Transition } from './transition.ts';

const start = 1_000_000;
const text = verbatim('x');
const hour = 3_600_000;

const somePlan = (steps: number, mark = 'a', timedFor?: number): Plan =>
  aPlan({
    title: verbatim(`plan ${mark}`),
    rows: [{ what: text, before: text, after: verbatim(mark) }],
    steps: Array.from({ length: steps }, (_, index) =>
      aStep({ call: { operation: 'updatePort', method: 'PUT', path: `/p/${index}`, body: { action: mark } } }),
    ),
    timedFor,
  });

const someCard = (steps: number, need: ChangeRequest['decision']['ruling']['need'], count: number, timedFor?: number) =>
  aRequest(start, {
    state: need === 'run' ? 'approved' : 'proposed',
    plan: somePlan(steps, 'a', timedFor),
    ruling: aRuling({
      need,
      count: need === 'approve' ? count : 0,
      breakGlass: { name: 'ops', users: ['U9'], groups: [] },
    }),
    steps: Array.from({ length: steps }, () => ({ state: 'waiting' })),
  });

const decider = (id: string): Decider => {
  return { id, name: id, person: { id, standing: 'member' }, groups: [], inChannel: true };
};
const people = fc.constantFrom('U0', 'U1', 'U2', 'U9').map(decider);
const revision = fc.constantFrom(1, 2, 3);
const shows = fc.constantFrom('before', 'after', 'other', 'unreadable');
const step = fc.nat(2);
const says = fc.constant([text]);

const someEvent: fc.Arbitrary<RequestEvent> = fc.oneof(
  fc.record({ event: fc.constant('posted'), channel: fc.constant('C1'), ts: fc.constant('1.1') }),
  fc.record({ event: fc.constant('message-gone'), ts: fc.constant('1.1') }),
  fc.record({ event: fc.constant('unpostable'), why: fc.constant(text) }),
  fc.record({ event: fc.constant('approve'), by: people, revision }),
  fc.record({ event: fc.constant('break-glass'), by: people, revision, reason: fc.constant('the shop is down') }),
  fc.record({ event: fc.constant('deny'), by: people, revision }),
  fc.record({ event: fc.constant('cancel'), by: people, revision }),
  fc.record({ event: fc.constant('expire') }),
  fc.record({ event: fc.constant('remind') }),
  fc.record({
    event: fc.constant('rechecked'),
    recheck: fc.oneof(
      fc.record({ plan: fc.constantFrom(somePlan(2), somePlan(2, 'b'), somePlan(1, 'c')) }),
      fc.constantFrom({ already: text }, { refused: text }, { unreadable: text }),
    ),
  }),
  fc.record({ event: fc.constant('send'), step }),
  fc.record({
    event: fc.constant('step-ended'),
    step,
    outcome: fc.oneof(
      fc.record({ outcome: fc.constant('done'), says }),
      fc.record({ outcome: fc.constantFrom('failed', 'not-sent', 'unknown'), why: fc.constant(text) }),
    ),
  }),
  fc.record({ event: fc.constant('interrupted'), shows, says }),
  fc.record({ event: fc.constant('observed'), shows, says }),
  fc.record({ event: fc.constant('observed'), shows, says, by: people }),
  fc.record({ event: fc.constant('close-now'), by: people, revision }),
  fc.record({
    event: fc.constant('closed'),
    how: fc.constantFrom('closed', 'elsewhere', 'reopened'),
    what: fc.constant(text),
  }),
  fc.record({ event: fc.constant('closed'), how: fc.constantFrom('by-hand', 'kept', 'extended') }),
);

const someStart = fc
  .record({
    steps: fc.nat(3),
    need: fc.constantFrom('run', 'confirm', 'approve'),
    count: fc.integer({ min: 1, max: 2 }),
    timedFor: fc.option(fc.constant(60_000), { nil: undefined }),
  })
  .map(({ steps, need, count, timedFor }) => someCard(steps, need, count, timedFor));
const someLife = fc.array(fc.record({ event: someEvent, after: fc.nat(400_000) }), { maxLength: 30 });

/** Applies events to a request. Calls a check with each transition, the request before it, and its timers. */
function live(
  card: ChangeRequest,
  life: readonly { event: RequestEvent; after: number }[],
  check: (before: ChangeRequest, transition: Transition, timers: ReadonlySet<TimerKind>, event: RequestEvent) => void,
): ChangeRequest {
  let now = start;
  let present = card;
  const timers = new Set<TimerKind>(card.state === 'approved' ? ['expire', 'run'] : ['expire', 'remind']);
  for (const { event, after } of life) {
    now += after;
    const transition = advance(present, event, now);
    if ('refusal' in transition) continue;
    for (const kind of transition.cancelTimers) timers.delete(kind);
    for (const { kind } of transition.timers) timers.add(kind);
    if (transition.lease === 'run') timers.add('watch');
    check(present, transition, timers, event);
    present = transition.request;
  }
  return present;
}

describe('whatever happens to a card', () => {
  const always = (check: Parameters<typeof live>[2]) =>
    fc.assert(
      fc.property(someStart, someLife, (card, life) => void live(card, life, check)),
      { numRuns: 3_000 },
    );

  test('it moves only as the table of states says, and final states are final', () =>
    always((before, { request: card, records, timers, cancelTimers }, _set, { event }) => {
      if (isFinal(before.state)) expect(card.state).toBe(before.state);
      const saved = savedWith(before.state, event, card.state);
      if (!saved) throw new Error(`${event} leads from ${before.state} to ${card.state}`);
      for (const { kind } of records) expect(saved.audit ?? []).toContain(kind);
      for (const { kind } of timers) expect(saved.sets ?? []).toContain(kind);
      for (const kind of saved.cancels ?? []) expect(cancelTimers).toContain(kind);
      // A plan without calls is done immediately after it was checked.
      if (before.state === 'approved' && card.state === 'done') expect(card.plan.steps).toEqual([]);
    }));

  test('somebody or the clock can always end it', () =>
    always((_before, { request: card }, timers) => {
      if (card.state === 'proposed' || card.state === 'approved') expect(timers).toContain('expire');
      if (card.state === 'running') expect(timers).toContain('watch');
      // If `unknown`, a timer reads the state again; otherwise the next press on Check ends the request.
      if (card.state !== 'unknown' || timers.has('check')) return;
      const by = { id: 'U1', name: 'Bob' };
      for (const shown of ['before', 'after', 'other'] as const) {
        const transition = advance(card, { event: 'observed', shows: shown, says: [], by }, start);
        expect('request' in transition && isFinal(transition.request.state)).toBe(true);
      }
    }));

  test('a step that was sent is never waiting again, and is sent once', () =>
    always((before, { request: card }, _wakes, event) => {
      const { run } = before;
      if (card.revision !== before.revision || event.event === 'rechecked') {
        expect(run.steps.every(({ state }) => state === 'waiting')).toBe(true);
        return;
      }
      for (const [index, { state }] of run.steps.entries()) {
        if (state === 'waiting') continue;
        expect(['waiting', ...(state === 'sent' ? [] : ['sent'])]).not.toContain(card.run.steps[index]?.state);
      }
      if (event.event === 'send') {
        expect(before.state).toBe('running');
        expect(run.steps.slice(0, event.step).every(({ state }) => state === 'done')).toBe(true);
        expect(run.steps[event.step]?.state).toBe('waiting');
      }
    }));

  test('it runs only with the approvals of others, on the plan that they saw', () =>
    always((before, { request: card }) => {
      for (const { by } of card.decision.approvals)
        if (card.decision.ruling.need === 'approve') expect(by).not.toBe('U0');
      if (card.state !== 'approved' || before.state !== 'proposed') return;
      expect(card.revision).toBe(before.revision);
      if (card.decision.ruling.need === 'approve' && !card.decision.breakGlass)
        expect(new Set(card.decision.approvals.map(({ by }) => by)).size).toBe(card.decision.ruling.count);
      if (card.decision.ruling.need === 'confirm') expect(card.decision.approvals.map(({ by }) => by)).toEqual(['U0']);
    }));

  test('revisions only grow, and approvals are void with each', () =>
    always((before, { request: card }) => {
      expect(card.revision).toBeGreaterThanOrEqual(before.revision);
      if (card.revision === before.revision) return;
      expect(card).toMatchObject({ revision: before.revision + 1, decision: { approvals: [] } });
      expect(card.decision.breakGlass).toBeUndefined();
      expect(card.shown.changed?.length).toBeGreaterThan(0);
    }));

  test('every ending is recorded and told, and gives the component back', () =>
    always((before, transition, _wakes, event) => {
      if (transition.request.state === before.state) return;
      expect(transition.records.length).toBeGreaterThan(0);
      if (before.state === 'running' && isFinal(transition.request.state)) expect(transition.lease).toBe('release');
      // If the card couldn't be posted, only the requester is notified, in another way.
      if (isFinal(transition.request.state) && event.event !== 'unpostable')
        expect(transition.tells[0]).toEqual({ tell: 'card' });
    }));

  test('it can be stored and read again', () =>
    always((_before, { request: card }) => {
      expect(ChangeRequest.parse(JSON.parse(JSON.stringify(storedBody(card))))).toEqual(card);
    }));
});

test('a run that was taken over before its first call sends nothing any more', () => {
  const asked = someCard(2, 'run', 0, 60_000);
  const recheck = { plan: asked.plan };
  const at = start + 800_000;
  const transitionOf = (card: ChangeRequest, event: RequestEvent, now: number) => {
    const next = advance(card, event, now);
    if ('refusal' in next) throw new Error(next.refusal.key);
    return next;
  };
  const first = transitionOf(asked, { event: 'rechecked', recheck }, start).request;
  const back = transitionOf(first, { event: 'interrupted', shows: 'unreadable', says: [] }, at);
  expect(back).toMatchObject({ request: { state: 'approved', revision: 1 }, access: 'drop', lease: 'release' });
  expect(back.timers.map(({ kind }) => kind)).toEqual(['run', 'expire']);
  // The process that holds the timer row continues. A new row would be lost when that process finishes the held one.
  const held = transitionOf(first, { event: 'interrupted', shows: 'unreadable', says: [], goesOn: true }, at);
  expect(held.timers.map(({ kind }) => kind)).toEqual(['expire']);
  // A request that was decided before its expiry gets some more time to start.
  expect(back.request.expires).toBeGreaterThan(at);
  const second = transitionOf(back.request, { event: 'rechecked', recheck }, at).request;
  const late: readonly RequestEvent[] = [
    { event: 'send', step: 0, attempt: 1 },
    { event: 'step-ended', step: 0, outcome: { outcome: 'not-sent', why: text }, attempt: 1 },
    { event: 'interrupted', shows: 'unreadable', says: [], attempt: 1 },
  ];
  for (const event of late) {
    expect(advance(second, event, at)).toHaveProperty('refusal');
    expect(advance(back.request, event, at)).toHaveProperty('refusal');
  }
  expect(transitionOf(second, { event: 'send', step: 0, attempt: 2 }, at).request.run.steps[0]).toMatchObject({
    state: 'sent',
  });
  const different = transitionOf(back.request, { event: 'rechecked', recheck: { plan: somePlan(2, 'b') } }, at).request;
  expect(different).toMatchObject({ state: 'proposed', revision: 2, decision: { approvals: [] } });
});

test('what changed between two plans is never nothing', () => {
  expect(planDifferences(somePlan(1), somePlan(1, 'b')).map(({ what }) => what.key)).toEqual([
    'card.rowTitle',
    'text.verbatim',
  ]);
  expect(planDifferences(somePlan(1), { ...somePlan(1), undo: { none: verbatim('y') } })).toHaveLength(1);
});

test('a warning that only has other values is one difference', () => {
  const before = { ...somePlan(1), warnings: [requestMsg.approvedMore({ left: 2 })] };
  const after = { ...somePlan(1), warnings: [requestMsg.approvedMore({ left: 1 })] };
  expect(planDifferences(before, after)).toEqual([
    { what: requestMsg.rowWarning(), before: before.warnings[0], after: after.warnings[0] },
  ]);
});

test.each<[string, Partial<RequestAccess>, string]>([
  ['at its time', { how: 'closed', ended: 8 * hour }, 'for 8 hours'],
  ['late', { how: 'closed', ended: 8 * hour + 120_000 }, 'open'],
  ['earlier than planned, because a later request shortened it', { how: 'closed', ended: 2 * hour }, 'open'],
  ['early by a person', { how: 'closed', ended: 2 * hour, by: { id: 'U1', name: 'maya' } }, 'for 8 hours'],
  ['outside Portolan', { how: 'elsewhere', ended: 2 * hour }, 'for 8 hours'],
])('what was closed %s is named by how long it was open', (_what, access, expected) => {
  const titles = { title: verbatim('for 8 hours'), untimedTitle: verbatim('open') };
  expect(titleNow(titles, { id: 'a', until: 8 * hour, closed: true, ...access })).toEqual(verbatim(expected));
});

test('a card that says that something got worse also says what is known later, and keeps both', () => {
  const done = aRequest(start, {
    state: 'done',
    plan: somePlan(1),
    ruling: aRuling({ need: 'run' }),
    steps: [{ state: 'done' }],
  });
  const judged = (before: ChangeRequest, says: string, more: { isWorse?: true; link?: string } = {}) => {
    const next = advance(before, { event: 'judged', aftermath: { says: verbatim(says), ...more } }, start);
    return 'request' in next ? next.request : undefined;
  };
  const worse = judged(done, 'web was abnormal', { isWorse: true, link: 'https://slack.test/p1' }) ?? expect.fail();
  expect(judged(worse, 'web was abnormal', { isWorse: true })).toBeUndefined();
  const over = judged(worse, 'it recovered') ?? expect.fail();
  expect(over.shown.aftermath).toEqual({ ...worse.shown.aftermath, later: verbatim('it recovered') });
  expect(judged(over, 'web restarted', { isWorse: true })?.shown.aftermath).toEqual({
    says: verbatim('web restarted'),
    isWorse: true,
  });
});
