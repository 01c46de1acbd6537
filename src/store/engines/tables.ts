import type { Generated, Kysely, RawBuilder, Transaction } from 'kysely';
import type { StoreProblem } from '../store.ts';

/** Tables, the same on both engines: text, and integers for times (epoch ms). Lists and `body` are JSON text. */
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
    search: string;
    prev: string;
    hash: string;
    /** The entry with its `seq` as canonical JSON, exactly the text that was hashed. */
    body: string;
    key_id: string | null;
    signature: string | null;
  };
  /** `removed_to`: entries up to this number may be deleted, because a checkpoint covers them. */
  audit_head: { id: number; seq: number; hash: string; removed_to: Generated<number> };
}

const tables: Readonly<Record<keyof Tables, true>> = {
  context: true,
  seen: true,
  note: true,
  event: true,
  post: true,
  file: true,
  post_file: true,
  card: true,
  lease: true,
  work: true,
  opening: true,
  schedule: true,
  agent: true,
  record: true,
  audit: true,
  audit_head: true,
};
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

/** All queues. Finished `due` and `press` rows are deleted. `outbox` rows stay for days, so no id is sent twice. */
interface WorkTable {
  seq: Generated<number>;
  queue: 'due' | 'outbox' | 'press';
  id: string;
  kind: string;
  lane: string | null;
  at: number;
  body: string;
  holder: string | null;
  /** 0: not claimed; -1: not claimed, and waits until the other side is reachable. */
  claimed_until: number;
  attempts: number;
  done_at: number | null;
}

export type Db = Kysely<Tables> | Transaction<Tables>;

export interface Engine {
  readonly name: 'sqlite' | 'postgres';
  readonly migrated: readonly string[];
  /** SQL for the time of claims and leases (epoch ms): the database's clock for replicas, else the caller's `now`. */
  readonly time: (now: number | RawBuilder<number>) => RawBuilder<number>;
  /** Reads; retries once on a broken connection. */
  read<T>(work: (db: Db) => Promise<T>): Promise<T>;
  write<T>(work: (db: Db) => Promise<T>): Promise<T>;
  /** Writes all or nothing without waiting for the disk, so a power cut may lose the write. */
  writeRelaxed<T>(work: (db: Db) => Promise<T>): Promise<T>;
  /** Writes all or nothing, durable when it returns. Retries only a transaction that was certainly rolled back. */
  transact<T>(work: (db: Db) => Promise<T>): Promise<T>;
  clock(): Promise<number | undefined>;
  problem(): Promise<StoreProblem | undefined>;
  close(): Promise<void>;
}
