import type { Answer, ChartOrder, Revealed } from '../../core/command/answer.ts';
import { type Context, type Person, type Place, placeKey, placeText } from '../../core/command/context.ts';
import type { Args, Params, RawArgs } from '../../core/command/params.ts';
import type { Problem, Proposal } from '../../core/command/problem.ts';
import { parameterKey } from '../../core/command/typed-word-messages.ts';
import type {
  AlreadySo,
  Ask,
  ChartRequests,
  EventSpec,
  Evidence,
  KeptSetting,
  OperationSpec,
} from '../../core/operation.ts';
import type { Actor } from '../../core/policy/decide.ts';
import type { FreezeClass } from '../../core/policy/never-frozen.ts';
import type { Policy, Risk } from '../../core/policy/policy.ts';
import type { PolicyInput } from '../../core/policy/policy-decision.ts';
import type { Leftover, Plan, Step } from '../../core/request/plan.ts';
import type { TemporaryAccessSpec } from '../../core/request/temporary-access.ts';
import { type Lang, langs, type Text } from '../../core/text/text.ts';
import type { WriteReply } from '../../platform/call.ts';
import type { Platform } from '../../platform/platform.ts';
import type { ReadTurns } from '../../reader/background-reads.ts';
import type { AuditEntry } from '../../store/audit/audit-entry.ts';
import type { Committed, RecordChange, Store } from '../../store/store.ts';
import { plain } from '../operation-catalog.ts';
import type { KeptExamples } from './answer/kept-examples.ts';
import type { EvidenceMaker } from './evidence-wanted.ts';

/** Platform reads for operations. No method writes, so planning can't change anything. */
type PlatformReads = Omit<Platform, 'write' | 'readsUnderWay' | 'ping' | 'readVersion' | 'close'>;

export interface SlackGroup {
  readonly id: string;
  /** Handle of the group, without `@`. */
  readonly handle: string;
  readonly name: string;
}

export interface Reads {
  readonly platform: PlatformReads;
  readonly seen: Pick<Store['seen'], 'find' | 'remember'>;
  readonly contexts: Pick<Store['contexts'], 'get' | 'list' | 'named'>;
  readonly requests: Pick<Store['requests'], 'open' | 'recent' | 'get' | 'ran'>;
  readonly temporaryAccess: Pick<Store['temporaryAccess'], 'list' | 'get'>;
  readonly schedules: Pick<Store['schedules'], 'list' | 'get'>;
  readonly agents: Pick<Store['agents'], 'list' | 'get'>;
  /** Address for agents (`MCP_URL`). If it is undefined, agents can't connect. */
  readonly agentsUrl?: string;
  readonly records: Pick<Store['records'], 'list' | 'get'>;
  /** Stores data that one question has read, for use by later questions. */
  readonly keepRecords: (records: readonly RecordChange[]) => Promise<Committed>;
  readonly turns: ReadTurns;
  /** Returns the current time, epoch ms, because a question can read for minutes. */
  readonly clock: () => number;
  /** `append` is only for what a question itself does, such as an export. */
  readonly audit: Pick<Store['audit'], 'search' | 'matching' | 'head' | 'count' | 'append'>;
  readonly evidence: EvidenceMaker;
  readonly examples: KeptExamples;
  readonly policy: Policy;
  /** Default language of posts in channels (`LANGUAGE`). */
  readonly language?: Lang;
  readonly fallback?: Place;
  /** Returns a person's name, for answers that must not mention anybody. */
  readonly nameOf: (id: string) => Promise<string>;
  /** Reads optional data. Returns undefined if the read fails or takes longer than a second. */
  readonly soon: <T>(read: () => Promise<T>) => Promise<T | undefined>;
  /** Returns a person's groups and channel membership for the policy. The data is at most 60 s old. */
  readonly actor: (person: Actor['person'], channel: string) => Promise<Actor>;
  /** Checks whether every full member of the workspace can read a channel. Returns false if Slack doesn't say. */
  readonly isPublic: (channel: string) => Promise<boolean>;
  /** Returns the user groups. The list is at most 60 s old. */
  readonly userGroups: () => Promise<readonly SlackGroup[]>;
  /** Returns the link of a message; undefined if Slack doesn't return it. */
  readonly linkOf: (message: { readonly channel: string; readonly ts: string }) => Promise<string | undefined>;
}

export type PlaceReads = Pick<Reads, 'platform' | 'policy' | 'fallback'> & {
  readonly contexts: Pick<Reads['contexts'], 'list'>;
};

/** Additional services of settings. They write only to Portolan's store, never to the platform. */
export interface SettingServices extends Reads {
  readonly store: Pick<Store, 'commit' | 'contexts' | 'records' | 'schedules'>;
  readonly newId: () => string;
  readonly newSecret: () => string;
  /** Checks whether the bot is certainly not a member of a channel. Returns false if that is unknown. */
  readonly cannotPost: (channel: string) => Promise<boolean>;
  /** Posts a message in a channel, by default the command's channel. Returns false if nobody could see the message. */
  readonly announce: (announcement: Answer, channel?: string) => Promise<boolean>;
  /** Returns settings that a channel keeps when its context changes. `next`: the new context; undefined for none. */
  readonly kept: (channel: string, next: Context | undefined) => Promise<readonly KeptSetting[]>;
  /** Shows a secret to the requester, once. Returns false on failure. The secret must then not be created. */
  readonly reveal: (revealed: Revealed) => Promise<boolean>;
}

interface FormHints<R> {
  /** Returns more hints for the inputs of a form in a context, such as a present value, by parameter. */
  hints?(given: RawArgs, ask: Pick<Ask, 'context' | 'now'>, reads: R): Promise<Readonly<Record<string, Text>>>;
}

/** An operation on Portolan's settings: contexts, schedules. `R` is its write access, `Reads` its read access. */
interface SettingSpec<P extends Params, R, Reads = R> extends OperationSpec<P>, FormHints<Reads> {
  readonly kind: 'setting';
  readonly setsContext?: { readonly ofChannel: RawArgs; readonly ofPerson: RawArgs };
  apply(args: Args<P>, ask: Ask, settings: R): Promise<Answer | Problem>;
  /** Returns why the values can't be set in a context, before the form opens; undefined if they can, or if unknown. */
  refuses?(given: RawArgs, ask: Pick<Ask, 'context' | 'now'>, reads: Reads): Promise<Problem | undefined>;
  /** Returns the values of what `given` names, to open the form with; undefined to open it with `given`. */
  fills?(given: RawArgs, reads: Reads): Promise<RawArgs | undefined>;
  /** Returns the setting to keep when a channel's context changes. @param next the new context; absent if none */
  keeps?(channel: string, next: Context | undefined, settings: R): Promise<KeptSetting | undefined>;
}

/**
 * Any operation. `gather`, `plan`, `answer` and `apply` are methods, so that TypeScript checks their parameters
 * bivariantly. This is safe because the engine passes only arguments and facts that the same operation has read.
 */
export type Operation = Question | Change | SettingSpec<Params, SettingServices, Reads>;

interface QuestionSpec<P extends Params, F, R> extends OperationSpec<P> {
  readonly kind: 'question';
  /** Declared if the answer is a chart: arguments for the message's buttons and for other features. */
  readonly chart?: ChartRequests;
  /** Declared if the answer can be posted on a schedule: the arguments to use then. */
  readonly scheduled?: RawArgs;
  /** Returns why the form has nothing to offer in a context, before it opens; undefined if it has, or if unknown. */
  refuses?(given: RawArgs, ask: Pick<Ask, 'context' | 'now'>, reads: R): Promise<Problem | undefined>;
  /** Returns the form that the typed command opens; undefined to answer. */
  opens?(args: Args<P>, ask: Ask, reads: R): Promise<Proposal | undefined>;
  gather(args: Args<P>, ask: Ask, reads: R): Promise<F | Problem>;
  answer(args: Args<P>, facts: F, ask: Ask): Answer | ChartOrder | Problem;
}

export type Question = QuestionSpec<Params, unknown, Reads>;

/** A change marked on a chart. `automatic`: Portolan ran the change to end something temporary. */
interface MarkedChange<P extends Params> {
  readonly plan: Plan;
  readonly args: Args<P>;
  readonly automatic: boolean;
}

/** An operation that writes to the platform. `R` is its read access, `W` the platform's answer to a write. */
interface ChangeSpec<P extends Params, F, R, W> extends OperationSpec<P>, FormHints<R> {
  readonly kind: 'change';
  risk(args: Args<P>): Risk;
  /** The lowest risk that a plan can have (`Plan.risk`). Decides whether the operation may be requested at all. */
  readonly minRisk?: Risk;
  readonly undoable: 'always' | 'sometimes' | 'never';
  /** Whether a freeze without conditions covers the operation, or why it is never frozen. */
  readonly freezes?: FreezeClass;
  /** Id of a change with policy rules that also apply to this one: a later closing time is decided like the opening. */
  readonly ruledAs?: string;
  /** Allowed only in the channel's context or one that a rule names, because the platform doesn't check ownership. */
  readonly ownContextOnly?: true;
  /** Only reads: `reads` has no functions that write. */
  gather(args: Args<P>, ask: Ask, reads: R): Promise<F | Problem>;
  /** Returns the arguments with ids instead of names, so that the request still works after a rename. */
  identify(plan: Plan): RawArgs;
  /** Pure. */
  plan(args: Args<P>, facts: F, ask: Ask): Plan | Problem | AlreadySo;
  /** Compares the state with one step of a plan: as before the step, as after it, or something else. */
  observe(plan: Plan, step: number, facts: NoInfer<F>): 'before' | 'after' | 'other';
  /**
   * How a step's outcome is verified. `state`: read it back. `reply`: the answer shows it (`confirms`), otherwise the
   * state. `event`: platform events for steps that await them, otherwise the state.
   */
  readonly verify: 'state' | 'reply' | 'event';
  confirms?(step: Step, reply: W): boolean;
  /** Required for `verify: 'event'`. */
  readonly events?: EventSpec<W>;
  auditDetails?(given: RawArgs, plan: Plan): Readonly<Record<string, string>>;
  readonly temporaryAccess?: TemporaryAccessSpec<R>;
  /** Returns the change's label on a chart: `scale 3 → 5`. Without `done`, only verb and component. */
  mark(name: string, done?: MarkedChange<P>): Text;
  /** Whether the change opens something, so that the policy's time limit is shown. */
  readonly opens?: true;
  readonly evidence?: Evidence;
  /** Returns the results, read from the state, such as an address. `reply` is the answer to the last step. */
  done(plan: Plan, facts: F, reply?: W): readonly Text[];
  /** Returns the present state of a plan's rows, in order. Default: the rows' "before" values after planning again. */
  rowsNow?(plan: Plan, facts: F): readonly Text[] | undefined;
  /** Returns the effects that remain after a failed step: a refused rule may have left its port open. */
  leftover?(plan: Plan, step: number, facts: F): Leftover | undefined;
}

export type Change = ChangeSpec<Params, unknown, Reads, WriteReply>;

export function ruledLike({
  ruledAs,
  ownContextOnly,
}: Pick<Change, 'ruledAs' | 'ownContextOnly'>): Pick<PolicyInput, 'ruledAs' | 'ownContextOnly'> {
  return { ruledAs, ownContextOnly };
}

export function defineQuestion<const P extends Params, F>(
  question: Omit<QuestionSpec<P, F, Reads>, 'kind' | 'labelKeys'>,
): QuestionSpec<P, F, Reads> {
  return { kind: 'question', labelKeys: labelKeysOf(question.params), ...question };
}

/** Declares an operation that writes to the platform. Agents can propose all such operations. */
export function defineChange<const P extends Params, F>(
  change: Omit<ChangeSpec<P, F, Reads, WriteReply>, 'kind' | 'tool' | 'labelKeys'>,
): ChangeSpec<P, F, Reads, WriteReply> {
  return { kind: 'change', tool: { name: 'propose_change' }, labelKeys: labelKeysOf(change.params), ...change };
}

function labelKeysOf(params: Params): ReadonlyMap<string, string> {
  const shown = Object.entries(params).filter(([, { input }]) => input !== 'hidden');
  const keys = ([name, { label }]: (typeof shown)[number]) =>
    langs.map((lang) => [parameterKey(plain(label, lang).replaceAll(' ', '_')), name] as const);
  return new Map(shown.flatMap(keys));
}

export function settingEntry(
  operation: string,
  { person: { id, name }, now }: { readonly person: Pick<Person, 'id' | 'name'>; readonly now: number },
  place: Place | undefined,
  details: NonNullable<AuditEntry['details']>,
): AuditEntry {
  const where =
    place && place.team !== '' ? { placeKey: placeKey(place), place: placeText(place) } : { placeKey: '', place: '' };
  return { kind: 'setting', at: now, who: { id, name }, ...where, operation, details };
}

export function defineSetting<const P extends Params>(
  setting: Omit<SettingSpec<P, SettingServices, Reads>, 'kind' | 'labelKeys'>,
): SettingSpec<P, SettingServices, Reads> {
  return { kind: 'setting', labelKeys: labelKeysOf(setting.params), ...setting };
}
