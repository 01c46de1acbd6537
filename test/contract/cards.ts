import { changeMsg } from '../../src/changes/change-messages.ts';
import { findingMsg } from '../../src/charts/summary/finding-messages.ts';
import type { Problem } from '../../src/core/command/problem.ts';
import { freezeMsg } from '../../src/core/policy/freeze-messages.ts';
import type { PolicyDecision } from '../../src/core/policy/policy-decision.ts';
import {
  type ChangeRequest,
  type FrozenRequest,
  type RequestFields,
  type StepRun,
  withFields,
} from '../../src/core/request/change-request.ts';
import type { Plan, Step } from '../../src/core/request/plan.ts';
import { planDifferences } from '../../src/core/request/recheck-request.ts';
import { requestMsg } from '../../src/core/request/request-messages.ts';
import type { Text } from '../../src/core/text/text.ts';
import { gatewayTcp } from '../../src/operations/gateway/gateway-tcp.ts';
import { ruleListMsg } from '../../src/operations/gateway/listed/gateway-list-messages.ts';
import { componentScale } from '../../src/operations/lifecycle/component-scale.ts';
import { portChangeMsg } from '../../src/operations/port/port-change-messages.ts';
import { portDelete } from '../../src/operations/port/port-delete.ts';
import { portOpen } from '../../src/operations/port/port-open.ts';
import { openMsg } from '../../src/operations/port/port-open-messages.ts';
import { portUntil } from '../../src/operations/port/port-until.ts';
import { afterChangeMsg } from '../../src/operations/watch/evaluation/after-change-messages.ts';
import { REASONS, type Reason } from '../../src/platform/errors/reasons.ts';
import { questionMsg } from '../../src/questions/question-messages.ts';
import { actionMsg } from '../../src/slack/request/request-action-messages.ts';
import { aComponent, aPort, ask, someFacts } from '../operations/samples.ts';
import { oddText, oddTexts } from './odd.ts';

/** Cards in every state of a request, and some cards that exceed the limits of a message. */

const at = Date.UTC(2026, 10, 19, 8, 0);
const minute = 60_000;

const confirm: PolicyDecision = {
  need: 'confirm',
  from: 'asker',
  users: [],
  groups: [],
  count: 0,
  rule: 'default',
  expiry: 15 * minute,
  maxOpen: 86_400_000,
};
const approve: PolicyDecision = { ...confirm, need: 'approve', from: 'channel-members', count: 1 };
const operators: PolicyDecision = {
  ...approve,
  from: 'operators',
  users: ['U0OPS', 'U0TWO'],
  groups: ['S0OPS'],
  count: 2,
  rule: { index: 0, line: 9 },
  breakGlass: { name: 'operators', users: ['U0OPS'], groups: ['S0OPS'] },
};

const port = { port: '8080', component: 'web' };

function reasonText(reason: Reason): Text {
  const [en, zh] = REASONS[reason];
  return questionMsg.platformSaid({ en, zh });
}

function planned(outcome: Plan | Problem | { readonly already: Text }): Plan {
  if ('problem' in outcome || 'already' in outcome)
    throw new Error(`correct what the operation is given in test/contract/cards.ts: ${JSON.stringify(outcome)}`);
  return outcome;
}

const opening8080 = {
  component: 'web',
  port: 8080,
  side: 'outer',
  for: undefined,
  until: undefined,
  both: true,
} as const;
const closedPort = someFacts({ ports: [aPort(8080, { isInnerService: false })] });
const openPort = someFacts({ ports: [aPort(8080, { isOuterService: true })] });
const timers = [{ until: at + 30 * minute, length: 120 * minute, sides: ['outer', 'inner'] }] as const;

const plan = planned(portOpen.plan(opening8080, closedPort, ask));
const timedFor = planned(portOpen.plan({ ...opening8080, for: 120 * minute }, closedPort, ask));
const openOuter = planned(portOpen.plan(opening8080, someFacts(), ask));
const openInner = planned(portOpen.plan({ ...opening8080, side: 'inner', both: false }, closedPort, ask));
const keepOpen = planned(portOpen.plan(opening8080, { ...openPort, timer: { ...firstOf(timers) } }, ask));
const deletePort = planned(portDelete.plan({ component: 'web', port: 8080, close: true }, openPort, ask));
const tcpRule = planned(
  gatewayTcp.plan(
    {
      ...{ component: 'web', port: 8080, end_point: { host: '0.0.0.0', port: 30_022, text: '0.0.0.0:30022' } },
      ...{ default_port: undefined, default_ip: undefined, for: undefined, rule_extensions: [] },
    },
    someFacts(),
    ask,
  ),
);

const until = (more: { readonly timers?: typeof timers }) =>
  planned(
    portUntil.plan(
      { component: 'web', port: 8080, side: 'outer', for: 120 * minute, both: false, longer: false, until: undefined },
      { ...openPort, ...more },
      { ...ask, now: at },
    ),
  );

/** @param minMemory MiB */
const moreMemory = (minMemory: number) =>
  planned(
    componentScale.plan(
      { component: 'web', instances: undefined, memory: 2_048, cpu: undefined },
      { region: 'unread', all: [{ ...aComponent, minMemory }], named: [aComponent.serviceId] },
      ask,
    ),
  );

/** Adds the changes that a card shows when its plan changed and needs a new approval. */
const replanned = (before: Plan, after: Plan): RequestFields => ({
  plan: after,
  run: { steps: after.steps.map(() => ({ state: 'waiting' })) },
  shown: { changed: planDifferences(before, after) },
});
const waitingFor = (one: Plan): RequestFields => ({
  plan: one,
  run: { steps: one.steps.map(() => ({ state: 'waiting' })) },
});

export const aCard: ChangeRequest = {
  v: 1,
  id: 'kQ3vXv0a8b1Zr6T9o2mEwA',
  revision: 1,
  state: 'proposed',
  operation: 'port.open',
  given: { component: ['web'], port: ['8080'] },
  asker: { id: 'U0ASK', name: 'Ada', lang: 'en', zone: 'Europe/Berlin' },
  context: { team: 'shop', region: 'east-1', app: '12', name: 'shop', appName: 'Shop' },
  risk: 'expose',
  plan,
  at,
  expires: at + 15 * minute,
  decision: { ruling: approve, approvals: [] },
  run: { steps: [{ state: 'waiting' }, { state: 'waiting' }] },
  shown: {
    channel: 'C0SHOP',
    ts: '1700000000.000100',
    link: 'https://acme.slack.com/archives/C0SHOP/p1700000000000100',
  },
};

const tonight = at + 14 * 60 * minute;
const eleven = at + 34 * 60 * minute;
const frozen: FrozenRequest = {
  ...{ by: 'freeze', ids: ['f1'], reason: 'Double Eleven', until: eleven, exception: operators },
  ...(operators.breakGlass ? { glass: operators.breakGlass } : {}),
};

const deed = (by: string) => ({ by, name: by, at: at + minute });
const done: StepRun = { state: 'done', at, status: 200 };
const failed: StepRun = { state: 'failed', at, status: 412, why: reasonText('lacks-memory'), reference: 'r1' };
const timed = { id: 'O1', until: at + 120 * minute, closed: false };

const card = (...fields: RequestFields[]): ChangeRequest => fields.reduce(withFields, aCard);
const isDone: RequestFields = { state: 'done', run: { steps: [done, done] } };
const doneFor = (more: Partial<NonNullable<ChangeRequest['access']>>) =>
  card(isDone, { plan: timedFor, access: { ...timed, ...more } });
const says = [openMsg.doneOuter({ ...port, addresses: 'http://web.shop.test' })];
const comparedLater: RequestFields = { ...isDone, run: { ...isDone.run, ended: at }, shown: { evidenceAfter: true } };

function firstOf<T>([first]: readonly [T, ...T[]]): T {
  return first;
}

const unposted = withFields(aCard, { shown: { ts: undefined, link: undefined } });

export const cards: Readonly<Record<string, ChangeRequest>> = {
  'waiting for its asker': card(waitingFor(openInner), {
    risk: 'change',
    given: { ...aCard.given, side: ['inner'] },
    decision: { ruling: confirm },
  }),
  'waiting for a member': card({ reason: 'customers wait' }),
  'waiting for someone who was asked': card({ reason: 'customers wait', decision: { asked: ['U0ASKED'] } }),
  'waiting for two of a role': card({ decision: { ruling: operators } }),
  'waiting for one more': card({ decision: { ruling: operators, approvals: [deed('U0OPS')] } }),
  'waiting, to destroy': card(waitingFor(deletePort), {
    risk: 'destroy',
    operation: 'port.delete',
    decision: { ruling: operators },
  }),
  'waiting again after a change': card(replanned(plan, openOuter), { revision: 7 }),
  'waiting again for its asker': card(replanned(moreMemory(1_024), moreMemory(512)), {
    revision: 2,
    risk: 'disrupt',
    operation: 'component.scale',
    decision: { ruling: confirm },
  }),
  'waiting for an approval since the plan changed': card(replanned(until({}), until({ timers })), {
    revision: 2,
    operation: 'port.until',
    given: { ...aCard.given, for: ['2h'] },
    decision: { raised: true },
  }),
  'only break glass is left': card({ decision: { ruling: { ...operators, count: 1 }, onlyGlass: { able: 0 } } }),
  'only break glass is left, with one approval': card({
    decision: { ruling: operators, onlyGlass: { able: 1 }, approvals: [deed('U0TWO')] },
  }),
  'waiting, without steps or undo': card(waitingFor(keepOpen)),
  'waiting, without undo': card(waitingFor(tcpRule), {
    ...{ operation: 'gateway.tcp', given: { ...aCard.given, end_point: ['0.0.0.0:30022'] } },
  }),
  'not posted yet': unposted,
  approved: card({ state: 'approved', decision: { approvals: [deed('U0TWO')] } }),
  'approved by the policy': card({ state: 'approved', decision: { ruling: { ...confirm, need: 'run' } } }),
  'approved by breaking the glass': card({
    state: 'approved',
    decision: { ruling: operators, breakGlass: { ...deed('U0OPS'), reason: 'production is down' } },
  }),
  'approved by breaking the glass, with one approval': card({
    state: 'approved',
    decision: {
      ruling: operators,
      approvals: [deed('U0TWO')],
      breakGlass: { ...deed('U0ASK'), reason: 'production is down' },
    },
  }),
  running: card({ state: 'running', plan: timedFor, run: { steps: [{ state: 'sent', at }, { state: 'waiting' }] } }),
  'not known, read again soon': card({
    state: 'unknown',
    run: { steps: [done, { state: 'unknown', at }], check: { n: 1, at: at + minute } },
  }),
  'not known': card({
    state: 'unknown',
    run: { steps: [{ state: 'unknown', why: reasonText('connection-lost') }, { state: 'not-sent' }] },
  }),
  done: card(isDone, { run: { ended: at, says } }),
  'done, compared later': card(comparedLater),
  'done, as before': card(comparedLater, {
    shown: {
      aftermath: { says: actionMsg.marked({ mark: '✓', says: actionMsg.verdictSince({ says: findingMsg.usual() }) }) },
    },
  }),
  'done, worse': card(comparedLater, {
    shown: {
      aftermath: {
        says: afterChangeMsg.abnormal({ name: 'web', at: { at, show: 'time' } }),
        ...{ isWorse: true, link: 'https://slack.test/archives/C0SHOP/p1' },
      },
    },
  }),
  'done, worse, then over': card(comparedLater, {
    shown: {
      aftermath: {
        says: afterChangeMsg.memory({ name: 'web', at: { at, show: 'time' } }),
        ...{ isWorse: true, link: 'https://slack.test/archives/C0SHOP/p1' },
        later: actionMsg.marked({ mark: '✓', says: actionMsg.verdictSince({ says: findingMsg.usual() }) }),
      },
    },
  }),
  'done, open for a while': doneFor({}),
  'done, closing now': doneFor({ by: { id: 'U0TWO', name: 'Two' } }),
  'done, closed by somebody': card(
    doneFor({ closed: true, how: 'closed', by: { id: 'U0TWO', name: 'Two' }, ended: at + 39 * minute }),
    { run: { says } },
  ),
  'done, extended to a known time': doneFor({
    ...{ closed: true, how: 'extended' },
    later: { request: 'next0000000', link: 'https://acme.slack.com/p2', until: at + 180 * minute },
  }),
  'undoing, beside another': card(waitingFor(openOuter), {
    follows: { card: 'first0000000', how: 'undo', link: 'https://acme.slack.com/p1' },
    shown: {
      beside: [
        {
          request: 'other0000000',
          link: 'https://acme.slack.com/p3',
          title: openMsg.closeOuterTitle(port),
          contradicts: true,
        },
        { request: 'third0000000', title: changeMsg.requestElsewhere() },
      ],
    },
  }),
  'approved, waiting for another': card({
    state: 'approved',
    run: { waits: { until: at + 2 * minute, request: 'other0000000', link: 'https://acme.slack.com/p3' } },
  }),
  'failed, with what can be done instead': card({
    state: 'failed',
    run: {
      steps: [failed, { state: 'not-sent' }],
      now: [ruleListMsg.stateUnknown()],
      next: [
        { label: openMsg.offerCloseBoth(), operation: 'port.close', given: {} },
        { label: portChangeMsg.offerProtocol({ protocol: 'tcp' }), operation: 'port.protocol', given: {} },
      ],
    },
  }),
  'done, closing tried again': doneFor({ again: at }),
  ...Object.fromEntries(
    (['closed', 'by-hand', 'kept', 'extended'] as const).map((how) => [
      `done, opening ${how}`,
      doneFor({ closed: true, how }),
    ]),
  ),
  failed: card({ state: 'failed', run: { steps: [failed, { state: 'not-sent' }] } }),
  'failed in passing': card({ state: 'failed', run: { steps: [{ ...failed, status: 503 }, { state: 'not-sent' }] } }),
  'failed partway': card({ state: 'failed', run: { steps: [done, failed] } }),
  'failed partway, what it opened closes by itself': card({
    state: 'failed',
    plan: timedFor,
    access: timed,
    run: { steps: [done, failed] },
  }),
  'failed before anything was sent': card({
    state: 'failed',
    run: { why: requestMsg.unreadableNow({ why: reasonText('timeout') }) },
  }),
  denied: card({ state: 'denied', decision: { denied: deed('U0TWO') } }),
  'denied with a reason': card({
    state: 'denied',
    decision: { denied: { ...deed('U0TWO'), reason: '<!here> not on a Friday' } },
  }),
  cancelled: card({ state: 'cancelled', decision: { cancelled: deed('U0ASK') } }),
  'cancelled by itself': card({ state: 'cancelled' }),
  expired: card({ state: 'expired' }),
  'waiting, with a ticket': card({ ticket: { id: 'OPS-12', link: 'https://tickets.example.com/OPS-12' } }),
  frozen: card(waitingFor(moreMemory(512)), {
    v: 2,
    risk: 'disrupt',
    operation: 'component.scale',
    decision: { frozen },
  }),
  'frozen, its requester is told when it ends': card(waitingFor(moreMemory(512)), {
    v: 2,
    risk: 'disrupt',
    operation: 'component.scale',
    expires: eleven,
    decision: {
      frozen: { by: 'freeze', ids: ['f2'], who: 'Two', reason: 'we have an incident', until: eleven, again: true },
    },
  }),
  'frozen until before it expires': card({
    v: 2,
    expires: eleven + 15 * minute,
    decision: { frozen: { by: 'freeze', ids: ['f4'], reason: 'backup', until: eleven } },
  }),
  'frozen until before it expires, its requester confirms': card({
    v: 2,
    expires: eleven + 15 * minute,
    decision: { ruling: confirm, frozen: { by: 'freeze', ids: ['f4'], reason: 'backup', until: eleven } },
  }),
  'frozen without a known end': card({ v: 2, decision: { frozen: { by: 'freeze', ids: ['f3'], reason: 'audit' } } }),
  'frozen by someone without a known end': card({
    v: 2,
    decision: { frozen: { by: 'freeze', ids: ['f3'], who: 'Two', reason: 'audit' } },
  }),
  'outside the window': card({
    v: 2,
    decision: { frozen: { by: 'window', ids: ['w1'], until: eleven, exception: confirm } },
    run: { planned: { at: at + 240 * minute } },
  }),
  'outside the window, with a reason': card({
    v: 2,
    decision: { frozen: { by: 'window', ids: ['w1'], until: eleven, reason: 'people are at work' } },
  }),
  'outside windows that never open': card({ v: 2, decision: { frozen: { by: 'window', ids: ['w1'] } } }),
  'outside windows that never open, with a reason': card({
    v: 2,
    decision: { frozen: { by: 'window', ids: ['w1'], reason: 'nobody is here' } },
  }),
  'an exception to a freeze': card(waitingFor(moreMemory(512)), {
    v: 2,
    revision: 2,
    risk: 'disrupt',
    operation: 'component.scale',
    decision: {
      ruling: operators,
      exception: { ...deed('U0ASK'), reason: 'customers can’t pay', frozen, before: confirm },
    },
  }),
  'break glass in a freeze': card(waitingFor(moreMemory(512)), {
    v: 2,
    state: 'approved',
    risk: 'disrupt',
    operation: 'component.scale',
    decision: {
      ruling: { ...confirm, ...(operators.breakGlass ? { breakGlass: operators.breakGlass } : {}) },
      breakGlass: { ...deed('U0OPS'), reason: 'production is down' },
    },
  }),
  'expired, frozen': card({
    v: 2,
    state: 'expired',
    decision: { frozen: { ...frozen, again: true } },
    run: { why: freezeMsg.over() },
  }),
  'waiting, planned for later': card({ v: 2, expires: tonight + 30 * minute, run: { planned: { at: tonight } } }),
  'waiting for its requester, planned for later': card({
    v: 2,
    expires: tonight + 30 * minute,
    decision: { ruling: confirm },
    run: { planned: { at: tonight } },
  }),
  'waiting since it couldn’t start in time': card({ revision: 2, run: { missed: at } }),
  scheduled: card({
    v: 2,
    state: 'scheduled',
    expires: tonight + 30 * minute,
    decision: { approvals: [deed('U0TWO')] },
    run: { planned: { at: tonight } },
    shown: {
      beside: [
        {
          request: 'other0000000',
          link: 'https://acme.slack.com/p3',
          title: openMsg.closeOuterTitle(port),
          at: eleven,
        },
      ],
    },
  }),
  'scheduled, frozen at its time': card({
    v: 2,
    state: 'scheduled',
    decision: { approvals: [deed('U0TWO')], frozen },
    run: { planned: { at: tonight } },
  }),
};

export const many = <T>(count: number, make: (index: number) => T) =>
  Array.from({ length: count }, (_, index) => make(index));

const row = (what: Text, before: Text, after: Text) => ({ what, before, after });

function step(says: Text, body: string): Step {
  const path = '/openapi/v1/teams/shop/regions/east-1/apps/12/services/grweb/ports/8080';
  return {
    says,
    call: { operation: 'updatePort', method: 'PUT', path, body: { action: body } },
    before: null,
    after: null,
  };
}

/** Plan that exceeds every limit: too many rows, steps and warnings, and odd texts. */
const huge: Plan = {
  ...plan,
  title: oddText(5),
  rows: many(100, (index) => row(oddText(index), oddText(index + 1), oddText(index + 2))),
  steps: many(60, (index) => step(oddText(index), oddTexts[index % oddTexts.length] ?? '')),
  warnings: many(30, oddText),
  timedFor: 2 * 3_600_000,
};

export const hugeCards: Readonly<Record<string, ChangeRequest>> = Object.fromEntries(
  Object.entries(cards).map(([name, each]) => [
    name,
    withFields(each, {
      plan: { ...huge, undo: each.plan.undo },
      reason: '理由'.repeat(2_000),
      context: { ...each.context, name: '长'.repeat(400), appName: 'x'.repeat(4_000) },
      decision: {
        approvals: many(40, (index) => deed(`U0APP${index}`)),
        ruling: {
          ...each.decision.ruling,
          users: many(80, (index) => `U0USER${index}`),
          groups: many(80, (index) => `S0GROUP${index}`),
        },
      },
      run: {
        says: many(40, oddText),
        why: oddText(4),
        steps: many(60, (index) => ({ ...(each.run.steps[index % 2] ?? done), why: oddText(index) })),
      },
      shown: { changed: many(60, (index) => row(oddText(index), oddText(index + 3), oddText(index + 4))) },
    }),
  ]),
);

export const titledCards = (count: number): readonly ChangeRequest[] =>
  many(count, (index) => card({ id: `card-${index}`, plan: { ...plan, title: oddText(index) } }));
