import { createServer } from 'node:http';
import { Pool } from 'undici';
import { sign } from '../../playground/slack/delivery/deliver.ts';
import { listen } from '../../test/recorded/listening.ts';
import { places } from './processes.ts';

export interface Typed {
  readonly command: string;
  readonly text: string;
  readonly user: string;
  readonly channel?: string;
}

/** Result of a command or press. Times are in ms after it was sent. */
export interface Sent {
  readonly acked: number;
  readonly status: number;
  readonly answered: Promise<number>;
}

/** Result of a tool call: ms after it was sent, and whether the answer came within Slackbot's time limit. */
export interface ToolAnswered {
  readonly took: number;
  readonly inTime: boolean;
}

export type Load = Awaited<ReturnType<typeof openLoad>>;

/** Connections to one bot: enough for all concurrent commands. */
const CONNECTIONS = 64;

/**
 * Simulates Slack's side: sends signed commands and presses over open connections, and receives the answers.
 * Response_urls point to this process, so that one clock measures the whole time. @param keepAlive `false` opens a new
 * connection for each command @param now clock for the signatures, epoch ms
 */
export async function openLoad(keepAlive = true, now: () => number = Date.now) {
  const waiting = new Map<string, () => void>();
  const server = createServer((request, response) => {
    const key = request.url?.slice(1) ?? '';
    waiting.get(key)?.();
    waiting.delete(key);
    request.resume();
    request.on('end', () => response.writeHead(200, { 'content-type': 'text/plain' }).end('ok'));
  });
  server.keepAliveTimeout = 60_000;
  const origin = `http://127.0.0.1:${await listen(server)}`;
  // Tool calls have their own connections, so that a command never waits until a tool call ends.
  const [pools, callPools] = [new Map<number, Pool>(), new Map<number, Pool>()];
  let count = 0;

  function send(pools: Map<number, Pool>, port: number, path: string, type: string, body: string) {
    const settings = { connections: CONNECTIONS, pipelining: keepAlive ? 1 : 0 };
    const pool = pools.get(port) ?? new Pool(`http://127.0.0.1:${port}`, settings);
    pools.set(port, pool);
    const seconds = Math.floor(now() / 1000);
    const headers = {
      ...{ 'content-type': `application/${type}`, accept: 'application/json' },
      'x-slack-request-timestamp': String(seconds),
      'x-slack-signature': sign(places.signingSecret, seconds, body),
    };
    return pool.request({ method: 'POST', path, headers, body });
  }

  async function post(port: number, fieldsOf: (common: Common) => Readonly<Record<string, string>>): Promise<Sent> {
    count += 1;
    const key = `r${count}`;
    const fields = fieldsOf({ response_url: `${origin}/${key}`, trigger_id: `${count}.0.bench` });
    const body = new URLSearchParams(fields).toString();
    const since = performance.now();
    const answered = new Promise<number>((resolve) => waiting.set(key, () => resolve(performance.now() - since)));
    const reply = await send(pools, port, '/slack/events', 'x-www-form-urlencoded', body);
    await reply.body.dump();
    return { acked: performance.now() - since, status: reply.statusCode, answered };
  }

  return {
    send: (port: number, typed: Typed) => post(port, (common) => commandFields(typed, common)),
    /** Presses a button of a card. `value`: the request's id and revision. */
    press: (port: number, user: string, actionId: string, value: string) =>
      post(port, (common) => pressFields(user, actionId, value, common)),
    /** Calls a tool for a person, like Slackbot. @throws Error if the call was refused; a timeout doesn't throw */
    async call(
      port: number,
      called: { readonly tool: string; readonly given: object; readonly user: string },
    ): Promise<ToolAnswered> {
      count += 1;
      const slack = { user_id: called.user, team_id: 'T0PORTOLAN' };
      const params = { name: called.tool, arguments: called.given, _meta: { slack } };
      const body = JSON.stringify({ jsonrpc: '2.0', id: count, method: 'tools/call', params });
      const since = performance.now();
      const reply = await send(callPools, port, '/mcp', 'json', body);
      const answer = await reply.body.text();
      const inTime = !answer.includes('takes longer than');
      if (inTime && !answer.includes('"structuredContent"')) throw new Error(`a call was refused: ${answer}`);
      return { took: performance.now() - since, inTime };
    },
    async close() {
      await Promise.all([...pools.values(), ...callPools.values()].map((pool) => pool.close()));
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

type Common = { readonly response_url: string; readonly trigger_id: string };

function commandFields({ command, text, user, channel = places.channel }: Typed, common: Common) {
  return {
    ...{ token: 'legacy', team_id: 'T0PORTOLAN', team_domain: 'harbour', api_app_id: 'A0PORTOLAN' },
    ...{ channel_id: channel, channel_name: 'bench', user_id: user, user_name: user.toLowerCase() },
    ...{ command, text, is_enterprise_install: 'false', ...common },
  };
}

function pressFields(user: string, actionId: string, value: string, common: Common) {
  const ts = `${1_700_000_000 + Number.parseInt(common.trigger_id, 10)}.000100`;
  const message = { type: 'message', ts, text: 'a card' };
  const payload = {
    type: 'block_actions',
    ...{ team: { id: 'T0PORTOLAN', domain: 'harbour' }, api_app_id: 'A0PORTOLAN', token: 'legacy' },
    user: { id: user, username: user.toLowerCase(), team_id: 'T0PORTOLAN' },
    container: { type: 'message', message_ts: ts, channel_id: places.channel, is_ephemeral: false },
    channel: { id: places.channel, name: 'bench' },
    message,
    ...common,
    actions: [{ type: 'button', action_id: actionId, block_id: 'card', value, action_ts: ts }],
  };
  return { payload: JSON.stringify(payload) };
}
