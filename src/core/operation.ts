import type { Answer, AskButton, ChartOrder } from './command/answer.ts';
import type { Context, Person } from './command/context.ts';
import type { Args, Fault, Params, RawArgs } from './command/params.ts';
import type { Problem, Proposal } from './command/problem.ts';
import type { FreezeClass } from './policy/never-frozen.ts';
import type { Risk } from './policy/policy.ts';
import type { Call, FollowUpRequest, Leftover, Plan, Step } from './request/plan.ts';
import type { TemporaryAccessSpec } from './request/temporary-access.ts';
import type { SeenEvent } from './runs/seen-event.ts';
import type { Text } from './text/text.ts';

/** A slash command without its slash and prefix; which there are, the operations say. */
export type Command = string;
/** The command that every other one can be typed behind, and that a mention of the bot means. */
export const mainCommand: Command = 'portolan';

/** Who asks, from where, when: what an operation may know besides its arguments. Plain data. */
export interface Ask {
  readonly person: Person;
  /** The Slack channel, and the thread for a mention in one. */
  readonly channel: string;
  readonly thread?: string;
  /** The context that holds; a placeholder with empty names where the operation needs none and none is set. */
  readonly context: Context;
  /** The only contexts that may be read; absent: all that the policy lets be used. */
  readonly only?: readonly Context[];
  /** Epoch ms. */
  readonly now: number;
  /** The prefix of the installed commands, such as `rb-`; often empty. */
  readonly prefix: string;
  /** Set where the context isn't the channel's own: it was named in the command, or is the person's. */
  readonly elsewhere?: true;
}

/** A modal that several operations share: a select at its top switches between them. */
export interface ModalGroup {
  /** Equal for the operations of one modal. */
  readonly name: string;
  readonly title: Text;
  /** What the select calls this operation. */
  readonly option: Text;
}

/** How an operation is offered where nothing is typed. */
export interface Shortcut {
  readonly label: Text;
  /** Shown beside the label in Slack's menu, in English: a manifest has one language. */
  readonly description: Text;
  /** Its place among the others, the lowest first. */
  readonly position: number;
}

/** The tools of agents that operations belong to. */
type OperationToolName =
  | 'find_components'
  | 'read_component'
  | 'list_ports'
  | 'list_gateway_rules'
  | 'list_events'
  | 'read_monitoring'
  | 'list_requests'
  | 'list_exposure'
  | 'propose_change';

/**
 * The tool of agents that an operation belongs to, or why none has it. Of several operations of one tool, those with a
 * `view` are asked where its argument of that name says so.
 */
export type OperationTool = { readonly name: OperationToolName; readonly view?: string } | { readonly none: string };

/** How an operation is asked for: parsing, help, the modal and the manifest derive from it. */
export interface OperationSpec<P extends Params = Params> {
  /** Dotted, unique, such as `port.open`: its command and its first word. */
  readonly id: string;
  readonly command: Command;
  /**
   * The words after the command that select this operation, longest first. An empty list makes it the default of its
   * command.
   */
  readonly keywords: readonly (readonly string[])[];
  /** What it does, in one line: in help, and as the title of its form where it is short enough. */
  readonly summary: Text;
  /** The title of its form, where the summary is longer than Slack's 24 characters. */
  readonly title?: Text;
  /** Other words that people use for it, in a sentence: `chart`. */
  readonly words?: readonly string[];
  /**
   * One of the few things that people need first, with which help begins: its place among them, and which of the examples
   * is shown there with what it does; by default the first one, with the summary.
   */
  readonly first?: { readonly position: number; readonly example?: string; readonly says?: Text };
  /**
   * Declared by the question that lists everything that can be asked: behind a command its word explains that
   * command.
   */
  readonly isHelp?: boolean;
  /** What agents know it by. */
  readonly tool: OperationTool;
  /** What it is; a sentence that only seems to ask for a change is confirmed first. */
  readonly kind?: 'question' | 'change' | 'setting';
  /** Typed examples without the slash; each parses to itself (a contract test). */
  readonly examples: readonly string[];
  readonly params: P;
  /** The parameters that need no key, in the order in which they are typed. */
  readonly order: readonly (keyof P & string)[];
  /**
   * Reads everything typed after the keywords itself, where that is the text of another command; undefined leaves them
   * to be read as usual. `quoted`: the first of them is in quotes. `in=…` is taken out before.
   */
  readonly rest?: (text: string, quoted: boolean) => RawArgs | undefined;
  /** Says what was given in another way than its parameters read it, such as by two ends instead of a range. */
  readonly rewrite?: (given: RawArgs) => RawArgs;
  /** Its command alone opens its modal: without arguments there is nothing that it could do. */
  readonly opensForm?: boolean;
  /** The modal that it shares with other operations, if it does. */
  readonly modalGroup?: ModalGroup;
  /** Its entry in Slack's shortcuts menu and its button on App Home, if it has them. */
  readonly shortcut?: Shortcut;
  /**
   * The dialects of the platform's API that have what it needs; absent: all. Elsewhere it isn't offered, only
   * refused.
   */
  readonly dialects?: readonly ('console' | 'document')[];
  /** Whatever is typed, its form opens: it answers there alone, since it reveals a secret. */
  readonly formOnly?: true;
  /** Nothing is required before it can be asked; absent: a context. */
  readonly needs?: 'nothing';
  /** Checks over several parameters that need no reading. */
  faults?(args: Args<P>): readonly Fault[];
}

/** What a chart can be asked for besides typing it. */
export interface ChartRequests {
  /** The ranges that the buttons of its message offer. */
  readonly ranges: readonly string[];
  /** The same chart once more, in its place; with a `range` of the buttons, or its own. */
  again(given: RawArgs, range?: string): RawArgs;
  /** The same chart compared with an earlier period, or no longer, where it is compared already. */
  compared(given: RawArgs): RawArgs;
  isCompared(given: RawArgs): boolean;
  /** The same chart with all of these items drawn. */
  withItems(given: RawArgs, items: readonly string[]): RawArgs;
  /** What opens the form that posts the same chart on a schedule; undefined for a range that will never come again. */
  scheduled(given: RawArgs): Request | undefined;
  /** The chart that is posted beside a request, so that people who decide see what the component does. */
  evidence(component: string): RawArgs;
  /** The chart of components from one moment to another, epoch ms. */
  between(components: readonly string[], from: number, to: number): RawArgs;
}

/** An operation that only reads. `R` is what it may read. */
export interface QuestionSpec<P extends Params, F, R> extends OperationSpec<P> {
  readonly kind: 'question';
  /** Declared by a question that is answered with a chart: what its message and the rest of the bot ask it for. */
  readonly chart?: ChartRequests;
  /** Declared by a question whose answer can be posted on a schedule: what it is given then. */
  readonly scheduled?: RawArgs;
  gather(args: Args<P>, ask: Ask, reads: R): Promise<F | Problem>;
  answer(args: Args<P>, facts: F, ask: Ask): Answer | ChartOrder | Problem;
}

/**
 * What a chart marks: the plan that was run, its arguments, and whether it ran by itself, as the end of something
 * temporary.
 */
export interface MarkedChange<P extends Params> {
  readonly plan: Plan;
  readonly args: Args<P>;
  readonly automatic: boolean;
}

/** How an operation is verified by the platform's events. `W` is what the platform answers to a write. */
export interface EventSpec<W> {
  /** What an event is called, of a pod or for one that began elsewhere; undefined for what isn't worth mentioning. */
  nameOf(event: SeenEvent): Text | undefined;
  /** A component's status, as the platform writes it, in words. */
  statusText(status: string | undefined): Text;
  /** The same call for some of its components, where not all are left; undefined where it is about one. */
  callFor?(call: Call, components: readonly string[]): Call | undefined;
  /** The id of the event that the answer to a call names itself. */
  idIn?(reply: W): string | undefined;
  /** What shows the log of a component's event. */
  log?(component: string, event: string): Proposal;
  /**
   * What applies values that a failed request has saved: asked where the same request finds nothing to change any
   * more.
   */
  applySaved?(components: readonly string[]): FollowUpRequest;
  /** The same request for some of its components: to try again what failed. */
  again(given: RawArgs, components: readonly string[]): RawArgs;
}

/** The state is already as requested. `locks`: what it would lock; a request in progress on it says more. */
export interface AlreadySo {
  readonly already: Text;
  readonly locks?: readonly string[];
}

/**
 * Which charts of a component go into the thread of a card. `before`: its last hour, when the card is posted.
 * `before-and-after`: also the time around the change, once it has been done for a while.
 */
export type Evidence = 'none' | 'before' | 'before-and-after';

/**
 * An operation that writes to the platform: planned, decided, run once, read back. `R` is what it may read, `W` what
 * the platform answers to a write.
 */
export interface ChangeSpec<P extends Params, F, R, W> extends OperationSpec<P> {
  readonly kind: 'change';
  /** What it weighs as far as its arguments tell. */
  risk(args: Args<P>): Risk;
  /**
   * What it weighs at least, where its plan may turn out to do less (`Plan.risk`): may it be asked at all is judged
   * by this.
   */
  readonly leastRisk?: Risk;
  /** Whether it can be undone: `sometimes` where its plan tells (`Plan.undo`). */
  readonly undoable: 'always' | 'sometimes' | 'never';
  /** Whether freezes cover it if they don't say what they cover, or which of the never frozen ones it is. */
  readonly freezes?: FreezeClass;
  /** Another change whose rules hold for this one too: a later closing time is decided as the opening was. */
  readonly ruledAs?: string;
  /**
   * Whether it only works where the context is the channel's own, unless a rule of the policy names that context: the
   * platform itself doesn't check whose it is. The risk `disrupt` always does.
   */
  readonly ownContextOnly?: true;
  /** Reads only: its `reads` hold nothing that writes. */
  gather(args: Args<P>, ask: Ask, reads: R): Promise<F | Problem>;
  /**
   * The arguments that name something, by the ids that its plan found. A request keeps these from the moment it is
   * made, so that the re-check and the read-back find the same things, whatever they are called by then.
   */
  identify(plan: Plan): RawArgs;
  /** Pure. */
  plan(args: Args<P>, facts: F, ask: Ask): Plan | Problem | AlreadySo;
  /** What the state shows of one step of a plan: how it was before, how the step leaves it, or something else. */
  observe(plan: Plan, step: number, facts: NoInfer<F>): 'before' | 'after' | 'other';
  /**
   * How the outcome of a step is verified: `state`, the state is read back and compared; `reply`, the platform's answer
   * itself shows it (`confirms`), and the state is read only where it does not; `event`, the platform's events report
   * those steps that await them, and the state the others.
   */
  readonly verify: 'state' | 'reply' | 'event';
  /** Whether the answer to a step's call shows that the step is done. With `verify: 'reply'`. */
  confirms?(step: Step, reply: W): boolean;
  /** What the engine has to know of the platform's events. With `verify: 'event'`. */
  readonly events?: EventSpec<W>;
  /** Whether its calls make sense again when the state is already as planned, as of a restart. Default: no. */
  readonly repeatable?: boolean;
  /** What of its arguments the audit log keeps beside the component, so that entries are found by it. */
  auditDetails?(given: RawArgs, plan: Plan): Readonly<Record<string, string>>;
  /** How it is ended again if it was requested for a limited time. */
  readonly temporaryAccess?: TemporaryAccessSpec<R>;
  /**
   * How a chart marks it, without its time and who made it: `scale 3 → 5`. Verb and component only where it isn't given
   * what was done, because that isn't known or not to be told.
   * @param name of its component; empty where the chart shows no other
   */
  mark(name: string, done?: MarkedChange<P>): Text;
  /** Whether it opens something: then the policy's time limit is shown. */
  readonly opens?: true;
  /** Which charts of the component go with its card. Default: `before`, and `none` for the risk `change`. */
  readonly evidence?: Evidence;
  /**
   * What was done, read from the state afterwards: the address, the rule's name, what the platform did not apply.
   * `reply` is the answer to the last step's call, where there is one.
   */
  done(plan: Plan, facts: F, reply?: W): readonly Text[];
  /** How the rows of a plan are now, in their order. Default: what planning the same again would start from. */
  rowsNow?(plan: Plan, facts: F): readonly Text[] | undefined;
  /**
   * What a step that wasn't done has changed all the same: a refused rule may have left its port open. Asked only when
   * the state shows the step as not done.
   */
  leftover?(plan: Plan, step: number, facts: F): Leftover | undefined;
}

/** What stays as it is in a channel whose context changes, and what would switch it to the new one. */
export interface KeptSetting {
  readonly text: Text;
  readonly offer?: AskButton;
}

/** An operation on Portolan's own settings: contexts, schedules. `R` holds what it may write, `Reads` what it may read. */
export interface SettingSpec<P extends Params, R, Reads = R> extends OperationSpec<P> {
  readonly kind: 'setting';
  /** Declared by the setting that chooses the context: what its modal is opened with. */
  readonly setsContext?: { readonly ofChannel: RawArgs; readonly ofPerson: RawArgs };
  apply(args: Args<P>, ask: Ask, settings: R): Promise<Answer | Problem>;
  /** Why what was given can't be set in a context: asked before its form opens. Undefined where it can, or isn't known. */
  refuses?(given: RawArgs, ask: Pick<Ask, 'context' | 'now'>, reads: Reads): Promise<Problem | undefined>;
  /** What it keeps when the context of a channel changes: said where that is announced. @param next absent for none */
  keeps?(channel: string, next: Context | undefined, settings: R): Promise<KeptSetting | undefined>;
}

/** What was understood of some words or a modal: an operation and what it is given. */
export interface Request {
  readonly operation: string;
  readonly given: RawArgs;
  /** `in=…`, as typed. */
  readonly in?: string;
  /** `reason=…`. */
  readonly reason?: string;
  /** `ticket=…` of a change. */
  readonly ticket?: string;
  /** `at=…` of a change, as typed: when it is to run. */
  readonly at?: string;
  /** `ask=…` of a change: the ids of the people and groups who are asked to decide it. */
  readonly ask?: readonly string[];
}
