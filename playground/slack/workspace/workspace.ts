import type { JsonRecord } from '../page-protocol.ts';

/** Objects of a simulated workspace. Times are in epoch ms unless the field's name says otherwise. */

export type WorkspacePerson = {
  readonly id: string;
  readonly name: string;
  readonly realName: string;
  readonly kind: 'member' | 'guest' | 'single_channel_guest' | 'stranger' | 'bot';
  readonly teamId: string;
  readonly locale: string;
  readonly timeZone: string;
  readonly admin: boolean;
  /** Whether the person has authorized the app, like the installer. It doesn't mean that the person is a bot. */
  readonly appUser: boolean;
  deleted: boolean;
};

export type UserGroup = {
  readonly id: string;
  readonly handle: string;
  readonly name: string;
  members: readonly string[];
};

/** Conversation. A direct conversation has exactly two members. */
export type Channel = {
  readonly id: string;
  readonly name: string;
  readonly kind: 'public' | 'private' | 'direct';
  readonly members: Set<string>;
  readonly topic: string;
  archived: boolean;
};

/** Values of a form's elements: block_id → action_id → Slack's state of the element. */
export type InputStates = { readonly [blockId: string]: { readonly [actionId: string]: JsonRecord } };

export type StoredMessage = {
  readonly channel: string;
  readonly ts: string;
  readonly user: string;
  readonly byBot: boolean;
  text: string;
  blocks: readonly JsonRecord[];
  files: readonly string[];
  readonly threadTs: string | null;
  /** A reply that is also shown in the channel. */
  readonly broadcast: boolean;
  readonly ephemeralFor: string | null;
  /** False for an ephemeral answer in a thread without replies: Slack accepts it but shows it to nobody. */
  readonly shown: boolean;
  readonly metadata: JsonRecord | null;
  /** Recipients of notifications at the time of the post: user ids, group ids, `channel`, `here`, `everyone`. */
  readonly pings: readonly string[];
  editedAt: number | null;
  readonly at: number;
  states: InputStates;
};

export type StoredFile = {
  readonly id: string;
  readonly name: string;
  readonly length: number;
  readonly altText: string;
  title: string;
  readonly createdAt: number;
  bytes: Buffer | null;
  completed: boolean;
  /** Time from which the image can be shown; null: never. Set when the upload is completed. */
  readyAt: number | null;
  /** Channel id → timestamps of the messages that share this file. */
  readonly shares: Map<string, string[]>;
};

export type OpenView = {
  readonly id: string;
  readonly user: string;
  readonly type: 'modal' | 'home';
  readonly rootId: string;
  readonly previousId: string | null;
  content: JsonRecord;
  hash: string;
  states: InputStates;
  errors: { readonly [blockId: string]: string };
};

/** Right to open a view. Slack sends a trigger with every interaction. */
export type Trigger = { readonly user: string; readonly sentAt: number; readonly view: string | null; used: boolean };

/** Right to answer an interaction by a request to a separate URL. */
export type ResponseUrl = {
  readonly key: string;
  readonly user: string;
  readonly channel: string;
  readonly madeAt: number;
  /** Message that contains the pressed element; null for commands and views. */
  readonly source: { readonly ts: string; readonly ephemeral: boolean } | null;
  uses: number;
};

export type Workspace = {
  readonly team: { readonly id: string; readonly name: string; readonly domain: string };
  readonly bot: { readonly user: string; readonly id: string; readonly app: string };
  readonly people: Map<string, WorkspacePerson>;
  readonly groups: Map<string, UserGroup>;
  readonly channels: Map<string, Channel>;
  readonly messages: StoredMessage[];
  readonly files: Map<string, StoredFile>;
  readonly views: Map<string, OpenView>;
  /** User id → ids of the user's open modals, the lowest modal first. */
  readonly stacks: Map<string, readonly string[]>;
  readonly homes: Map<string, string>;
  readonly triggers: Map<string, Trigger>;
  readonly responseUrls: Map<string, ResponseUrl>;
};
