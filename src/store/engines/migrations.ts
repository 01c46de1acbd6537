import { type ColumnDefinitionBuilder, type Kysely, sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { StoreProblem } from '../store.ts';
import { storeMsg } from '../store-messages.ts';
import type { Engine, Tables } from './tables.ts';

/** Raw database of a migration, because no type describes the schema at each step. */
type Raw = Kysely<unknown>;
/** Migration steps, in the order of their names. Never edit a released step. */
export type Steps = Readonly<Record<string, (db: Raw, engine: Engine['name']) => Promise<void>>>;

const noHash = '0'.repeat(64);

const needed = (column: ColumnDefinitionBuilder) => column.notNull();
const key = (column: ColumnDefinitionBuilder) => column.notNull().primaryKey();
const zero = (column: ColumnDefinitionBuilder) => column.notNull().defaultTo(0);

export const steps: Steps = {
  '001-facts': async (db) => {
    await db.schema
      .createTable('context')
      .addColumn('scope', 'text', needed)
      .addColumn('key', 'text', needed)
      .addColumn('name_key', 'text')
      .addColumn('at', 'bigint', needed)
      .addColumn('body', 'text', needed)
      .addPrimaryKeyConstraint('context_pk', ['scope', 'key'])
      .execute();
    await db.schema
      .createTable('seen')
      .addColumn('place', 'text', needed)
      .addColumn('kind', 'text', needed)
      .addColumn('id', 'text', needed)
      .addColumn('names', 'text', needed)
      .addColumn('at', 'bigint', needed)
      .addPrimaryKeyConstraint('seen_pk', ['place', 'kind', 'id'])
      .execute();
    await db.schema
      .createTable('note')
      .addColumn('id', 'text', key)
      .addColumn('until_at', 'bigint', needed)
      .addColumn('body', 'text', needed)
      .execute();
    await db.schema.createTable('event').addColumn('id', 'text', key).addColumn('at', 'bigint', needed).execute();
  },

  '002-posts': async (db) => {
    await db.schema
      .createTable('post')
      .addColumn('id', 'text', key)
      .addColumn('channel', 'text', needed)
      .addColumn('ts', 'text', needed)
      .addColumn('at', 'bigint', needed)
      .addColumn('body', 'text', needed)
      .execute();
    await db.schema.createIndex('post_message').on('post').columns(['channel', 'ts']).execute();
    await db.schema.createTable('file').addColumn('id', 'text', key).addColumn('at', 'bigint', needed).execute();
    await db.schema
      .createTable('post_file')
      .addColumn('post_id', 'text', (column) => column.notNull().references('post.id').onDelete('cascade'))
      .addColumn('file_id', 'text', (column) => column.notNull().references('file.id').onDelete('cascade'))
      .addPrimaryKeyConstraint('post_file_pk', ['post_id', 'file_id'])
      .execute();
    await db.schema.createIndex('post_file_file').on('post_file').column('file_id').execute();
  },

  '003-cards': async (db) => {
    await db.schema
      .createTable('card')
      .addColumn('id', 'text', key)
      .addColumn('version', 'bigint', needed)
      .addColumn('state', 'text', needed)
      .addColumn('revision', 'bigint', needed)
      .addColumn('place_key', 'text', needed)
      .addColumn('component_key', 'text', needed)
      .addColumn('fingerprint', 'text', needed)
      .addColumn('asker', 'text', needed)
      .addColumn('deciders', 'text', needed)
      .addColumn('channel', 'text')
      .addColumn('ts', 'text')
      .addColumn('open_until', 'bigint', needed)
      .addColumn('at', 'bigint', needed)
      .addColumn('body', 'text', needed)
      .execute();
    await db.schema.createIndex('card_message').on('card').columns(['channel', 'ts']).execute();
    await db.schema.createIndex('card_state').on('card').columns(['state', 'at']).execute();
    await db.schema.createIndex('card_at').on('card').column('at').execute();
    await db.schema
      .createTable('lease')
      .addColumn('key', 'text', key)
      .addColumn('card', 'text', needed)
      .addColumn('holder', 'text', needed)
      .addColumn('until_at', 'bigint', needed)
      .execute();
  },

  '004-work': async (db, engine) => {
    await db.schema
      .createTable('work')
      .addColumn('seq', engine === 'sqlite' ? 'integer' : 'bigint', (column) =>
        engine === 'sqlite' ? column.primaryKey().autoIncrement() : column.generatedAlwaysAsIdentity().primaryKey(),
      )
      .addColumn('queue', 'text', needed)
      .addColumn('id', 'text', needed)
      .addColumn('kind', 'text', needed)
      .addColumn('lane', 'text')
      .addColumn('at', 'bigint', needed)
      .addColumn('body', 'text', needed)
      .addColumn('holder', 'text')
      .addColumn('claimed_until', 'bigint', zero)
      .addColumn('attempts', 'bigint', zero)
      .addColumn('done_at', 'bigint')
      .addUniqueConstraint('work_id', ['queue', 'id'])
      .execute();
    await sql`create index work_waiting on work (queue, at) where done_at is null`.execute(db);
    await sql`create index work_lane on work (lane, seq) where done_at is null`.execute(db);
    await db.schema
      .createTable('opening')
      .addColumn('id', 'text', key)
      .addColumn('place_key', 'text', needed)
      .addColumn('component_key', 'text', needed)
      .addColumn('card', 'text', needed)
      .addColumn('by_whom', 'text', needed)
      .addColumn('at', 'bigint', needed)
      .addColumn('until_at', 'bigint', needed)
      .addColumn('body', 'text', needed)
      .execute();
    await db.schema
      .createTable('schedule')
      .addColumn('id', 'text', key)
      .addColumn('place_key', 'text', needed)
      .addColumn('channel', 'text', needed)
      .addColumn('by_whom', 'text', needed)
      .addColumn('at', 'bigint', needed)
      .addColumn('body', 'text', needed)
      .execute();
  },

  '005-audit': async (db, engine) => {
    await db.schema
      .createTable('audit')
      .addColumn('seq', 'bigint', key)
      .addColumn('at', 'bigint', needed)
      .addColumn('place_key', 'text', needed)
      .addColumn('search', 'text', needed)
      .addColumn('prev', 'text', needed)
      .addColumn('hash', 'text', needed)
      .addColumn('body', 'text', needed)
      .execute();
    await db.schema.createIndex('audit_at').on('audit').column('at').execute();
    await db.schema.createIndex('audit_place').on('audit').columns(['place_key', 'seq']).execute();
    await db.schema
      .createTable('audit_head')
      .addColumn('id', 'bigint', key)
      .addColumn('seq', 'bigint', needed)
      .addColumn('hash', 'text', needed)
      .execute();
    await sql`insert into audit_head (id, seq, hash) values (1, 0, ${noHash})`.execute(db);
    for (const statement of engine === 'sqlite' ? sqliteGuards : postgresGuards) await sql.raw(statement).execute(db);
  },

  '007-audit-signing': async (db, engine) => {
    await db.schema.alterTable('audit').addColumn('key_id', 'text').execute();
    await db.schema.alterTable('audit').addColumn('signature', 'text').execute();
    await db.schema.alterTable('audit_head').addColumn('removed_to', 'bigint', zero).execute();
    for (const statement of engine === 'sqlite' ? sqliteRemoval : postgresRemoval) await sql.raw(statement).execute(db);
  },

  '008-agents': async (db) => {
    await db.schema
      .createTable('agent')
      .addColumn('id', 'text', key)
      .addColumn('owner', 'text', needed)
      .addColumn('name', 'text', needed)
      .addColumn('expires', 'bigint', needed)
      .addColumn('used', 'bigint')
      .addColumn('body', 'text', needed)
      .addUniqueConstraint('agent_name', ['owner', 'name'])
      .execute();
  },

  '009-record': async (db) => {
    await db.schema
      .createTable('record')
      .addColumn('kind', 'text', needed)
      .addColumn('id', 'text', needed)
      .addColumn('version', 'bigint', needed)
      .addColumn('place_key', 'text', needed)
      .addColumn('channel', 'text', needed)
      .addColumn('is_open', 'bigint', needed)
      .addColumn('at', 'bigint', needed)
      .addColumn('body', 'text', needed)
      .addPrimaryKeyConstraint('record_pk', ['kind', 'id'])
      .execute();
    await db.schema.createIndex('record_place').on('record').columns(['kind', 'place_key']).execute();
  },

  // With thousands of open requests, finding a context's requests, or an equal request, needs indexes.
  '010-open-cards': async (db) => {
    await db.schema.createIndex('card_place').on('card').columns(['place_key', 'state', 'at']).execute();
    await db.schema.createIndex('card_asker').on('card').columns(['asker', 'state', 'at']).execute();
    await db.schema
      .createIndex('card_waiting')
      .on('card')
      .columns(['state', 'at', 'id', 'channel', 'asker', 'deciders'])
      .execute();
    await db.schema.createIndex('card_fingerprint').on('card').columns(['fingerprint', 'state']).execute();
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
