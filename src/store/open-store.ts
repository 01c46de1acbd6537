import { agentsOf, changeAgents } from './agents.ts';
import { appendAudit, auditLogOf, startSigning } from './audit/audit-log.ts';
import { removeOldEntries } from './audit/audit-retention.ts';
import {
  type AppendedEntries,
  type AuditKeys,
  type AuditWriting,
  type Signer,
  signerOf,
} from './audit/audit-signing.ts';
import { type BackupStamp, type Forgotten, forgetUnsent, takeStamp } from './backup.ts';
import { cardsOf, leasesOf, saveCard, saveLease } from './cards.ts';
import { inspectDirectory } from './engines/data-directory.ts';
import { appliedSteps, steps } from './engines/migrations.ts';
import { findDamage, openSqlite, openSqliteReading } from './engines/sqlite.ts';
import { type Db, type Engine, tableNames } from './engines/tables.ts';
import { type StoreHealth, watchedEngine } from './engines/watched-engine.ts';
import { contextsOf, dropContexts, eventsOf, notesOf, putContexts, seenOf } from './facts.ts';
import { changeTemporaryAccess, temporaryAccessOf } from './kept/kept-access.ts';
import { recordsOf, saveRecords } from './kept/records.ts';
import { changeSchedules, replaceSchedule, schedulesOf } from './kept/schedules.ts';
import { limitsOf } from './kept/shared-limits.ts';
import { postsOf } from './posts.ts';
import { purge } from './purge.ts';
import { dropDue, pressesOf, putDue, putOutgoing, queueOf } from './queue.ts';
import type { AuditLog, Commit, Committed, LeaseChange, Store } from './store.ts';
import type { StoredRecord, StoredSchedule } from './stored-types.ts';

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

/** Applies the parts in a fixed order, which prevents deadlocks between commits. The audit log's lock comes last. */
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

async function commit(engine: Engine, change: Commit, audit: AuditWriting = {}): Promise<Committed> {
  try {
    const appended = await engine.transact((db) => apply(db, engine, change, audit.signer));
    if (appended) audit.onAppend?.(appended);
    return 'saved';
  } catch (error) {
    if (error instanceof Abandoned) return error.result;
    throw error;
  }
}

export interface StorePlace {
  /** Address of PostgreSQL (`DATABASE_URL`). Absent: the embedded database is used. */
  readonly databaseUrl?: string | undefined;
  /** `PORTOLAN_DATA`. */
  readonly dataDirectory: string;
  /** `caller`: claims and leases on PostgreSQL use the callers' simulated clock. Default: the database's clock. */
  readonly clock?: 'caller';
}

export interface AuditOptions {
  /** Keys, and the clock (epoch ms) for the entry that starts signing. Undefined: entries aren't signed. */
  readonly signing?: { readonly keys: AuditKeys; readonly now: () => number } | undefined;
  /** How long entries are kept, in ms. Undefined: forever. */
  readonly retentionMs?: number | undefined;
  readonly onAppend?: AuditWriting['onAppend'];
}

/** Loads PostgreSQL's driver only if needed, which saves startup time and memory. */
const postgres = () => import('./engines/postgres.ts');

/** Opens and migrates the store. @throws StoreInUse if another process holds it, StoreUnusable, StoreUnreachable */
export async function openStore(place: StorePlace, audit: AuditOptions = {}, health?: StoreHealth): Promise<Store> {
  return (await openEngine(place, audit, health)).store;
}

async function openEngine(
  place: StorePlace,
  audit: AuditOptions,
  health?: StoreHealth,
): Promise<{ readonly store: Store; readonly engine: Engine }> {
  const opened = await (place.databaseUrl === undefined
    ? openSqlite(place.dataDirectory)
    : (await postgres()).openPostgres(place.databaseUrl, { clock: place.clock }));
  const engine = health ? watchedEngine(opened, health) : opened;
  const { signing } = audit;
  const signer = signing && signerOf(signing.keys);
  try {
    const began = signer && (await engine.transact((db) => startSigning(db, engine.name, signer, signing.now())));
    if (began) audit.onAppend?.(began);
    return { store: storeOn(engine, audit, { signer, onAppend: audit.onAppend }), engine };
  } catch (error) {
    await engine.close();
    throw error;
  }
}

/**
 * Opens a restored database, and drops everything that would run automatically. @param kinds kinds of due rows that are
 * dropped too @throws StoreProblem if a bot runs on the database
 */
export async function openRestored(
  place: StorePlace,
  audit: AuditOptions,
  { now, kinds }: { readonly now: number; readonly kinds: readonly string[] },
): Promise<{ readonly store: Store; readonly stamp: BackupStamp | undefined; readonly forgotten: Forgotten }> {
  if (place.databaseUrl !== undefined) await (await postgres()).refuseOthersConnected(place.databaseUrl);
  const { store, engine } = await openEngine(place, audit);
  try {
    const stamp = await takeStamp(engine);
    return { store, stamp, forgotten: await forgetUnsent(engine, now, kinds) };
  } catch (error) {
    await engine.close();
    throw error;
  }
}

/** Opens only the audit log, for reading, also while the bot runs. @throws StoreUnusable, StoreUnreachable */
export async function openAudit(place: StorePlace, keys?: AuditKeys): Promise<AuditLog & { close(): Promise<void> }> {
  const engine = await openReading(place);
  try {
    await engine.read((db) => db.selectFrom('audit_head').select('seq').executeTakeFirst());
    return { ...auditLogOf(engine, keys), close: () => engine.close() };
  } catch (error) {
    await engine.close();
    throw error;
  }
}

export interface ReadingStore {
  readonly audit: AuditLog;
  readonly requests: Pick<Store['requests'], 'some'>;
  readonly records: Store['records'];
  close(): Promise<void>;
}

/**
 * Opens the store for reading, also while the bot runs.
 * @throws StoreUnusable, StoreUnreachable
 */
export async function openStoreReading(place: StorePlace): Promise<ReadingStore> {
  const engine = await openReading(place);
  const close = () => engine.close();
  return { audit: auditLogOf(engine), requests: cardsOf(engine), records: recordsOf(engine), close };
}

/** Reads records of a kind, oldest first, also while the bot runs. @throws StoreUnusable, StoreUnreachable */
export function readRecords(place: StorePlace, kind: string): Promise<readonly StoredRecord[]> {
  return reading(place, (engine) => recordsOf(engine).list(kind));
}

export function readSchedules(place: StorePlace): Promise<readonly StoredSchedule[]> {
  return reading(place, (engine) => schedulesOf(engine).list());
}

async function reading<T>(place: StorePlace, read: (engine: Engine) => Promise<T>): Promise<T> {
  const engine = await openReading(place);
  try {
    return await read(engine);
  } finally {
    await engine.close();
  }
}

async function openReading({ databaseUrl, dataDirectory }: StorePlace): Promise<Engine> {
  return databaseUrl === undefined
    ? openSqliteReading(dataDirectory)
    : (await postgres()).openPostgresReading(databaseUrl);
}

export interface StoreInspection {
  readonly engine: Store['engine'];
  /** Migration steps that the next start will apply: all steps if there is no database yet. */
  readonly missing: readonly string[];
  /** Migration steps of a newer version. */
  readonly unknown: readonly string[];
  /** Tables that applied steps created and that are missing now. */
  readonly lost?: readonly string[];
  readonly isNew: boolean;
  /** Whether a running bot holds the data directory. Undefined on PostgreSQL, because several bots can share it. */
  readonly isHeld?: boolean | undefined;
  readonly readable?: readonly string[] | undefined;
  /** Damage found in the embedded database. The time of the check is limited, so it may miss some damage. */
  readonly damage?: string | undefined;
  /** How far this machine's clock is ahead of the database's, in ms; undefined if both use the same clock. */
  readonly aheadMs?: number;
}

/**
 * Inspects a database, also while the bot runs: writes nothing and takes no lock.
 * @param damageMs maximum time of the damage check
 * @throws StoreUnusable, StoreUnreachable
 */
export async function inspectStore(place: StorePlace, now: () => number, damageMs: number): Promise<StoreInspection> {
  const all = Object.keys(steps);
  const isEmbedded = place.databaseUrl === undefined;
  const directory = isEmbedded ? inspectDirectory(place.dataDirectory) : undefined;
  const { isHeld, readable } = directory ?? {};
  const inspected = { engine: isEmbedded ? 'sqlite' : 'postgres', isHeld, readable } as const;
  if (directory?.hasDatabase === false) return { ...inspected, missing: all, unknown: [], isNew: true };
  const engine = await openReading(place);
  try {
    const done = await engine.read(appliedSteps);
    const missing = all.filter((step) => !done.includes(step));
    const present = (await engine.read((db) => db.introspection.getTables())).map(({ name }) => name);
    if (!isEmbedded) await engine.read(async (db) => (await postgres()).refuseWithoutRights(db));
    const clock = await engine.clock();
    return {
      ...inspected,
      missing,
      unknown: done.filter((step) => !all.includes(step)),
      lost: missing.length > 0 ? [] : tableNames.filter((name) => !present.includes(name)),
      isNew: done.length === 0,
      ...(clock === undefined ? {} : { aheadMs: now() - clock }),
      ...(isEmbedded ? { damage: await findDamage(engine, damageMs, now) } : {}),
    };
  } finally {
    await engine.close();
  }
}

function storeOn(engine: Engine, audit: AuditOptions, writing: AuditWriting): Store {
  return {
    engine: engine.name,
    migrated: engine.migrated,
    clock: () => engine.clock(),
    problem: () => engine.problem(),
    contexts: contextsOf(engine),
    seen: seenOf(engine),
    notes: notesOf(engine),
    events: eventsOf(engine),
    posts: postsOf(engine),
    requests: cardsOf(engine),
    leases: leasesOf(engine),
    commit: (change) => commit(engine, change, writing),
    due: queueOf(engine, 'due'),
    outbox: queueOf(engine, 'outbox'),
    presses: pressesOf(engine),
    temporaryAccess: temporaryAccessOf(engine),
    schedules: schedulesOf(engine),
    agents: agentsOf(engine),
    limits: limitsOf(engine),
    records: recordsOf(engine),
    audit: {
      ...auditLogOf(engine, audit.signing?.keys),
      append: async (entries, how) => {
        const append = (db: Db) => appendAudit(db, engine.name, entries, writing.signer);
        const appended = await (how === 'relaxed' ? engine.writeRelaxed(append) : engine.transact(append));
        if (appended) writing.onAppend?.(how === 'relaxed' ? { ...appended, head: undefined } : appended);
      },
    },
    purge: async (now) => {
      await purge(engine, now);
      if (audit.retentionMs === undefined) return;
      const appended = await removeOldEntries(engine, writing.signer, now, audit.retentionMs);
      if (appended) writing.onAppend?.(appended);
    },
    close: () => engine.close(),
  };
}
