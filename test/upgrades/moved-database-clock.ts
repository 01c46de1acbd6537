import { Client } from 'pg';

const schema = 'moved_clock';

/**
 * Moves the clock of a PostgreSQL database, which all replicas share: PostgreSQL finds a function of ours before its
 * own function of the same name. @param ms how far the database's clock is ahead of the machine's clock
 */
export async function moveDatabaseClock(databaseUrl: string, ms: number): Promise<void> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query(`create schema if not exists ${schema}`);
    await client.query(`
      create or replace function ${schema}.statement_timestamp() returns timestamptz language sql stable
      as 'select pg_catalog.statement_timestamp() + ${Math.round(ms)} * interval ''1 millisecond'''`);
    const { pathname } = new URL(databaseUrl);
    await client.query(`alter database ${pathname.slice(1)} set search_path = public, ${schema}, pg_catalog`);
  } finally {
    await client.end();
  }
}

/** Option for `pg_dump` that leaves out our clock function. */
export const leaveOutMovedClock = `--exclude-schema=${schema}`;
