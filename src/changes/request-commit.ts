import { createHash } from 'node:crypto';
import { type Context, placeKey } from '../core/command/context.ts';
import { present } from '../core/defined.ts';
import { deciderIds } from '../core/policy/decide.ts';
import type { DecisionGround } from '../core/policy/policy-decision.ts';
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
import { linesLane } from '../delivery/lines-lane.ts';
import { inBothLanguages } from '../operations/operation-catalog.ts';
import { mayAnswerRecords } from '../operations/shared/access/may-answer-list.ts';
import { freezesDue } from '../operations/shared/freeze/stored-freeze.ts';
import type { AuditEntry } from '../store/audit/audit-entry.ts';
import type { Commit, RecordChange } from '../store/store.ts';
import type { Due, Lease, Outgoing, StoredRequest } from '../store/stored-types.ts';
import { changeOf, type EngineContext } from './engine-context.ts';

/** The due rows of requests, the two about temporary access, and those of features. */
export const dueKindsOf = ({ features }: Pick<EngineContext, 'features'>): readonly string[] => [
  ...timerKinds.map((kind) => `change.${kind}`),
  'change.close',
  'change.ended',
  freezesDue,
  ...features.flatMap(({ due }) => due?.kinds ?? []),
];
/** The outbox rows of cards that are a card's first message, which the asker waits for. */
export const firstKinds = ['change.first'];
/** Those that need more than Slack: the platform's samples or logs, and a picture. */
export const longKinds = ['change.evidence', 'change.log'];
export const otherKinds = ['change.card', 'change.note', 'change.direct', 'change.approvers'];
/** All outbox rows of cards. */
export const tellKinds = [...firstKinds, ...otherKinds, ...longKinds];

/**
 * Equal for requests that ask the same: two open ones cannot be. What only the asker can confirm is theirs alone, or
 * someone who forgot to would stand in the way of everyone else.
 */
function fingerprintOf(request: ChangeRequest): string {
  const { operation, context, plan, ruling, asker, follows, planned } = request;
  const own = request.system ? { closes: follows?.card ?? '', card: request.id } : {};
  const whose = ruling.need === 'confirm' ? { asker: asker.id } : {};
  // Equal requests for two times are two requests.
  const when = planned ? { at: planned.at } : {};
  const asked = { operation, place: placeKey(context), plan, ...whose, ...own, ...when };
  return createHash('sha256').update(canonical(asked)).digest('hex');
}

/** A card as the store keeps it. */
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
    deciders: !waits ? [] : request.frozen ? [request.asker.id] : deciderIds(request.ruling, request.asker.id),
    channel: request.channel,
    ts: request.ts,
    openUntil: request.expires,
    at: request.at,
    body: storedBody(request),
  };
}

function placeWords(context: Context): string {
  return context.name ?? [context.team, context.region, context.appName ?? context.app].join('/');
}

/** The parts of the engine that a commit of a request needs. */
export interface Recording extends Pick<EngineContext, 'features' | 'holder' | 'writeTimeoutMs'> {
  readonly services: Pick<EngineContext['services'], 'operations'>;
}

/** What a request is about, so that the record tells it and is found by it; a new plan also by its title. */
function auditAbout(
  engine: Recording,
  request: ChangeRequest,
  { kind, who }: Entry,
): NonNullable<AuditEntry['details']> {
  const { plan, given, risk, ruling } = request;
  return {
    component: plan.componentName,
    ...(request.ticket ? { ticket: request.ticket.id } : {}),
    ...changeOf(engine, request)?.auditDetails?.(given, plan),
    ...(kind === 'proposed' || kind === 'replanned'
      ? { risk, ...ruleDetails(ruling), ...inBothLanguages('title', plan.title) }
      : {}),
    ...groundDetails(request, kind, who.id),
  };
}

/** By which rule of which version of the policy. */
function ruleDetails({ rule, version }: Pick<DecisionGround, 'rule' | 'version'>): NonNullable<AuditEntry['details']> {
  return {
    rule: rule === 'default' ? rule : `line ${rule.line}`,
    ...(version === undefined ? {} : { policy: version }),
  };
}

/** Why a decision counted: so the audit log tells it without the request, which isn't kept as long. */
function groundDetails(
  { approvals, breakGlass }: ChangeRequest,
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
    link: request.link,
    channel: request.channel,
    details: {
      ...auditAbout(engine, request, entry),
      ...(request.agent ? { agent: request.agent.name } : {}),
      ...details,
    },
  };
}

/** Rows carry the version that they tell of, so the same transition saved twice would be told once. */
function outgoingTell(request: ChangeRequest, tell: Tell, index: number, version: number, now: number): Outgoing {
  const first = version === 1 && tell.tell === 'card';
  return {
    id: `${request.id} ${version} ${index}`,
    kind: first ? 'change.first' : `change.${tell.tell}`,
    at: now,
    lane: laneOf(request, tell),
    body: { card: request.id, tell },
  };
}

/** A card's message never waits for what is said in its thread. */
function laneOf(request: ChangeRequest, { tell }: Tell): string {
  if (tell === 'card') return request.id;
  return tell === 'evidence' ? evidenceLane(request) : linesLane(request.id);
}

/** Nothing else of a request waits for its charts. */
function evidenceLane({ id }: ChangeRequest): string {
  return `${id} evidence`;
}

/** The chart of before and after, as the outbox sends it: one for each request, however often it is put. */
export function evidenceAfterOf(request: ChangeRequest, now: number): Outgoing {
  const tell: Tell = { tell: 'evidence', after: true };
  const lane = evidenceLane(request);
  return { id: `${lane} after`, kind: 'change.evidence', at: now, lane, body: { card: request.id, tell } };
}

/** The lane of a request's presses: they are processed one after another. */
export function pressLane(card: string): string {
  return `press ${card}`;
}

export function dueOf(kind: string, card: string, at: number): Due {
  return { id: `${kind} ${card}`, kind: `change.${kind}`, at, body: { card } };
}

/** How much longer than the write deadline a lease lasts, in ms. */
const leaseMargin = 30_000;

/** Until when the leases of a run last that is saved now. */
export function leaseEnd(engine: Recording, now: number): number {
  return now + engine.writeTimeoutMs + leaseMargin;
}

function leaseChange(engine: Recording, transition: Transition, now: number): Pick<Commit, 'lease'> {
  const { request: card, lease } = transition;
  if (lease === undefined) return {};
  const keys = lockKeysOf(card);
  const part = readBackKeyOf(card);
  const release = (key: string) => ({ release: { key, card: card.id } });
  if (lease === 'release') return { lease: [...keys, ...(part === undefined ? [] : [part])].map(release) };
  const until = lease === 'run' ? leaseEnd(engine, now) : lease.until;
  const take = (key: string) => ({ take: { key, card: card.id, holder: engine.holder, until } satisfies Lease });
  // The call is over: what waits for its outcome keeps no others of the component waiting.
  if (lease !== 'run' && part !== undefined) return { lease: [...keys.map(release), take(part)] };
  return { lease: keys.map(take) };
}

function mayAnswerRecord(body: MayAnswer): RecordChange {
  const { request: id, context, channel, since: at } = body;
  return mayAnswerRecords.save(body, { id, placeKey: placeKey(context), channel, at });
}

/** Everything that a transition saves, as one commit. `version` is the one that the card had. */
export function commitOf(engine: Recording, transition: Transition, version: number | 'new', now: number): Commit {
  const { request: card } = transition;
  const next = version === 'new' ? 1 : version + 1;
  const watch = transition.lease === 'run' ? [dueOf('watch', card.id, leaseEnd(engine, now))] : [];
  const tells = card.system ? [] : transition.tells;
  const { isMoved, mayAnswer } = transition;
  const added = isMoved ? engine.features.flatMap(({ records: recordsOf }) => recordsOf?.(card, now) ?? []) : [];
  const records = [...added, ...present([mayAnswer && mayAnswerRecord(mayAnswer)])];
  return {
    at: now,
    request: { next: storedRequest(card), expect: version },
    ...(records.length > 0 ? { records } : {}),
    ...leaseChange(engine, transition, now),
    audit: transition.records.map((entry) => auditOf(engine, card, entry, now)),
    outbox: tells.map((tell, index) => outgoingTell(card, tell, index, next, now)),
    due: {
      put: [...transition.timers.map(({ kind, at }) => dueOf(kind, card.id, at)), ...watch],
      drop: transition.cancelTimers.map((kind) => `${kind} ${card.id}`),
    },
  };
}
