import { setImmediate } from 'node:timers/promises';
import type { Db, Engine } from '../engines/tables.ts';
import { appendAudit, lockHead, ofPortolan } from './audit-log.ts';
import { rangeOf } from './audit-pages.ts';
import type { AppendedEntries, Signer } from './audit-signing.ts';

/** Entries are removed in batches of one day (in ms), so that there is at most one checkpoint per day. */
const batchMs = 24 * 3_600_000;
const removedAtOnce = 250;

/**
 * Removes entries that are older than `AUDIT_RETENTION`, at most a day late. First appends a checkpoint with the number
 * and hash of the last entry to remove. After that, the database allows deleting these entries.
 * @param now epoch ms
 * @returns the checkpoint's entry, or undefined if none was written
 */
export async function removeOldEntries(
  engine: Engine,
  signer: Signer | undefined,
  now: number,
  retentionMs: number,
): Promise<AppendedEntries | undefined> {
  const written = await engine.transact((db) => writeCheckpoint(db, engine.name, signer, now, now - retentionMs));
  while ((await engine.write(removeSome)) > 0) await setImmediate();
  return written;
}

async function writeCheckpoint(
  db: Db,
  engine: Engine['name'],
  signer: Signer | undefined,
  now: number,
  cutoff: number,
): Promise<AppendedEntries | undefined> {
  const head = await lockHead(db, engine);
  const oldest = await db.selectFrom('audit').select(['seq', 'at']).orderBy('seq').limit(1).executeTakeFirst();
  if (!oldest || oldest.at >= cutoff - batchMs) return undefined;
  const ofHead = db.selectFrom('audit_head').select('removed_to').where('id', '=', 1);
  const { removed_to: already } = await ofHead.executeTakeFirstOrThrow();
  // The entries of an earlier checkpoint aren't all deleted yet: a replica is deleting them, or was killed.
  if (oldest.seq <= already) return undefined;
  const kept = await rangeOf(db, cutoff);
  const removedTo = kept ? kept.first - 1 : head.seq;
  const last = await db.selectFrom('audit').select('hash').where('seq', '=', removedTo).executeTakeFirst();
  if (!last) return undefined;
  const details = { removedTo, removedHash: last.hash, before: new Date(cutoff).toISOString() };
  const written = await appendAudit(db, engine, [{ ...ofPortolan(now), kind: 'checkpoint', details }], signer);
  await db.updateTable('audit_head').set({ removed_to: removedTo }).where('id', '=', 1).execute();
  return written;
}

async function removeSome(db: Db): Promise<number> {
  const removedTo = db.selectFrom('audit_head').select('removed_to').where('id', '=', 1);
  const some = db.selectFrom('audit').select('seq').where('seq', '<=', removedTo).orderBy('seq').limit(removedAtOnce);
  const { numDeletedRows } = await db.deleteFrom('audit').where('seq', 'in', some).executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
