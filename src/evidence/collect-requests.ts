import * as z from 'zod';
import { placeOfKey } from '../core/command/context.ts';
import { defaultPolicy, type Policy, risks } from '../core/policy/policy.ts';
import { DecisionGround } from '../core/policy/policy-decision.ts';
import { StoredText } from '../core/request/plan.ts';
import { planHash } from '../core/request/plan-hash.ts';
import { isMoment } from '../core/text/iso-time.ts';
import type { Text } from '../core/text/text.ts';
import { plain } from '../operations/operation-catalog.ts';
import { keptPolicies, noPolicyFile } from '../operations/shared/evidence/kept-policy.ts';
import { frozenThen } from '../operations/shared/freeze/freezes-then.ts';
import { calendarFrom, freezeRecords } from '../operations/shared/freeze/stored-freeze.ts';
import { parsePolicy } from '../policy-file/parse.ts';
import { type ChainLink, linkOf } from '../store/audit/audit-chain.ts';
import { ChainCheck } from '../store/audit/audit-check.ts';
import type { AuditHead, AuditRow } from '../store/audit/audit-entry.ts';
import { createTurns } from '../store/audit/audit-pages.ts';
import type { AuditLog, Store } from '../store/store.ts';
import type { StoredRequest } from '../store/stored-types.ts';
import type { EvidenceManifest, leftOutReasons, NumberRange } from './evidence-manifest.ts';
import { type EvidenceRequest, endsRequest, type GatheredRequest, requestOf } from './evidence-request.ts';
import { freezeOf, type OutsideChange, outsideAccess } from './outside-change.ts';
import { separationOf } from './separation.ts';

export async function markFrozen(
  sources: EvidenceSources,
  outside: readonly OutsideChange[],
): Promise<readonly OutsideChange[]> {
  if (outside.length === 0) return outside;
  const begun = await freezeRecords.bodies(sources);
  const policyAt = await policiesInTime(sources);
  const marked: OutsideChange[] = [];
  for (const each of outside) {
    const kept = await policyAt(each.at);
    const policy = kept ?? defaultPolicy;
    const then = { kind: each.what, context: placeOfKey(each.contextKey), at: each.at };
    const freeze = frozenThen(policy, calendarFrom(policy, begun), then);
    const frozen = each.frozen ?? (freeze ? freezeOf(freeze) : kept ? undefined : { by: 'unknown' });
    marked.push(frozen ? { ...each, frozen } : each);
  }
  return marked;
}

/** Returns a function that gives the policy in force at a time, or undefined if that policy version wasn't kept. */
async function policiesInTime(sources: EvidenceSources): Promise<(at: number) => Promise<Policy | undefined>> {
  const versions: { at: number; hash: string }[] = [];
  for await (const { at, kind, details } of sources.audit.matching({ placeKey: '' }))
    if (kind === 'policy' && typeof details?.policy === 'string') versions.push({ at, hash: details.policy });
  const byHash = new Map<string, Policy | undefined>([[noPolicyFile, defaultPolicy]]);
  return async (at) => {
    // If the log has no such entries, there was no policy file in the time for which versions are kept.
    const hash = versions.length === 0 ? noPolicyFile : versions.findLast((each) => each.at <= at)?.hash;
    if (hash === undefined) return undefined;
    if (!byHash.has(hash)) {
      const kept = await keptPolicies.get(sources, hash);
      const parsed = kept && parsePolicy(kept.body.text);
      byHash.set(hash, parsed && 'policy' in parsed ? parsed.policy : undefined);
    }
    return byHash.get(hash);
  };
}

export interface EvidenceSources {
  readonly audit: Pick<AuditLog, 'all' | 'head' | 'matching'>;
  readonly requests: Pick<Store['requests'], 'some'>;
  readonly records: Pick<Store['records'], 'list' | 'get'>;
}

export interface EvidenceScope {
  /** Keys of the included contexts; undefined means all contexts. */
  readonly contexts: ReadonlySet<string> | undefined;
  /** Start of the included time, epoch ms; undefined means the whole log. */
  readonly since: number | undefined;
  /** Checks whether the person may read an entry, or a request, given its requester. If absent, all can be read. */
  readonly mayRead?: ((row: Pick<AuditRow, 'who' | 'channel'>) => Promise<boolean>) | undefined;
}

interface EvidenceSink {
  readonly auditLine: (line: object) => Promise<void>;
  readonly request: (request: EvidenceRequest) => Promise<void>;
}

export interface CollectedLog {
  readonly log: EvidenceManifest['log'];
  readonly contexts: ReadonlyMap<string, string>;
  /** Time of the first entry, epoch ms. */
  readonly firstAt: number | undefined;
  readonly inForce: readonly { readonly at: number; readonly hash: string }[];
  readonly policies: ReadonlySet<string>;
  readonly outside: readonly OutsideChange[];
}

/** Kinds of entries about the log itself. Every archive includes these entries. */
const ofTheLog = new Set(['policy', 'signing', 'checkpoint', 'restored']);
/** A request gets no more entries after this number of later entries in the log, because one commit writes fewer. */
const settledAfter = 200;
/** `cardsAtOnce`: number of cards per read. `rowsInTurn`: number of entries processed per turn of the event loop. */
const cardsAtOnce = 30;
const rowsInTurn = 60;

/** Reads the audit log once from start to head, and writes its entries and requests. Memory use stays constant. */
export async function collectRequests(
  sources: EvidenceSources,
  scope: EvidenceScope,
  sink: EvidenceSink,
): Promise<CollectedLog> {
  const turns = createTurns();
  const head = await sources.audit.head();
  const log = createLogReading(head);
  const requests = createRequestWriter(sources, scope, sink, turns);
  const contexts = new Map<string, string>();
  const policies = new Set<string>();
  const inForce: { at: number; hash: string }[] = [];
  const outside: OutsideChange[] = [];
  let firstAt: number | undefined;
  let inTurn = 0;
  for await (const row of sources.audit.all(scope.since)) {
    if (row.seq > head.seq) break;
    inTurn += 1;
    if (inTurn % rowsInTurn === 0) await turns();
    if (isMoment(row.at)) firstAt ??= row.at;
    for (const line of log.before(row)) await sink.auditLine(line);
    const why = await leftOut(row, scope);
    await sink.auditLine(log.add(row, why));
    if (why !== undefined) continue;
    const hash = row.details?.policy;
    if (typeof hash === 'string') policies.add(hash);
    if (typeof hash === 'string' && row.kind === 'policy') inForce.push({ at: row.at, hash });
    if (row.placeKey !== '') contexts.set(row.placeKey, row.place);
    const access = outsideAccess(row);
    if (access) outside.push(access);
    await requests.add(row);
  }
  await requests.finish();
  return { log: log.finish(), contexts, firstAt, inForce, policies, outside };
}

async function leftOut(
  row: AuditRow,
  { contexts, mayRead }: EvidenceScope,
): Promise<(typeof leftOutReasons)[number] | undefined> {
  if (row.placeKey === '' && ofTheLog.has(row.kind)) return undefined;
  if (contexts && !contexts.has(row.placeKey)) return 'context';
  return mayRead && !(await mayRead(row)) ? 'private' : undefined;
}

function createLogReading(head: AuditHead) {
  const check = new ChainCheck({ stored: head, part: true });
  const missing: NumberRange[] = [];
  const counts = { context: 0, private: 0 };
  let first: number | undefined;
  let last: number | undefined;
  let entries = 0;
  return {
    before({ seq }: AuditRow): readonly object[] {
      if (last === undefined || seq <= last + 1) return [];
      const range = { first: last + 1, last: seq - 1 };
      missing.push(range);
      check.gap(range.last);
      return [{ missing: range }];
    },
    add(row: AuditRow, why: keyof typeof counts | undefined): object {
      first ??= row.seq;
      last = row.seq;
      entries += 1;
      const link: ChainLink | undefined = linkOf({ ...row });
      if (link) check.add(link);
      if (why === undefined) return row;
      counts[why] += 1;
      const { seq, prev, hash } = row;
      return { seq, prev, hash, leftOut: why };
    },
    finish(): EvidenceManifest['log'] {
      const { faults } = check.finish();
      const range = { first: first ?? head.seq + 1, last: last ?? head.seq };
      return { head, ...range, entries, leftOut: counts, missing, faults: faults.map(({ says }) => says) };
    },
  };
}

/** Groups the entries of each request, and writes the request when no more entries can follow. */
function createRequestWriter(
  sources: EvidenceSources,
  { mayRead }: EvidenceScope,
  sink: EvidenceSink,
  turns: () => Promise<void>,
) {
  const open = new Map<string, GatheredRequest>();
  let ended: { readonly seq: number; readonly request: GatheredRequest }[] = [];

  /** Checks whether the person may read a card. It has more than the readable entries: the plan and who decided. */
  const isReadable = ({ asker, channel }: StoredRequest) =>
    mayRead === undefined || mayRead({ who: { id: asker, name: asker }, channel });

  async function write(gathered: readonly GatheredRequest[]): Promise<void> {
    for (let from = 0; from < gathered.length; from += cardsAtOnce) {
      const some = gathered.slice(from, from + cardsAtOnce);
      await turns();
      const requests = new Map(
        (await sources.requests.some(some.map(({ id }) => id))).map((request) => [request.id, request]),
      );
      for (const each of some) {
        const request = requests.get(each.id);
        await sink.request(
          withCard(requestOf(each), request && (await isReadable(request)) ? request.body : undefined),
        );
      }
    }
  }

  return {
    async add(row: AuditRow): Promise<void> {
      const { request: id, seq } = row;
      if (id === undefined || !isOwnEntry(row)) return;
      const gathered = open.get(id) ?? { id, rows: [] };
      gathered.rows.push(row);
      open.set(id, gathered);
      if (endsRequest(row) && !ended.some(({ request }) => request === gathered))
        ended.push({ seq, request: gathered });
      const isReady = ended.length >= cardsAtOnce && seq - (ended[cardsAtOnce - 1]?.seq ?? seq) > settledAfter;
      if (!isReady) return;
      const ready = ended.filter((each) => seq - each.seq > settledAfter).map(({ request }) => request);
      ended = ended.filter((each) => seq - each.seq <= settledAfter);
      for (const each of ready) open.delete(each.id);
      await write(ready);
    },
    async finish(): Promise<void> {
      await write([...open.values()]);
      open.clear();
    },
  };
}

/** Checks whether an entry belongs to the request itself, not to later events about it. */
function isOwnEntry({ kind, request }: AuditRow): boolean {
  return request !== undefined && ownKinds.has(kind);
}

const Decided = z.object({ by: z.string(), ground: DecisionGround.optional() });

/** Parts of a stored request that evidence exports in addition to its audit entries. Nothing else is exported. */
const CardFacts = z.object({
  at: z.number(),
  asker: z.object({ id: z.string(), name: z.string() }),
  agent: z.object({ name: z.string() }).optional(),
  risk: z.enum(risks),
  system: z.literal(true).optional(),
  ruling: DecisionGround.pick({ rule: true, version: true }),
  approvals: z.array(Decided).catch([]),
  breakGlass: Decided.optional(),
  plan: z.object({
    title: StoredText,
    componentName: z.string(),
    rows: z.array(z.object({ what: StoredText, before: StoredText, after: StoredText })),
    steps: z.array(z.object({ says: StoredText })),
  }),
});

const StoredPlan = z.object({ plan: z.unknown() });

/** Adds facts from the stored request, which may be undefined: its plan, and facts that older audit entries lack. */
function withCard(request: EvidenceRequest, body: unknown): EvidenceRequest {
  const changeRequest = CardFacts.safeParse(body).data;
  if (!changeRequest) return request;
  const { plan, asker, ruling, agent } = changeRequest;
  const requester = request.requester ?? asker;
  const isSame = request.planHash === undefined || planHash(StoredPlan.parse(body).plan) === request.planHash;
  const title = request.title === request.operation ? textsOf(plan.title) : {};
  const isAutomatic = changeRequest.system === true || request.separation === 'automatic';
  return {
    ...request,
    ...title,
    at: request.at ?? changeRequest.at,
    requester,
    agent: request.agent ?? agent?.name,
    component: request.component ?? plan.componentName,
    risk: request.risk === 'unknown' ? changeRequest.risk : request.risk,
    rule: request.rule ?? ruleText(ruling.rule),
    policy: request.policy ?? ruling.version,
    decisions: request.decisions.map((each) => withGround(each, changeRequest)),
    separation: separationOf({ decisions: request.decisions, requester: requester.id, isAutomatic }),
    plan: {
      rows: plan.rows.map(({ what, before, after }) => ({ what: en(what), before: en(before), after: en(after) })),
      steps: plan.steps.map(({ says }) => en(says)),
      differs: isSame ? undefined : true,
    },
  };
}

const en = (text: Text): string => plain(text, 'en');

function textsOf(title: Text): Pick<EvidenceRequest, 'title' | 'title_zh'> {
  return { title: en(title), title_zh: plain(title, 'zh') };
}

function ruleText(rule: DecisionGround['rule']): string {
  return rule === 'default' ? rule : `line ${rule.line}`;
}

/** Kinds of entries about a request until it ends. */
const ownKinds = new Set([
  ...['proposed', 'replanned', 'approved', 'voided', 'denied', 'cancelled', 'expired', 'break_glass', 'frozen'],
  ...['exception', 'rescheduled', 'run', 'step', 'outcome', 'check', 'settled'],
]);

/** Adds why a decision counted. Audit entries of older versions don't contain this, but the stored request does. */
function withGround(
  decision: EvidenceRequest['decisions'][number],
  { approvals, breakGlass }: z.infer<typeof CardFacts>,
): EvidenceRequest['decisions'][number] {
  const { kind, who, as } = decision;
  if (as !== undefined || !decision.counts) return decision;
  const given = kind === 'break_glass' ? breakGlass : approvals.find(({ by }) => by === who.id);
  const ground = kind === 'approved' || kind === 'break_glass' ? given?.ground : undefined;
  if (!ground) return decision;
  return {
    ...decision,
    rule: ruleText(ground.rule),
    policy: ground.version,
    as: ground.as,
    role: ground.role,
    group: ground.group,
  };
}
