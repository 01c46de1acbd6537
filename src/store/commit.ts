import { changeAgents } from './agents.ts';
import { appendAudit } from './audit/audit-log.ts';
import type { AppendedEntries, AuditWriting, Signer } from './audit/audit-signing.ts';
import { saveCard, saveLease } from './cards.ts';
import type { Db, Engine } from './engines/tables.ts';
import { dropContexts, putContexts } from './facts.ts';
import { changeTemporaryAccess } from './kept/kept-access.ts';
import { saveRecords } from './kept/records.ts';
import { changeSchedules, replaceSchedule } from './kept/schedules.ts';
import { dropDue, putDue, putOutgoing } from './queue.ts';
import type { Commit, Committed, LeaseChange } from './store.ts';

/** Thrown inside a transaction to take it back. */
class Abandoned extends Error {
  readonly result: Committed;
  constructor(result: Committed) {
    super(result);
    this.result = result;
  }
}

function sortedByKey(lease: Commit['lease']): readonly LeaseChange[] {
  const leaseKey = (each: LeaseChange) => ('take' in each ? each.take.key : each.release.key);
  return [lease ?? []].flat().sort((a, b) => (leaseKey(a) < leaseKey(b) ? -1 : 1));
}

/** The parts in one order always, so that no two commits wait for each other in a circle; the audit's lock comes last. */
async function apply(db: Db, engine: Engine, change: Commit, signer?: Signer): Promise<AppendedEntries | undefined> {
  if (change.request && !(await saveCard(db, engine.name, change.request))) throw new Abandoned('lost');
  for (const lease of sortedByKey(change.lease))
    if (!(await saveLease(db, lease, change.at, engine.time(change.at)))) throw new Abandoned('busy');
  await dropContexts(db, change.contexts?.drop ?? []);
  await putContexts(db, change.contexts?.put ?? []);
  await changeTemporaryAccess(db, change.temporaryAccess ?? {});
  await changeSchedules(db, change.schedules ?? {});
  if (change.schedule && !(await replaceSchedule(db, change.schedule))) throw new Abandoned('lost');
  if (change.agents && !(await changeAgents(db, change.agents))) throw new Abandoned('lost');
  if (!(await saveRecords(db, change.records ?? []))) throw new Abandoned('lost');
  await dropDue(db, change.due?.drop ?? []);
  await putDue(db, change.due?.put ?? []);
  await putOutgoing(db, change.outbox ?? []);
  return appendAudit(db, engine.name, change.audit ?? [], signer);
}

/**
 * Saves a change whole or not at all.
 * @param audit what signs its audit entries, and what is called with them once they are saved
 */
export async function commit(engine: Engine, change: Commit, audit: AuditWriting = {}): Promise<Committed> {
  try {
    const appended = await engine.transact((db) => apply(db, engine, change, audit.signer));
    if (appended) audit.onAppend?.(appended);
    return 'saved';
  } catch (error) {
    if (error instanceof Abandoned) return error.result;
    throw error;
  }
}
