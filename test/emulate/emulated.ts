import { createServer, type IncomingMessage } from 'node:http';
import { createEmulator, type Emulator } from 'emulate';
import * as z from 'zod';
import { scopes } from '../../src/slack/app/manifest.ts';

/**
 * Slack as `emulate` 0.12.2 plays it, with a recorder in front of it: who is there, what was called, what it answered.
 * It has no commands, interactions, response addresses, options loads, Socket Mode or user groups, and looks at no block.
 */

export const botToken = 'xoxb-emulated-0123456789';
const adminToken = 'xoxp-emulated-0123456789';
const bot = { user: 'U0EMUBOT', id: 'B0EMUBOT', app: 'A0EMUBOT' };

/** What Slack answered to a call. */
export const Answer = z.looseObject({ ok: z.boolean(), error: z.string().optional() });
export type Answer = z.infer<typeof Answer>;

/** One call, in the order in which it was answered. */
export interface Called {
  readonly method: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly answer: Answer;
}

export interface EmulatedSlack {
  /** For `SLACK_API_URL`: the recorder. */
  readonly apiUrl: string;
  readonly bot: typeof bot;
  readonly team: string;
  /** User ids by name, channel ids by name. */
  readonly users: Readonly<Record<'maya' | 'sam', string>>;
  readonly channels: Readonly<Record<'shop' | 'secret', string>>;
  /** What the bot called since the last `clear`. */
  readonly calls: readonly Called[];
  clear(): void;
  /** Calls a method as the bot, or as a person who may see everything. */
  call(method: string, token?: 'bot' | 'admin', args?: Readonly<Record<string, unknown>>): Promise<Answer>;
  /** A right to open a view, as an interaction brings it. */
  trigger(user: string): Promise<string>;
  close(): Promise<void>;
}

/** Starts it with two people, a channel with the bot in it and a private one without. */
export async function startEmulatedSlack(granted: readonly string[] = scopes): Promise<EmulatedSlack> {
  const emulator = await createEmulator({ service: 'slack', port: 0, seed: { slack: seed(granted) } });
  const call = async (token: string, method: string, args: Readonly<Record<string, unknown>>) => {
    const response = await fetch(`${emulator.url}/api/${method}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(args),
    });
    return answerOf(response.status, await response.text());
  };
  const users = named(await call(adminToken, 'users.list', {}), 'members');
  const found = await call(adminToken, 'conversations.list', { types: 'public_channel,private_channel' });
  const channels = named(found, 'channels');
  await call(adminToken, 'conversations.invite', { channel: channels.shop, users: bot.user });
  const calls: Called[] = [];
  const recorder = await startRecorder(emulator, (called) => calls.push(called));
  return {
    apiUrl: `${recorder.url}/api/`,
    bot,
    team: z.object({ team_id: z.string() }).parse(await call(botToken, 'auth.test', {})).team_id,
    users: { maya: users.maya ?? '', sam: users.sam ?? '' },
    channels: { shop: channels.shop ?? '', secret: channels.secret ?? '' },
    calls,
    clear: () => calls.splice(0),
    call: (method, token = 'bot', args = {}) => call(token === 'bot' ? botToken : adminToken, method, args),
    async trigger(user) {
      const made = await call(botToken, 'views.generateTriggerId', { user_id: user });
      return z.object({ trigger_id: z.string() }).parse(made).trigger_id;
    },
    async close() {
      await recorder.close();
      await emulator.close();
    },
  };
}

function seed(granted: readonly string[]) {
  const all = ['users:read', 'channels:read', 'groups:read', 'channels:manage', 'groups:write', 'chat:write'];
  return {
    team: { name: 'Harbour', domain: 'harbour' },
    users: [
      { name: 'maya', real_name: 'Maya Brandt' },
      { name: 'sam', real_name: 'Sam Rivera' },
    ],
    channels: [{ name: 'shop' }, { name: 'secret', is_private: true }],
    oauth_apps: [
      {
        ...{ app_id: bot.app, client_id: 'c', client_secret: 's', name: 'portolan', redirect_uris: [] },
        ...{ bot_id: bot.id, bot_user_id: bot.user, bot_name: 'portolan', scopes: granted },
      },
    ],
    tokens: [
      { token: botToken, type: 'bot', user_id: bot.user, app_id: bot.app, bot_id: bot.id, scopes: granted },
      {
        token: adminToken,
        type: 'user',
        user: 'maya',
        app_id: bot.app,
        scopes: [...all, 'channels:history', 'im:history'],
      },
    ],
    strict_scopes: true,
  };
}

function named(answer: Answer, list: 'members' | 'channels'): Readonly<Record<string, string>> {
  const things = z.array(z.object({ id: z.string(), name: z.string() })).parse(answer[list]);
  return Object.fromEntries(things.map(({ id, name }) => [name, id]));
}

/** A method that it does not have is answered as Slack would answer one. */
function answerOf(status: number, body: string): Answer {
  if (status === 404) return { ok: false, error: 'unknown_method' };
  return Answer.parse(JSON.parse(body));
}

/** Passes calls of the Web API on, and tells of each. */
async function startRecorder(emulator: Emulator, tell: (called: Called) => void) {
  const server = createServer((request, response) => {
    void (async () => {
      const body = await bodyOf(request);
      const type = request.headers['content-type'] ?? 'application/json';
      const passed = await fetch(`${emulator.url}${request.url ?? '/'}`, {
        method: 'POST',
        headers: { authorization: request.headers.authorization ?? '', 'content-type': type },
        body,
      });
      const answer = answerOf(passed.status, await passed.text());
      tell({ method: (request.url ?? '').split('/').at(-1) ?? '', args: argsOf(type, body), answer });
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
    })().catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  request.setEncoding('utf8');
  let body = '';
  for await (const part of request) body += String(part);
  return body;
}

const Json = z.record(z.string(), z.unknown());

/** The arguments of a call; those that are JSON inside a form are read too. */
function argsOf(type: string, body: string): Readonly<Record<string, unknown>> {
  if (type.startsWith('application/json')) return Json.parse(JSON.parse(body || '{}'));
  return Object.fromEntries(
    [...new URLSearchParams(body)].map(([name, value]): [string, unknown] => [
      name,
      /^[[{]/.test(value) ? JSON.parse(value) : value,
    ]),
  );
}
