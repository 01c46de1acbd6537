import { z } from 'zod';

/**
 * What the playground's page and the simulated Slack say to each other. The page knows nothing else: it reads
 * `GET /_page/state?as=U…`, listens to `GET /_page/live?as=U…` (server-sent events), and acts with `POST /_page/act`.
 * Times are epoch milliseconds; a message's `ts` is Slack's own string of seconds with six decimals.
 */

/** Anything Block Kit, as the bot sent it and the checker passed it. */
export type JsonRecord = { readonly [key: string]: unknown };

/** One choice of a select, as Block Kit writes it. */
export type PageOption = {
  readonly text: { readonly type: string; readonly text: string };
  readonly value: string;
  readonly description?: { readonly type: string; readonly text: string };
};

/** The answer of an options load: either list is empty when the other is used. */
export type PageOptions = {
  readonly options: readonly PageOption[];
  readonly groups: readonly { readonly label: string; readonly options: readonly PageOption[] }[];
};

/** Somebody of the workspace. `kind` tells what Slack shows beside the name. */
export type PagePerson = {
  readonly id: string;
  readonly name: string;
  readonly realName: string;
  readonly kind: 'member' | 'guest' | 'stranger' | 'bot';
  readonly locale: string;
  readonly timeZone: string;
  /** Two letters and a hue in degrees: the page draws the avatar itself. */
  readonly initials: string;
  readonly hue: number;
};

/** A user group; `members` are user ids. */
export type PageGroup = {
  readonly id: string;
  readonly handle: string;
  readonly name: string;
  readonly members: readonly string[];
};

/** A conversation the acting person can open. For direct messages `name` is the other person's id. */
export type PageChannel = {
  readonly id: string;
  readonly name: string;
  readonly kind: 'public' | 'private' | 'direct';
  readonly members: readonly string[];
  readonly botIsMember: boolean;
  readonly topic: string;
};

/** A file shared in, or shown by, a message; its bytes are at `/_page/files/<id>`. */
export type PageFile = {
  readonly id: string;
  readonly name: string;
  readonly title: string;
  readonly mimetype: string;
  readonly size: number;
  readonly altText: string;
};

/** What a person put into an input: text, the value of a choice, several of them, or nothing. */
export type PageValue = string | readonly string[] | null;

/** Everything put into the inputs of one message or view: block_id → action_id → value. */
export type PageValues = { readonly [blockId: string]: { readonly [actionId: string]: PageValue } };

/** A message as the acting person sees it. */
export type PageMessage = {
  readonly channel: string;
  readonly ts: string;
  /** The author's user id. */
  readonly user: string;
  readonly text: string;
  readonly blocks: readonly JsonRecord[];
  readonly files: readonly PageFile[];
  /** The parent's ts when this is a reply (equal to `ts` on a parent with replies). */
  readonly threadTs: string | null;
  readonly replies: number;
  readonly ephemeral: boolean;
  readonly edited: boolean;
  readonly at: number;
  readonly values: PageValues;
};

/** A modal or App Home as it stands now. */
export type PageView = {
  readonly id: string;
  readonly type: 'modal' | 'home';
  readonly callbackId: string;
  readonly title: string;
  readonly submit: string | null;
  readonly close: string | null;
  readonly blocks: readonly JsonRecord[];
  readonly hash: string;
  readonly values: PageValues;
  /** block_id → Slack's field error from the last submission. */
  readonly errors: { readonly [blockId: string]: string };
};

/** A slash command of the installed manifest. */
export type PageCommand = { readonly command: string; readonly description: string; readonly hint: string };

/** A shortcut of the installed manifest. */
export type PageShortcut = {
  readonly callbackId: string;
  readonly name: string;
  readonly description: string;
  readonly type: 'global' | 'message';
};

/** An active fault of the simulated Slack, and the Web API method that it waits for. */
export type PageFault = { readonly fault: string; readonly method?: string };

/** `GET /_page/state?as=U…` */
export type PageState = {
  /** Grows with every change; the live stream names it too. */
  readonly revision: number;
  readonly now: number;
  readonly team: { readonly id: string; readonly name: string; readonly domain: string };
  readonly bot: { readonly user: string; readonly name: string };
  readonly me: PagePerson;
  readonly people: readonly PagePerson[];
  readonly groups: readonly PageGroup[];
  readonly channels: readonly PageChannel[];
  /** Channel id → messages by time, replies included (they have `threadTs`). */
  readonly messages: { readonly [channel: string]: readonly PageMessage[] };
  /** The open modals, bottom first: only the last one is shown. */
  readonly views: readonly PageView[];
  /** The bot's App Home for this person, null until it was published. */
  readonly home: PageView | null;
  readonly commands: readonly PageCommand[];
  readonly shortcuts: readonly PageShortcut[];
  readonly faults: readonly PageFault[];
};

/**
 * `GET /_page/live?as=U…`: `data:` lines of this shape. `changed` asks for the state again; `notice` is a line that Slack
 * itself shows to this person (a command timed out, is unknown, …), with the channel where it stands.
 */
export type PageEvent =
  | { readonly type: 'changed'; readonly revision: number; readonly what: readonly PageArea[] }
  | { readonly type: 'notice'; readonly channel: string | null; readonly say: string };

/** What changed: the page may refetch everything, or look closer. */
export type PageArea = 'messages' | 'views' | 'home' | 'channels' | 'people';

const pageValue = z.union([z.string(), z.array(z.string()), z.null()]);
const pageValues = z.record(z.string(), z.record(z.string(), pageValue));

/** Where an element stands: in a message of a channel, or in a view (modal or App Home). */
const pageSource = z.union([
  z.strictObject({ channel: z.string(), ts: z.string() }),
  z.strictObject({ view: z.string() }),
]);
export type PageSource = z.infer<typeof pageSource>;

/** Faults that can be switched on, to see how the bot bears them. Times in milliseconds. */
export const injectedSlackFault = z.discriminatedUnion('fault', [
  z.strictObject({
    fault: z.literal('rate_limit'),
    method: z.string(),
    times: z.number().int().min(1).default(1),
    retryAfter: z.number().int().min(1).default(1).describe('seconds'),
  }),
  z.strictObject({
    fault: z.literal('fail'),
    method: z.string(),
    error: z.string().describe("Slack's error code"),
    block: z.string().optional().describe('only calls with a block of this type'),
    times: z.number().int().min(1).default(1),
  }),
  z.strictObject({
    fault: z.literal('server_error'),
    method: z.string().describe('answered with HTTP 500, without effect'),
    times: z.number().int().min(1).default(1),
  }),
  z.strictObject({
    fault: z.literal('lose_answer'),
    method: z.string().describe('the call has its effect, then the connection breaks'),
    times: z.number().int().min(1).default(1),
  }),
  z.strictObject({
    fault: z.literal('slow'),
    method: z.string(),
    ms: z.number().min(0),
    times: z.number().int().min(1).default(1),
  }),
  z.strictObject({ fault: z.literal('files_ready_after'), ms: z.number().min(0) }),
  z.strictObject({ fault: z.literal('files_never_ready') }),
  z.strictObject({ fault: z.literal('files_never_shared') }),
  z.strictObject({ fault: z.literal('delete_message'), channel: z.string(), ts: z.string() }),
  z.strictObject({ fault: z.literal('delete_channel'), channel: z.string() }),
  z.strictObject({
    fault: z.literal('restrict_channel').describe('what an admin sets, until `reset`'),
    channel: z.string(),
    error: z.enum([
      'restricted_action',
      'restricted_action_read_only_channel',
      'restricted_action_thread_only_channel',
      'restricted_action_non_threadable_channel',
      'restricted_action_thread_locked',
    ]),
  }),
  z.strictObject({ fault: z.literal('remove_bot'), channel: z.string() }),
  z.strictObject({ fault: z.literal('invite_bot'), channel: z.string() }),
  z.strictObject({ fault: z.literal('reset') }),
]);
/** What to hand in; defaults may be left out. */
export type InjectedSlackFault = z.input<typeof injectedSlackFault>;

/** `POST /_page/act`, body: who acts, and what they do. */
export const pageAction = z.discriminatedUnion('do', [
  /** Sends what was typed into the composer when it starts with `/`. */
  z.strictObject({
    do: z.literal('slash'),
    as: z.string(),
    channel: z.string(),
    text: z.string(),
    threadTs: z.string().optional(),
  }),
  /** Posts a message; `@portolan` or `<@U…>` of the bot makes it a mention. */
  z.strictObject({
    do: z.literal('say'),
    as: z.string(),
    channel: z.string(),
    text: z.string(),
    threadTs: z.string().optional(),
  }),
  /** Uses a button, overflow entry, select, picker, or an input with `dispatch_action`. `values`: the rest of the form. */
  z.strictObject({
    do: z.literal('press'),
    as: z.string(),
    on: pageSource,
    blockId: z.string(),
    actionId: z.string(),
    value: pageValue.optional(),
    values: pageValues.optional(),
  }),
  /** Opens, or types into, an external select. */
  z.strictObject({
    do: z.literal('options'),
    as: z.string(),
    on: pageSource,
    blockId: z.string(),
    actionId: z.string(),
    typed: z.string(),
    values: pageValues.optional(),
  }),
  z.strictObject({ do: z.literal('submit'), as: z.string(), view: z.string(), values: pageValues }),
  /** The view's own close button, or (`all`) the cross that closes the whole stack. */
  z.strictObject({ do: z.literal('close'), as: z.string(), view: z.string(), all: z.boolean().optional() }),
  /** Opens the bot's App Home. */
  z.strictObject({ do: z.literal('home'), as: z.string() }),
  /** A global shortcut, or one on a message when `on` is given. */
  z.strictObject({
    do: z.literal('shortcut'),
    as: z.string(),
    callbackId: z.string(),
    on: z.strictObject({ channel: z.string(), ts: z.string() }).optional(),
  }),
  /** Opens the direct messages with the bot; the answer names the channel. */
  z.strictObject({ do: z.literal('direct'), as: z.string() }),
  /** Opens the direct messages with Slackbot; the answer names the channel. */
  z.strictObject({ do: z.literal('slackbot'), as: z.string() }),
  z.strictObject({ do: z.literal('fault'), as: z.string(), fault: injectedSlackFault }),
]);
export type PageAction = z.input<typeof pageAction>;

/** What became of a modal's submission. */
export type PageSubmitted =
  | { readonly result: 'closed' | 'cleared' | 'updated' | 'pushed' }
  | { readonly result: 'errors'; readonly errors: { readonly [blockId: string]: string } };

/**
 * The answer of `POST /_page/act`. A refusal carries Slack's code or the client's reason (`error`) and the line to show
 * (`say`); `options` and `submitted` are there after those acts, `channel` after `direct` and `slackbot`, `ts` after `say`.
 */
export type PageActed =
  | {
      readonly ok: true;
      readonly options?: PageOptions;
      readonly submitted?: PageSubmitted;
      readonly channel?: string;
      readonly ts?: string;
    }
  | { readonly ok: false; readonly error: string; readonly say: string };

/** One line of `GET /_page/log`: what went between Slack, agents and the bot, oldest first. */
export type PageLogEntry = {
  readonly n: number;
  readonly at: number;
  readonly kind: 'api' | 'upload' | 'delivery' | 'ack' | 'response_url' | 'socket' | 'fault' | 'agent';
  /** Method, command, action id, event type, tool … */
  readonly name: string;
  /** Slack's error code or the HTTP status when something went wrong, else null. */
  readonly error: string | null;
  readonly detail: unknown;
};
