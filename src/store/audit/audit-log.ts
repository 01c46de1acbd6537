import { sql } from 'kysely';
import { storable } from '../json.ts';
import type { AuditLog, AuditSearch } from '../store.ts';
import type { Db, Engine, Tables } from '../tables.ts';
import { ChainCheck, chain, firstHead, type Link, rowOf, searchText } from './audit-chain.ts';
import { AuditEntry, type AuditHead } from './audit-entry.ts';

type AuditTableRow = Tables['audit'];

/** Continues the chain. Part of a commit, and its last part: the lock on the head is what all replicas queue for. */
export async function appendAudit(db: Db, engine: Engine['name'], entries: readonly AuditEntry[]): Promise<void> {
  if (entries.length === 0) return;
  const checked = entries.map((entry) => AuditEntry.parse(entry));
  const head = await db
    .selectFrom('audit_head')
    .select(['seq', 'hash'])
    .where('id', '=', 1)
    .$if(engine === 'postgres', (query) => query.forUpdate())
    .executeTakeFirstOrThrow();
  const links = chain(head, checked);
  const rows = links.map(({ seq, prev, hash, body }, index) => {
    const entry = checked[index];
    if (!entry) throw new RangeError('a link without an entry');
    return { seq, at: entry.at, place_key: storable(entry.placeKey), search: searchText(entry), prev, hash, body };
  });
  await db.insertInto('audit').values(rows).execute();
  const last = links.at(-1) ?? firstHead;
  await db.updateTable('audit_head').set({ seq: last.seq, hash: last.hash }).where('id', '=', 1).execute();
}

/** Whether the columns beside the body are what was derived from it. */
function isConsistent(row: AuditTableRow): boolean {
  try {
    const parsed = AuditEntry.safeParse(JSON.parse(row.body));
    // An entry of a newer version: its kind is not known here, so what follows from it is not either.
    if (!parsed.success) return true;
    return (
      parsed.data.at === row.at &&
      storable(parsed.data.placeKey) === row.place_key &&
      searchText(parsed.data) === row.search
    );
  } catch {
    return false;
  }
}

const linkOfRow = (row: AuditTableRow): Link => ({ ...row, consistent: isConsistent(row) });
const plainLink = (row: AuditTableRow): Link => ({ ...row, consistent: true });

/** How many rows are read at a time: the embedded database answers synchronously, so pages are kept small. */
const page = 500;

/** Everything from the first entry at or after a moment, without gaps even where the replicas' clocks differ. */
async function* rowsOf(engine: Engine, since: number): AsyncGenerator<AuditTableRow> {
  const first = await engine.read((db) =>
    db
      .selectFrom('audit')
      .select((all) => all.fn.min('seq').as('seq'))
      .where('at', '>=', since)
      .executeTakeFirst(),
  );
  if (!first || first.seq === null) return;
  let after = first.seq - 1;
  while (true) {
    const rows = await engine.read((db) => {
      const query = db.selectFrom('audit').selectAll().where('seq', '>', after);
      return query.orderBy('seq').limit(page).execute();
    });
    yield* rows;
    const last = rows.at(-1);
    if (!last || rows.length < page) return;
    after = last.seq;
  }
}

function headOf(engine: Engine): Promise<AuditHead> {
  return engine.read(async (db) => {
    const query = db.selectFrom('audit_head').select(['seq', 'hash']).where('id', '=', 1);
    return (await query.executeTakeFirst()) ?? firstHead;
  });
}

function search(db: Db, { words = [], since, placeKey, limit }: AuditSearch) {
  let query = db.selectFrom('audit').selectAll();
  if (since !== undefined) query = query.where('at', '>=', since);
  if (placeKey !== undefined) query = query.where('place_key', '=', storable(placeKey));
  for (const word of words) {
    const pattern = `%${word
      .replaceAll('\0', ' ')
      .toLowerCase()
      .replace(/[\\%_]/g, '\\$&')}%`;
    query = query.where((is) => sql<boolean>`${is.ref('search')} like ${pattern} escape '\\'`);
  }
  return query.orderBy('seq', 'desc').limit(limit).execute();
}

/** The record, for reading. */
export function auditLogOf(engine: Engine): AuditLog {
  return {
    search: async (asked) => {
      const rows = await engine.read((db) => search(db, asked));
      return rows.map((row) => rowOf(plainLink(row), row.at));
    },
    all: async function* (since = Number.MIN_SAFE_INTEGER) {
      for await (const row of rowsOf(engine, since)) yield rowOf(plainLink(row), row.at);
    },
    head: () => headOf(engine),
    verify: async (expected) => {
      // The head first: entries that are added while we read are then simply beyond it.
      const stored = await headOf(engine);
      const check = new ChainCheck({ stored, ...(expected ? { expected } : {}) });
      for await (const row of rowsOf(engine, Number.MIN_SAFE_INTEGER)) {
        if (row.seq > stored.seq && (await headOf(engine)).seq >= row.seq) break;
        check.add(linkOfRow(row));
      }
      return check.finish();
    },
  };
}
