import { createHash } from 'node:crypto';
import { type Card, componentKeyOf } from '../core/card.ts';
import { type Entry, type Tell, type Turn, wakeKinds } from '../core/card-turn.ts';
import { type Context, placeKey } from '../core/context.ts';
import { canonical, type Plan } from '../core/plan.ts';
import { deciderIds } from '../core/policy-decide.ts';
import { plain } from '../core/text.ts';
import type { AuditEntry } from '../store/audit-entry.ts';
import type { Due, Lease, Outgoing, StoredCard } from '../store/records.ts';
import type { Commit } from '../store/store.ts';
import { leaseMargin, type Room } from './room.ts';

/** The due rows of cards, and the two about openings. */
export const dueKinds = [...wakeKinds.map((kind) => `change.${kind}`), 'change.close', 'change.ended'];
/** The outbox rows of cards; `change.first` is a card's first message, which whoever asked waits for. */
export const tellKinds = ['change.first', 'change.card', 'change.note', 'change.direct', 'change.evidence'];

/** A hash of a plan, as the record keeps it. */
export function planHash(plan: Plan): string {
  return createHash('sha256').update(canonical(plan)).digest('hex');
}

/**
 * Equal for requests that ask the same: two open ones cannot be. What only the asker can confirm is theirs alone, or
 * somebody who forgot to would stand in the way of everybody else.
 */
function fingerprintOf(card: Card): string {
  const { operation, context, plan, ruling, asker, follows } = card;
  const own = card.system ? { closes: follows?.card ?? '', card: card.id } : {};
  const whose = ruling.need === 'confirm' ? { asker: asker.id } : {};
  const asked = { operation, place: placeKey(context), plan, ...whose, ...own };
  return createHash('sha256').update(canonical(asked)).digest('hex');
}

/** A card as the store keeps it. */
export function storedOf(card: Card): Omit<StoredCard, 'version'> {
  const waits = card.state === 'proposed' && !card.system;
  return {
    id: card.id,
    state: card.state,
    revision: card.revision,
    placeKey: placeKey(card.context),
    componentKey: componentKeyOf(card),
    fingerprint: fingerprintOf(card),
    asker: card.asker.id,
    deciders: waits ? deciderIds(card.ruling, card.asker.id) : [],
    channel: card.channel,
    ...(card.ts === undefined ? {} : { ts: card.ts }),
    openUntil: card.expires,
    at: card.at,
    body: card,
  };
}

function placeWords(context: Context): string {
  return context.name ?? [context.team, context.region, context.appName ?? context.app].join('/');
}

/** What a request is about, so that the record tells it and is found by it; a new plan also by its title. */
function aboutOf({ plan, given }: Card, kind: Entry['kind']): NonNullable<AuditEntry['details']> {
  const port = given.port?.[0];
  return {
    component: plan.componentName,
    ...(port === undefined ? {} : { port }),
    ...(kind === 'proposed' || kind === 'replanned' ? { title: plain(plan.title, 'en') } : {}),
  };
}

function auditOf(card: Card, entry: Entry, now: number): AuditEntry {
  const { kind, who, outcome, reason, calls, details } = entry;
  return {
    at: now,
    kind,
    request: card.id,
    who,
    placeKey: placeKey(card.context),
    place: placeWords(card.context),
    operation: card.operation,
    plan: planHash(card.plan),
    status: card.state,
    ...(calls === undefined ? {} : { calls }),
    ...(outcome === undefined ? {} : { outcome }),
    ...(reason === undefined ? {} : { reason }),
    ...(card.link === undefined ? {} : { link: card.link }),
    details: { ...aboutOf(card, kind), ...details },
  };
}

/** Rows carry the version that they tell of, so the same turn saved twice would be told once. */
function outgoingOf(card: Card, tell: Tell, index: number, version: number, now: number): Outgoing {
  const first = version === 1 && tell.tell === 'card';
  const lane = tell.tell === 'evidence' ? `${card.id} evidence` : card.id;
  return {
    id: `${card.id} ${version} ${index}`,
    kind: first ? 'change.first' : `change.${tell.tell}`,
    at: now,
    lane,
    body: { card: card.id, tell },
  };
}

export function dueOf(kind: string, card: string, at: number): Due {
  return { id: `${kind} ${card}`, kind: `change.${kind}`, at, body: { card } };
}

/** The lease of a run that is saved now. */
export function leaseFor(room: Room, card: Card, now: number): Lease {
  const until = now + room.writeTimeoutMs + leaseMargin;
  return { key: componentKeyOf(card), card: card.id, holder: room.holder, until };
}

function leaseChange(room: Room, turn: Turn, now: number): Pick<Commit, 'lease'> {
  const { card, lease } = turn;
  if (lease === undefined) return {};
  if (lease === 'release') return { lease: { release: { key: componentKeyOf(card), card: card.id } } };
  const run = leaseFor(room, card, now);
  return { lease: { take: lease === 'run' ? run : { ...run, until: lease.until } } };
}

/** Everything that a turn saves, as one commit. `version` is the one that the card had. */
export function commitOf(room: Room, turn: Turn, version: number | 'new', now: number): Commit {
  const { card } = turn;
  const next = version === 'new' ? 1 : version + 1;
  const watch = turn.lease === 'run' ? [dueOf('watch', card.id, leaseFor(room, card, now).until)] : [];
  const tells = card.system ? [] : turn.tells;
  return {
    at: now,
    card: { next: storedOf(card), expect: version },
    ...leaseChange(room, turn, now),
    audit: turn.records.map((entry) => auditOf(card, entry, now)),
    outbox: tells.map((tell, index) => outgoingOf(card, tell, index, next, now)),
    due: {
      put: [...turn.wakes.map(({ kind, at }) => dueOf(kind, card.id, at)), ...watch],
      drop: turn.rests.map((kind) => `${kind} ${card.id}`),
    },
  };
}
