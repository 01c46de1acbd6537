import { Client } from 'pg';

const schema = 'moved_clock';

export interface MovedClock {
  /** @param ms how far the database's clock is ahead of the machine's clock */
  move(ms: number): Promise<void>;
  close(): Promise<void>;
}

/**
 * Returns the clock of a PostgreSQL database, which all replicas share, to move it: PostgreSQL finds a function of ours
 * before its own function of the same name. If there is no such database, moves nothing.
 */
export async function databaseClock(databaseUrl: string | undefined): Promise<MovedClock> {
  if (databaseUrl === undefined) return { move: async () => {}, close: async () => {} };
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query(`create schema if not exists ${schema}`);
  const { pathname } = new URL(databaseUrl);
  await client.query(`alter database ${pathname.slice(1)} set search_path = public, ${schema}, pg_catalog`);
  return {
    async move(ms) {
      await client.query(`
        create or replace function ${schema}.statement_timestamp() returns timestamptz language sql stable
        as 'select pg_catalog.statement_timestamp() + ${Math.round(ms)} * interval ''1 millisecond'''`);
    },
    close: () => client.end(),
  };
}

/** Option for `pg_dump` that leaves out our clock function. */
export const leaveOutMovedClock = `--exclude-schema=${schema}`;
