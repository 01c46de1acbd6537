import { sql } from 'kysely';
import { appendAudit } from './audit/audit-log.ts';
import { saveCard, saveLease } from './cards.ts';
import { dropContexts, putContexts } from './facts.ts';
import { changeOpenings, changeSchedules } from './openings.ts';
import { dropDue, putDue, putOutgoing } from './queue.ts';
import type { Commit, Committed } from './store.ts';
import type { Db, Engine } from './tables.ts';

/** Thrown inside a transaction to take it back. */
class Abandoned extends Error {
  readonly result: Committed;
  constructor(result: Committed) {
    super(result);
    this.result = result;
  }
}

/** Waits for whoever is about to save the same; on the embedded engine transactions follow each other anyway. */
function lockWord(db: Db, engine: Engine['name']): (word: string) => Promise<void> {
  return async (word) => {
    if (engine === 'postgres') await sql`select pg_advisory_xact_lock(hashtextextended(${word}, 0))`.execute(db);
  };
}

/** The parts in one order always, so that no two commits wait for each other in a circle; the audit's lock comes last. */
async function apply(db: Db, engine: Engine, change: Commit): Promise<void> {
  if (change.card && !(await saveCard(db, change.card, lockWord(db, engine.name)))) throw new Abandoned('lost');
  if (change.lease && !(await saveLease(db, change.lease, change.at, engine.time(change.at))))
    throw new Abandoned('busy');
  await dropContexts(db, change.contexts?.drop ?? []);
  await putContexts(db, change.contexts?.put ?? []);
  await changeOpenings(db, change.openings ?? {});
  await changeSchedules(db, change.schedules ?? {});
  await dropDue(db, change.due?.drop ?? []);
  await putDue(db, change.due?.put ?? []);
  await putOutgoing(db, change.outbox ?? []);
  await appendAudit(db, engine.name, change.audit ?? []);
}

/** Saves a change whole or not at all. */
export async function commit(engine: Engine, change: Commit): Promise<Committed> {
  try {
    await engine.transact((db) => apply(db, engine, change));
    return 'saved';
  } catch (error) {
    if (error instanceof Abandoned) return error.result;
    throw error;
  }
}
