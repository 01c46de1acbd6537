import * as z from 'zod';
import { isTeamId, parseConfiguredPlace } from './core/command/context.ts';
import { parseDuration } from './core/text/duration.ts';
import { Secret } from './core/text/secret.ts';
import { langs } from './core/text/text.ts';

export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

const bare = /^[\x21-\x7e]+$/;

const text = z.string();
const isNot = (what: string, use: string) => `isn’t ${what}. ${use}`;
const secret = (pattern: RegExp, why: string) =>
  text.regex(pattern, { error: why }).transform((value) => new Secret(value));

const botToken = /^(?:xoxe\.)?xoxb-[A-Za-z0-9-]+$/;
/** Tokens that people confuse with the bot token, with advice. */
const otherTokens: readonly (readonly [RegExp, string])[] = [
  [/^(?:xoxe\.)?xoxp-/, 'is a user token (xoxp-). Use the Bot User OAuth Token, which starts with xoxb-'],
  [/^xapp-/, 'is an app-level token (xapp-). Use the Bot User OAuth Token, which starts with xoxb-'],
  [/^xoxe-/, 'is a refresh token (xoxe-). Use the Bot User OAuth Token, which starts with xoxb-'],
];
const slackBotToken = text
  .superRefine((value, context) => {
    if (botToken.test(value)) return;
    const message =
      otherTokens.find(([pattern]) => pattern.test(value))?.[1] ?? isNot('a bot token', 'Bot tokens start with xoxb-');
    context.addIssue({ code: 'custom', message });
  })
  .transform((value) => new Secret(value));

/** At least 32 bytes. Commas are excluded because AUDIT_KEY_PREVIOUS separates keys with them. */
const auditKey = /^[\x21-\x2b\x2d-\x7e]{32,}$/;
const leastRetention = parseDuration('30d') ?? 0;
const notAPort = isNot('a valid port', 'Use a number from 1 to 65535');
const port = z.coerce.number({ error: notAPort }).int(notAPort).min(1, notAPort).max(65_535, notAPort);
const notMilliseconds = isNot('a valid time', 'Use whole milliseconds from 100 to 600000');
const duration = z.coerce
  .number({ error: notMilliseconds })
  .int(notMilliseconds)
  .min(100, notMilliseconds)
  .max(600_000, notMilliseconds);
const httpUrl = text.refine(
  (value) => {
    if (!URL.canParse(value)) return false;
    const url = new URL(value);
    return /^https?:$/.test(url.protocol) && [url.search, url.hash, url.username, url.password].join('') === '';
  },
  isNot('a valid address', 'Use one such as https://host, without user name, query or #'),
);

/** Plain HTTP is only allowed for this machine, because tokens travel to this address. */
const mcpUrl = httpUrl.refine(
  (value) => {
    if (!URL.canParse(value)) return true;
    const { protocol, hostname, pathname } = new URL(value);
    const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
    return pathname.endsWith('/mcp') && (protocol === 'https:' || isLocal);
  },
  isNot('the address of /mcp', 'Use one such as https://bot.example.com/mcp'),
);

/** Every variable, trimmed. `config.ts` checks which ones are required. */
export const Environment = z.object({
  SLACK_BOT_TOKEN: slackBotToken.optional(),
  SLACK_SIGNING_SECRET: secret(bare, isNot('a signing secret', 'It has no spaces')).optional(),
  SLACK_APP_TOKEN: secret(
    /^xapp-[A-Za-z0-9-]+$/,
    isNot('an app-level token', 'App-level tokens start with xapp-'),
  ).optional(),
  SLACK_API_URL: httpUrl.optional(),
  COMMAND_PREFIX: text
    .regex(/^[a-z0-9][a-z0-9_-]{0,19}$/, isNot('a valid prefix', 'Use up to 20 lowercase letters, digits, - and _'))
    .optional(),
  LANGUAGE: z.enum(langs, { error: isNot('a supported language', 'Use en or zh') }).optional(),
  PLATFORM_URL: httpUrl.optional(),
  PLATFORM_TOKEN: secret(bare, isNot('a valid token', 'It has no spaces')).optional(),
  PLATFORM_AUTH_HEADER: text
    .regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/, isNot('a valid header name', 'The default is Authorization'))
    .optional(),
  PLATFORM_AUTH_PREFIX: text
    .regex(/^[\x20-\x7e]{1,100}$/, 'contains characters that a header can’t contain')
    .optional(),
  PLATFORM_DIALECT: z
    .enum(['auto', 'document', 'console'], { error: isNot('a valid dialect', 'Use auto, document or console') })
    .optional(),
  PLATFORM_CA_FILE: text.optional(),
  PLATFORM_TIMEOUT_MS: duration.optional(),
  PLATFORM_WRITE_TIMEOUT_MS: duration.optional(),
  PLATFORM_CONTEXT: text
    .transform((value, context) => {
      const place = parseConfiguredPlace(value);
      if (place && !isTeamId(place.team)) return place;
      const message = place
        ? 'contains a team’s ID. Use the team’s name'
        : isNot('a valid context', 'Use team/region/app, with the app’s number or name');
      context.addIssue({ code: 'custom', message });
      return z.NEVER;
    })
    .optional(),
  CONSOLE_URL: httpUrl.optional(),
  MCP_URL: mcpUrl.optional(),
  DATABASE_URL: text
    .refine(
      (value) => /^postgres(?:ql)?:\/\//.test(value) && URL.canParse(value),
      isNot('a valid address', 'Use one such as postgres://user:password@host/database'),
    )
    .transform((value) => new Secret(value))
    .optional(),
  PORTOLAN_DATA: text.optional(),
  PORTOLAN_CONFIG: text.optional(),
  AUDIT_KEY: secret(auditKey, isNot('a valid key', 'Use at least 32 characters, without spaces and commas')).optional(),
  AUDIT_KEY_PREVIOUS: text
    .transform((value, context) => {
      const keys = value.split(',').map((key) => key.trim());
      if (keys.every((key) => auditKey.test(key))) return keys.map((key) => new Secret(key));
      const message = isNot(
        'a valid list of keys',
        'Separate keys with commas. Each has at least 32 characters, without spaces',
      );
      context.addIssue({ code: 'custom', message });
      return z.NEVER;
    })
    .optional(),
  AUDIT_RETENTION: text
    .transform((value, context) => {
      const ms = parseDuration(value);
      if (ms !== undefined && ms >= leastRetention) return ms;
      const message =
        ms === undefined ? isNot('a valid duration', 'Use one such as 365d') : 'is too short. Use 30d or longer';
      context.addIssue({ code: 'custom', message });
      return z.NEVER;
    })
    .optional(),
  EVIDENCE_KEY_FILE: text.optional(),
  PORT: port.optional(),
  HOST: text
    .regex(/^[\w.:%-]+$/, isNot('a valid host name or address', 'Leave it unset to listen on all interfaces'))
    .optional(),
  ADMIN_PORT: port.optional(),
  LOG_LEVEL: z.enum(logLevels, { error: isNot('a valid level', `Use ${logLevels.join(', ')}`) }).optional(),
});
export type Environment = z.infer<typeof Environment>;
export type VariableName = keyof Environment;

export const whereFrom: Readonly<Record<VariableName, string>> = {
  SLACK_BOT_TOKEN: 'api.slack.com/apps → your app → OAuth & Permissions → Bot User OAuth Token',
  SLACK_SIGNING_SECRET: 'api.slack.com/apps → your app → Basic Information → App Credentials → Signing Secret',
  SLACK_APP_TOKEN:
    'api.slack.com/apps → your app → Basic Information → App-Level Tokens, with the scope connections:write',
  SLACK_API_URL: 'only for simulators: the base address of their Web API, such as http://127.0.0.1:4000/api/',
  COMMAND_PREFIX: 'the prefix of the commands in the manifest that you installed, such as rb-. Default: none',
  LANGUAGE: 'en or zh, for what is posted in channels. Default: the requester’s language',
  PLATFORM_URL: 'the address of your platform’s console, such as https://console.example.com',
  PLATFORM_TOKEN: 'your platform’s console → your user → access tokens',
  PLATFORM_AUTH_HEADER: 'the header that carries the token. Default: Authorization',
  PLATFORM_AUTH_PREFIX: 'a word before the token, such as Bearer. Default: none',
  PLATFORM_DIALECT: 'auto, document or console. Default: auto',
  PLATFORM_CA_FILE: 'a PEM file with the certificates of your private CA',
  PLATFORM_TIMEOUT_MS: 'how long a read may take. Default: 10000; monitoring may take three times as long',
  PLATFORM_WRITE_TIMEOUT_MS: 'how long a change may take. Default: 80000, because a console may take 75 seconds',
  PLATFORM_CONTEXT: 'team/region/app, as in the address of the app in the console',
  CONSOLE_URL:
    'where people open the console in their browsers, such as https://console.example.com. Default: no links',
  MCP_URL: 'the public address of /mcp on this server, such as https://bot.example.com/mcp. Default: no agents',
  DATABASE_URL: 'only for several replicas: postgres://user:password@host/database',
  PORTOLAN_DATA: 'a directory that only this process uses. Default: ./data',
  PORTOLAN_CONFIG: 'the policy file. Default: ./portolan.yaml',
  AUDIT_KEY: 'a secret of your own, such as the output of: openssl rand -base64 48',
  AUDIT_KEY_PREVIOUS: 'earlier values of AUDIT_KEY, separated by commas; only for checking older entries',
  AUDIT_RETENTION: 'a duration such as 365d, at least 30d. Default: entries are kept forever',
  EVIDENCE_KEY_FILE: 'a PEM file with an Ed25519 private key: openssl genpkey -algorithm ed25519 -out evidence.pem',
  PORT: 'a number from 1 to 65535. Default: 3000',
  HOST: 'the address to listen on. Default: all interfaces',
  ADMIN_PORT: 'a second port for /readyz and /metrics. Default: the same as PORT',
  LOG_LEVEL: 'fatal, error, warn, info, debug, trace or silent. Default: info',
};

export const variableNames: readonly string[] = Object.keys(Environment.shape);
