import * as z from 'zod';
import { isTeamId, parsePlace } from './core/command/context.ts';
import { parseDuration } from './core/text/duration.ts';
import { Secret } from './core/text/secret.ts';
import { langs } from './core/text/text.ts';

export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

const bare = /^[\x21-\x7e]+$/;

const text = z.string();
const secret = (pattern: RegExp, shape: string) =>
  text.regex(pattern, { error: `does not look like one: ${shape}` }).transform((value) => new Secret(value));
/** At least 32 bytes; no comma, because AUDIT_KEY_PREVIOUS separates keys with it. */
const auditKey = /^[\x21-\x2b\x2d-\x7e]{32,}$/;
const leastRetention = parseDuration('30d') ?? 0;
const port = z.coerce
  .number({ error: 'is not a port: a number from 1 to 65535' })
  .int('is not a port: a number from 1 to 65535')
  .min(1, 'is not a port: a number from 1 to 65535')
  .max(65_535, 'is not a port: a number from 1 to 65535');
const duration = z.coerce
  .number({ error: 'is not a number of milliseconds' })
  .int('is not a whole number of milliseconds')
  .min(100, 'is under 100 milliseconds')
  .max(600_000, 'is over 600000 milliseconds');
const httpUrl = text.refine((value) => {
  if (!URL.canParse(value)) return false;
  const url = new URL(value);
  return (
    /^https?:$/.test(url.protocol) && url.search === '' && url.hash === '' && url.username === '' && url.password === ''
  );
}, 'is not an address such as https://host: no user, query or # in it');

/** Every variable, trimmed, as it is read; what has to be there is looked at by `config.ts`. */
export const Environment = z.object({
  SLACK_BOT_TOKEN: secret(
    /^xox[a-z]-[A-Za-z0-9-]+$|^xoxe\.xox[a-z]-[A-Za-z0-9-]+$/,
    'it starts with xoxb-',
  ).exactOptional(),
  SLACK_SIGNING_SECRET: secret(bare, 'letters and digits without spaces').exactOptional(),
  SLACK_APP_TOKEN: secret(/^xapp-[A-Za-z0-9-]+$/, 'it starts with xapp-').exactOptional(),
  SLACK_API_URL: httpUrl.exactOptional(),
  COMMAND_PREFIX: text
    .regex(/^[a-z0-9][a-z0-9_-]{0,19}$/, 'may have up to 20 small letters, digits, - and _')
    .exactOptional(),
  LANGUAGE: z.enum(langs, { error: 'is neither en nor zh' }).exactOptional(),
  PLATFORM_URL: httpUrl.exactOptional(),
  PLATFORM_TOKEN: secret(bare, 'printable characters without spaces').exactOptional(),
  PLATFORM_AUTH_HEADER: text.regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/, 'is not a header’s name').exactOptional(),
  PLATFORM_AUTH_PREFIX: text.regex(/^[\x20-\x7e]{1,100}$/, 'has characters that no header can carry').exactOptional(),
  PLATFORM_DIALECT: z
    .enum(['auto', 'document', 'console'], { error: 'is none of auto, document, console' })
    .exactOptional(),
  PLATFORM_CA_FILE: text.exactOptional(),
  PLATFORM_TIMEOUT_MS: duration.exactOptional(),
  PLATFORM_WRITE_TIMEOUT_MS: duration.exactOptional(),
  PLATFORM_CONTEXT: text
    .transform((value, context) => {
      const place = parsePlace(value);
      if (place && !isTeamId(place.team)) return place;
      const message = place
        ? 'has a team’s id: write the team’s name'
        : 'is not team/region/app, the app as its number';
      context.addIssue({ code: 'custom', message });
      return z.NEVER;
    })
    .exactOptional(),
  DATABASE_URL: text
    .refine(
      (value) => /^postgres(?:ql)?:\/\//.test(value) && URL.canParse(value),
      'is not an address such as postgres://user:password@host/database',
    )
    .transform((value) => new Secret(value))
    .exactOptional(),
  PORTOLAN_DATA: text.exactOptional(),
  PORTOLAN_CONFIG: text.exactOptional(),
  AUDIT_KEY: text
    .regex(auditKey, 'is too short or has other characters: use at least 32 characters, without spaces and commas')
    .transform((value) => new Secret(value))
    .exactOptional(),
  AUDIT_KEY_PREVIOUS: text
    .transform((value, context) => {
      const keys = value.split(',').map((key) => key.trim());
      if (keys.every((key) => auditKey.test(key))) return keys.map((key) => new Secret(key));
      const message =
        'is not a list of keys: separate them with commas; each has at least 32 characters, without spaces';
      context.addIssue({ code: 'custom', message });
      return z.NEVER;
    })
    .exactOptional(),
  AUDIT_RETENTION: text
    .transform((value, context) => {
      const ms = parseDuration(value);
      if (ms !== undefined && ms >= leastRetention) return ms;
      const message = ms === undefined ? 'is not a duration: use one such as 365d' : 'is too short: use 30d or longer';
      context.addIssue({ code: 'custom', message });
      return z.NEVER;
    })
    .exactOptional(),
  PORT: port.exactOptional(),
  HOST: text.regex(/^[\w.:%-]+$/, 'is not a host name or address').exactOptional(),
  ADMIN_PORT: port.exactOptional(),
  LOG_LEVEL: z.enum(logLevels, { error: `is none of ${logLevels.join(', ')}` }).exactOptional(),
});
export type Environment = z.infer<typeof Environment>;
export type VariableName = keyof Environment;

/** Where each variable's value comes from, for whoever sets it up. */
export const whereFrom: Readonly<Record<VariableName, string>> = {
  SLACK_BOT_TOKEN: 'api.slack.com/apps → your app → OAuth & Permissions → Bot User OAuth Token',
  SLACK_SIGNING_SECRET: 'api.slack.com/apps → your app → Basic Information → App Credentials → Signing Secret',
  SLACK_APP_TOKEN:
    'api.slack.com/apps → your app → Basic Information → App-Level Tokens, with the scope connections:write',
  SLACK_API_URL: 'only for simulators: the base of their Web API, such as http://127.0.0.1:4000/api/',
  COMMAND_PREFIX: 'the prefix of the commands in the manifest you installed, such as rb-',
  LANGUAGE: 'en or zh, for what is posted in channels; the requester’s language unless set',
  PLATFORM_URL: 'the address of your platform’s console, such as https://console.example.com',
  PLATFORM_TOKEN: 'your platform’s console → your user → access tokens',
  PLATFORM_AUTH_HEADER: 'the header that carries the token; Authorization unless set',
  PLATFORM_AUTH_PREFIX: 'what stands before the token, such as Bearer; nothing unless set',
  PLATFORM_DIALECT: 'auto unless set',
  PLATFORM_CA_FILE: 'a PEM file with the certificates of your own CA',
  PLATFORM_TIMEOUT_MS: '10000 unless set; monitoring has three times as long',
  PLATFORM_WRITE_TIMEOUT_MS: '80000 unless set: a console may finish 75 seconds later',
  PLATFORM_CONTEXT: 'team/region/app, as they stand in the address of the app in the console',
  DATABASE_URL: 'only for several replicas: postgres://user:password@host/database',
  PORTOLAN_DATA: 'a directory that only this process uses; ./data unless set',
  PORTOLAN_CONFIG: 'the policy file; ./portolan.yaml unless set',
  AUDIT_KEY: 'a secret of your own, such as the output of: openssl rand -base64 48',
  AUDIT_KEY_PREVIOUS: 'earlier values of AUDIT_KEY, separated by commas; only for checking older entries',
  AUDIT_RETENTION: 'a duration such as 365d, at least 30d; default: entries are kept forever',
  PORT: '3000 unless set',
  HOST: 'all interfaces unless set',
  ADMIN_PORT: 'a second port for /readyz and /metrics; PORT unless set',
  LOG_LEVEL: 'info unless set',
};

/** The names of all variables. */
export const variableNames: readonly string[] = Object.keys(Environment.shape);
