import type { Generated, Kysely, RawBuilder, Transaction } from 'kysely';
import type { StoreProblem } from '../store.ts';

/** The tables, alike on both engines: text, and integers for times (epoch ms). JSON is text in `body` and lists. */
export interface Tables {
  context: { scope: string; key: string; name_key: string | null; at: number; body: string };
  seen: { place: string; kind: string; id: string; names: string; at: number };
  note: { id: string; until_at: number; body: string };
  event: { id: string; at: number };
  post: { id: string; channel: string; ts: string; at: number; body: string };
  file: { id: string; at: number };
  post_file: { post_id: string; file_id: string };
  card: CardTable;
  lease: { key: string; card: string; holder: string; until_at: number };
  work: WorkTable;
  opening: {
    id: string;
    place_key: string;
    component_key: string;
    card: string;
    by_whom: string;
    at: number;
    until_at: number;
    body: string;
  };
  schedule: { id: string; place_key: string; channel: string; by_whom: string; at: number; body: string };
  agent: { id: string; owner: string; name: string; expires: number; used: number | null; body: string };
  record: {
    kind: string;
    id: string;
    version: number;
    place_key: string;
    channel: string;
    is_open: number;
    at: number;
    body: string;
  };
  audit: {
    seq: number;
    at: number;
    place_key: string;
    /** Every word of the entry in lower case, to search in. */
    search: string;
    prev: string;
    hash: string;
    /** The entry with its `seq` as canonical JSON: exactly what was hashed. */
    body: string;
    /** Null where it was written without a key. */
    key_id: string | null;
    signature: string | null;
  };
  /** `removed_to`: entries up to this number may be deleted, because a checkpoint covers them. */
  audit_head: { id: number; seq: number; hash: string; removed_to: Generated<number> };
}

const tables: Readonly<Record<keyof Tables, true>> = {
  ...{ context: true, seen: true, note: true, event: true, post: true, file: true, post_file: true, card: true },
  ...{
    lease: true,
    work: true,
    opening: true,
    schedule: true,
    agent: true,
    record: true,
    audit: true,
    audit_head: true,
  },
};
/** The names of all tables. */
export const tableNames: readonly string[] = Object.keys(tables);

interface CardTable {
  id: string;
  version: number;
  state: string;
  revision: number;
  place_key: string;
  component_key: string;
  fingerprint: string;
  asker: string;
  deciders: string;
  channel: string | null;
  ts: string | null;
  open_until: number;
  at: number;
  body: string;
}

/** All queues: `due` and `press` rows go when they are finished, `outbox` rows stay for a while so that no id is sent twice. */
interface WorkTable {
  seq: Generated<number>;
  queue: 'due' | 'outbox' | 'press';
  id: string;
  kind: string;
  lane: string | null;
  at: number;
  body: string;
  holder: string | null;
  /** 0 when no one has it. */
  claimed_until: number;
  attempts: number;
  done_at: number | null;
}

/** Where a query runs: on its own or inside a transaction. */
export type Db = Kysely<Tables> | Transaction<Tables>;

/** A database that is open. Every use of it goes through these, so that its failures come out as StoreProblems. */
export interface Engine {
  readonly name: 'sqlite' | 'postgres';
  /** The steps of the schema that were done as it was opened. */
  readonly migrated: readonly string[];
  /**
   * The clock that claims and leases are timed by, as SQL (epoch ms): the database's own where replicas share it, so
   * that a replica whose clock is wrong takes nothing too early; otherwise the caller's `now`.
   */
  readonly time: (now: number) => RawBuilder<number>;
  /** Queries that only read: tried a second time on a connection that broke. */
  read<T>(work: (db: Db) => Promise<T>): Promise<T>;
  /** One statement that writes. */
  write<T>(work: (db: Db) => Promise<T>): Promise<T>;
  /** Writes, all or nothing, what a power cut may take: the caller doesn't wait for the disk. */
  writeRelaxed<T>(work: (db: Db) => Promise<T>): Promise<T>;
  /**
   * All or nothing, durable when it returns; tried again where it was certainly taken back: a conflict, a deadlock, or
   * a connection that broke before the commit.
   */
  transact<T>(work: (db: Db) => Promise<T>): Promise<T>;
  /** The database's own clock, epoch ms; undefined if the process's clock is the only one. */
  clock(): Promise<number | undefined>;
  /** Tries to write: why the database cannot be used now, undefined when it can. Never throws. */
  problem(): Promise<StoreProblem | undefined>;
  close(): Promise<void>;
}
