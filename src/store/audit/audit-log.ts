import { readJson } from '../../core/text/json.ts';
import type { Db, Engine } from '../engines/tables.ts';
import type { AuditLog, AuditSelection } from '../store.ts';
import { storable } from '../stored-json.ts';
import { auditRowOf, chain, firstHead, searchText } from './audit-chain.ts';
import { ChainCheck } from './audit-check.ts';
import { AuditEntry, type AuditHead } from './audit-entry.ts';
import { type AuditTableRow, createTurns, linkOfRow, matchingRows, rangeOf, rowsFrom } from './audit-pages.ts';
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

function headOf(engine: Engine): Promise<AuditHead> {
  return engine.read(async (db) => {
    const query = db.selectFrom('audit_head').select(['seq', 'hash']).where('id', '=', 1);
    return (await query.executeTakeFirst()) ?? firstHead;
  });
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
    search: async ({ limit, ...selection }) => {
      const entries = [];
      for await (const row of readable(selection, 'desc')) {
        entries.push(row);
        if (entries.length >= limit) break;
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
        const found = await db.selectFrom('audit').select('hash').where('seq', '=', seq).executeTakeFirst();
        if (found) return found.hash;
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
