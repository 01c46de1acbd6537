import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import {
  type DatabaseConnection,
  Kysely,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteDialect,
  type SqliteDialectConfig,
  SqliteDriver,
  type SqliteStatement,
} from 'kysely';
import type { Tables } from './tables.ts';

function isInput(value: unknown): value is SQLInputValue {
  return value === null || ['number', 'string', 'bigint'].includes(typeof value) || value instanceof Uint8Array;
}

function inputs(parameters: readonly unknown[]): SQLInputValue[] {
  return parameters.map((value) => {
    if (!isInput(value)) throw new TypeError(`SQLite takes no ${typeof value}`);
    return value;
  });
}

function statementOf(prepared: StatementSync): SqliteStatement {
  return {
    reader: prepared.columns().length > 0,
    all: (parameters) => prepared.all(...inputs(parameters)),
    run: (parameters) => prepared.run(...inputs(parameters)),
    iterate: (parameters) => prepared.iterate(...inputs(parameters)),
  };
}

const keptStatements = 200;

/** node:sqlite as kysely's SQLite dialect wants it. Kysely builds equal SQL again and again, so statements are kept. */
function asKyselyDatabase(database: DatabaseSync): SqliteDatabase {
  const statements = new Map<string, SqliteStatement>();
  return {
    close: () => database.close(),
    prepare: (sql) => {
      const known = statements.get(sql);
      if (known) return known;
      const statement = statementOf(database.prepare(sql));
      // What changes the schema or lists tables runs once; a full map means unusual SQL: starting over is enough.
      if (statements.size >= keptStatements) statements.clear();
      statements.set(sql, statement);
      return statement;
    },
  };
}

/** SQLite's DDL is transactional; kysely assumes it is not, and a kill in mid-migration would then leave half of it. */
class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

/** SQLite rolls a transaction back automatically when the disk is full; a rollback then fails and would hide why. */
class NodeSqliteDriver extends SqliteDriver {
  readonly #database: DatabaseSync;
  constructor(config: SqliteDialectConfig, database: DatabaseSync) {
    super(config);
    this.#database = database;
  }
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#database.isTransaction) await super.rollbackTransaction(connection);
  }
}

class NodeSqliteDialect extends SqliteDialect {
  readonly #config: SqliteDialectConfig;
  readonly #database: DatabaseSync;
  constructor(database: DatabaseSync) {
    const config = { database: asKyselyDatabase(database) };
    super(config);
    this.#config = config;
    this.#database = database;
  }
  override createDriver(): SqliteDriver {
    return new NodeSqliteDriver(this.#config, this.#database);
  }
  override createAdapter(): SqliteAdapter {
    return new TransactionalAdapter();
  }
}

/** Opens kysely on a database of node:sqlite. */
export function kyselyOnSqlite(database: DatabaseSync): Kysely<Tables> {
  return new Kysely<Tables>({ dialect: new NodeSqliteDialect(database) });
}
