import type { RateLimits } from './check/rate-limits.ts';
import type { Installed } from './installed-manifest.ts';
import type { Journal } from './journal.ts';
import type { JsonRecord } from './page-protocol.ts';
import type { SlackFaults } from './slack-faults.ts';
import type { Ids } from './slack-ids.ts';
import type { Workspace } from './workspace/workspace.ts';

/** Connection to the bot. All fields can be set later, because the bot starts later. */
export type BotLink = {
  eventsUrl?: string;
  mcpUrl?: string;
  signingSecret: string;
  botToken: string;
  /** Token that can open Socket Mode connections. While a connection is open, nothing is sent over HTTP. */
  appToken?: string;
  isSocketModeOff?: boolean;
  /** App configuration token of the app's creator, to read the manifest. */
  configToken?: string;
};

export type SlackState = {
  readonly now: () => number;
  readonly ids: Ids;
  readonly workspace: Workspace;
  readonly installed: Installed;
  readonly manifest: unknown;
  readonly journal: Journal;
  readonly faults: SlackFaults;
  /** Rate limits; undefined: unlimited. */
  readonly rateLimits?: RateLimits;
  readonly uplinkMbit?: number;
  readonly bot: BotLink;
  readonly loaded: Map<string, readonly JsonRecord[]>;
  readonly tickets: Set<string>;
  /** Base URL of this server, without a trailing slash. */
  readonly origin: () => string;
};

/** Refusal by Slack: its error code, and additional fields of the answer. */
export class SlackRefusal extends Error {
  readonly code: string;
  readonly more: JsonRecord;

  constructor(code: string, more: JsonRecord = {}) {
    super(code);
    this.code = code;
    this.more = more;
  }
}
