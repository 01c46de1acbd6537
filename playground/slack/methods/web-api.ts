import { setTimeout as wait } from 'node:timers/promises';
import { objectOf, objectsOf, parseJson, stringOf } from '../json-values.ts';
import type { JsonRecord } from '../page-protocol.ts';
import { SlackRefusal, type SlackState } from '../slack-state.ts';
import { chatMethods } from './chat-methods.ts';
import { fileMethods } from './file-methods.ts';
import { type Method, method, mustHave } from './method.ts';
import { peopleMethods } from './people-methods.ts';
import { viewMethods } from './view-methods.ts';

export type WebApiCall = {
  readonly method: string;
  /** Token of the `Authorization` header, or null. */
  readonly bearer: string | null;
  readonly contentType: string;
  readonly body: string;
  readonly query: URLSearchParams;
};

export type Answered =
  | { readonly status: number; readonly headers: { readonly [name: string]: string }; readonly body: JsonRecord }
  | 'lost';

function authTest(sim: SlackState): JsonRecord {
  const { team, bot, people } = sim.workspace;
  return {
    url: `https://${team.domain}.slack.com/`,
    team: team.name,
    user: people.get(bot.user)?.name ?? '',
    team_id: team.id,
    user_id: bot.user,
    bot_id: bot.id,
    is_enterprise_install: false,
  };
}

/** Returns the app's bot, the only one that Slack knows here. Reading the manifest requires the app's id. */
function botInfo(sim: SlackState, args: JsonRecord): JsonRecord {
  const { bot, people } = sim.workspace;
  if (args.bot !== undefined && args.bot !== bot.id) throw new SlackRefusal('bot_not_found');
  const name = people.get(bot.user)?.name ?? '';
  return { bot: { id: bot.id, deleted: false, name, updated: 0, app_id: bot.app, user_id: bot.user, icons: {} } };
}

function exportManifest(sim: SlackState, args: JsonRecord): JsonRecord {
  mustHave(args, 'app_id');
  if (args.app_id !== sim.workspace.bot.app) throw new SlackRefusal('invalid_app_id');
  return { manifest: sim.manifest ?? {} };
}

const methods: { readonly [name: string]: Method } = {
  ...chatMethods,
  ...viewMethods,
  ...fileMethods,
  ...peopleMethods,
  'api.test': method([], (_sim, args) => ({ args })),
  'auth.test': method([], authTest),
  'bots.info': method(['users:read'], botInfo),
  'apps.manifest.export': method([], exportManifest),
  'apps.connections.open': method([], (sim) => {
    if (sim.bot.isSocketModeOff) throw new SlackRefusal('link_disabled');
    const ticket = sim.ids.make('');
    sim.tickets.add(ticket);
    return { url: `${sim.origin().replace(/^http/, 'ws')}/link/?ticket=${ticket}&app_id=${sim.workspace.bot.app}` };
  }),
};

const jsonArguments = new Set(['blocks', 'attachments', 'view', 'metadata', 'files', 'file_ids']);
const flags = new Set([
  ...['unfurl_links', 'unfurl_media', 'mrkdwn', 'link_names', 'reply_broadcast', 'include_locale', 'include_users'],
  ...['include_count', 'include_disabled', 'exclude_archived', 'include_num_members', 'return_im', 'inclusive'],
]);
const numbers = new Set(['limit', 'length']);

/** Parses an argument into its type, for any encoding. Unreadable values stay unchanged. */
function readArgument(name: string, value: unknown): unknown {
  if (typeof value !== 'string') return value;
  if (jsonArguments.has(name)) return parseJson(value) ?? value;
  if (flags.has(name))
    return value === 'true' || value === '1' ? true : value === 'false' || value === '0' ? false : value;
  return numbers.has(name) && value !== '' && Number.isFinite(Number(value)) ? Number(value) : value;
}

/** Parses a call's arguments: form-encoded, JSON, or in the query. Returns undefined for invalid JSON. */
function readArguments(call: WebApiCall): JsonRecord | undefined {
  const json = call.contentType.startsWith('application/json');
  const given = json
    ? parseJson(call.body === '' ? '{}' : call.body)
    : Object.fromEntries(new URLSearchParams(call.body));
  if (given === undefined) return undefined;
  const all = { ...Object.fromEntries(call.query), ...objectOf(given) };
  return Object.fromEntries(Object.entries(all).map(([name, value]) => [name, readArgument(name, value)]));
}

function authorize(sim: SlackState, name: string, token: string): void {
  if (token === '') throw new SlackRefusal('not_authed');
  const { botToken, appToken, configToken } = sim.bot;
  const tokens: Readonly<Record<string, string | undefined>> = {
    'apps.connections.open': appToken,
    'apps.manifest.export': configToken,
  };
  if (token === (name in tokens ? tokens[name] : botToken)) return;
  throw new SlackRefusal([botToken, appToken, configToken].includes(token) ? 'not_allowed_token_type' : 'invalid_auth');
}

function mayCall(sim: SlackState, method: Method, args: JsonRecord): void {
  const { scopes } = sim.installed;
  const needed = method.scopes(args, sim);
  if (scopes === null || needed.length === 0 || needed.some((scope) => scopes.has(scope))) return;
  throw new SlackRefusal('missing_scope', { needed: needed.join(','), provided: [...scopes].join(',') });
}

function perform(
  sim: SlackState,
  call: WebApiCall,
  args: JsonRecord | undefined,
  refusal: string | undefined,
): JsonRecord {
  const method = methods[call.method];
  try {
    if (!method) throw new SlackRefusal('unknown_method', { req_method: call.method });
    if (args === undefined) throw new SlackRefusal('invalid_json');
    authorize(sim, call.method, call.bearer ?? stringOf(args.token));
    if (refusal !== undefined) throw new SlackRefusal(refusal);
    // Bolt's client adds `team_id` to every call. It matters only for organization-wide apps.
    const { token: _token, team_id: _team, ...rest } = args;
    mayCall(sim, method, rest);
    return { ok: true, ...method.run(sim, rest) };
  } catch (error) {
    if (error instanceof SlackRefusal) return { ok: false, error: error.code, ...error.more };
    throw error;
  }
}

/** Returns the key of a rate limit: a method, or for posts the channel too. */
function limitedCall(method: string, args: JsonRecord): string {
  return method === 'chat.postMessage' ? `${method} ${stringOf(args.channel)}` : method;
}

/** Time after a limit in which calls that were sent before it can still arrive, in ms. */
const onTheWayMs = 1_000;

/** A call before the time that Slack named is limited again and counts as the bot's fault. */
function tooEarly(
  sim: SlackState,
  method: string,
  args: JsonRecord,
  limit: { readonly since: number; readonly until: number },
): Answered {
  const seconds = Math.ceil((limit.until - sim.now()) / 1_000);
  const why = `called ${seconds} s before the time that Slack named`;
  sim.journal.write('api', method, 'ratelimited', { args, retryAfter: seconds });
  if (sim.now() - limit.since > onTheWayMs) sim.journal.fault(method, args, [{ error: 'ratelimited', path: '', why }]);
  return rateLimited(seconds);
}

function limitFor(sim: SlackState, method: string, args: JsonRecord, seconds: number): Answered {
  sim.journal.write('api', method, 'ratelimited', { args, retryAfter: seconds });
  sim.faults.limit(limitedCall(method, args), { since: sim.now(), until: sim.now() + seconds * 1_000 });
  return rateLimited(seconds);
}

function rateLimited(seconds: number): Exclude<Answered, string> {
  return { status: 429, headers: { 'retry-after': String(seconds) }, body: { ok: false, error: 'ratelimited' } };
}

export async function answerCall(sim: SlackState, call: WebApiCall): Promise<Answered> {
  const args = readArguments(call);
  const { token: _token, ...shown } = args ?? {};
  const limit = sim.faults.limitOf(limitedCall(call.method, shown));
  if (limit && limit.until > sim.now()) return tooEarly(sim, call.method, shown, limit);
  const fault = sim.faults.take(
    call.method,
    objectsOf(shown.blocks).map(({ type }) => stringOf(type)),
  );
  if (fault?.fault === 'slow') await wait(fault.ms);
  if (fault?.fault === 'rate_limit') return limitFor(sim, call.method, shown, fault.retryAfter);
  if (fault?.fault === 'server_error') {
    sim.journal.write('api', call.method, 'server_error', { args: shown });
    return { status: 500, headers: {}, body: { ok: false, error: 'internal_error' } };
  }
  const tooOftenMs = sim.rateLimits?.take(call.method, stringOf(shown.channel), sim.now()) ?? 0;
  if (tooOftenMs > 0) return limitFor(sim, call.method, shown, Math.ceil(tooOftenMs / 1_000));
  const body = perform(sim, call, args, fault?.fault === 'fail' ? fault.error : undefined);
  const error = body.ok === true ? null : String(body.error);
  const lost = fault?.fault === 'lose_answer';
  sim.journal.write('api', call.method, error, { args: shown, answer: body, ...(lost ? { lost } : {}) });
  if (lost) return 'lost';
  const granted = [...(sim.installed.scopes ?? [])].join(',');
  return { status: 200, headers: granted === '' ? {} : { 'x-oauth-scopes': granted }, body };
}
