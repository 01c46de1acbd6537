import { createHash } from 'node:crypto';
import { type Context, placeKey } from '../core/command/context.ts';
import { present } from '../core/defined.ts';
import type { DecisionGround, PolicyDecision } from '../core/policy/policy-decision.ts';
import {
  type ChangeRequest,
  componentKeyOf,
  lockKeysOf,
  readBackKeyOf,
  storedBody,
} from '../core/request/change-request.ts';
import type { MayAnswer } from '../core/request/may-answer.ts';
import { canonical } from '../core/request/plan.ts';
import { planHash } from '../core/request/plan-hash.ts';
import { type Entry, type Tell, type Transition, timerKinds } from '../core/request/transition.ts';
import { cardEdits } from '../delivery/edits.ts';
import { linesLane } from '../delivery/lines-lane.ts';
import { inBothLanguages } from '../operations/operation-catalog.ts';
import { mayAnswerRecords } from '../operations/shared/access/may-answer-list.ts';
import { freezesDue } from '../operations/shared/freeze/stored-freeze.ts';
import type { AuditEntry } from '../store/audit/audit-entry.ts';
import type { Commit, RecordChange } from '../store/store.ts';
import type { Due, Lease, Outgoing, StoredRequest } from '../store/stored-types.ts';
import { changeOf, type EngineContext } from './engine-context.ts';

export const dueKindsOf = ({ features }: Pick<EngineContext, 'features'>): readonly string[] => [
  ...timerKinds.map((kind) => `change.${kind}`),
  'change.close',
  'change.ended',
  'change.undone',
  'change.others',
  freezesDue,
  ...features.flatMap(({ due }) => due?.kinds ?? []),
];
/** Outbox kinds for a card's first message, which the requester waits for. */
export const firstKinds = ['change.first'];
/** Outbox kinds that need data of the platform, not only Slack: samples for a chart, or a log. */
export const longKinds = ['change.evidence', 'change.log'];
export const otherKinds = [...cardEdits, 'change.note', 'change.direct', 'change.approvers'];

/**
 * Returns a fingerprint that is equal for equal requests; only one of them can be open. If only the requester can
 * confirm, the fingerprint includes the requester, because a forgotten request must not block everyone else.
 */
function fingerprintOf(request: ChangeRequest): string {
  const { operation, context, plan, asker, follows } = request;
  const { planned } = request.run;
  const own = request.system ? { closes: follows?.card ?? '', card: request.id } : {};
  const whose = request.decision.ruling.need === 'confirm' ? { asker: asker.id } : {};
  const when = planned ? { at: planned.at } : {};
  const asked = { operation, place: placeKey(context), plan, ...whose, ...own, ...when };
  return createHash('sha256').update(canonical(asked)).digest('hex');
}

export function storedRequest(request: ChangeRequest): Omit<StoredRequest, 'version'> {
  const waits = request.state === 'proposed' && !request.system;
  return {
    id: request.id,
    state: request.state,
    revision: request.revision,
    placeKey: placeKey(request.context),
    componentKey: componentKeyOf(request),
    fingerprint: fingerprintOf(request),
    asker: request.asker.id,
    deciders: !waits
      ? []
      : request.decision.frozen
        ? [request.asker.id]
        : deciderIds(request.decision.ruling, request.asker.id),
    channel: request.shown.channel,
    ts: request.shown.ts,
    openUntil: request.expires,
    at: request.at,
    body: storedBody(request),
  };
}

/** Returns the ids of people and groups under which the store finds a request for its deciders (`deciders`). */
export function deciderIds(ruling: PolicyDecision, asker: string): readonly string[] {
  if (ruling.need === 'confirm') return [asker];
  return [...ruling.users.filter((user) => user !== asker), ...ruling.groups];
}

function placeWords(context: Context): string {
  return context.name ?? [context.team, context.region, context.appName ?? context.app].join('/');
}

export interface Recording extends Pick<EngineContext, 'features' | 'holder' | 'writeTimeoutMs'> {
  readonly services: Pick<EngineContext['services'], 'operations'>;
}

function auditAbout(
  engine: Recording,
  request: ChangeRequest,
  { kind, who, details: own }: Entry,
): NonNullable<AuditEntry['details']> {
  const { plan, given, risk, decision } = request;
  const step = kind === 'step' ? plan.steps[Number(own?.step) - 1] : undefined;
  return {
    component: plan.componentName,
    ...(request.ticket ? { ticket: request.ticket.id } : {}),
    ...changeOf(engine, request)?.auditDetails?.(given, plan),
    ...(kind === 'proposed' || kind === 'replanned'
      ? { risk, ...ruleDetails(decision.ruling), ...inBothLanguages('title', plan.title) }
      : {}),
    ...(step ? inBothLanguages('says', step.says) : {}),
    ...groundDetails(request, kind, who.id),
  };
}

function ruleDetails({ rule, version }: Pick<DecisionGround, 'rule' | 'version'>): NonNullable<AuditEntry['details']> {
  return {
    rule: rule === 'default' ? rule : `line ${rule.line}`,
    ...(version === undefined ? {} : { policy: version }),
  };
}

function groundDetails(
  { decision: { approvals, breakGlass } }: ChangeRequest,
  kind: Entry['kind'],
  by: string,
): NonNullable<AuditEntry['details']> {
  const decision = kind === 'approved' ? approvals.findLast((each) => each.by === by) : breakGlass;
  const ground = kind === 'approved' || kind === 'break_glass' ? decision?.ground : undefined;
  if (!ground) return {};
  const { as, role, group } = ground;
  return {
    ...ruleDetails(ground),
    as,
    ...(role === undefined ? {} : { role }),
    ...(group === undefined ? {} : { group }),
  };
}

function auditOf(engine: Recording, request: ChangeRequest, entry: Entry, now: number): AuditEntry {
  const { kind, who, outcome, reason, calls, details } = entry;
  return {
    at: now,
    kind,
    request: request.id,
    who,
    placeKey: placeKey(request.context),
    place: placeWords(request.context),
    operation: request.operation,
    plan: planHash(request.plan),
    status: request.state,
    calls,
    outcome,
    reason,
    link: request.shown.link,
    channel: request.shown.channel,
    details: {
      ...auditAbout(engine, request, entry),
      ...(request.agent ? { agent: request.agent.name } : {}),
      ...details,
    },
  };
}

/** The row id contains the version, so that a transition that is saved twice is posted only once. */
function outgoingTell(request: ChangeRequest, tell: Tell, index: number, version: number, now: number): Outgoing {
  const first = version === 1 && tell.tell === 'card';
  return {
    id: `${request.id} ${version} ${index}`,
    kind: first ? 'change.first' : `change.${tell.tell}`,
    at: now,
    lane: laneOf(request, tell),
    body: { card: request.id, tell, at: now },
  };
}

/** Returns the lane of a message. Lines have a separate lane, so that the card never waits for them. */
function laneOf(request: ChangeRequest, { tell }: Tell): string {
  if (tell === 'card') return request.id;
  return tell === 'evidence' ? evidenceLane(request) : linesLane(request.id);
}

function evidenceLane({ id }: ChangeRequest): string {
  return `${id} evidence`;
}

export function evidenceAfterOf(request: ChangeRequest, now: number): Outgoing {
  const tell: Tell = { tell: 'evidence', after: true };
  const lane = evidenceLane(request);
  return { id: `${lane} after`, kind: 'change.evidence', at: now, lane, body: { card: request.id, tell, at: now } };
}

export function pressLane(requestId: string): string {
  return `press ${requestId}`;
}

export function dueOf(kind: string, requestId: string, at: number): Due {
  return { id: `${kind} ${requestId}`, kind: `change.${kind}`, at, body: { card: requestId } };
}

/** Time that a lease lasts after the write deadline, in ms. */
const leaseMargin = 30_000;

export function leaseEnd(engine: Recording, now: number): number {
  return now + engine.writeTimeoutMs + leaseMargin;
}

function leaseChange(engine: Recording, transition: Transition, now: number): Pick<Commit, 'lease'> {
  const { request, lease } = transition;
  if (lease === undefined) return {};
  const keys = lockKeysOf(request);
  const part = readBackKeyOf(request);
  const release = (key: string) => ({ release: { key, card: request.id } });
  if (lease === 'release') return { lease: [...keys, ...(part === undefined ? [] : [part])].map(release) };
  const until = lease === 'run' ? leaseEnd(engine, now) : lease.until;
  const take = (key: string) => ({ take: { key, card: request.id, holder: engine.holder, until } satisfies Lease });
  // The call has ended. While its outcome is checked, its lease must not block other changes of the component.
  if (lease !== 'run' && part !== undefined) return { lease: [...keys.map(release), take(part)] };
  return { lease: keys.map(take) };
}

function mayAnswerRecord(body: MayAnswer): RecordChange {
  const { request: id, context, channel, since: at } = body;
  return mayAnswerRecords.save(body, { id, placeKey: placeKey(context), channel, at });
}

/** Returns everything that a transition saves, as one commit. @param version the version before the transition */
export function commitOf(engine: Recording, transition: Transition, version: number | 'new', now: number): Commit {
  const { request } = transition;
  const next = version === 'new' ? 1 : version + 1;
  const watch = transition.lease === 'run' ? [dueOf('watch', request.id, leaseEnd(engine, now))] : [];
  const tells = request.system ? [] : transition.tells;
  const { isMoved, mayAnswer } = transition;
  const added = isMoved ? engine.features.flatMap(({ records: recordsOf }) => recordsOf?.(request, now) ?? []) : [];
  const records = [...added, ...present([mayAnswer && mayAnswerRecord(mayAnswer)])];
  return {
    at: now,
    request: { next: storedRequest(request), expect: version },
    ...(records.length > 0 ? { records } : {}),
    ...leaseChange(engine, transition, now),
    audit: transition.records.map((entry) => auditOf(engine, request, entry, now)),
    outbox: tells.map((tell, index) => outgoingTell(request, tell, index, next, now)),
    due: {
      put: [...transition.timers.map(({ kind, at }) => dueOf(kind, request.id, at)), ...watch],
      drop: transition.cancelTimers.map((kind) => `${kind} ${request.id}`),
    },
  };
}
