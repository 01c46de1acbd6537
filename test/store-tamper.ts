import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Client } from 'pg';
import type { StorePlace } from '../src/store/open-store.ts';
import type { Store } from '../src/store/store.ts';

/** Changes the database directly, as everyone who has its password can. */
export async function tamper(place: StorePlace, statements: readonly string[]): Promise<void> {
  if (place.databaseUrl === undefined) {
    const database = new DatabaseSync(join(place.dataDirectory, 'portolan.db'), { timeout: 5000 });
    try {
      for (const statement of statements) database.exec(statement);
    } finally {
      database.close();
    }
    return;
  }
  const client = new Client({ connectionString: place.databaseUrl });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

/** Returns the statements, preceded by statements that remove the audit log's triggers. */
export function withoutGuards(name: Store['engine'], statements: readonly string[]): readonly string[] {
  const drop =
    name === 'sqlite'
      ? ['drop trigger audit_no_update', 'drop trigger audit_no_delete']
      : ['drop trigger audit_no_change on audit'];
  return [...drop, ...statements];
}
