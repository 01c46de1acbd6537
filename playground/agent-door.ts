import { request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Portolan } from '../src/app.ts';
import { readToken } from '../src/operations/agent/agent-token.ts';
import { loadAgent } from '../src/operations/agent/stored-agent.ts';
import { objectOf, parseJson, stringOf } from './slack/json-values.ts';
import type { JsonRecord } from './slack/page-protocol.ts';
import type { SimulatedSlack } from './slack/simulated-slack.ts';
import { readBody } from './slack/slack-server.ts';

interface BehindDoor {
  readonly slack: Pick<SimulatedSlack, 'journal'>;
  readonly config: { readonly mcpUrl: string | undefined };
  bot(): Pick<Portolan, 'store'>;
}

/** Headers that belong to one connection, or that this proxy sets itself. */
const ownHeaders = new Set(['host', 'connection', 'content-length', 'transfer-encoding', 'keep-alive']);

/** Forwards requests for `/mcp` to the bot and shows them in the inspector. @returns whether this was one */
export async function passToAgents(
  playground: BehindDoor,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<boolean> {
  const { mcpUrl } = playground.config;
  if (mcpUrl === undefined || new URL(request.url ?? '/', mcpUrl).pathname !== '/mcp') return false;
  const body = await readBody(request);
  const call = objectOf(parseJson(body.toString('utf8')));
  const { name, owner } = await agentOf(playground, request);
  const { journal } = playground.slack;
  const { n } = journal.write('agent', callName(call), null, { agent: name, user: owner, request: call });
  const answer = await send(mcpUrl, request, response, body);
  journal.write('ack', callName(call), answer.status < 400 ? null : String(answer.status), {
    delivery: n,
    body: answer.body,
  });
  return true;
}

export function callName({ method, params }: JsonRecord): string {
  return method === 'tools/call' ? stringOf(objectOf(params).name) : stringOf(method, 'something else');
}

async function agentOf({ bot }: BehindDoor, { headers }: IncomingMessage) {
  const token = readToken((headers.authorization ?? '').replace(/^Bearer /i, ''));
  const agent = token && loadAgent(await bot().store.agents.get(token.id));
  return { name: agent?.name ?? 'unknown', owner: agent?.owner.id ?? '' };
}

/** Forwards a request with the bot's host, and streams the answer back. */
function send(mcpUrl: string, request: IncomingMessage, response: ServerResponse, body: Buffer) {
  const headers = Object.entries(request.headers).filter(([name]) => !ownHeaders.has(name));
  return new Promise<{ readonly status: number; readonly body: unknown }>((resolve) => {
    const { method = 'POST' } = request;
    const sent = httpRequest(mcpUrl, { method, headers: { ...Object.fromEntries(headers) } }, (answer) => {
      const pieces: Buffer[] = [];
      const status = answer.statusCode ?? 502;
      response.writeHead(status, { ...answer.headers, connection: 'close' });
      answer.on('data', (piece: Buffer) => {
        pieces.push(piece);
        response.write(piece);
      });
      answer.on('end', () => {
        response.end();
        const text = Buffer.concat(pieces).toString('utf8');
        resolve({ status, body: parseJson(text) ?? text });
      });
    });
    sent.on('error', () => {
      if (!response.headersSent) response.writeHead(502);
      response.end();
      resolve({ status: 502, body: '' });
    });
    response.once('close', () => sent.destroy());
    sent.end(body);
  });
}
