import { sql } from 'kysely';
import { canonical } from '../../core/request/plan.ts';
import { readJson } from '../../core/text/json.ts';
import type { Db, Engine, Tables } from '../engines/tables.ts';
import type { AuditFilter, AuditLog, AuditSelection } from '../store.ts';
import { storable } from '../stored-json.ts';
import { type ChainLink, firstHead, hashOf } from './audit-chain.ts';
import { ChainCheck } from './audit-check.ts';
import { AuditEntry, type AuditHead, AuditRow } from './audit-entry.ts';
import { createTurns, rangeOf, type Turns } from './audit-pages.ts';
import type { AppendedEntries, AuditKeys, Signer } from './audit-signing.ts';

/** Reads and locks the head until the transaction ends, so that replicas append one after another. */
export async function lockHead(db: Db, engine: Engine['name']): Promise<AuditHead> {
  return db
    .selectFrom('audit_head')
    .select(['seq', 'hash'])
    .where('id', '=', 1)
    .$if(engine === 'postgres', (query) => query.forUpdate())
    .executeTakeFirstOrThrow();
}

type AuditTableRow = Tables['audit'];

/** Appends entries, if any. Must be last in a commit, because all replicas wait for the lock on the head. */
export async function appendAudit(
  db: Db,
  engine: Engine['name'],
  entries: readonly AuditEntry[],
  signer: Signer | undefined,
): Promise<AppendedEntries | undefined> {
  if (entries.length === 0) return undefined;
  const checked = entries.map((entry) => AuditEntry.parse(entry));
  const links = chain(await lockHead(db, engine), checked, signer);
  const rows = links.map(({ seq, prev, hash, body, signed }, index): AuditTableRow => {
    const entry = checked[index];
    if (!entry) throw new RangeError('a link without an entry');
    const place_key = storable(entry.placeKey);
    const signature = { key_id: signed?.keyId ?? null, signature: signed?.signature ?? null };
    return { seq, at: entry.at, place_key, search: searchText(entry), prev, hash, body, ...signature };
  });
  await db.insertInto('audit').values(rows).execute();
  const { seq, hash } = links.at(-1) ?? firstHead;
  await db.updateTable('audit_head').set({ seq, hash }).where('id', '=', 1).execute();
  return { entries: checked, head: { seq, hash } };
}

export function chain(head: AuditHead, entries: readonly AuditEntry[], signer?: Signer): readonly ChainLink[] {
  let { seq, hash } = head;
  return entries.map((entry) => {
    const prev = hash;
    seq += 1;
    const body = canonical({ ...entry, seq });
    hash = hashOf(prev, body);
    const signed = signer ? { signed: signer.sign({ seq, hash }) } : {};
    return { seq, prev, hash, body, consistent: true, ...signed };
  });
}

/** Returns an entry's words in lower case. Omits the channel id, because older versions' checks would fail with it. */
export function searchText(entry: AuditEntry): string {
  const words: string[] = [];
  const collect = (value: unknown): void => {
    if (typeof value === 'object' && value !== null) for (const inner of Object.values(value)) collect(inner);
    else if (value !== null) words.push(String(value));
  };
  collect(JSON.parse(canonical({ ...entry, at: undefined, channel: undefined })));
  return storable(words.join('\n')).toLowerCase();
}

/** Makes the start of signing visible: appends a signed entry, unless the last entry is signed with this key. */
export async function startSigning(
  db: Db,
  engine: Engine['name'],
  signer: Signer,
  now: number,
): Promise<AppendedEntries | undefined> {
  const { seq } = await lockHead(db, engine);
  const last = await db.selectFrom('audit').select('key_id').where('seq', '=', seq).executeTakeFirst();
  if (last?.key_id === signer.keyId) return undefined;
  return appendAudit(db, engine, [{ ...ofPortolan(now), kind: 'signing', details: { keyId: signer.keyId } }], signer);
}

export function ofPortolan(at: number): Pick<AuditEntry, 'at' | 'who' | 'placeKey' | 'place'> {
  return { at, who: { id: 'portolan', name: 'Portolan' }, placeKey: '', place: '' };
}

function isConsistent(row: AuditTableRow): boolean {
  const body = readJson(row.body);
  if (body === undefined) return false;
  const entry = AuditEntry.safeParse(body).data;
  // Entries of newer versions can't be checked, because this version doesn't know their kind.
  if (!entry) return true;
  return entry.at === row.at && storable(entry.placeKey) === row.place_key && searchText(entry) === row.search;
}

const readAuditRow = (row: AuditTableRow) => auditRowOf(linkOfRow(row), row.at);

/** Returns the entry of a link. An unreadable entry gets the kind `unreadable`, so that a search shows the others. */
export function auditRowOf(link: ChainLink, at: number): AuditRow {
  const { seq, prev, hash, signed = {} } = link;
  const body = readJson(link.body);
  const row = AuditRow.safeParse(typeof body === 'object' ? { ...body, seq, prev, hash, ...signed } : undefined);
  if (row.success) return row.data;
  return { seq, prev, hash, ...signed, at, kind: 'unreadable', who: { id: '', name: '' }, placeKey: '', place: '' };
}

function linkOfRow(row: AuditTableRow, consistent = true): ChainLink {
  const { seq, prev, hash, body, key_id: keyId, signature } = row;
  // A database that was never opened by a version with signatures lacks these columns.
  const isSigned = typeof keyId === 'string' && typeof signature === 'string';
  const signed = isSigned ? { signed: { keyId, signature } } : {};
  return { seq, prev, hash, body, consistent, ...signed };
}

function headOf(engine: Engine): Promise<AuditHead> {
  return engine.read(async (db) => {
    const query = db.selectFrom('audit_head').select(['seq', 'hash']).where('id', '=', 1);
    return (await query.executeTakeFirst()) ?? firstHead;
  });
}

/** Maximum number of entries that one query scans. Small, because SQLite blocks the event loop during a query. */
const lookedThrough = 1_000;
const returned = 250;

interface PageRequest {
  readonly filter: AuditFilter;
  readonly order: 'asc' | 'desc';
  readonly low: number;
  readonly high: number;
}

export function auditLogOf(engine: Engine, keys: AuditKeys = {}): AuditLog {
  const turns = createTurns();
  async function* readable({ mayRead = () => true, ...filter }: AuditSelection, order: 'asc' | 'desc') {
    for await (const stored of matchingRows(engine, turns, filter, order)) {
      const row = readAuditRow(stored);
      if (await mayRead(row)) yield row;
    }
  }
  return {
    search: async ({ limit, isLast, ...selection }) => {
      const entries = [];
      for await (const row of readable(selection, 'desc')) {
        entries.push(row);
        if (entries.length >= limit || isLast?.(row)) break;
      }
      return entries;
    },
    matching: (selection) => readable(selection, 'asc'),
    all: async function* (since) {
      for await (const row of rowsFrom(engine, turns, since)) yield readAuditRow(row);
    },
    count: async (since) => {
      const range = await engine.read((db) => rangeOf(db, since));
      return range ? range.last - range.first + 1 : 0;
    },
    head: () => headOf(engine),
    hashOf: (seq) =>
      engine.read(async (db) => {
        const line = await db.selectFrom('audit').select('hash').where('seq', '=', seq).executeTakeFirst();
        if (line) return line.hash;
        const removed = db.selectFrom('audit_head').select('removed_to').where('removed_to', '>=', seq);
        return (await removed.executeTakeFirst()) ? 'removed' : undefined;
      }),
    verify: async (expected) => {
      // Read the head first, so that entries added during the check simply come after it.
      const stored = await headOf(engine);
      const check = new ChainCheck({ stored, keys, ...(expected ? { expected } : {}) });
      for await (const row of rowsFrom(engine, turns)) {
        if (row.seq > stored.seq && (await headOf(engine)).seq >= row.seq) break;
        check.add(linkOfRow(row, isConsistent(row)));
      }
      return check.finish();
    },
  };
}

function hasWord(word: string) {
  const pattern = `%${storable(word)
    .toLowerCase()
    .replace(/[\\%_]/g, '\\$&')}%`;
  return sql<boolean>`${sql.ref('search')} like ${pattern} escape '\\'`;
}

function readPage(db: Db, { filter, order, low, high }: PageRequest) {
  const { words = [], since, before, placeKey } = filter;
  let query = db.selectFrom('audit').selectAll().where('seq', '>=', low).where('seq', '<=', high);
  if (since !== undefined) query = query.where('at', '>=', since);
  if (before !== undefined) query = query.where('at', '<', before);
  if (placeKey !== undefined) query = query.where('place_key', '=', storable(placeKey));
  for (const synonyms of words) query = query.where(({ or }) => or(synonyms.map(hasWord)));
  return query.orderBy('seq', order).limit(returned).execute();
}

async function* matchingRows(
  engine: Engine,
  turns: Turns,
  filter: AuditFilter,
  order: 'asc' | 'desc',
): AsyncGenerator<AuditTableRow> {
  const range = await engine.read((db) => rangeOf(db, filter.since));
  if (!range) return;
  const last = Math.min(range.last, filter.until ?? range.last);
  const isUp = order === 'asc';
  let next = isUp ? range.first : last;
  while (next >= range.first && next <= last) {
    const end = isUp ? Math.min(next + lookedThrough - 1, last) : Math.max(next - lookedThrough + 1, range.first);
    const [low, high] = isUp ? [next, end] : [end, next];
    await turns();
    const rows = await engine.read((db) => readPage(db, { filter, order, low, high }));
    yield* rows;
    const reached = rows.length < returned ? end : (rows.at(-1)?.seq ?? end);
    next = isUp ? reached + 1 : reached - 1;
  }
}

/** Reads all entries from the first one at or after a moment, by number, without gaps. */
async function* rowsFrom(engine: Engine, turns: Turns, since?: number): AsyncGenerator<AuditTableRow> {
  const range = await engine.read((db) => rangeOf(db, since));
  if (!range) return;
  let after = range.first - 1;
  while (true) {
    await turns();
    const rows = await engine.read((db) => {
      const query = db.selectFrom('audit').selectAll().where('seq', '>', after);
      return query.orderBy('seq').limit(returned).execute();
    });
    yield* rows;
    const last = rows.at(-1);
    if (!last || rows.length < returned) return;
    after = last.seq;
  }
}
