import type { Answer, Revealed } from '../../core/command/answer.ts';
import { type Context, type Person, type Place, placeKey, placeText } from '../../core/command/context.ts';
import type { Params } from '../../core/command/params.ts';
import type { ChangeSpec, KeptSetting, QuestionSpec, SettingSpec } from '../../core/operation.ts';
import type { Actor } from '../../core/policy/decide.ts';
import type { Policy } from '../../core/policy/policy.ts';
import type { PolicyInput } from '../../core/policy/policy-decision.ts';
import type { WriteReply } from '../../platform/call.ts';
import type { Platform } from '../../platform/platform.ts';
import type { ReadTurns } from '../../reader/read-turns.ts';
import type { AuditEntry } from '../../store/audit/audit-entry.ts';
import type { AuditLog, Committed, RecordChange, Store } from '../../store/store.ts';
import type { KeptExamples } from './answer/kept-examples.ts';
import type { EvidenceMaker } from './evidence-wanted.ts';

/** What operations may read of the platform. Nothing here writes: planning cannot change anything. */
export type PlatformReads = Omit<Platform, 'write' | 'readsUnderWay' | 'ping' | 'readVersion' | 'close'>;

/** A user group of Slack. */
export interface SlackGroup {
  readonly id: string;
  /** Without its `@`. */
  readonly handle: string;
  readonly name: string;
}

/** Everything an operation may read. */
export interface Reads {
  readonly platform: PlatformReads;
  readonly seen: Pick<Store['seen'], 'find' | 'remember'>;
  readonly contexts: Pick<Store['contexts'], 'get' | 'list' | 'named'>;
  readonly requests: Pick<Store['requests'], 'open' | 'recent' | 'get' | 'ran'>;
  readonly temporaryAccess: Pick<Store['temporaryAccess'], 'list' | 'get'>;
  readonly schedules: Pick<Store['schedules'], 'list' | 'get'>;
  readonly agents: Pick<Store['agents'], 'list' | 'get'>;
  /** `MCP_URL`: where agents connect; undefined: there are none. */
  readonly agentsUrl?: string;
  readonly records: Pick<Store['records'], 'list' | 'get'>;
  /** Keeps what a question has read, for those that come after it. */
  readonly keepRecords: (records: readonly RecordChange[]) => Promise<Committed>;
  /** Reads over many applications wait here for their turns. */
  readonly turns: ReadTurns;
  /** The present, epoch ms: such reads may take minutes. */
  readonly clock: () => number;
  readonly audit: Pick<AuditLog, 'search' | 'matching' | 'head' | 'count'>;
  readonly evidence: EvidenceMaker;
  readonly examples: KeptExamples;
  readonly policy: Policy;
  /** `PLATFORM_CONTEXT`. */
  readonly fallback?: Place;
  /** What someone is called, for answers that ping nobody. */
  readonly nameOf: (id: string) => Promise<string>;
  /** Something that an answer can do without: undefined when reading it fails or takes longer than a second. */
  readonly soon: <T>(read: () => Promise<T>) => Promise<T | undefined>;
  /** What the policy has to know about a person: their groups, and whether they are in a channel. At most 60 s old. */
  readonly actor: (person: Actor['person'], channel: string) => Promise<Actor>;
  /** Whether every full member of the workspace may read a channel; false where Slack doesn't tell. */
  readonly isPublic: (channel: string) => Promise<boolean>;
  /** The user groups of the workspace, at most 60 s old. */
  readonly userGroups: () => Promise<readonly SlackGroup[]>;
}

/** What is needed to find a place on the platform. */
export type PlaceReads = Pick<Reads, 'platform' | 'policy' | 'fallback'> & {
  readonly contexts: Pick<Reads['contexts'], 'list'>;
};

/** What a setting may write besides: Portolan's own store, never the platform. */
export interface SettingServices extends Reads {
  readonly store: Pick<Store, 'commit' | 'contexts' | 'schedules'>;
  readonly newId: () => string;
  readonly newSecret: () => string;
  /** Whether the bot is surely no member of a channel. */
  readonly cannotPost: (channel: string) => Promise<boolean>;
  /** Posts something for everyone in a channel, by default where it was asked; false where nobody could see it. */
  readonly announce: (announcement: Answer, channel?: string) => Promise<boolean>;
  /** What stays in a channel as it is although its context changes. @param next absent for none */
  readonly kept: (channel: string, next: Context | undefined) => Promise<readonly KeptSetting[]>;
  /** Shows the asker something secret, once; false where that failed, so that it must not come to exist. */
  readonly reveal: (revealed: Revealed) => Promise<boolean>;
}

/**
 * Any operation, whatever its parameters. `gather`, `plan`, `answer` and `apply` are methods, checked bivariantly:
 * sound while the engine hands an operation only the arguments and facts that the same operation read.
 */
export type Operation = Question | Change | SettingSpec<Params, SettingServices, Reads>;
export type Question = QuestionSpec<Params, unknown, Reads>;
export type Change = ChangeSpec<Params, unknown, Reads, WriteReply>;

/** What a change declares of how the policy rules it. */
export function ruledLike({
  ruledAs,
  ownContextOnly,
}: Pick<Change, 'ruledAs' | 'ownContextOnly'>): Pick<PolicyInput, 'ruledAs' | 'ownContextOnly'> {
  return { ruledAs, ownContextOnly };
}

/** Declares an operation that only reads. */
export function defineQuestion<const P extends Params, F>(
  question: Omit<QuestionSpec<P, F, Reads>, 'kind'>,
): QuestionSpec<P, F, Reads> {
  return { kind: 'question', ...question };
}

/** Declares an operation that writes to the platform. Agents can propose every one of them. */
export function defineChange<const P extends Params, F>(
  change: Omit<ChangeSpec<P, F, Reads, WriteReply>, 'kind' | 'tool'>,
): ChangeSpec<P, F, Reads, WriteReply> {
  return { kind: 'change', tool: { name: 'propose_change' }, ...change };
}

/** What the audit log keeps of a setting: who changed what, and of which place, where it is about one. */
export function settingEntry(
  operation: string,
  { person: { id, name }, now }: { readonly person: Pick<Person, 'id' | 'name'>; readonly now: number },
  place: Place | undefined,
  details: NonNullable<AuditEntry['details']>,
): AuditEntry {
  const where = place ? { placeKey: placeKey(place), place: placeText(place) } : { placeKey: '', place: '' };
  return { kind: 'setting', at: now, who: { id, name }, ...where, operation, details };
}

/** Declares an operation on Portolan's own settings. */
export function defineSetting<const P extends Params>(
  setting: Omit<SettingSpec<P, SettingServices, Reads>, 'kind'>,
): SettingSpec<P, SettingServices, Reads> {
  return { kind: 'setting', ...setting };
}
