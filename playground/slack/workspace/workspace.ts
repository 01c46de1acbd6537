import type { JsonRecord } from '../page-protocol.ts';

/** The things of a simulated workspace. Times are epoch milliseconds unless a name says otherwise. */

/** Somebody of the workspace, or of another one (`stranger`). */
export type WorkspacePerson = {
  readonly id: string;
  readonly name: string;
  readonly realName: string;
  readonly kind: 'member' | 'guest' | 'single_channel_guest' | 'stranger' | 'bot';
  readonly teamId: string;
  readonly locale: string;
  readonly timeZone: string;
  readonly admin: boolean;
  /** Has authorized the app as themselves, such as the person who installed it: no mark of a bot. */
  readonly appUser: boolean;
  deleted: boolean;
};

/** A user group; `members` may be changed by tests. */
export type UserGroup = {
  readonly id: string;
  readonly handle: string;
  readonly name: string;
  members: readonly string[];
};

/** A conversation. A direct one has exactly two members. */
export type Channel = {
  readonly id: string;
  readonly name: string;
  readonly kind: 'public' | 'private' | 'direct';
  readonly members: Set<string>;
  readonly topic: string;
  archived: boolean;
};

/** Element states: block_id → action_id → Slack's state shape. */
export type InputStates = { readonly [blockId: string]: { readonly [actionId: string]: JsonRecord } };

/** A message, as posted last. */
export type StoredMessage = {
  readonly channel: string;
  readonly ts: string;
  readonly user: string;
  readonly byBot: boolean;
  text: string;
  blocks: readonly JsonRecord[];
  files: readonly string[];
  readonly threadTs: string | null;
  /** The only person who sees it. */
  readonly ephemeralFor: string | null;
  /** False for an ephemeral answer in a thread that nobody had begun: Slack takes it and shows it to nobody. */
  readonly shown: boolean;
  readonly metadata: JsonRecord | null;
  /** Who was pinged by it when it was posted: user ids, group ids, `channel`, `here`, `everyone`. */
  readonly pings: readonly string[];
  editedAt: number | null;
  readonly at: number;
  states: InputStates;
};

/** A file on its way through the three steps of an upload. */
export type StoredFile = {
  readonly id: string;
  readonly name: string;
  readonly length: number;
  readonly altText: string;
  title: string;
  readonly createdAt: number;
  bytes: Buffer | null;
  completed: boolean;
  /** When an image may be shown; null: never. Set when the upload is completed. */
  readyAt: number | null;
  /** Channel id → ts of the messages that share it. */
  readonly shares: Map<string, string[]>;
};

/** A modal that is open, or the App Home of one person. */
export type OpenView = {
  readonly id: string;
  readonly user: string;
  readonly type: 'modal' | 'home';
  readonly rootId: string;
  readonly previousId: string | null;
  /** The view as the bot sent it, every block with its `block_id`. */
  content: JsonRecord;
  hash: string;
  states: InputStates;
  /** Field errors of the last submission. */
  errors: { readonly [blockId: string]: string };
};

/** A right to open a view, given with every interaction. */
export type Trigger = { readonly user: string; readonly sentAt: number; readonly view: string | null; used: boolean };

/** A right to answer an interaction at an address of its own. */
export type ResponseUrl = {
  readonly key: string;
  readonly user: string;
  readonly channel: string;
  readonly madeAt: number;
  /** The message with the pressed element, or nothing for commands and views. */
  readonly source: { readonly ts: string; readonly ephemeral: boolean } | null;
  uses: number;
};

/** The whole workspace. */
export type Workspace = {
  readonly team: { readonly id: string; readonly name: string; readonly domain: string };
  readonly bot: { readonly user: string; readonly id: string; readonly app: string };
  readonly people: Map<string, WorkspacePerson>;
  readonly groups: Map<string, UserGroup>;
  readonly channels: Map<string, Channel>;
  readonly messages: StoredMessage[];
  readonly files: Map<string, StoredFile>;
  readonly views: Map<string, OpenView>;
  /** User id → ids of the open modals, bottom first. */
  readonly stacks: Map<string, readonly string[]>;
  /** User id → id of the App Home. */
  readonly homes: Map<string, string>;
  readonly triggers: Map<string, Trigger>;
  readonly responseUrls: Map<string, ResponseUrl>;
};
