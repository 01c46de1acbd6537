import type { AskButton } from './command/answer.ts';
import type { Context, Person } from './command/context.ts';
import type { Args, Fault, Params, RawArgs } from './command/params.ts';
import type { Proposal } from './command/problem.ts';
import type { Call, FollowUpRequest } from './request/plan.ts';
import type { SeenEvent } from './runs/seen-event.ts';
import type { Text } from './text/text.ts';

/** A slash command without slash and prefix. The operations define which exist. */
export type Command = string;
/** Any other command can be typed after this one. A mention of the bot means this command. */
export const mainCommand: Command = 'portolan';

export interface Ask {
  readonly person: Person;
  /** The Slack channel. `thread` is set if the bot was mentioned in a thread. */
  readonly channel: string;
  readonly thread?: string;
  /** The current context; with empty names if none is set and the operation needs none. */
  readonly context: Context;
  /** The only contexts that may be read; if absent, all that the policy allows. */
  readonly only?: readonly Context[];
  readonly now: number;
  /** When the change is planned to run, if that is later: access that ends before then counts as closed. Epoch ms. */
  readonly plannedAt?: number;
  /** Prefix of the installed commands, such as `rb-`; often empty. */
  readonly prefix: string;
  /** The context isn't the channel's own: it comes from the command or from the person's setting. */
  readonly elsewhere?: true;
}

/** A modal that several operations share, with a select at its top. */
interface ModalGroup {
  readonly name: string;
  readonly title: Text;
  readonly option: Text;
}

export interface Shortcut {
  readonly label: Text;
  /** Shown next to the label in Slack's menu. Only in English, because a manifest has one language. */
  readonly description: Text;
  readonly position: number;
}

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

/** The tool for agents, or why there is none. If operations share a tool, its `view` argument selects one. */
type OperationTool = { readonly name: OperationToolName; readonly view?: string } | { readonly none: string };

/** The interface of an operation. Parsing, help, the modal and the manifest derive from it. */
export interface OperationSpec<P extends Params = Params> {
  /** Unique id, made of the command and the first keyword, such as `port.open`. */
  readonly id: string;
  readonly command: Command;
  /** The words after the command, longest first. An empty list makes this operation the command's default. */
  readonly keywords: readonly (readonly string[])[];
  /** One line for help, and the form's title if short enough. */
  readonly summary: Text;
  /** Title of the operation's form, if the summary is longer than 24 characters (Slack's limit). */
  readonly title?: Text;
  /** Title of the form for these values, if they make it another task, such as editing. */
  readonly titleFor?: (given: RawArgs) => Text | undefined;
  /** Title of the short form for these values, and what they are about. Other values are behind Advanced. */
  readonly shortForm?: (
    given: RawArgs,
    labels: Readonly<Record<string, string>>,
  ) => { readonly title: Text; readonly about: Text } | undefined;
  /** Label of the button of the form, if the usual one doesn't say what happens. */
  readonly submit?: Text;
  /** Other words that name the operation in sentences, such as `chart`. */
  readonly words?: readonly string[];
  /** Other words by which only help finds the operation, such as `slow`, separated by commas. */
  readonly searched?: Text;
  /** A sentence for the help of this operation: what else people find through it. */
  readonly tip?: Text;
  /** Position at the top of help, with an example (default: the first example) and a text (default: the summary). */
  readonly first?: { readonly position: number; readonly example?: string; readonly says?: Text };
  /** Lists all other operations. As a word after a command (`port help`), it explains that command. */
  readonly isHelp?: boolean;
  readonly tool: OperationTool;
  /** Says what a request asks for, in the words after “Couldn’t”. `component`: its name. Default: the summary. */
  readonly attempt?: (given: RawArgs, component: Text) => Text;
  /** A change that is written as a sentence must be confirmed first; other kinds run immediately. */
  readonly kind?: 'question' | 'change' | 'setting';
  /** Example commands without the slash; each parses to itself (checked by a contract test). */
  readonly examples: readonly string[];
  readonly params: P;
  /** The parameters' labels in both languages, written as keys, with the parameters' names. People type them as keys. */
  readonly labelKeys?: ReadonlyMap<string, string>;
  /** Parameters without a key, in typing order. */
  readonly order: readonly (keyof P & string)[];
  /** Parses the text after the keywords as one command; undefined if it isn't one. `quoted`: first word in quotes. */
  readonly rest?: (text: string, quoted: boolean) => RawArgs | undefined;
  /** Converts arguments to the form that the parameters accept, such as two ends to a range. */
  readonly rewrite?: (given: RawArgs) => RawArgs;
  /** Converts times of day to lengths. @param from when the change runs, epoch ms @param zone the person's time zone */
  readonly rewriteTimes?: (given: RawArgs, from: number, zone: string) => RawArgs;
  /** The command without arguments opens the modal, because it can't do anything without them. */
  readonly opensForm?: boolean;
  readonly modalGroup?: ModalGroup;
  readonly shortcut?: Shortcut;
  /** API dialects that support the operation; absent: all. With others, it isn't offered and is refused. */
  readonly dialects?: readonly ('console' | 'document')[];
  /** Always opens its form and answers only there, because the answer contains a secret. */
  readonly formOnly?: true;
  /** Whether the operation works without a context; absent: it needs one. */
  readonly needs?: 'nothing';
  faults?(args: Args<P>): readonly Fault[];
}

/** Arguments for charts that buttons and other features request. */
export interface ChartRequests {
  readonly ranges: readonly string[];
  /** Arguments that redraw the chart in its message, with a `range` from the buttons, or with the same range. */
  again(given: RawArgs, range?: string): RawArgs;
  /** Adds a comparison to an earlier period to the same chart, or removes the comparison if there is one. */
  compared(given: RawArgs): RawArgs;
  isCompared(given: RawArgs): boolean;
  withItems(given: RawArgs, items: readonly string[]): RawArgs;
  scheduled(given: RawArgs): Request | undefined;
  /** Arguments of the chart posted next to a request, so that approvers see the component's load. */
  evidence(component: string): RawArgs;
  /** The chart of components between two moments, in epoch ms. */
  between(components: readonly string[], from: number, to: number): RawArgs;
}

/** How platform events verify an operation. `W` is the platform's answer to a write. */
export interface EventSpec<W> {
  /** Returns the label of a pod's event, or of an event that began elsewhere; undefined if the event is unimportant. */
  nameOf(event: SeenEvent): Text | undefined;
  statusText(status: string | undefined): Text;
  /** Returns the same call for only some of its components; undefined if the call has only one component. */
  callFor?(call: Call, components: readonly string[]): Call | undefined;
  idIn?(reply: W): string | undefined;
  log?(component: string, event: string): Proposal;
  /** Returns the request that applies values which a failed request saved. Offered if a retry would change nothing. */
  applySaved?(components: readonly string[]): FollowUpRequest;
  again(given: RawArgs, components: readonly string[]): RawArgs;
}

/** The state is already as requested. If another request holds one of `locks`, that request is the better answer. */
export interface AlreadySo {
  readonly already: Text;
  readonly locks?: readonly string[];
}

/** Charts in the card's thread. `before`: the last hour. `before-and-after`: later, also a chart around the change. */
export type Evidence = 'none' | 'before' | 'before-and-after';

export interface KeptSetting {
  readonly text: Text;
  readonly offer?: AskButton;
}

export interface Request {
  readonly operation: string;
  readonly given: RawArgs;
  /** `in=…`, as typed. */
  readonly in?: string;
  readonly reason?: string;
  readonly ticket?: string;
  /** `at=…` of a change, as typed: the time to run. */
  readonly at?: string;
  /** `ask=…` of a change: ids of the people and groups who are asked to decide it. */
  readonly ask?: readonly string[];
}
