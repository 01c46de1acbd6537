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
  /** Current time, epoch ms. The embedded engine uses it to expire leases; PostgreSQL uses its own clock. */
  readonly at: number;
  /** Compare-and-set: saves version `expect` + 1. `'new'`: version 1, unless an equal open request or the id exists. */
  readonly request?: { readonly next: Omit<StoredRequest, 'version'>; readonly expect: number | 'new' };
  /**
   * The same request and holder can renew a lease. Releasing ignores a lease that someone else has taken. If one of
   * several leases can't be taken, none is taken.
   */
  readonly lease?: LeaseChange | readonly LeaseChange[];
  readonly audit?: readonly AuditEntry[];
  /** Ignores a message if its id was put before. */
  readonly outbox?: readonly Outgoing[];
  readonly due?: Changes<Due>;
  readonly temporaryAccess?: Changes<TemporaryAccess>;
  readonly schedules?: Changes<StoredSchedule>;
  /** Compare-and-set: saves a schedule if the stored body is still `was`. */
  readonly schedule?: { readonly next: StoredSchedule; readonly was: unknown };
  /** Saves all records or none; each record at most once. */
  readonly records?: readonly RecordChange[];
  readonly contexts?: Changes<ContextKey & { readonly context: StoredContext }, ContextKey>;
  /** The commit is `lost` if the owner already has another agent with this name. */
  readonly agents?: AgentChange;
}

/** `lost`: someone else saved one of the items first. `busy`: another run holds the lease. Both change nothing. */
export type Committed = 'saved' | 'lost' | 'busy';

/**
 * Why a row goes back to its queue. `unreachable`: the receiver takes nothing. `again`: more to do; resets failures.
 */
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
  /** Renews claims for `leaseMs`, also expired claims that nobody else has taken. Returns the ids still held. */
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
  bringForward(now: number): Promise<void>;
  /** Returns when the next row can be claimed (epoch ms), or undefined if none waits. */
  next(kinds?: readonly string[]): Promise<number | undefined>;
  size(): Promise<number>;
}

/** The replica that receives a press puts it with a claim and processes it. Others process only what is left over. */
export interface PressQueue extends Queue<Outgoing> {
  /** The row is durable when this returns. */
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

/**
 * Filter of entries. All words must match, in any order and field, also as parts of words. Of a word with its synonyms,
 * any of them.
 */
export interface AuditFilter {
  readonly words?: readonly (readonly string[])[];
  /** Time of the first entry, epoch ms. */
  readonly since?: number;
  /** Only entries before this time, epoch ms. */
  readonly before?: number;
  readonly placeKey?: string;
  /** Number of the last entry. */
  readonly until?: number;
}

export interface AuditSelection extends AuditFilter {
  readonly mayRead?: (row: AuditRow) => boolean | Promise<boolean>;
}

export interface AuditSearch extends AuditSelection {
  readonly limit: number;
  /** Checks each found entry. The search ends after the first entry for which this returns true. */
  readonly isLast?: (row: AuditRow) => boolean;
}

/** All stored data, the same on both engines. Methods throw a StoreProblem if the database fails. */
export interface Store {
  readonly engine: 'sqlite' | 'postgres';
  /** Migration steps that were applied when the store was opened. */
  readonly migrated: readonly string[];
  /** Returns the database's clock (epoch ms), or undefined if only the process's clock is used. */
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
    /** `whole`: the list is complete for its kind and place, so all other things of them are forgotten. */
    remember(things: readonly SeenThing[], whole?: 'whole'): Promise<void>;
    /** Returns at most `keptPerPlace` things, newest first. */
    find(place: string, kind: SeenThing['kind']): Promise<readonly SeenThing[]>;
  };
  /** JSON that is kept until a given time, such as private answers and drafts. A power cut may lose the last notes. */
  readonly notes: {
    keep(id: string, body: unknown, until: number): Promise<void>;
    /** Returns undefined if the note is missing or expired. */
    read(id: string, now: number): Promise<unknown>;
    drop(id: string): Promise<void>;
  };
  readonly events: {
    /** Returns true only for the first call with an id, over all replicas. Ids are kept for `kept.event` (purge.ts). */
    firstSight(eventId: string, now: number): Promise<boolean>;
  };
  /** Messages, and the files that each shows. A power cut may lose the last ones: a chart's buttons report that. */
  readonly posts: {
    /** Records an uploaded file, so that it can be deleted if no message ever shows it. */
    uploaded(fileId: string, now: number): Promise<void>;
    /** Saves a post. Files that it showed before become orphans, unless a post still shows them. */
    keep(post: StoredPost): Promise<void>;
    get(id: string): Promise<StoredPost | undefined>;
    byMessage(channel: string, ts: string): Promise<StoredPost | undefined>;
    /** Removes the post of a deleted message. Files that no other post shows become orphans. */
    drop(id: string): Promise<void>;
    /** Returns the files that no post shows and that were uploaded or last shown before a time, oldest first. */
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
    /** Returns running requests, each with its lease, unless another run has taken the lease. */
    running(): Promise<readonly { readonly request: StoredRequest; readonly lease?: Lease }[]>;
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
    /** Records a use of the token. A power cut may lose the last uses. */
    used(id: string, now: number): Promise<void>;
  };
  /** Limits over all replicas. A power cut may lose the last counts. */
  readonly limits: {
    /**
     * Counts one use. Over the limit, returns when the next use is allowed (epoch ms). @param perMs whole seconds in
     * which uses are counted, in ms; default: one minute @throws StoreProblem
     */
    take(name: string, max: number, now: number, perMs?: number): Promise<number | undefined>;
    /** Removes the last use, which this process counted at `now`. */
    refund(name: string, now: number): Promise<void>;
  };
  readonly records: {
    get(kind: string, id: string): Promise<StoredRecord | undefined>;
    /** Oldest first. `since`: records that were last saved then or later, epoch ms. */
    list(
      kind: string,
      filter?: { readonly placeKey?: string; readonly isOpen?: boolean; readonly since?: number },
    ): Promise<readonly StoredRecord[]>;
  };
  readonly audit: AuditLog & {
    /**
     * Appends entries without another change. `relaxed` doesn't wait for the disk: a power cut may lose the last
     * entries.
     */
    append(entries: readonly AuditEntry[], how?: 'relaxed'): Promise<void>;
  };
  /** Deletes old events, notes, sent messages, finished requests, and audit entries after `AUDIT_RETENTION`. */
  purge(now: number): Promise<void>;
  close(): Promise<void>;
}

/** The audit log, for reading. Reads small pages, so that the event loop stays free. */
export interface AuditLog {
  /** Newest first. */
  search(search: AuditSearch): Promise<readonly AuditRow[]>;
  /** Oldest first. */
  matching(selection: AuditSelection): AsyncIterable<AuditRow>;
  /** Oldest first. */
  all(since?: number): AsyncIterable<AuditRow>;
  /** Returns the number of entries from a time on. It is approximate, because clocks may differ. */
  count(since: number): Promise<number>;
  /** Returns `{ seq: 0, hash: <64 zeros> }` if the log is empty. */
  head(): Promise<AuditHead>;
  /** Returns the hash of an entry, `removed` if `AUDIT_RETENTION` removed it, or undefined if it never existed. */
  hashOf(seq: number): Promise<string | undefined>;
  /** Checks the whole chain, and signatures with the given keys. @param expected a head that was saved elsewhere */
  verify(expected?: AuditHead): Promise<AuditVerdict>;
}

export const keptPerPlace = 500;

/** A problem of the database itself. Its message is a line for operators, in English. */
export class StoreProblem extends Error {
  override readonly name: string = 'StoreProblem';
  /** The message as a text in every language. */
  readonly said: Text;
  /** Reading works, but nothing can be written until space is freed. */
  readonly isDiskFull: boolean;
  constructor(said: Text | string, options: { readonly cause?: unknown; readonly isDiskFull?: boolean } = {}) {
    super(typeof said === 'string' ? said : plain(said, 'en'), { cause: options.cause });
    this.said = typeof said === 'string' ? verbatim(said) : said;
    this.isDiskFull = options.isDiskFull === true;
  }
}

/** Returns why the database failed, without its address or path. */
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
