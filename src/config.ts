import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import type * as z from 'zod';
import { configMsg, whereFrom } from './config-messages.ts';
import { Environment, type LogLevel, type VariableName, variableNames } from './config-variables.ts';
import { type Place, placeText } from './core/command/context.ts';
import { nearest, steps } from './core/command/nearest.ts';
import { type EvidenceKey, readEvidenceKey, type UnusableKey } from './core/evidence-key.ts';
import { type ConfiguredWatch, defaultPolicy, type Policy } from './core/policy/policy.ts';
import { catalogOf } from './core/text/catalog.ts';
import { issueText } from './core/text/issue-text.ts';
import { Secret } from './core/text/secret.ts';
import { inOneText, join, type Lang, type Text, verbatim } from './core/text/text.ts';
import { errorCode, errorMessage } from './core/thrown.ts';
import { type PolicyFault, parsePolicy } from './policy-file/parse.ts';
import { policyFileMsg } from './policy-file/policy-file-messages.ts';

export type SlackMode =
  | { readonly mode: 'http'; readonly signingSecret: Secret }
  /** Verifies requests of Slackbot as an agent. Slack signs these requests even with Socket Mode. */
  | { readonly mode: 'socket'; readonly appToken: Secret; readonly signingSecret?: Secret };

/** `AUDIT_KEY` signs new audit entries. `AUDIT_KEY_PREVIOUS` only verifies older entries. */
export interface AuditKeysGiven {
  readonly current: Secret | undefined;
  readonly previous: readonly Secret[];
}

/** Validated configuration (docs/deployment.md#environment). Times in ms. */
export interface Config {
  readonly slack: SlackMode & {
    readonly botToken: Secret;
    /** Base address of the Web API with a final slash, if it isn't Slack's default. */
    readonly apiUrl: string | undefined;
  };
  /** Prefix of every command's name, such as `rb-`; often empty. */
  readonly commandPrefix: string;
  /** Language of posts in channels; by default the requester's. */
  readonly language: Lang | undefined;
  readonly platform: {
    /** Without a final slash. */
    readonly url: string;
    readonly token: Secret;
    readonly authHeader: string;
    /** Placed before the token in that header, with a space between them; often empty. */
    readonly authPrefix: string;
    readonly dialect: 'auto' | 'document' | 'console';
    readonly ca?: string;
    readonly readTimeoutMs: number;
    readonly monitorTimeoutMs: number;
    readonly writeTimeoutMs: number;
  };
  /** Public address of the console (`CONSOLE_URL`), without a final slash. If undefined, there are no links to it. */
  readonly consoleUrl: string | undefined;
  /** Public address of `/mcp` (`MCP_URL`). If undefined, agents can't connect. */
  readonly mcpUrl: string | undefined;
  /** Default context (`PLATFORM_CONTEXT`). */
  readonly context: Place | undefined;
  readonly store:
    | { readonly engine: 'postgres'; readonly url: Secret }
    | { readonly engine: 'sqlite'; readonly directory: string };
  readonly audit: AuditKeysGiven & {
    /** Time to keep audit entries, in ms; undefined means forever. */
    readonly retentionMs: number | undefined;
  };
  /** Signs evidence (`EVIDENCE_KEY_FILE`). If undefined, archives are unsigned. */
  readonly evidenceKey?: EvidenceKey;
  readonly policy: Policy;
  readonly alertTokens: ReadonlyMap<string, Secret>;
  readonly policyFile: string | undefined;
  readonly policyText?: string;
  /** Position in the configuration of each app given by name; the key is `team/region/app`. For error messages. */
  readonly appNames?: ReadonlyMap<string, string>;
  readonly http: {
    readonly port: number;
    /** Undefined means all interfaces. */
    readonly host: string | undefined;
    /** Port of /readyz and /metrics; undefined means `port`. */
    readonly adminPort: number | undefined;
  };
  readonly logLevel: LogLevel;
}

export type ConfigFault =
  | { readonly variable: string; readonly missing: boolean; readonly why: Text; readonly where: Text }
  | ({ readonly file: string } & PolicyFault);

/** Environment variables by name. Empty ones count as unset. */
export type Variables = Readonly<Record<string, string | undefined>>;

/** Returns this process's variables and those of `.env`. Nothing else reads variables. Empty ones count as unset. */
export function environment(): Variables {
  const file = tryRead('.env', readTextFile);
  // Some Windows editors start a file with a byte order mark, which would become part of the first name.
  const given = 'text' in file ? parseEnv(file.text?.replace(/^\ufeff/, '') ?? '') : {};
  for (const [name, value] of Object.entries(given)) process.env[name] ??= value;
  return process.env;
}

/** Returns a file's text, or undefined if it doesn't exist. Throws if it can't be read. */
export type ReadFile = (path: string) => string | undefined;

/** Reads a file of this machine. Paths are relative to the working directory. */
export const readTextFile: ReadFile = (path) => {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
};

const defaults = {
  data: './data',
  policyFile: './portolan.yaml',
  port: 3000,
  readTimeoutMs: 10_000,
  writeTimeoutMs: 80_000,
};

export type UsableConfig = Partial<Config>;

/**
 * Reads the whole configuration.
 * @param env variables; blank ones count as unset
 * @param changes ids of all operations that change something, to find rules about unknown ones
 * @param whyNot returns the error in a watch's subject
 * @returns the configuration, or all errors together with the valid parts
 */
export function readConfig(
  env: Variables,
  readFile: ReadFile,
  changes?: readonly string[],
  whyNot: WhyNot = () => undefined,
): { readonly config: Config } | { readonly faults: readonly ConfigFault[]; readonly usable: UsableConfig } {
  const given = knownVariables(env);
  const parsed = Environment.safeParse(given);
  const inQuotes = quoted(given);
  const unset = missing(given, env);
  const faults: ConfigFault[] = [
    ...unset,
    ...(unset.length > 0 ? unreadEnv(readFile) : []),
    ...inQuotes,
    ...(parsed.success ? [] : parsed.error.issues.map(wrong)).filter(
      (each) => !inQuotes.some((quoted) => 'variable' in quoted && quoted.variable === each.variable),
    ),
    ...contradictions(given),
  ];
  const ca = readCa(given.PLATFORM_CA_FILE, readFile);
  if (typeof ca === 'object') faults.push(ca);
  const evidence = readEvidenceKeyFile(env, readFile);
  if ('faults' in evidence) faults.push(...evidence.faults);
  const policy = readPolicy(given.PORTOLAN_CONFIG, readFile, changes, whyNot);
  if ('faults' in policy) faults.push(...policy.faults);
  const alertTokens = readAlertTokens('faults' in policy ? noPolicy : policy, env);
  if ('faults' in alertTokens) faults.push(...alertTokens.faults);
  const values = parsed.success ? parsed.data : validOnes(given, parsed.error);
  const slack = slackOf(values);
  const platform = typeof ca === 'object' ? undefined : platformOf(values, ca);
  const rest = {
    ...restOf(values),
    alertTokens: 'faults' in alertTokens ? new Map<string, Secret>() : alertTokens.tokens,
    evidenceKey: 'faults' in evidence ? undefined : evidence.key,
  };
  const ruled = 'faults' in policy ? rest : { ...rest, ...policy, appNames: appNamesOf(values, policy) };
  if (faults.length === 0 && slack && platform && 'policy' in ruled) return { config: { ...ruled, slack, platform } };
  return { faults, usable: { ...ruled, slack, platform } };
}

function appNamesOf({ PLATFORM_CONTEXT: context }: Environment, { appNames }: ReadPolicy): ReadonlyMap<string, string> {
  return new Map([...(context ? [[placeText(context), 'PLATFORM_CONTEXT'] as const] : []), ...(appNames ?? [])]);
}

function validOnes(given: SetVariables, error: z.ZodError): Environment {
  const wrongOnes = new Set(error.issues.map(({ path }) => String(path[0])));
  return Environment.parse(Object.fromEntries(Object.entries(given).filter(([name]) => !wrongOnes.has(name))));
}

/** Reads only the audit log's keys, for the command line. */
export function readAuditKeys(env: Variables): AuditKeysGiven | { readonly faults: readonly ConfigFault[] } {
  const { AUDIT_KEY, AUDIT_KEY_PREVIOUS } = knownVariables(env);
  const keys = Environment.pick({ AUDIT_KEY: true, AUDIT_KEY_PREVIOUS: true });
  const parsed = keys.safeParse({ AUDIT_KEY, AUDIT_KEY_PREVIOUS });
  return parsed.success ? auditKeysOf(parsed.data) : { faults: parsed.error.issues.map(wrong) };
}

function auditKeysOf(values: Pick<Environment, 'AUDIT_KEY' | 'AUDIT_KEY_PREVIOUS'>): AuditKeysGiven {
  return { current: values.AUDIT_KEY, previous: values.AUDIT_KEY_PREVIOUS ?? [] };
}

type SetVariables = Readonly<Record<string, string>>;

function knownVariables(env: Variables): SetVariables {
  const given: Record<string, string> = {};
  for (const name of variableNames) {
    const value = env[name]?.trim();
    if (value) given[name] = value;
  }
  return given;
}

function missing(given: SetVariables, env: Variables): readonly ConfigFault[] {
  const required: readonly VariableName[] = ['SLACK_BOT_TOKEN', 'PLATFORM_URL', 'PLATFORM_TOKEN'];
  const faults = required
    .filter((name) => given[name] === undefined)
    .map((name) => fault(name, missingText(name, env), true));
  if (given.SLACK_SIGNING_SECRET !== undefined || given.SLACK_APP_TOKEN !== undefined) return faults;
  const why = missingText('SLACK_SIGNING_SECRET', env, configMsg.orSocket());
  const socket = join([verbatim('Socket Mode'), whereFrom.SLACK_APP_TOKEN()], ': ');
  const where = join([whereFrom.SLACK_SIGNING_SECRET(), socket], '; ');
  return [...faults, { variable: 'SLACK_SIGNING_SECRET', missing: true, why, where }];
}

/** Reports a `.env` that exists but can't be read, because it may contain a missing variable. */
function unreadEnv(readFile: ReadFile): readonly ConfigFault[] {
  const file = tryRead('.env', readFile);
  if (!('why' in file)) return [];
  return [{ variable: '.env', missing: false, why: configMsg.envUnread(file), where: configMsg.envFile() }];
}

/** Finds values in quotes, which Docker keeps in an `--env-file`. Skips audit log keys, because one may be in use. */
function quoted(given: SetVariables): readonly ConfigFault[] {
  return Object.keys(given)
    .filter((name) => !name.startsWith('AUDIT_KEY') && /^(["']).*\1$/.test(given[name] ?? ''))
    .flatMap((name) => (isVariable(name) ? [fault(name, configMsg.quoted())] : []));
}

/** Returns the text for a missing variable. Suggests a set variable of nearly this name, if it isn't one of ours. */
function missingText(name: VariableName, env: Variables, instead?: Text): Text {
  const family = name.split('_')[0] ?? '';
  const others = Object.keys(env).filter(
    (each) => each.toUpperCase().startsWith(family) && env[each]?.trim() && !isVariable(each),
  );
  const [near] = nearest(name, others, (each) => [each], 1);
  const hint = near === undefined ? undefined : configMsg.similar({ name: near });
  return inOneText([configMsg.missing(), instead, hint]) ?? configMsg.missing();
}

/** Returns set variables that aren't ours but have nearly the name of one of ours that isn't set. */
export function misspelledVariables(env: Variables): readonly { readonly given: string; readonly meant: string }[] {
  const unset = variableNames.filter((name) => !env[name]?.trim());
  return Object.keys(env)
    .filter((name) => name.length >= 6 && env[name]?.trim() && !isVariable(name))
    .flatMap((given) => {
      const meant = unset.find((name) => name.length >= 6 && steps(given.toUpperCase(), name) <= 2);
      return meant === undefined ? [] : [{ given, meant }];
    });
}

function isVariable(name: string): name is VariableName {
  return Object.hasOwn(whereFrom, name);
}

function fault(variable: VariableName, why: Text, isMissing = false): ConfigFault {
  return { variable, missing: isMissing, why, where: whereFrom[variable]() };
}

function wrong(issue: z.core.$ZodIssue): Extract<ConfigFault, { variable: string }> {
  const variable = String(issue.path[0]);
  const where = isVariable(variable) ? whereFrom[variable]() : verbatim('');
  return { variable, missing: false, why: issueText(issue.message), where };
}

function contradictions(given: SetVariables): readonly ConfigFault[] {
  const same = given.ADMIN_PORT !== undefined && given.ADMIN_PORT === (given.PORT ?? String(defaults.port));
  return same ? [fault('ADMIN_PORT', configMsg.samePort())] : [];
}

function readCa(path: string | undefined, readFile: ReadFile): string | undefined | ConfigFault {
  if (path === undefined) return undefined;
  const file = tryRead(path, readFile);
  if ('why' in file) return fault('PLATFORM_CA_FILE', configMsg.unread({ path, why: file.why }));
  if (file.text?.includes('-----BEGIN CERTIFICATE-----')) return file.text;
  return fault('PLATFORM_CA_FILE', configMsg[file.text === undefined ? 'noFile' : 'noCertificate']({ path }));
}

/** Reads only the evidence key, for the command line. Returns undefined if no file is set, or the error. */
export function readEvidenceKeyFile(
  env: Variables,
  readFile: ReadFile,
): { readonly key: EvidenceKey | undefined } | { readonly faults: readonly ConfigFault[] } {
  const path = knownVariables(env).EVIDENCE_KEY_FILE;
  if (path === undefined) return { key: undefined };
  const wrongWith = (why: Text) => ({ faults: [fault('EVIDENCE_KEY_FILE', why)] });
  const file = tryRead(path, readFile);
  if ('why' in file) return wrongWith(configMsg.unread({ path, why: file.why }));
  if (file.text === undefined) return wrongWith(configMsg.noFile({ path }));
  const key = readEvidenceKey(file.text);
  return 'unusable' in key ? wrongWith(unusableKeyText(key, path)) : { key };
}

function unusableKeyText({ unusable, type }: UnusableKey, path: string): Text {
  if (unusable === 'encrypted') return configMsg.keyEncrypted({ path });
  if (unusable === 'public') return configMsg.keyPublic({ path });
  if (unusable === 'none') return configMsg.keyNone({ path });
  return configMsg.keyOther({ path, type: type ?? '' });
}

function tryRead(path: string, readFile: ReadFile): { readonly text: string | undefined } | { readonly why: Text } {
  try {
    return { text: readFile(path) };
  } catch (error) {
    return { why: errorCode(error) === 'EISDIR' ? configMsg.isDirectory() : verbatim(errorMessage(error)) };
  }
}

type ReadPolicy = Pick<Config, 'policy' | 'policyFile' | 'policyText' | 'appNames'>;
const noPolicy: ReadPolicy = { policy: defaultPolicy, policyFile: undefined };

function readPolicy(
  named: string | undefined,
  readFile: ReadFile,
  changes: readonly string[] | undefined,
  whyNot: WhyNot,
): ReadPolicy | { readonly faults: readonly ConfigFault[] } {
  const path = named ?? defaults.policyFile;
  const file = tryRead(path, readFile);
  if ('why' in file) return { faults: [fault('PORTOLAN_CONFIG', configMsg.unread({ path, why: file.why }))] };
  if (file.text === undefined) {
    if (named === undefined) return noPolicy;
    return { faults: [fault('PORTOLAN_CONFIG', configMsg.noFile({ path }))] };
  }
  if (file.text.startsWith('\ufffd')) return { faults: [fault('PORTOLAN_CONFIG', configMsg.notUtf8({ path }))] };
  const parsed = parsePolicy(file.text, changes);
  if ('policy' in parsed) {
    const { policy, appNames } = parsed;
    const faults = watchFaults(policy, path, whyNot);
    if (faults.length > 0) return { faults };
    return {
      policy,
      policyFile: path,
      policyText: file.text,
      appNames: new Map([...appNames].map(([app, line]) => [app, `${path}:${line}`])),
    };
  }
  return { faults: parsed.faults.map((each) => ({ file: path, ...each })) };
}

/** Returns why a watch of the policy file is invalid, in each language; undefined if it is valid. */
type WhyNot = (watch: ConfiguredWatch) => Readonly<Record<Lang, string>> | undefined;

function watchFaults({ watches = [] }: Policy, file: string, whyNot: WhyNot): readonly ConfigFault[] {
  return watches.flatMap((item) => {
    const why = whyNot(item);
    return why === undefined
      ? []
      : [
          {
            file,
            line: item.line,
            column: 1,
            why: policyFileMsg.ofWatch({ name: item.name, why: policyFileMsg.inBoth(why) }),
          },
        ];
  });
}

/** Minimum length of an alert token, because shorter tokens could be guessed. */
const shortestAlertToken = 16;

function readAlertTokens(
  { policy, policyFile }: ReadPolicy,
  env: Variables,
): { readonly tokens: ReadonlyMap<string, Secret> } | { readonly faults: readonly ConfigFault[] } {
  const tokens = new Map<string, Secret>();
  const faults: ConfigFault[] = [];
  for (const { name, tokenEnv, line } of policy.alertSources?.values() ?? []) {
    const token = env[tokenEnv]?.trim() ?? '';
    const why = isVariable(tokenEnv)
      ? policyFileMsg.ownVariable({ variable: tokenEnv })
      : token === ''
        ? policyFileMsg.tokenUnset({ variable: tokenEnv, name })
        : !/^[\x21-\x7e]{16,200}$/.test(token)
          ? policyFileMsg.tokenWrong({ variable: tokenEnv, least: shortestAlertToken })
          : undefined;
    if (why === undefined) tokens.set(name, new Secret(token));
    else faults.push({ file: policyFile ?? '', line, column: 1, why });
  }
  return faults.length > 0 ? { faults } : { tokens };
}

function slackOf(values: Environment): Config['slack'] | undefined {
  const { SLACK_BOT_TOKEN: botToken, SLACK_API_URL: apiUrl } = values;
  const mode = slackMode(values);
  return mode && botToken && { ...mode, botToken, apiUrl: apiUrl && `${apiUrl.replace(/\/+$/, '')}/` };
}

function platformOf(values: Environment, ca: string | undefined): Config['platform'] | undefined {
  const { PLATFORM_URL: url, PLATFORM_TOKEN: token } = values;
  if (!url || !token) return undefined;
  const readTimeoutMs = values.PLATFORM_TIMEOUT_MS ?? defaults.readTimeoutMs;
  return {
    url: url.replace(/\/+$/, ''),
    token,
    authHeader: values.PLATFORM_AUTH_HEADER ?? 'Authorization',
    authPrefix: values.PLATFORM_AUTH_PREFIX ?? '',
    dialect: values.PLATFORM_DIALECT ?? 'auto',
    ca,
    readTimeoutMs,
    monitorTimeoutMs: readTimeoutMs * 3,
    writeTimeoutMs: values.PLATFORM_WRITE_TIMEOUT_MS ?? defaults.writeTimeoutMs,
  };
}

function restOf(
  values: Environment,
): Omit<Config, 'slack' | 'platform' | 'alertTokens' | 'evidenceKey' | keyof ReadPolicy> {
  return {
    commandPrefix: values.COMMAND_PREFIX ?? '',
    language: values.LANGUAGE,
    consoleUrl: values.CONSOLE_URL?.replace(/\/+$/, ''),
    mcpUrl: values.MCP_URL,
    context: values.PLATFORM_CONTEXT,
    store: values.DATABASE_URL
      ? { engine: 'postgres', url: values.DATABASE_URL }
      : { engine: 'sqlite', directory: values.PORTOLAN_DATA ?? defaults.data },
    audit: { ...auditKeysOf(values), retentionMs: values.AUDIT_RETENTION },
    http: { port: values.PORT ?? defaults.port, host: values.HOST, adminPort: values.ADMIN_PORT },
    logLevel: values.LOG_LEVEL ?? 'info',
  };
}

function slackMode(values: Environment): SlackMode | undefined {
  const signing = values.SLACK_SIGNING_SECRET ? { signingSecret: values.SLACK_SIGNING_SECRET } : {};
  if (values.SLACK_APP_TOKEN) return { mode: 'socket', appToken: values.SLACK_APP_TOKEN, ...signing };
  return values.SLACK_SIGNING_SECRET && { mode: 'http', signingSecret: values.SLACK_SIGNING_SECRET };
}

/** Formats the errors in settings. */
const { plain } = catalogOf({ configMsg, whereFrom, policyFileMsg });

export function fixSettings(lang: Lang): string {
  return plain(configMsg.fixSettings(), lang);
}

/** Returns a fault as one line. */
export function faultText(fault: ConfigFault, lang: Lang): string {
  if ('variable' in fault) return plain(configMsg.variable({ variable: fault.variable, why: fault.why }), lang);
  return `${fault.file}:${fault.line}:${fault.column} ${plain(fault.why, lang)}`;
}

export function configFaultsText(faults: readonly ConfigFault[], lang: Lang = 'en'): string {
  const lines = faults.map((each) => {
    const where = 'variable' in each ? `\n      → ${plain(each.where, lang)}` : '';
    return `  ${faultText(each, lang)}${where}`;
  });
  return [fixSettings(lang), '', ...lines, '', plain(configMsg.readme(), lang)].join('\n');
}
