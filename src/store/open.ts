import { appendAudit, auditLogOf } from './audit/audit-log.ts';
import { cardsOf, leasesOf } from './cards.ts';
import { commit } from './commit.ts';
import { contextsOf, eventsOf, notesOf, seenOf } from './facts.ts';
import { openingsOf, schedulesOf } from './openings.ts';
import { openPostgres, openPostgresReading } from './postgres.ts';
import { postsOf } from './posts.ts';
import { purge } from './purge.ts';
import { dueOf, outboxOf, pressesOf } from './queue.ts';
import { openSqlite, openSqliteReading } from './sqlite.ts';
import type { AuditLog, Store } from './store.ts';
import type { Engine } from './tables.ts';

/** Where the store is: PostgreSQL when there is an address, else the embedded database in the data directory. */
export interface StorePlace {
  /** `DATABASE_URL`. */
  readonly databaseUrl?: string | undefined;
  /** `PORTOLAN_DATA`. */
  readonly dataDirectory: string;
  /**
   * `caller`: claims and leases on PostgreSQL are timed by the callers' clock, which must then be one for all: for a
   * simulated time. Unless given, the database's own clock counts.
   */
  readonly clock?: 'caller';
}

/**
 * Opens the store and brings its schema up to date.
 * @throws StoreInUse when another process has the data directory, StoreUnusable, StoreUnreachable
 */
export async function openStore(place: StorePlace): Promise<Store> {
  return storeOn(
    await (place.databaseUrl === undefined
      ? openSqlite(place.dataDirectory)
      : openPostgres(place.databaseUrl, { clock: place.clock })),
  );
}

/**
 * Opens the record alone, for reading, also while the bot runs.
 * @throws StoreUnusable, StoreUnreachable
 */
export async function openAudit(place: StorePlace): Promise<AuditLog & { close(): Promise<void> }> {
  const engine = await (place.databaseUrl === undefined
    ? openSqliteReading(place.dataDirectory)
    : openPostgresReading(place.databaseUrl));
  return { ...auditLogOf(engine), close: () => engine.close() };
}

function storeOn(engine: Engine): Store {
  return {
    engine: engine.name,
    clock: () => engine.clock(),
    problem: () => engine.problem(),
    contexts: contextsOf(engine),
    seen: seenOf(engine),
    notes: notesOf(engine),
    events: eventsOf(engine),
    posts: postsOf(engine),
    cards: cardsOf(engine),
    leases: leasesOf(engine),
    commit: (change) => commit(engine, change),
    due: dueOf(engine),
    outbox: outboxOf(engine),
    presses: pressesOf(engine),
    openings: openingsOf(engine),
    schedules: schedulesOf(engine),
    audit: {
      ...auditLogOf(engine),
      append: (entries) => engine.transact((db) => appendAudit(db, engine.name, entries)),
    },
    purge: (now) => purge(engine, now),
    close: () => engine.close(),
  };
}
