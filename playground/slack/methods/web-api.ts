import { setTimeout as wait } from 'node:timers/promises';
import { objectOf, parseJson, stringOf } from '../json-values.ts';
import type { JsonRecord } from '../page-protocol.ts';
import { Refusal, type Sim } from '../slack-state.ts';
import { chatMethods } from './chat-methods.ts';
import { fileMethods } from './file-methods.ts';
import { type Method, method } from './method.ts';
import { peopleMethods } from './people-methods.ts';
import { viewMethods } from './view-methods.ts';

/** The Web API: who calls, with what, whether they may, and Slack's answer. */

/** A call as it came over HTTP. */
export type Call = {
  readonly method: string;
  /** From the `Authorization` header, or null. */
  readonly bearer: string | null;
  readonly contentType: string;
  readonly body: string;
  readonly query: URLSearchParams;
};

/** The answer to send, or `lost`: the connection is to break. */
export type Answered =
  | { readonly status: number; readonly headers: { readonly [name: string]: string }; readonly body: JsonRecord }
  | 'lost';

function authTest(sim: Sim): JsonRecord {
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

const methods: { readonly [name: string]: Method } = {
  ...chatMethods,
  ...viewMethods,
  ...fileMethods,
  ...peopleMethods,
  'api.test': method([], (_sim, args) => ({ args })),
  'auth.test': method([], authTest),
  'apps.connections.open': method([], (sim) => {
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

/** One argument in its own type, however it was encoded; what cannot be read stays as it came. */
function readArgument(name: string, value: unknown): unknown {
  if (typeof value !== 'string') return value;
  if (jsonArguments.has(name)) return parseJson(value) ?? value;
  if (flags.has(name))
    return value === 'true' || value === '1' ? true : value === 'false' || value === '0' ? false : value;
  return numbers.has(name) && value !== '' && Number.isFinite(Number(value)) ? Number(value) : value;
}

/** The arguments of a call, form-encoded, JSON or in the query; undefined when JSON is broken. */
function readArguments(call: Call): JsonRecord | undefined {
  const json = call.contentType.startsWith('application/json');
  const given = json
    ? parseJson(call.body === '' ? '{}' : call.body)
    : Object.fromEntries(new URLSearchParams(call.body));
  if (given === undefined) return undefined;
  const all = { ...Object.fromEntries(call.query), ...objectOf(given) };
  return Object.fromEntries(Object.entries(all).map(([name, value]) => [name, readArgument(name, value)]));
}

function authorize(sim: Sim, name: string, token: string): void {
  if (token === '') throw new Refusal('not_authed');
  const wanted = name === 'apps.connections.open' ? sim.bot.appToken : sim.bot.botToken;
  if (token === wanted) return;
  throw new Refusal(
    token === sim.bot.botToken || token === sim.bot.appToken ? 'not_allowed_token_type' : 'invalid_auth',
  );
}

function mayCall(sim: Sim, found: Method, args: JsonRecord): void {
  const { scopes } = sim.installed;
  const needed = found.scopes(args, sim);
  if (scopes === null || needed.length === 0 || needed.some((scope) => scopes.has(scope))) return;
  throw new Refusal('missing_scope', { needed: needed.join(','), provided: [...scopes].join(',') });
}

function perform(sim: Sim, call: Call, args: JsonRecord | undefined, refusal: string | undefined): JsonRecord {
  const found = methods[call.method];
  try {
    if (!found) throw new Refusal('unknown_method', { req_method: call.method });
    if (args === undefined) throw new Refusal('invalid_json');
    authorize(sim, call.method, call.bearer ?? stringOf(args.token));
    if (refusal !== undefined) throw new Refusal(refusal);
    // Bolt's client adds its team to every call; it matters only for apps of a whole organisation.
    const { token: _token, team_id: _team, ...rest } = args;
    mayCall(sim, found, rest);
    return { ok: true, ...found.run(sim, rest) };
  } catch (error) {
    if (error instanceof Refusal) return { ok: false, error: error.code, ...error.more };
    throw error;
  }
}

/** Answers one call, with the faults that are switched on; everything is written into the log. */
export async function answerCall(sim: Sim, call: Call): Promise<Answered> {
  const args = readArguments(call);
  const { token: _token, ...shown } = args ?? {};
  const tilt = sim.tilts.take(call.method);
  if (tilt?.tilt === 'slow') await wait(tilt.ms);
  if (tilt?.tilt === 'rate_limit') {
    sim.journal.write('api', call.method, 'ratelimited', { args: shown, retryAfter: tilt.retryAfter });
    return {
      status: 429,
      headers: { 'retry-after': String(tilt.retryAfter) },
      body: { ok: false, error: 'ratelimited' },
    };
  }
  const body = perform(sim, call, args, tilt?.tilt === 'fail' ? tilt.error : undefined);
  const error = body.ok === true ? null : String(body.error);
  const lost = tilt?.tilt === 'lose_answer';
  sim.journal.write('api', call.method, error, { args: shown, answer: body, ...(lost ? { lost } : {}) });
  if (lost) return 'lost';
  const granted = [...(sim.installed.scopes ?? [])].join(',');
  return { status: 200, headers: granted === '' ? {} : { 'x-oauth-scopes': granted }, body };
}
