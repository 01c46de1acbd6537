import type { TemporaryAccess } from '../core/request/temporary-access.ts';
import { type Text, verbatim } from '../core/text/text.ts';
import { errorMessage } from '../core/thrown.ts';
import type { AuditEntry, AuditHead, AuditRow, AuditVerdict } from './audit/audit-entry.ts';
import { plain, storeMsg } from './store-messages.ts';
import type {
  Claimed,
  ContextKey,
  Due,
  Lease,
  Outgoing,
  SeenThing,
  StoredAgent,
  StoredContext,
  StoredPost,
  StoredRecord,
  StoredRequest,
  StoredSchedule,
} from './stored-types.ts';

/** Values to write, and ids to delete. Deleting a missing id isn't an error. */
export interface Changes<T, Key = string> {
  readonly put?: readonly T[];
  readonly drop?: readonly Key[];
}

export type LeaseChange =
  | { readonly take: Lease }
  | { readonly release: Pick<Lease, 'key' | 'card'> & Partial<Pick<Lease, 'holder'>> };

export interface AgentChange {
  readonly create?: StoredAgent;
  readonly drop?: readonly string[];
}

/** Saves a record if the stored version is still `expect`, or if none exists (`new`). Or deletes a record. */
export type RecordChange =
  | { readonly next: Omit<StoredRecord, 'version'>; readonly expect: number | 'new' }
  | { readonly drop: Pick<StoredRecord, 'kind' | 'id'> };

/** One change of the store: all or nothing, durable when `commit` returns. */
export interface Commit {
  /** Current time, epoch ms. The embedded engine judges leases by it, PostgreSQL by its clock. */
  readonly at: number;
  /** Compare-and-set: saves version `expect` + 1. `'new'`: version 1, if no equal open request or same id exists. */
  readonly request?: { readonly next: Omit<StoredRequest, 'version'>; readonly expect: number | 'new' };
  /**
   * The same request and holder can renew a lease. Releasing ignores a lease that someone else has taken. If one of
   * several can't be taken, none is.
   */
  readonly lease?: LeaseChange | readonly LeaseChange[];
  readonly audit?: readonly AuditEntry[];
  /** Ignores an id that was ever put. */
  readonly outbox?: readonly Outgoing[];
  readonly due?: Changes<Due>;
  readonly temporaryAccess?: Changes<TemporaryAccess>;
  readonly schedules?: Changes<StoredSchedule>;
  /** Compare-and-set: saves a schedule if the stored body is still `was`. */
  readonly schedule?: { readonly next: StoredSchedule; readonly was: unknown };
  /** Saves all or none; each record at most once. */
  readonly records?: readonly RecordChange[];
  readonly contexts?: Changes<ContextKey & { readonly context: StoredContext }, ContextKey>;
  /** `lost` if the owner has another agent with this name. */
  readonly agents?: AgentChange;
}

/** `lost`: someone else saved one of them first. `busy`: another run holds the lease. Neither changes anything. */
export type Committed = 'saved' | 'lost' | 'busy';

/** Why a row is returned: it failed, the other side takes nothing, or more is to do. Only `again` resets failures. */
export type Postponed = 'failed' | 'unreachable' | 'again';

/** Rows that one worker claims, handles and finishes. Anyone can take a claim that has expired. */
export interface Queue<T> {
  /** Claims up to `limit` rows that are due at `now`, oldest first, for `leaseMs`. */
  claim(take: {
    readonly kinds?: readonly string[];
    readonly now: number;
    readonly limit: number;
    readonly holder: string;
    readonly leaseMs: number;
  }): Promise<readonly Claimed<T>[]>;
  /** Renews claims for `leaseMs`, also expired ones that no one else has taken. Returns the ids still held. */
  renew(keep: {
    readonly ids: readonly string[];
    readonly holder: string;
    readonly now: number;
    readonly leaseMs: number;
  }): Promise<readonly string[]>;
  /** Finishes a row. Returns false if the claim was lost: taken by someone else, or the row was replaced. */
  finish(id: string, holder: string): Promise<boolean>;
  /** Returns a row, to be claimed again from `at`. Returns false if the claim was lost. */
  postpone(id: string, holder: string, at: number, why?: Postponed): Promise<boolean>;
  /** Makes unreachable rows of all replicas due at `now`, as if they had never been tried. */
  hasten(now: number): Promise<void>;
  /** Returns when the next row can be claimed (epoch ms), or undefined if none waits. */
  next(kinds?: readonly string[]): Promise<number | undefined>;
  size(): Promise<number>;
}

/** Presses are put with a claim, so their receiving replica processes them. Others process only leftovers. */
export interface PressQueue extends Queue<Outgoing> {
  /** Durable when it returns. */
  put(put: {
    readonly row: Outgoing;
    readonly holder: string;
    readonly now: number;
    readonly leaseMs: number;
  }): Promise<void>;
  isWaiting(lane: string): Promise<boolean>;
}

export interface WaitingFor {
  readonly person: string;
  readonly groups: readonly string[];
  readonly channels: readonly string[];
}

/**
 * All conditions must hold. `waitingFor`: undecided requests by others that name the person or one of their groups, or
 * that name nobody and are in one of their channels.
 */
export interface OpenFilter {
  readonly placeKey?: string;
  readonly asker?: string;
  readonly waitingFor?: WaitingFor;
  readonly limit?: number;
}

/** Filter of entries. All words must match, in any order and field, also as parts of words. */
export interface AuditFilter {
  readonly words?: readonly string[];
  /** Epoch ms. */
  readonly since?: number;
  readonly placeKey?: string;
  readonly until?: number;
}

export interface AuditSelection extends AuditFilter {
  readonly mayRead?: (row: AuditRow) => boolean | Promise<boolean>;
}

/** All stored data, the same on both engines. Methods throw a StoreProblem if the database fails. */
export interface Store {
  readonly engine: 'sqlite' | 'postgres';
  /** Migration steps that were applied when it was opened. */
  readonly migrated: readonly string[];
  /** Returns the database's clock, epoch ms, or undefined if the process's clock is the only one. */
  clock(): Promise<number | undefined>;
  /** Tries to write. Returns why the database can't be used now, or undefined. Never throws. */
  problem(): Promise<StoreProblem | undefined>;
  readonly contexts: {
    get(scope: ContextKey['scope'], key: string): Promise<StoredContext | undefined>;
    set(scope: ContextKey['scope'], key: string, context: StoredContext): Promise<void>;
    remove(scope: ContextKey['scope'], key: string): Promise<void>;
    list(): Promise<readonly (ContextKey & { readonly context: StoredContext })[]>;
    /** Returns contexts that people gave this name (case-insensitive), newest first. */
    named(name: string): Promise<readonly (ContextKey & { readonly context: StoredContext })[]>;
  };
  readonly seen: {
    /** `whole`: these are all things of their kind and place; others are forgotten. */
    remember(things: readonly SeenThing[], whole?: 'whole'): Promise<void>;
    /** At most `keptPerPlace`, newest first. */
    find(place: string, kind: SeenThing['kind']): Promise<readonly SeenThing[]>;
  };
  /** JSON kept for a while, such as private answers and drafts. A power cut may lose the last ones. */
  readonly notes: {
    keep(id: string, body: unknown, until: number): Promise<void>;
    /** Returns undefined if it is missing or expired. */
    read(id: string, now: number): Promise<unknown>;
    drop(id: string): Promise<void>;
  };
  readonly events: {
    /** Returns true exactly once among all replicas, within `kept.event` of purge.ts. */
    firstSight(eventId: string, now: number): Promise<boolean>;
  };
  /** Which messages show which files. A power cut may lose the last ones: then a chart's buttons report that. */
  readonly posts: {
    /** Records an uploaded file, so that it can be deleted if no message ever shows it. */
    uploaded(fileId: string, now: number): Promise<void>;
    /** Saves a post. Its former files become orphans if nothing shows them now. */
    keep(post: StoredPost): Promise<void>;
    get(id: string): Promise<StoredPost | undefined>;
    byMessage(channel: string, ts: string): Promise<StoredPost | undefined>;
    /** Removes a deleted message; its files become orphans. */
    drop(id: string): Promise<void>;
    /** Returns unshown files that were uploaded or last shown before a moment, oldest first. */
    orphans(before: number, limit: number): Promise<readonly string[]>;
    forget(fileId: string): Promise<void>;
  };
  readonly requests: {
    get(id: string): Promise<StoredRequest | undefined>;
    some(ids: readonly string[]): Promise<readonly StoredRequest[]>;
    byMessage(channel: string, ts: string): Promise<StoredRequest | undefined>;
    /** Oldest first. */
    open(filter: OpenFilter): Promise<readonly StoredRequest[]>;
    /** Returns the channels of undecided requests, oldest request first. */
    waitingChannels(limit: number): Promise<readonly string[]>;
    findOpen(fingerprint: string): Promise<StoredRequest | undefined>;
    /** Newest first. */
    recent(limit: number): Promise<readonly StoredRequest[]>;
    ran(placeKey: string, limit: number): Promise<readonly StoredRequest[]>;
    /** Returns running requests, each with its lease unless another run has taken it. */
    running(): Promise<readonly { readonly card: StoredRequest; readonly lease?: Lease }[]>;
  };
  readonly leases: {
    get(key: string): Promise<Lease | undefined>;
    /** Includes expired leases. */
    of(keys: readonly string[]): Promise<readonly Lease[]>;
  };
  commit(change: Commit): Promise<Committed>;
  readonly due: Queue<Due>;
  readonly outbox: Queue<Outgoing>;
  readonly presses: PressQueue;
  readonly temporaryAccess: {
    /** Ordered by end, earliest first. */
    list(filter?: { readonly placeKey?: string; readonly componentKey?: string }): Promise<readonly TemporaryAccess[]>;
    get(id: string): Promise<TemporaryAccess | undefined>;
  };
  readonly schedules: {
    list(placeKey?: string): Promise<readonly StoredSchedule[]>;
    get(id: string): Promise<StoredSchedule | undefined>;
  };
  readonly agents: {
    get(id: string): Promise<StoredAgent | undefined>;
    /** Ordered by owner and name. */
    list(owner?: string): Promise<readonly StoredAgent[]>;
    /** Records a use of the token. A power cut may lose the last ones. */
    used(id: string, now: number): Promise<void>;
  };
  /** Counts per minute, over all replicas. A power cut may lose them. */
  readonly budgets: {
    take(name: string, most: number, now: number): Promise<number | undefined>;
    refund(name: string, now: number): Promise<void>;
  };
  readonly records: {
    get(kind: string, id: string): Promise<StoredRecord | undefined>;
    /** Oldest first. */
    list(
      kind: string,
      filter?: { readonly placeKey?: string; readonly isOpen?: boolean },
    ): Promise<readonly StoredRecord[]>;
  };
  readonly audit: AuditLog & {
    /** Appends entries alone. `relaxed` doesn't wait for the disk, so a power cut may lose the last entries. */
    append(entries: readonly AuditEntry[], how?: 'relaxed'): Promise<void>;
  };
  /** Deletes old events, notes, sent messages, finished requests, and audit entries after `AUDIT_RETENTION`. */
  purge(now: number): Promise<void>;
  close(): Promise<void>;
}

/** The audit log, for reading. Reads small pages, so that the event loop stays free. */
export interface AuditLog {
  /** Newest first. */
  search(search: AuditSelection & { readonly limit: number }): Promise<readonly AuditRow[]>;
  /** Oldest first. */
  matching(selection: AuditSelection): AsyncIterable<AuditRow>;
  /** Oldest first. */
  all(since?: number): AsyncIterable<AuditRow>;
  /** Returns the approximate number of entries from a moment on; clocks may differ. */
  count(since: number): Promise<number>;
  /** Returns `{ seq: 0, hash: <64 zeros> }` if the log is empty. */
  head(): Promise<AuditHead>;
  /** Returns the hash of an entry, `removed` if `AUDIT_RETENTION` removed it, or undefined if there is none. */
  hashOf(seq: number): Promise<string | undefined>;
  /** Checks the whole chain, and signatures with the given keys. @param expected a head that was saved elsewhere */
  verify(expected?: AuditHead): Promise<AuditVerdict>;
}

export const keptPerPlace = 500;

/** A problem of the database itself. Its message is a line for operators, in English. */
export class StoreProblem extends Error {
  override readonly name: string = 'StoreProblem';
  /** The same line in every language. */
  readonly said: Text;
  /** Reading works, but nothing can be written until space is freed. */
  readonly isDiskFull: boolean;
  constructor(said: Text | string, options: { readonly cause?: unknown; readonly isDiskFull?: boolean } = {}) {
    super(typeof said === 'string' ? said : plain(said, 'en'), { cause: options.cause });
    this.said = typeof said === 'string' ? verbatim(said) : said;
    this.isDiskFull = options.isDiskFull === true;
  }
}

/** Why the database failed, without where it is. */
export function reasonOf(error: unknown): Text {
  return error instanceof StoreProblem ? error.said : verbatim(errorMessage(error));
}

export class StoreInUse extends StoreProblem {
  override readonly name = 'StoreInUse';
  constructor(path: string, cause?: unknown) {
    super(storeMsg.inUse({ path }), { cause });
  }
}

/** The data directory or database file can't be used: unwritable, damaged, or written by a newer version. */
export class StoreUnusable extends StoreProblem {
  override readonly name = 'StoreUnusable';
  constructor(path: string, why: Text, cause?: unknown, isDiskFull = false) {
    super(storeMsg.unusable({ path, why }), { cause, isDiskFull });
  }
}

/** PostgreSQL doesn't answer or refuses us. The message contains no password. */
export class StoreUnreachable extends StoreProblem {
  override readonly name = 'StoreUnreachable';
  constructor(why: Text, cause?: unknown, isDiskFull = false) {
    super(storeMsg.unreachable({ why }), { cause, isDiskFull });
  }
}
