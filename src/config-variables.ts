import * as z from 'zod';
import { configMsg } from './config-messages.ts';
import { isTeamId, parseConfiguredPlace } from './core/command/context.ts';
import { parseDuration } from './core/text/duration.ts';
import { issueMessage } from './core/text/issue-text.ts';
import { Secret } from './core/text/secret.ts';
import { langs, type Text } from './core/text/text.ts';

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

const bare = /^[\x21-\x7e]+$/;

const text = z.string();
const secret = (pattern: RegExp, why: Text) =>
  text.regex(pattern, { error: issueMessage(why) }).transform((value) => new Secret(value));

const botToken = /^(?:xoxe\.)?xoxb-[A-Za-z0-9-]+$/;
/** Tokens that people confuse with the bot token, each with advice. */
const otherTokens: readonly (readonly [RegExp, Text])[] = [
  [/^(?:xoxe\.)?xoxp-/, configMsg.userToken()],
  [/^xapp-/, configMsg.appToken()],
  [/^xoxe-/, configMsg.refreshToken()],
];
const slackBotToken = text
  .superRefine((value, context) => {
    if (botToken.test(value)) return;
    const why = otherTokens.find(([pattern]) => pattern.test(value))?.[1] ?? configMsg.notBotToken();
    context.addIssue({ code: 'custom', message: issueMessage(why) });
  })
  .transform((value) => new Secret(value));

/** At least 32 bytes. Commas aren't allowed, because AUDIT_KEY_PREVIOUS separates keys with commas. */
const auditKey = /^[\x21-\x2b\x2d-\x7e]{32,}$/;
const minRetention = parseDuration('30d') ?? 0;
const notAPort = issueMessage(configMsg.notPort());
const port = z.coerce.number({ error: notAPort }).int(notAPort).min(1, notAPort).max(65_535, notAPort);
const notMilliseconds = issueMessage(configMsg.notMilliseconds());
const duration = z.coerce
  .number({ error: notMilliseconds })
  .int(notMilliseconds)
  .min(100, notMilliseconds)
  .max(600_000, notMilliseconds);
const httpUrl = text.refine((value) => {
  if (!URL.canParse(value)) return false;
  const url = new URL(value);
  return /^https?:$/.test(url.protocol) && [url.search, url.hash, url.username, url.password].join('') === '';
}, issueMessage(configMsg.notUrl()));

/** Plain HTTP is only allowed for an address of this machine, because tokens are sent to this address. */
const mcpUrl = httpUrl.refine((value) => {
  if (!URL.canParse(value)) return true;
  const { protocol, hostname, pathname } = new URL(value);
  const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
  return pathname.endsWith('/mcp') && (protocol === 'https:' || isLocal);
}, issueMessage(configMsg.notMcpUrl()));

/** The driver uses TLS for any other word, without a complaint. */
const sslModes = /^(?:|disable|allow|prefer|require|verify-ca|verify-full|no-verify)$/;

/** Every variable, trimmed. `config.ts` checks which ones are required. */
export const Environment = z.object({
  SLACK_BOT_TOKEN: slackBotToken.optional(),
  SLACK_SIGNING_SECRET: secret(bare, configMsg.notSecret()).optional(),
  SLACK_APP_TOKEN: secret(/^xapp-[A-Za-z0-9-]+$/, configMsg.notAppToken()).optional(),
  SLACK_API_URL: httpUrl.optional(),
  COMMAND_PREFIX: text.regex(/^[a-z0-9][a-z0-9_-]{0,19}$/, issueMessage(configMsg.notPrefix())).optional(),
  LANGUAGE: z.enum(langs, { error: issueMessage(configMsg.notLanguage()) }).optional(),
  PLATFORM_URL: httpUrl.optional(),
  PLATFORM_TOKEN: secret(bare, configMsg.notToken()).optional(),
  PLATFORM_AUTH_HEADER: text.regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/, issueMessage(configMsg.notHeader())).optional(),
  PLATFORM_AUTH_PREFIX: text.regex(/^[\x20-\x7e]{1,100}$/, issueMessage(configMsg.notHeaderWord())).optional(),
  PLATFORM_DIALECT: z.enum(['auto', 'document', 'console'], { error: issueMessage(configMsg.notDialect()) }).optional(),
  PLATFORM_CA_FILE: text.optional(),
  PLATFORM_TIMEOUT_MS: duration.optional(),
  PLATFORM_WRITE_TIMEOUT_MS: duration.optional(),
  PLATFORM_CONTEXT: text
    .transform((value, context) => {
      const place = parseConfiguredPlace(value);
      if (place && !isTeamId(place.team)) return place;
      const why = place ? configMsg.teamId() : configMsg.notContext();
      context.addIssue({ code: 'custom', message: issueMessage(why) });
      return z.NEVER;
    })
    .optional(),
  CONSOLE_URL: httpUrl.optional(),
  MCP_URL: mcpUrl.optional(),
  DATABASE_URL: text
    .refine(
      (value) => /^postgres(?:ql)?:\/\//.test(value) && URL.canParse(value),
      issueMessage(configMsg.notDatabase()),
    )
    .refine(
      (value) => !URL.canParse(value) || sslModes.test(new URL(value).searchParams.get('sslmode') ?? ''),
      issueMessage(configMsg.notSslMode()),
    )
    .transform((value) => new Secret(value))
    .optional(),
  PORTOLAN_DATA: text.optional(),
  PORTOLAN_CONFIG: text.optional(),
  AUDIT_KEY: secret(auditKey, configMsg.notKey()).optional(),
  AUDIT_KEY_PREVIOUS: text
    .transform((value, context) => {
      const keys = value.split(',').map((key) => key.trim());
      if (keys.every((key) => auditKey.test(key))) return keys.map((key) => new Secret(key));
      context.addIssue({ code: 'custom', message: issueMessage(configMsg.notKeys()) });
      return z.NEVER;
    })
    .optional(),
  AUDIT_RETENTION: text
    .transform((value, context) => {
      const ms = parseDuration(value);
      if (ms !== undefined && ms >= minRetention) return ms;
      const why = ms === undefined ? configMsg.notDuration() : configMsg.tooShort();
      context.addIssue({ code: 'custom', message: issueMessage(why) });
      return z.NEVER;
    })
    .optional(),
  EVIDENCE_KEY_FILE: text.optional(),
  PORT: port.optional(),
  HOST: text.regex(/^[\w.:%-]+$/, issueMessage(configMsg.notHost())).optional(),
  ADMIN_PORT: port.optional(),
  LOG_LEVEL: z
    .enum(logLevels, { error: issueMessage(configMsg.notLevel({ levels: logLevels.join(', ') })) })
    .optional(),
});
export type Environment = z.infer<typeof Environment>;
export type VariableName = keyof Environment;

export const variableNames: readonly string[] = Object.keys(Environment.shape);
