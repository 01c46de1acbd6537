import type { RateLimits } from './check/rate-limits.ts';
import type { Installed } from './installed-manifest.ts';
import type { Journal } from './journal.ts';
import type { JsonRecord } from './page-protocol.ts';
import type { SlackFaults } from './slack-faults.ts';
import type { Ids } from './slack-ids.ts';
import type { Workspace } from './workspace/workspace.ts';

/** How Slack reaches the bot, and by what it knows it. Everything may be set after the start, since the bot starts later. */
export type BotLink = {
  /** HTTP mode: where commands, interactions and events are posted. */
  eventsUrl?: string;
  /** Where Slackbot finds the bot's tools. */
  mcpUrl?: string;
  signingSecret: string;
  botToken: string;
  /** Socket Mode: the token that may open connections. While one is open, nothing goes over HTTP. */
  appToken?: string;
  /** Socket Mode was switched off in the app's settings. */
  isSocketModeOff?: boolean;
  /** An app configuration token, of the person who made the app: it reads the manifest. */
  configToken?: string;
};

/** Everything the parts of the simulator share. */
export type SlackState = {
  readonly now: () => number;
  readonly ids: Ids;
  readonly workspace: Workspace;
  readonly installed: Installed;
  /** The installed manifest as it was given. */
  readonly manifest: unknown;
  readonly journal: Journal;
  readonly faults: SlackFaults;
  /** How often methods may be called; undefined: as often as the bot likes. */
  readonly rateLimits?: RateLimits;
  /** Megabits a second at which uploads come in. */
  readonly uplinkMbit?: number;
  readonly bot: BotLink;
  /** Options that were loaded into external selects: place, block and action → options. */
  readonly loaded: Map<string, readonly JsonRecord[]>;
  /** Tickets of Socket Mode connections that were asked for and not used yet. */
  readonly tickets: Set<string>;
  /** Base address of this server, without a slash at the end. */
  readonly origin: () => string;
};

/** Slack says no: its error code, and what it adds to the answer. */
export class SlackRefusal extends Error {
  readonly code: string;
  readonly more: JsonRecord;

  constructor(code: string, more: JsonRecord = {}) {
    super(code);
    this.code = code;
    this.more = more;
  }
}
