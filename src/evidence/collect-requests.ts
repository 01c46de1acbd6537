import { isMoment } from '../core/text/iso-time.ts';
import { type ChainLink, linkOf } from '../store/audit/audit-chain.ts';
import { ChainCheck } from '../store/audit/audit-check.ts';
import type { AuditHead, AuditRow } from '../store/audit/audit-entry.ts';
import { createTurns } from '../store/audit/audit-pages.ts';
import type { AuditLog, Store } from '../store/store.ts';
import type { StoredRequest } from '../store/stored-types.ts';
import { withCard } from './card-facts.ts';
import type { EvidenceManifest, leftOutReasons, NumberRange } from './evidence-manifest.ts';
import { type EvidenceRequest, endsRequest, type GatheredRequest, isOwnEntry, requestOf } from './evidence-request.ts';
import { type OutsideChange, outsideAccess } from './outside-change.ts';

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
  readonly mayRead?: ((of: Pick<AuditRow, 'who' | 'channel'>) => Promise<boolean>) | undefined;
}

export interface EvidenceSink {
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
      const cards = new Map((await sources.requests.some(some.map(({ id }) => id))).map((card) => [card.id, card]));
      for (const each of some) {
        const card = cards.get(each.id);
        await sink.request(withCard(requestOf(each), card && (await isReadable(card)) ? card.body : undefined));
      }
    }
  }

  return {
    async add(row: AuditRow): Promise<void> {
      const { request: id, seq } = row;
      if (id === undefined || !isOwnEntry(row)) return;
      const known = open.get(id) ?? { id, rows: [] };
      known.rows.push(row);
      open.set(id, known);
      if (endsRequest(row) && !ended.some(({ request }) => request === known)) ended.push({ seq, request: known });
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
