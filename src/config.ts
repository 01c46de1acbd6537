import type { Place } from './core/context.ts';
import type { Policy } from './core/policy.ts';
import type { Secret } from './core/secret.ts';

/** How Slack reaches the bot: signed requests over HTTP, or Socket Mode. */
export type SlackMode =
  | { readonly mode: 'http'; readonly signingSecret: Secret }
  | { readonly mode: 'socket'; readonly appToken: Secret };

/** Everything that is configured (product, section 8), checked. Times in ms. */
export interface Config {
  readonly slack: SlackMode & {
    readonly botToken: Secret;
    /** The Web API's base with a slash at the end; undefined: Slack's own. */
    readonly apiUrl: string | undefined;
  };
  /** What stands before every command's name, such as `rb-`; often empty. */
  readonly commandPrefix: string;
  readonly platform: {
    /** Without a slash at the end. */
    readonly url: string;
    readonly token: Secret;
    readonly authHeader: string;
    readonly authPrefix: string;
    readonly dialect: 'auto' | 'document' | 'console';
    /** PEM certificates of a private CA, read from `PLATFORM_CA_FILE`. */
    readonly ca: string | undefined;
    readonly timeoutMs: number;
    /** For monitoring (interface 4.8). */
    readonly monitoringTimeoutMs: number;
    readonly writeTimeoutMs: number;
  };
  /** `PLATFORM_CONTEXT`: holds where nothing else is set. */
  readonly context: Place | undefined;
  readonly store:
    | { readonly engine: 'postgres'; readonly url: Secret }
    | { readonly engine: 'sqlite'; readonly directory: string };
  readonly policy: Policy;
  /** Where the policy was read from; undefined without a file. */
  readonly policyFile: string | undefined;
  readonly http: {
    readonly port: number;
    /** Undefined: all interfaces. */
    readonly host: string | undefined;
    /** Where /readyz and /metrics are served; undefined: on `port` with everything else. */
    readonly adminPort: number | undefined;
  };
  readonly logLevel: LogLevel;
}

export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];
