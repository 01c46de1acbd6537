import type { TemporaryAccess } from '../core/request/temporary-access.ts';
import type { AuditEntry, AuditHead, AuditRow, AuditVerdict } from './audit/audit-entry.ts';
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

/** What is written and what is deleted, by id. Deleting what isn't there is no error. */
export interface Changes<T, Key = string> {
  readonly put?: readonly T[];
  readonly drop?: readonly Key[];
}

/** A lease that is taken, renewed or released. */
export type LeaseChange =
  | { readonly take: Lease }
  | { readonly release: Pick<Lease, 'key' | 'card'> & Partial<Pick<Lease, 'holder'>> };

/** A new agent, or the end of some. */
export interface AgentChange {
  readonly create?: StoredAgent;
  readonly drop?: readonly string[];
}

/**
 * Compare and set: saved when the stored one still has the version `expect`; `new`: when there is none. Or deletes one.
 */
export type RecordChange =
  | { readonly next: Omit<StoredRecord, 'version'>; readonly expect: number | 'new' }
  | { readonly drop: Pick<StoredRecord, 'kind' | 'id'> };

/** One change of what is stored: all of it or nothing, durable when `commit` returns. */
export interface Commit {
  /** Now, epoch ms: what leases are judged by on the embedded engine. PostgreSQL judges them by its own clock. */
  readonly at: number;
  /**
   * Compare and set: saved as version `expect` + 1 when the stored one is still `expect`; `'new'` saves version 1 when
   * neither this id nor an equal open request (same fingerprint) exists.
   */
  readonly request?: { readonly next: Omit<StoredRequest, 'version'>; readonly expect: number | 'new' };
  /**
   * Take (or, by the same card and holder, renew) a lease, or release the one that this card has, or that it has
   * by this holder if one is given. Releasing what another one has taken meanwhile leaves it alone. Of several, all are taken or none.
   */
  readonly lease?: LeaseChange | readonly LeaseChange[];
  readonly audit?: readonly AuditEntry[];
  /** An id that was ever put is ignored. */
  readonly outbox?: readonly Outgoing[];
  readonly due?: Changes<Due>;
  readonly temporaryAccess?: Changes<TemporaryAccess>;
  readonly schedules?: Changes<StoredSchedule>;
  /** Compare and set: a schedule is saved when the stored one's body is still `was`. */
  readonly schedule?: { readonly next: StoredSchedule; readonly was: unknown };
  /** All of them are saved or none; each at most once. */
  readonly records?: readonly RecordChange[];
  readonly contexts?: Changes<ContextKey & { readonly context: StoredContext }, ContextKey>;
  /** `lost` where the owner of a new agent has another one of its name. */
  readonly agents?: AgentChange;
}

/**
 * `lost`: someone else saved the card, the schedule, a record or an agent of this name first. `busy`: another run
 * holds the lease. Nothing was changed then.
 */
export type Committed = 'saved' | 'lost' | 'busy';

/** Why a row is given back: it failed, the other side takes nothing, or it has more to do. Only the last forgets failures. */
export type Postponed = 'failed' | 'unreachable' | 'again';

/** Rows that one worker takes, does, and finishes. A claim whose lease lapsed can be taken by anyone. */
export interface Queue<T> {
  /** Takes up to `limit` rows that are due at `now`, oldest first; no one else gets them for `leaseMs`. */
  claim(take: {
    readonly kinds?: readonly string[];
    readonly now: number;
    readonly limit: number;
    readonly holder: string;
    readonly leaseMs: number;
  }): Promise<readonly Claimed<T>[]>;
  /**
   * Keeps claims for another `leaseMs`. A claim that lapsed is kept too, unless someone else has taken the row.
   * @returns the ids that are still the holder's
   */
  renew(keep: {
    readonly ids: readonly string[];
    readonly holder: string;
    readonly now: number;
    readonly leaseMs: number;
  }): Promise<readonly string[]>;
  /** Done for good. False when the claim was no longer ours: someone else has it, or it was replaced. */
  finish(id: string, holder: string): Promise<boolean>;
  /** Gives it back, to be claimed again from `at`. False as above. */
  postpone(id: string, holder: string, at: number, why?: Postponed): Promise<boolean>;
  /** Rows that were postponed as unreachable, by any replica, are due at `now`, as if they were never tried. */
  hasten(now: number): Promise<void>;
  /** When the next row can be claimed (epoch ms), undefined when nothing waits. */
  next(kinds?: readonly string[]): Promise<number | undefined>;
  /** How many are not done yet, claimed ones and those behind others included. */
  size(): Promise<number>;
}

/**
 * Presses: put with a claim, so that the replica that received a press processes it; others process only what it left
 * behind.
 */
export interface PressQueue extends Queue<Outgoing> {
  /** Durable when it returns. */
  put(put: {
    readonly row: Outgoing;
    readonly holder: string;
    readonly now: number;
    readonly leaseMs: number;
  }): Promise<void>;
  /** Whether a press of this lane is not processed yet. */
  isWaiting(lane: string): Promise<boolean>;
}

/** Whose decisions are looked for: a person with their groups, and the channels that they are a member of. */
export interface WaitingFor {
  readonly person: string;
  readonly groups: readonly string[];
  readonly channels: readonly string[];
}

/**
 * Which open requests: all that is given must hold. `waitingFor`: the undecided ones that name the person or one of their
 * groups, or that name nobody, in one of their channels, and aren't their own.
 */
export interface OpenFilter {
  readonly placeKey?: string;
  readonly asker?: string;
  readonly waitingFor?: WaitingFor;
  /** The most that are read. */
  readonly limit?: number;
}

/** Which entries: all words in any order, in any field, as parts of words too. */
export interface AuditFilter {
  readonly words?: readonly string[];
  /** Epoch ms. */
  readonly since?: number;
  readonly placeKey?: string;
  /** The last entry's number. */
  readonly until?: number;
}

/** The matching entries that a person may read. */
export interface AuditSelection extends AuditFilter {
  readonly mayRead?: (row: AuditRow) => boolean | Promise<boolean>;
}

/** Everything that Portolan keeps, alike on both engines. Methods throw a StoreProblem where the database fails. */
export interface Store {
  readonly engine: 'sqlite' | 'postgres';
  /** The steps of the schema that were done as it was opened. */
  readonly migrated: readonly string[];
  /** The database's own clock, epoch ms; undefined where the process's clock is the only one. */
  clock(): Promise<number | undefined>;
  /** Tries to write: why the database cannot be used now, undefined when it can. Never throws. */
  problem(): Promise<StoreProblem | undefined>;
  readonly contexts: {
    get(scope: ContextKey['scope'], key: string): Promise<StoredContext | undefined>;
    set(scope: ContextKey['scope'], key: string, context: StoredContext): Promise<void>;
    remove(scope: ContextKey['scope'], key: string): Promise<void>;
    list(): Promise<readonly (ContextKey & { readonly context: StoredContext })[]>;
    /** Contexts that people named so (case does not matter), the newest first. */
    named(name: string): Promise<readonly (ContextKey & { readonly context: StoredContext })[]>;
  };
  readonly seen: {
    /** `whole`: they are all that there are of their kind in their place; others are forgotten. */
    remember(things: readonly SeenThing[], whole?: 'whole'): Promise<void>;
    /** At most `keptPerPlace`, newest first. */
    find(place: string, kind: SeenThing['kind']): Promise<readonly SeenThing[]>;
  };
  /** JSON kept for a while: private answers, drafts. The last of them may be lost in a power cut. */
  readonly notes: {
    keep(id: string, body: unknown, until: number): Promise<void>;
    /** Undefined when there is none or its time is over. */
    read(id: string, now: number): Promise<unknown>;
    drop(id: string): Promise<void>;
  };
  readonly events: {
    /** True exactly once among all replicas, for `kept.event` of purge.ts. */
    firstSight(eventId: string, now: number): Promise<boolean>;
  };
  /** Which messages show which files. The last of it may be lost in a power cut: then a chart's buttons say so. */
  readonly posts: {
    /** A file that was uploaded: it is known from here on, so it can be deleted if no message ever shows it. */
    uploaded(fileId: string, now: number): Promise<void>;
    /** Saves a post or its new form; files that it showed before and that nothing shows now become orphans. */
    keep(post: StoredPost): Promise<void>;
    get(id: string): Promise<StoredPost | undefined>;
    byMessage(channel: string, ts: string): Promise<StoredPost | undefined>;
    /** The message is gone: its files become orphans. */
    drop(id: string): Promise<void>;
    /** Files that no post shows and that were uploaded, or last shown, before the moment; oldest first. */
    orphans(before: number, limit: number): Promise<readonly string[]>;
    /** The file is deleted. */
    forget(fileId: string): Promise<void>;
  };
  readonly requests: {
    get(id: string): Promise<StoredRequest | undefined>;
    /** Those of some ids that are there, in any order. */
    some(ids: readonly string[]): Promise<readonly StoredRequest[]>;
    byMessage(channel: string, ts: string): Promise<StoredRequest | undefined>;
    /** Oldest first. */
    open(filter: OpenFilter): Promise<readonly StoredRequest[]>;
    /** The channels of undecided requests, those of the oldest first; at most `limit`. */
    waitingChannels(limit: number): Promise<readonly string[]>;
    /** An open request equal to this one. */
    findOpen(fingerprint: string): Promise<StoredRequest | undefined>;
    /** Newest first. */
    recent(limit: number): Promise<readonly StoredRequest[]>;
    /** Those of a place that run or ran, however they ended; newest first. */
    ran(placeKey: string, limit: number): Promise<readonly StoredRequest[]>;
    /** Those in state `running`, each with its lease unless another run has taken that over. */
    running(): Promise<readonly { readonly card: StoredRequest; readonly lease?: Lease }[]>;
  };
  readonly leases: {
    get(key: string): Promise<Lease | undefined>;
    /** Those of several keys, lapsed ones included. */
    of(keys: readonly string[]): Promise<readonly Lease[]>;
  };
  /** The one write for all that matters. */
  commit(change: Commit): Promise<Committed>;
  readonly due: Queue<Due>;
  readonly outbox: Queue<Outgoing>;
  readonly presses: PressQueue;
  readonly temporaryAccess: {
    /** Those that end first come first. */
    list(filter?: { readonly placeKey?: string; readonly componentKey?: string }): Promise<readonly TemporaryAccess[]>;
    get(id: string): Promise<TemporaryAccess | undefined>;
  };
  readonly schedules: {
    list(placeKey?: string): Promise<readonly StoredSchedule[]>;
    get(id: string): Promise<StoredSchedule | undefined>;
  };
  readonly agents: {
    get(id: string): Promise<StoredAgent | undefined>;
    /** By owner and name; of one owner only, where it is given. */
    list(owner?: string): Promise<readonly StoredAgent[]>;
    /** Its token was used. The last of it may be lost in a power cut. */
    used(id: string, now: number): Promise<void>;
  };
  /** How often things happened within the last minute, on all replicas together. A power cut may take the count. */
  readonly budgets: {
    /**
     * Counts one.
     * @param most within any minute
     * @returns when the next one may be, epoch ms, if there were so many already: this one isn't counted
     */
    take(name: string, most: number, now: number): Promise<number | undefined>;
    /** What was counted at `now` didn't happen. */
    refund(name: string, now: number): Promise<void>;
  };
  /** What a part of Portolan keeps for itself, such as what is followed. */
  readonly records: {
    get(kind: string, id: string): Promise<StoredRecord | undefined>;
    /** Oldest first. */
    list(
      kind: string,
      filter?: { readonly placeKey?: string; readonly isOpen?: boolean },
    ): Promise<readonly StoredRecord[]>;
  };
  readonly audit: AuditLog & {
    /**
     * Entries that come with no other change.
     * @param how `relaxed` doesn't wait for the disk: a power cut may take the last of them, as of what was only read
     */
    append(entries: readonly AuditEntry[], how?: 'relaxed'): Promise<void>;
  };
  /**
   * Deletes what is no longer needed: old events, notes, sent messages, finished requests, audit entries after
   * `AUDIT_RETENTION`.
   */
  purge(now: number): Promise<void>;
  close(): Promise<void>;
}

/** The audit log, for reading. Everything is read in small pages, so the event loop stays free. */
export interface AuditLog {
  /** The newest entries that match, newest first. */
  search(search: AuditSelection & { readonly limit: number }): Promise<readonly AuditRow[]>;
  /** All entries that match, oldest first. */
  matching(selection: AuditSelection): AsyncIterable<AuditRow>;
  /** Oldest first. */
  all(since?: number): AsyncIterable<AuditRow>;
  /** How many entries there are from a moment on, about: those of clocks that differ aside. */
  count(since: number): Promise<number>;
  /** `{ seq: 0, hash: <64 zeros> }` when nothing is recorded yet. */
  head(): Promise<AuditHead>;
  /** The hash of an entry; `removed` because of `AUDIT_RETENTION`; undefined when there is none of that number. */
  hashOf(seq: number): Promise<string | undefined>;
  /**
   * Checks the whole chain, and signatures with the keys it was opened with. `expected`: a head that was kept
   * elsewhere.
   */
  verify(expected?: AuditHead): Promise<AuditVerdict>;
}

/** How many names of one kind are kept for one place. */
export const keptPerPlace = 500;

/** A problem of the database itself. Its message is a line for operators. */
export class StoreProblem extends Error {
  override readonly name: string = 'StoreProblem';
  /** Reading works, and nothing can be written until space is freed. */
  readonly isDiskFull: boolean;
  constructor(message: string, options: { readonly cause?: unknown; readonly isDiskFull?: boolean } = {}) {
    super(message, { cause: options.cause });
    this.isDiskFull = options.isDiskFull === true;
  }
}

/** Another process uses this data directory. */
export class StoreInUse extends StoreProblem {
  override readonly name = 'StoreInUse';
  constructor(path: string, cause?: unknown) {
    super(
      `Another Portolan process is using the data directory ${path}. Stop it, set a different PORTOLAN_DATA for this one, or set DATABASE_URL to run several replicas on PostgreSQL.`,
      { cause },
    );
  }
}

/** The data directory or the database file cannot be used: unwritable, damaged, written by a newer version. */
export class StoreUnusable extends StoreProblem {
  override readonly name = 'StoreUnusable';
  constructor(path: string, why: string, cause?: unknown, isDiskFull = false) {
    super(`Portolan can’t use the database in ${path}: ${why}`, { cause, isDiskFull });
  }
}

/** PostgreSQL does not answer or refuses us. The message names no password. */
export class StoreUnreachable extends StoreProblem {
  override readonly name = 'StoreUnreachable';
  constructor(why: string, cause?: unknown, isDiskFull = false) {
    super(`Portolan can’t use the database at DATABASE_URL: ${why}`, { cause, isDiskFull });
  }
}
