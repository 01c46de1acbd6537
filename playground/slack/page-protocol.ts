import { z } from 'zod';

/**
 * Messages between the playground's page and the simulated Slack. The page reads `GET /_page/state?as=U…`, listens to
 * `GET /_page/live?as=U…` (server-sent events), and acts with `POST /_page/act`. Times in epoch ms; a message's `ts` is
 * Slack's string of seconds with six decimals.
 */

/** Block Kit JSON, as sent by the bot and checked. */
export type JsonRecord = { readonly [key: string]: unknown };

export type PageOption = {
  readonly text: { readonly type: string; readonly text: string };
  readonly value: string;
  readonly description?: { readonly type: string; readonly text: string };
};

/** Answer of an options load; one of the lists is empty. */
export type PageOptions = {
  readonly options: readonly PageOption[];
  readonly groups: readonly { readonly label: string; readonly options: readonly PageOption[] }[];
};

/** Person in the workspace. `kind` determines the label beside the name. */
export type PagePerson = {
  readonly id: string;
  readonly name: string;
  readonly realName: string;
  readonly kind: 'member' | 'guest' | 'stranger' | 'bot';
  readonly locale: string;
  readonly timeZone: string;
  /** Two letters and a hue in degrees. The page draws the avatar. */
  readonly initials: string;
  readonly hue: number;
};

export type PageGroup = {
  readonly id: string;
  readonly handle: string;
  readonly name: string;
  readonly members: readonly string[];
};

/** Conversation that the acting person can open. For direct messages, `name` is the other person's id. */
export type PageChannel = {
  readonly id: string;
  readonly name: string;
  readonly kind: 'public' | 'private' | 'direct';
  readonly members: readonly string[];
  readonly botIsMember: boolean;
  readonly topic: string;
};

/** File shared or shown by a message. Its bytes are at `/_page/files/<id>`. */
export type PageFile = {
  readonly id: string;
  readonly name: string;
  readonly title: string;
  readonly mimetype: string;
  readonly size: number;
  readonly altText: string;
};

export type PageValue = string | readonly string[] | null;

/** All input values of a message or view: block_id → action_id → value. */
export type PageValues = { readonly [blockId: string]: { readonly [actionId: string]: PageValue } };

export type PageMessage = {
  readonly channel: string;
  readonly ts: string;
  readonly user: string;
  readonly text: string;
  readonly blocks: readonly JsonRecord[];
  readonly files: readonly PageFile[];
  /** In a reply, the parent's ts. In a parent with replies, its own `ts`. */
  readonly threadTs: string | null;
  readonly broadcast: boolean;
  readonly replies: number;
  readonly ephemeral: boolean;
  readonly edited: boolean;
  readonly at: number;
  readonly values: PageValues;
};

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

export type PageCommand = { readonly command: string; readonly description: string; readonly hint: string };

export type PageShortcut = {
  readonly callbackId: string;
  readonly name: string;
  readonly description: string;
  readonly type: 'global' | 'message';
};

/** Active fault of the simulated Slack, and the Web API method that it affects. */
export type PageFault = { readonly fault: string; readonly method?: string };

/** `GET /_page/state?as=U…` */
export type PageState = {
  /** Increases with every change. The live stream contains the revision too. */
  readonly revision: number;
  readonly now: number;
  readonly team: { readonly id: string; readonly name: string; readonly domain: string };
  readonly bot: { readonly user: string; readonly name: string };
  readonly me: PagePerson;
  readonly people: readonly PagePerson[];
  readonly groups: readonly PageGroup[];
  readonly channels: readonly PageChannel[];
  /** Channel id → messages by time, including replies (with `threadTs`). */
  readonly messages: { readonly [channel: string]: readonly PageMessage[] };
  /** Open modals, bottom first. Only the last one is shown. */
  readonly views: readonly PageView[];
  /** The bot's App Home for this person; null until it is published. */
  readonly home: PageView | null;
  readonly commands: readonly PageCommand[];
  readonly shortcuts: readonly PageShortcut[];
  readonly faults: readonly PageFault[];
};

/**
 * `GET /_page/live?as=U…`: `data:` lines. `changed`: read the state again; `notice`: a line that Slack itself shows to
 * this person (such as a command that timed out), and its channel.
 */
export type PageEvent =
  | { readonly type: 'changed'; readonly revision: number; readonly what: readonly PageArea[] }
  | { readonly type: 'notice'; readonly channel: string | null; readonly say: string };

export type PageArea = 'messages' | 'views' | 'home' | 'channels' | 'people';

const pageValue = z.union([z.string(), z.array(z.string()), z.null()]);
const pageValues = z.record(z.string(), z.record(z.string(), pageValue));

const pageSource = z.union([
  z.strictObject({ channel: z.string(), ts: z.string() }),
  z.strictObject({ view: z.string() }),
]);
export type PageSource = z.infer<typeof pageSource>;

/** Faults that can be injected, to test the bot. Times in ms. */
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
export type InjectedSlackFault = z.input<typeof injectedSlackFault>;

/** Body of `POST /_page/act`: who acts, and the action. */
export const pageAction = z.discriminatedUnion('do', [
  z.strictObject({
    do: z.literal('slash'),
    as: z.string(),
    channel: z.string(),
    text: z.string(),
    threadTs: z.string().optional(),
  }),
  /** Posts a message. The bot's `@portolan` or `<@U…>` makes it a mention. */
  z.strictObject({
    do: z.literal('say'),
    as: z.string(),
    channel: z.string(),
    text: z.string(),
    threadTs: z.string().optional(),
  }),
  /** Uses a button, overflow entry, select, picker or dispatching input. `values`: all other values of the form. */
  z.strictObject({
    do: z.literal('press'),
    as: z.string(),
    on: pageSource,
    blockId: z.string(),
    actionId: z.string(),
    value: pageValue.optional(),
    values: pageValues.optional(),
  }),
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
  /** Closes the view, or with `all` the whole stack. */
  z.strictObject({ do: z.literal('close'), as: z.string(), view: z.string(), all: z.boolean().optional() }),
  z.strictObject({ do: z.literal('home'), as: z.string() }),
  /** Global shortcut, or a shortcut on the message `on` if it is given. */
  z.strictObject({
    do: z.literal('shortcut'),
    as: z.string(),
    callbackId: z.string(),
    on: z.strictObject({ channel: z.string(), ts: z.string() }).optional(),
  }),
  z.strictObject({ do: z.literal('direct'), as: z.string() }),
  z.strictObject({ do: z.literal('slackbot'), as: z.string() }),
  z.strictObject({ do: z.literal('fault'), as: z.string(), fault: injectedSlackFault }),
]);
export type PageAction = z.input<typeof pageAction>;

export type PageSubmitted =
  | { readonly result: 'closed' | 'cleared' | 'updated' | 'pushed' }
  | { readonly result: 'errors'; readonly errors: { readonly [blockId: string]: string } };

/**
 * Answer of `POST /_page/act`. A refusal has Slack's code or the client's reason (`error`) and a message (`say`). On
 * success, `options` answers the act `options`, `submitted` the act `submit`, `channel` the acts `direct` and
 * `slackbot`, and `ts` the act `say`.
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

/** Entry of `GET /_page/log`: an exchange between Slack, agents and the bot, oldest first. */
export type PageLogEntry = {
  readonly n: number;
  readonly at: number;
  readonly kind: 'api' | 'upload' | 'delivery' | 'ack' | 'response_url' | 'socket' | 'fault' | 'agent';
  readonly name: string;
  /** Slack's error code or the HTTP status of a failure, else null. */
  readonly error: string | null;
  readonly detail: unknown;
};
