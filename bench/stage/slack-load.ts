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

/** What became of a command, in ms from its sending. */
export interface Sent {
  readonly acked: number;
  readonly status: number;
  /** When the first answer came to the response_url. */
  readonly answered: Promise<number>;
}

/** Actor's side of Slack: sends signed commands over connections that stay open, and hears the answers. */
export interface Load {
  /** Sends to the bot at `port`. */
  send(port: number, typed: Typed): Promise<Sent>;
  close(): Promise<void>;
}

/** Connections that stay open to one bot: as many as commands come at a time, and some. */
const CONNECTIONS = 64;

/**
 * Opens the load; response_urls point to this process, so that one clock times the way there and back.
 * @param keepAlive `false` opens a connection for each command
 */
export async function openLoad(keepAlive = true): Promise<Load> {
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
  let count = 0;

  function poolOf(port: number): Pool {
    const settings = { connections: CONNECTIONS, pipelining: keepAlive ? 1 : 0 };
    const pool = pools.get(port) ?? new Pool(`http://127.0.0.1:${port}`, settings);
    pools.set(port, pool);
    return pool;
  }

  return {
    async send(port, typed) {
      count += 1;
      const key = `r${count}`;
      const body = bodyOf(typed, `${origin}/${key}`, count);
      const seconds = Math.floor(Date.now() / 1000);
      const headers = {
        'content-type': 'application/x-www-form-urlencoded',
        'x-slack-request-timestamp': String(seconds),
        'x-slack-signature': sign(places.signingSecret, seconds, body),
      };
      const pool = poolOf(port);
      const since = performance.now();
      const answered = new Promise<number>((resolve) => waiting.set(key, () => resolve(performance.now() - since)));
      const reply = await pool.request({ method: 'POST', path: '/slack/events', headers, body });
      await reply.body.dump();
      return { acked: performance.now() - since, status: reply.statusCode, answered };
    },
    async close() {
      await Promise.all([...pools.values()].map((pool) => pool.close()));
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
