import { type ColumnDefinitionBuilder, type CreateTableBuilder, type Kysely, sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { StoreProblem } from '../store.ts';
import { storeMsg } from '../store-messages.ts';
import type { Engine, Tables } from './tables.ts';

/** Raw database of a migration, because no type describes the schema at each step. */
type Raw = Kysely<unknown>;
/** Migration steps, in the order of their names. Never edit a released step. */
export type Steps = Readonly<Record<string, (db: Raw, engine: Engine['name']) => Promise<void>>>;

const noHash = '0'.repeat(64);

type Build = (column: ColumnDefinitionBuilder) => ColumnDefinitionBuilder;
type Column = readonly [type: 'text' | 'bigint' | 'integer', build?: Build];

const needed: Build = (column) => column.notNull();
const text: Column = ['text', needed];
const anyText: Column = ['text'];
const number: Column = ['bigint', needed];
const anyNumber: Column = ['bigint'];
const zero: Column = ['bigint', (column) => column.notNull().defaultTo(0)];
const key: Column = ['text', (column) => column.notNull().primaryKey()];
const numberKey: Column = ['bigint', (column) => column.notNull().primaryKey()];
const counted: Readonly<Record<Engine['name'], Column>> = {
  sqlite: ['integer', (column) => column.primaryKey().autoIncrement()],
  postgres: ['bigint', (column) => column.generatedAlwaysAsIdentity().primaryKey()],
};
const of = (other: string): Column => ['text', (column) => column.notNull().references(other).onDelete('cascade')];

function table(db: Raw, name: string, columns: Readonly<Record<string, Column>>) {
  let table: CreateTableBuilder<string, string> = db.schema.createTable(name);
  for (const [column, [type, build]] of Object.entries(columns)) table = table.addColumn(column, type, build);
  return table;
}

const index = (db: Raw, name: string, on: string, columns: string[]) =>
  db.schema.createIndex(name).on(on).columns(columns).execute();

export const steps: Steps = {
  '001-facts': async (db) => {
    await table(db, 'context', { scope: text, key: text, name_key: anyText, at: number, body: text })
      .addPrimaryKeyConstraint('context_pk', ['scope', 'key'])
      .execute();
    await table(db, 'seen', { place: text, kind: text, id: text, names: text, at: number })
      .addPrimaryKeyConstraint('seen_pk', ['place', 'kind', 'id'])
      .execute();
    await table(db, 'note', { id: key, until_at: number, body: text }).execute();
    await table(db, 'event', { id: key, at: number }).execute();
  },

  '002-posts': async (db) => {
    await table(db, 'post', { id: key, channel: text, ts: text, at: number, body: text }).execute();
    await index(db, 'post_message', 'post', ['channel', 'ts']);
    await table(db, 'file', { id: key, at: number }).execute();
    await table(db, 'post_file', { post_id: of('post.id'), file_id: of('file.id') })
      .addPrimaryKeyConstraint('post_file_pk', ['post_id', 'file_id'])
      .execute();
    await index(db, 'post_file_file', 'post_file', ['file_id']);
  },

  '003-cards': async (db) => {
    await table(db, 'card', {
      id: key,
      version: number,
      state: text,
      revision: number,
      place_key: text,
      component_key: text,
      fingerprint: text,
      asker: text,
      deciders: text,
      channel: anyText,
      ts: anyText,
      open_until: number,
      at: number,
      body: text,
    }).execute();
    await index(db, 'card_message', 'card', ['channel', 'ts']);
    await index(db, 'card_state', 'card', ['state', 'at']);
    await index(db, 'card_at', 'card', ['at']);
    await table(db, 'lease', { key, card: text, holder: text, until_at: number }).execute();
  },

  '004-work': async (db, engine) => {
    await table(db, 'work', {
      seq: counted[engine],
      queue: text,
      id: text,
      kind: text,
      lane: anyText,
      at: number,
      body: text,
      holder: anyText,
      claimed_until: zero,
      attempts: zero,
      done_at: anyNumber,
    })
      .addUniqueConstraint('work_id', ['queue', 'id'])
      .execute();
    await sql`create index work_waiting on work (queue, at) where done_at is null`.execute(db);
    await sql`create index work_lane on work (lane, seq) where done_at is null`.execute(db);
    await table(db, 'opening', {
      id: key,
      place_key: text,
      component_key: text,
      card: text,
      by_whom: text,
      at: number,
      until_at: number,
      body: text,
    }).execute();
    await table(db, 'schedule', {
      id: key,
      place_key: text,
      channel: text,
      by_whom: text,
      at: number,
      body: text,
    }).execute();
  },

  '005-audit': async (db, engine) => {
    await table(db, 'audit', {
      seq: numberKey,
      at: number,
      place_key: text,
      search: text,
      prev: text,
      hash: text,
      body: text,
    }).execute();
    await index(db, 'audit_at', 'audit', ['at']);
    await index(db, 'audit_place', 'audit', ['place_key', 'seq']);
    await table(db, 'audit_head', { id: numberKey, seq: number, hash: text }).execute();
    await sql`insert into audit_head (id, seq, hash) values (1, 0, ${noHash})`.execute(db);
    for (const statement of engine === 'sqlite' ? sqliteGuards : postgresGuards) await sql.raw(statement).execute(db);
  },

  '007-audit-signing': async (db, engine) => {
    await db.schema.alterTable('audit').addColumn('key_id', 'text').execute();
    await db.schema.alterTable('audit').addColumn('signature', 'text').execute();
    await db.schema
      .alterTable('audit_head')
      .addColumn('removed_to', ...zero)
      .execute();
    for (const statement of engine === 'sqlite' ? sqliteRemoval : postgresRemoval) await sql.raw(statement).execute(db);
  },

  '008-agents': async (db) => {
    await table(db, 'agent', { id: key, owner: text, name: text, expires: number, used: anyNumber, body: text })
      .addUniqueConstraint('agent_name', ['owner', 'name'])
      .execute();
  },

  '009-record': async (db) => {
    await table(db, 'record', {
      kind: text,
      id: text,
      version: number,
      place_key: text,
      channel: text,
      is_open: number,
      at: number,
      body: text,
    })
      .addPrimaryKeyConstraint('record_pk', ['kind', 'id'])
      .execute();
    await index(db, 'record_place', 'record', ['kind', 'place_key']);
  },

  // With thousands of open requests, finding a context's requests, or an equal request, needs indexes.
  '010-open-cards': async (db) => {
    await index(db, 'card_place', 'card', ['place_key', 'state', 'at']);
    await index(db, 'card_asker', 'card', ['asker', 'state', 'at']);
    await index(db, 'card_waiting', 'card', ['state', 'at', 'id', 'channel', 'asker', 'deciders']);
    await index(db, 'card_fingerprint', 'card', ['fingerprint', 'state']);
  },
};

const refusal = 'the audit is append-only';
const sqliteGuards = ['update', 'delete'].map(
  (verb) => `create trigger audit_no_${verb} before ${verb} on audit begin select raise(abort, '${refusal}'); end`,
);
const postgresGuards = [
  `create function audit_refuse() returns trigger language plpgsql as $$ begin raise exception '${refusal}'; end $$`,
  'create trigger audit_no_change before update or delete on audit for each row execute function audit_refuse()',
  'create trigger audit_no_truncate before truncate on audit for each statement execute function audit_refuse()',
];

/** SQL condition of entries that can be deleted, from '007-audit-signing' on: a checkpoint covers them. */
const removable = 'old.seq <= (select removed_to from audit_head where id = 1)';
const sqliteRemoval = [
  'drop trigger audit_no_delete',
  `create trigger audit_no_delete before delete on audit when not coalesce(${removable}, 0) begin select raise(abort, '${refusal}'); end`,
];
const postgresRemoval = [
  `create or replace function audit_refuse() returns trigger language plpgsql as $$ begin
     if tg_op = 'DELETE' then
       if ${removable} then return old; end if;
     end if;
     raise exception '${refusal}';
   end $$`,
];

const stepTable = 'portolan_migration';

export async function appliedSteps(db: Kysely<Tables>): Promise<readonly string[]> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some(({ name }) => name === stepTable)) return [];
  const { rows } = await sql<{ name: string }>`select name from ${sql.table(stepTable)} order by name`.execute(db);
  return rows.map(({ name }) => name);
}

/** Applies missing steps in one transaction and returns them. @throws StoreProblem if a step is unknown or fails */
export async function migrate(
  db: Kysely<Tables>,
  engine: Engine['name'],
  all: Steps = steps,
): Promise<readonly string[]> {
  const migrations: Record<string, Migration> = {};
  for (const [name, up] of Object.entries(all)) migrations[name] = { up: (raw) => up(raw, engine) };
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => migrations },
    // Steps that were developed in parallel are applied in any order; none depends on another.
    allowUnorderedMigrations: true,
    migrationTableName: stepTable,
    migrationLockTableName: 'portolan_migration_lock',
  });
  const { error, results = [] } = await migrator.migrateToLatest();
  if (error === undefined) return results.map(({ migrationName }) => migrationName);
  if (error instanceof Error && error.message.startsWith('corrupted migrations'))
    throw new StoreProblem(storeMsg.newer(), { cause: error });
  throw error;
}
