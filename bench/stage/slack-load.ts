import { createServer } from 'node:http';
import { Pool } from 'undici';
import { sign } from '../../playground/slack/delivery/deliver.ts';
import { places } from './stage-places.ts';

/** One command as somebody types it. */
export interface Typed {
  readonly command: string;
  readonly text: string;
  readonly user: string;
  readonly channel?: string;
}

/** A button of a card as somebody presses it. */
export interface PressedButton {
  readonly user: string;
  readonly actionId: string;
  /** The request and its revision, as on a card's buttons. */
  readonly value: string;
}

/** What became of a command or a press, in ms from its sending. */
export interface Sent {
  readonly acked: number;
  readonly status: number;
  /** When the first answer came to the response_url. */
  readonly answered: Promise<number>;
}

/** A call of a tool, as Slackbot sends it for somebody. */
export interface ToolCalled {
  readonly tool: string;
  readonly given: Readonly<Record<string, unknown>>;
  readonly user: string;
}

/** What became of a call: ms from its sending, and whether its result came before Slackbot's time was over. */
export interface ToolAnswered {
  readonly took: number;
  readonly inTime: boolean;
}

/** Actor's side of Slack: sends signed commands and presses over connections that stay open, and hears the answers. */
export interface Load {
  /** Sends to the bot at `port`. */
  send(port: number, typed: Typed): Promise<Sent>;
  press(port: number, pressed: PressedButton): Promise<Sent>;
  /** Calls a tool. @throws Error where it was refused, unless only its time was over */
  call(port: number, called: ToolCalled): Promise<ToolAnswered>;
  close(): Promise<void>;
}

/** Connections that stay open to one bot: as many as commands come at a time, and some. */
const CONNECTIONS = 64;

/**
 * Opens the load; response_urls point to this process, so that one clock times the way there and back.
 * @param keepAlive `false` opens a connection for each command
 * @param now the clock of the bot, by which commands are signed, epoch ms
 */
export async function openLoad(keepAlive = true, now: () => number = Date.now): Promise<Load> {
  const waiting = new Map<string, () => void>();
  const server = createServer((request, response) => {
    const key = request.url?.slice(1) ?? '';
    waiting.get(key)?.();
    waiting.delete(key);
    request.resume();
    request.on('end', () => response.writeHead(200, { 'content-type': 'text/plain' }).end('ok'));
  });
  server.keepAliveTimeout = 60_000;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const origin = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
  const pools = new Map<number, Pool>();
  // Of their own: commands must not wait here for a connection that calls have.
  const callPools = new Map<number, Pool>();
  let count = 0;

  function poolOf(port: number, pools: Map<number, Pool>): Pool {
    const settings = { connections: CONNECTIONS, pipelining: keepAlive ? 1 : 0 };
    const pool = pools.get(port) ?? new Pool(`http://127.0.0.1:${port}`, settings);
    pools.set(port, pool);
    return pool;
  }

  async function post(port: number, bodyFor: (responseUrl: string, n: number) => string): Promise<Sent> {
    count += 1;
    const key = `r${count}`;
    const body = bodyFor(`${origin}/${key}`, count);
    const seconds = Math.floor(now() / 1000);
    const headers = {
      'content-type': 'application/x-www-form-urlencoded',
      'x-slack-request-timestamp': String(seconds),
      'x-slack-signature': sign(places.signingSecret, seconds, body),
    };
    const pool = poolOf(port, pools);
    const since = performance.now();
    const answered = new Promise<number>((resolve) => waiting.set(key, () => resolve(performance.now() - since)));
    const reply = await pool.request({ method: 'POST', path: '/slack/events', headers, body });
    await reply.body.dump();
    return { acked: performance.now() - since, status: reply.statusCode, answered };
  }

  return {
    send: (port, typed) => post(port, (responseUrl, n) => bodyOf(typed, responseUrl, n)),
    press: (port, pressed) => post(port, (responseUrl, n) => pressBodyOf(pressed, responseUrl, n)),
    async call(port, { tool, given, user }) {
      count += 1;
      const slack = { user_id: user, team_id: 'T0PORTOLAN' };
      const params = { name: tool, arguments: given, _meta: { slack } };
      const body = JSON.stringify({ jsonrpc: '2.0', id: count, method: 'tools/call', params });
      const seconds = Math.floor(now() / 1000);
      const headers = {
        'content-type': 'application/json',
        accept: 'application/json',
        'x-slack-request-timestamp': String(seconds),
        'x-slack-signature': sign(places.signingSecret, seconds, body),
      };
      const since = performance.now();
      const reply = await poolOf(port, callPools).request({ method: 'POST', path: '/mcp', headers, body });
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

function bodyOf({ command, text, user, channel = places.channel }: Typed, responseUrl: string, n: number): string {
  return new URLSearchParams({
    token: 'legacy',
    team_id: 'T0PORTOLAN',
    team_domain: 'harbour',
    channel_id: channel,
    channel_name: 'bench',
    user_id: user,
    user_name: user.toLowerCase(),
    command,
    text,
    api_app_id: 'A0PORTOLAN',
    is_enterprise_install: 'false',
    response_url: responseUrl,
    trigger_id: `${n}.0.bench`,
  }).toString();
}

function pressBodyOf({ user, actionId, value }: PressedButton, responseUrl: string, n: number): string {
  const message = { type: 'message', ts: `${1_700_000_000 + n}.000100`, text: 'a card' };
  const payload = {
    type: 'block_actions',
    team: { id: 'T0PORTOLAN', domain: 'harbour' },
    user: { id: user, username: user.toLowerCase(), team_id: 'T0PORTOLAN' },
    api_app_id: 'A0PORTOLAN',
    token: 'legacy',
    container: { type: 'message', message_ts: message.ts, channel_id: places.channel, is_ephemeral: false },
    channel: { id: places.channel, name: 'bench' },
    message,
    trigger_id: `${n}.0.bench`,
    response_url: responseUrl,
    actions: [{ type: 'button', action_id: actionId, block_id: 'card', value, action_ts: message.ts }],
  };
  return new URLSearchParams({ payload: JSON.stringify(payload) }).toString();
}
