import { Kysely, PostgresDialect, sql } from 'kysely';
import { Pool, types } from 'pg';
import type { Text } from '../../core/text/text.ts';
import { errorCode } from '../../core/thrown.ts';
import { tryWriting } from '../facts.ts';
import { reasonOf, StoreProblem, StoreUnreachable } from '../store.ts';
import { storeMsg } from '../store-messages.ts';
import { appliedSteps, migrate, type Steps, steps } from './migrations.ts';
import type { Engine, Tables } from './tables.ts';

/** Maximum number of connections per replica. */
const poolSize = 5;
const statementTimeout = 15_000;
/** Key of Portolan's advisory lock in PostgreSQL; an arbitrary number. */
const migrationLock = 5_072_011_846;
/** PostgreSQL's type number of int8. pg returns int8 as text, but all our values are exact as a double. */
const int8 = 20;

const diskFull = '53100';

/** Whether the connection broke: SQLSTATE 08 (connection exception), 57P (server shutting down) or a socket error. */
function isBroken(error: unknown): boolean {
  const code = errorCode(error) ?? '';
  if (code.startsWith('08') || code.startsWith('57P') || code === 'ECONNRESET' || code === 'EPIPE') return true;
  return error instanceof Error && /^Connection terminated|is not queryable$/.test(error.message);
}

/** Whether the transaction was rolled back because of another transaction: serialization failure or deadlock. */
function isTakenBack(error: unknown): boolean {
  return ['40001', '40P01'].includes(errorCode(error) ?? '');
}

function isDatabaseError(error: unknown): boolean {
  return Boolean(errorCode(error)) || isBroken(error) || (error instanceof Error && /timeout|SSL/.test(error.message));
}

const reasons: Readonly<Record<string, Text>> = {
  ECONNREFUSED: storeMsg.refused(),
  // Don't name the host. If an address is parsed wrongly, its host may be a part of the password.
  ENOTFOUND: storeMsg.noHost(),
  EAI_AGAIN: storeMsg.noHost(),
  ETIMEDOUT: storeMsg.silent(),
  ENOENT: storeMsg.noTlsFile(),
  // The server doesn't say whether the user or the password is wrong, to hide which users exist.
  '28P01': storeMsg.wrongPassword(),
  '28000': storeMsg.noUser(),
  '3D000': storeMsg.noDatabase(),
  '42P01': storeMsg.noTables(),
  '42501': storeMsg.noRights(),
  '55000': storeMsg.closed(),
  '57014': storeMsg.tooSlow(),
  '57P03': storeMsg.notUp(),
  '25006': storeMsg.onlyRead(),
  '53300': storeMsg.noConnections(),
  '53100': storeMsg.diskFull(),
};

/** Converts any PostgreSQL failure to a StoreProblem, without passwords. */
function problemOf(error: unknown): StoreProblem {
  if (error instanceof StoreUnreachable) return error;
  const inner = error instanceof AggregateError && error.errors.length > 0 ? error.errors[0] : error;
  const codes = [error, inner].map((each) => errorCode(each) ?? '');
  const cause = codes.map((code) => reasons[code]).find((reason) => reason !== undefined);
  const why = cause ?? tlsReason(inner, codes) ?? lostReason(inner) ?? reasonOf(inner);
  return new StoreUnreachable(why, error, codes.includes(diskFull));
}

function tlsReason(error: unknown, codes: readonly string[]): Text | undefined {
  if (error instanceof Error && error.message.includes('does not support SSL')) return storeMsg.noTls();
  return codes.some((code) => /CERT|SELF_SIGNED|UNABLE_TO/.test(code)) ? storeMsg.untrusted() : undefined;
}

function lostReason(error: unknown): Text | undefined {
  const message = error instanceof Error ? error.message : '';
  if (/connection timeout|timeout exceeded/.test(message)) return storeMsg.silent();
  if (!message.startsWith('Connection terminated')) return undefined;
  return storeMsg.connectionLost();
}

/** Listener for broken connections. Without a listener, the process would end. The pool opens a new connection. */
function ignore(): void {}

function openPool(url: string): Pool {
  const pool = new Pool({
    connectionString: url,
    max: poolSize,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    statement_timeout: statementTimeout,
    // Longer than the server's own timeout, in case the server doesn't answer anymore.
    query_timeout: statementTimeout + 5_000,
    application_name: 'portolan',
    // The pool waits for this function. (Kysely's hook for new connections never returns one that breaks during it.)
    onConnect: async (client) => {
      client.on('error', ignore);
      // A server or user may be configured to answer before the data is on disk, so change that setting.
      await client.query('set synchronous_commit = on');
    },
    types: {
      getTypeParser: (id: number, format?: 'text' | 'binary') =>
        id === int8 && format !== 'binary' ? Number : types.getTypeParser(id, format ?? 'text'),
    },
  });
  pool.on('error', ignore);
  return pool;
}

function kyselyOf(url: string): Kysely<Tables> {
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool: openPool(url) }) });
}

function checkUrl(url: string): void {
  // The URL parser's error would contain the whole address with its password, so throw this error instead.
  if (!URL.canParse(url) || !/^postgres(ql)?:$/.test(new URL(url).protocol))
    throw new StoreUnreachable(storeMsg.wrongUrl());
}

/** Refuses to continue if replicas use the database. @throws StoreProblem */
export async function refuseOthersConnected(url: string): Promise<void> {
  const engine = openPostgresReading(url);
  try {
    const others = sql<{ count: number }>`select count(*) as count from pg_stat_activity
      where datname = current_database() and application_name = 'portolan' and pid <> pg_backend_pid()`;
    const { rows } = await engine.read((db) => others.execute(db));
    if ((rows[0]?.count ?? 0) > 0)
      throw new StoreProblem('Portolan is running on this database. Stop all replicas first.');
  } finally {
    await engine.close();
  }
}

/** Opens and migrates PostgreSQL, one replica at a time. `clock`: default: the database's. @throws StoreUnreachable */
export async function openPostgres(
  url: string,
  options: { readonly steps?: Steps; readonly clock?: 'caller' | undefined } = {},
): Promise<Engine> {
  checkUrl(url);
  const db = kyselyOf(url);
  try {
    const migrated = await db.transaction().execute(async (all) => {
      await sql`set local statement_timeout = 0`.execute(all);
      await sql`select pg_advisory_xact_lock(${migrationLock})`.execute(all);
      await refuseWithoutRights(all, options.steps);
      return migrate(all, 'postgres', options.steps);
    });
    return { ...engineOf(db, options.clock), migrated };
  } catch (error) {
    await db.destroy();
    throw problemOf(error);
  }
}

/**
 * Opens PostgreSQL for reading, without migrating it. It connects with the first query.
 * @throws StoreUnreachable if the address isn't valid
 */
export function openPostgresReading(url: string): Engine {
  checkUrl(url);
  return engineOf(kyselyOf(url));
}

/** Checks that the user can write and create tables; later errors would be less clear. @throws StoreUnreachable */
export async function refuseWithoutRights(db: Kysely<Tables>, all: Steps = steps): Promise<void> {
  const { rows: settings } = await sql<{
    mode: string;
  }>`select current_setting('transaction_read_only') as mode`.execute(db);
  if (settings[0]?.mode === 'on') throw new StoreUnreachable(storeMsg.onlyRead());
  const done = await appliedSteps(db);
  if (Object.keys(all).every((step) => done.includes(step))) return;
  const { rows } = await sql<{
    may: boolean | null;
  }>`select has_schema_privilege(current_schema(), 'create') as may`.execute(db);
  if (rows[0]?.may !== true) throw new StoreUnreachable(storeMsg.noRights());
}

const tries = 5;

const serverTime = sql<number>`(extract(epoch from statement_timestamp()) * 1000)::bigint`;

function engineOf(db: Kysely<Tables>, timedBy?: 'caller'): Engine {
  const guarded = async <T>(work: () => Promise<T>, again: (error: unknown) => boolean, left: number): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      if (left > 1 && again(error)) return guarded(work, again, left - 1);
      throw isDatabaseError(error) ? problemOf(error) : error;
    }
  };
  const transact: Engine['transact'] = (work) => {
    // If the connection breaks after COMMIT was sent, the outcome is unknown. If it breaks before, a retry is safe.
    let isCommitting = false;
    const once = () =>
      db.transaction().execute(async (all) => {
        isCommitting = false;
        const result = await work(all);
        isCommitting = true;
        return result;
      });
    return guarded(once, (error) => isTakenBack(error) || (isBroken(error) && !isCommitting), tries);
  };
  return {
    name: 'postgres',
    migrated: [],
    time: (now) => (timedBy === 'caller' ? sql<number>`cast(${now} as bigint)` : serverTime),
    clock: async () => {
      if (timedBy === 'caller') return undefined;
      const query = sql<{ now: number }>`select ${serverTime} as now`;
      const { rows } = await guarded(() => query.execute(db), isBroken, 2);
      return rows[0]?.now;
    },
    read: (work) => guarded(() => work(db), isBroken, 2),
    write: (work) => guarded(() => work(db), isTakenBack, tries),
    // The database server writes to the disk, so waiting for the disk delays only the caller.
    writeRelaxed: transact,
    transact,
    problem: async () => {
      try {
        // Fails on a standby server, which is read-only.
        await guarded(() => tryWriting(db), isBroken, 2);
        return undefined;
      } catch (error) {
        return problemOf(error);
      }
    },
    close: () => db.destroy(),
  };
}
