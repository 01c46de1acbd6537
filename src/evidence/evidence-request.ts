import * as z from 'zod';
import { risks } from '../core/policy/policy.ts';
import { type AuditRow, resettingKinds } from '../store/audit/audit-entry.ts';
import { separationOf, separations } from './separation.ts';

const Who = z.object({ id: z.string(), name: z.string() });
const ApiCall = z.object({ method: z.string(), path: z.string(), status: z.number().optional() });

/** Decision about a request, and why it counted. `counts`: false if it was voided, or made for an old plan or time. */
const EvidenceDecision = z.object({
  kind: z.enum(['approved', 'break_glass', 'denied', 'exception', 'voided']),
  at: z.number(),
  who: Who,
  counts: z.boolean(),
  rule: z.string().optional(),
  policy: z.string().optional(),
  as: z.string().optional(),
  role: z.string().optional(),
  group: z.string().optional(),
  reason: z.string().optional(),
});
export type EvidenceDecision = z.infer<typeof EvidenceDecision>;

const PlanRow = z.object({ what: z.string(), before: z.string(), after: z.string() });

/** Effect of a request. `nothing`: no call changed anything. `unknown`: it may have changed something. */
export const effects = ['changed', 'partly', 'unknown', 'nothing', 'open'] as const;

/** Request in an archive. Times are epoch ms. */
export const EvidenceRequest = z.object({
  id: z.string(),
  /** When it was requested; absent if that was before the archive's range and the request's card isn't kept. */
  at: z.number().optional(),
  requester: Who.optional(),
  agent: z.string().optional(),
  context: z.string(),
  contextKey: z.string(),
  operation: z.string(),
  component: z.string().optional(),
  title: z.string(),
  title_zh: z.string().optional(),
  risk: z.enum([...risks, 'unknown']),
  reason: z.string().optional(),
  ticket: z.string().optional(),
  rule: z.string().optional(),
  policy: z.string().optional(),
  decisions: z.array(EvidenceDecision),
  separation: z.enum(separations),
  isException: z.boolean(),
  calls: z.array(ApiCall),
  effect: z.enum(effects),
  state: z.string(),
  ended: z.number().optional(),
  /** `planHash`: hash of the decided plan. `plan`: the stored plan. `differs`: it isn't the plan in the audit log. */
  planHash: z.string().optional(),
  plan: z
    .object({ rows: z.array(PlanRow), steps: z.array(z.string()), differs: z.literal(true).optional() })
    .optional(),
  link: z.string().optional(),
  /** Id of the request that this one undoes, repeats or closes. */
  follows: z.string().optional(),
  entries: z.object({ first: z.number(), last: z.number() }),
});
export type EvidenceRequest = z.infer<typeof EvidenceRequest>;

export interface GatheredRequest {
  readonly id: string;
  readonly rows: AuditRow[];
}

/** Checks whether an entry ends a request. Other entries with the same time may follow it. */
export function endsRequest({ kind, status }: AuditRow): boolean {
  if (kind === 'denied' || kind === 'cancelled' || kind === 'expired') return true;
  return kind === 'outcome' && (status === 'done' || status === 'failed');
}

/** @param rows in log order, at least one */
export function requestOf({ id, rows }: GatheredRequest): EvidenceRequest {
  const [first] = rows;
  const last = rows.at(-1);
  if (!first || !last) throw new RangeError('a request without entries');
  const proposed = rows.find(({ kind }) => kind === 'proposed');
  const planned = rows.findLast(({ kind }) => kind === 'replanned') ?? proposed;
  const decisions = decisionsOf(rows);
  const calls = rows.flatMap(({ kind, calls: sent }) => (kind === 'step' ? (sent ?? []) : []));
  const requester = proposed?.who;
  const detailText = (name: string) =>
    textOf(rows.findLast(({ details }) => details?.[name] !== undefined)?.details?.[name]);
  const risk = risks.find((each) => each === planned?.details?.risk) ?? 'unknown';
  const isException = decisions.some(({ kind }) => kind === 'exception');
  const isAutomatic = proposed?.details?.how === 'close' || requester?.id === 'portolan';
  return {
    id,
    at: proposed?.at,
    requester,
    agent: detailText('agent'),
    context: first.place,
    contextKey: first.placeKey,
    operation: first.operation ?? '',
    component: detailText('component'),
    title: textOf(planned?.details?.title) ?? first.operation ?? id,
    title_zh: textOf(planned?.details?.title_zh),
    risk,
    reason: proposed?.reason,
    ticket: detailText('ticket'),
    rule: textOf(planned?.details?.rule),
    policy: textOf(planned?.details?.policy),
    decisions,
    separation: separationOf({ decisions, requester: requester?.id, isAutomatic }),
    isException,
    calls: [...calls],
    effect: effectOf(rows),
    state: last.status ?? last.outcome ?? '',
    ended: rows.findLast(endsRequest)?.at,
    planHash: last.plan,
    link: rows.findLast(({ link }) => link !== undefined)?.link,
    follows: textOf(proposed?.details?.follows),
    entries: { first: first.seq, last: last.seq },
  };
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** Returns the decisions in order. `counts` says whether a decision still counted at the end. */
function decisionsOf(rows: readonly AuditRow[]): EvidenceDecision[] {
  const decisions: EvidenceDecision[] = [];
  for (const { kind, at, who, reason, details = {} } of rows) {
    if (resettingKinds.has(kind)) for (const each of decisions) each.counts = false;
    if (kind === 'voided') for (const each of decisions) if (each.who.id === who.id) each.counts = false;
    const decided = EvidenceDecision.shape.kind.safeParse(kind).data;
    if (decided === undefined) continue;
    const ground = { rule: textOf(details.rule), policy: textOf(details.policy), as: textOf(details.as) };
    const counts = decided !== 'voided';
    const person = { id: who.id, name: who.name };
    decisions.push({
      kind: decided,
      at,
      who: person,
      counts,
      ...ground,
      reason,
      role: textOf(details.role),
      group: textOf(details.group),
    });
  }
  return decisions;
}

function effectOf(rows: readonly AuditRow[]): EvidenceRequest['effect'] {
  const outcome = rows.findLast(({ kind }) => kind === 'outcome');
  if (!outcome) return rows.some(endsRequest) ? 'nothing' : 'open';
  const { status, details = {} } = outcome;
  if (status !== 'done' && status !== 'failed') return 'unknown';
  const done = Number(details.done ?? rows.filter(({ kind }) => kind === 'step').length);
  if (done === 0) return 'nothing';
  return status === 'done' ? 'changed' : 'partly';
}
