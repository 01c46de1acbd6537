import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { readJson } from '../core/text/json.ts';
import type { Secret } from '../core/text/secret.ts';
import type { World } from '../core/world.ts';
import { type AgentToken, isSecretOf, readToken } from '../operations/agent/agent-token.ts';
import { type LoadedAgent, loadAgent } from '../operations/agent/stored-agent.ts';
import type { Services } from '../operations/shared/services.ts';
import { timeLimits } from '../slack/blocks/limits.ts';
import type { EdgeDoor, EdgeRefusal } from '../slack/edge/guard.ts';
import { isSignedBy } from '../slack/edge/slack-door.ts';
import type { Caller } from './agent-principal.ts';
import type { McpAnswerer } from './mcp-server.ts';

/** Maximum body size of a request to `/mcp`, in bytes. No valid arguments are longer. */
const maxBytes = 256 * 1_024;
const passedHeaders = ['mcp-protocol-version', 'mcp-method', 'mcp-name', 'mcp-session-id', 'user-agent'];

/** Endpoint for agents. Each request needs exactly one identity: Slack's signature or a token. */
export interface McpDoor extends EdgeDoor {
  stop(): Promise<void>;
  /** Aborted when the bot stops, so that no call waits any longer. */
  readonly stopping: AbortSignal;
}

export interface McpDoorParts {
  readonly services: Services;
  readonly world: World;
  readonly url: string;
  /** Verifies Slackbot's requests. If undefined, only tokens are accepted. */
  readonly signingSecret: Secret | undefined;
  readonly answerer: () => McpAnswerer | undefined;
}

export function createMcpDoor({ services, world, url, signingSecret, answerer }: McpDoorParts): McpDoor {
  const { host, origin } = new URL(url);
  const working = new Set<Promise<void>>();
  const stopping = new AbortController();
  let hasLoggedHost = false;

  function refuse({ headers }: IncomingMessage): EdgeRefusal | undefined {
    if (headers.host !== host) {
      if (!hasLoggedHost) world.log.warn('/mcp was called by another name than MCP_URL has', { host: headers.host });
      hasLoggedHost = true;
      return refusal(403, 'host', wrongHost);
    }
    if (headers.origin !== undefined && headers.origin !== origin) return refusal(403, 'host', wrongHost);
    const type = headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase();
    if (type !== 'application/json') return refusal(415, 'type', 'Send JSON, with Content-Type: application/json.');
    if (Number(headers['content-length'] ?? 0) > maxBytes)
      return refusal(413, 'length', `A message has at most ${maxBytes / 1_024} KiB.`);
    return hasOneIdentity(headers, signingSecret, world.now()) ? undefined : refusal(401, 'identity', notAuthorized);
  }

  async function work(request: IncomingMessage, response: ServerResponse, body: Buffer, trust: () => void) {
    const caller = await callerOf(services, signingSecret, request.headers, body);
    if (!caller) return answerError(response, 401, -32_001, notAuthorized);
    trust();
    const answerRequest = answerer();
    if (!answerRequest) return answerError(response, 503, -32_002, 'Portolan is starting. Try again in 10 seconds.');
    const parsed = readJson(body.toString());
    if (parsed === undefined) return answerError(response, 400, -32_700, 'The message isn’t valid JSON.');
    if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed))
      return answerError(response, 400, -32_600, 'Send one JSON-RPC message at a time.');
    if (caller.by === 'token')
      await services.store.agents.used(caller.agent.id, world.now()).catch((error: unknown) => {
        world.log.warn('the last use of a token couldn’t be saved', { error });
      });
    const gone = new AbortController();
    response.once('close', () => gone.abort());
    const headers = headersToPass(request.headers);
    const accept = request.headers.accept ?? '*/*';
    const json = /application\/json|\*\/\*|application\/\*/.test(accept);
    const answer = await answerRequest({ caller, headers, body: parsed, json, gone: gone.signal });
    await writeAnswer(response, answer);
  }

  return {
    bodyBytes: () => maxBytes,
    stopping: stopping.signal,
    refuse,
    enter(request, response, pieces, { trust }) {
      const done: Promise<void> = work(request, response, Buffer.concat(pieces), trust)
        .catch((error: unknown) => {
          world.log.error('a request for /mcp failed', { error });
          answerError(response, 500, -32_603, 'Something went wrong.');
        })
        .finally(() => working.delete(done));
      working.add(done);
    },
    async stop() {
      stopping.abort();
      await Promise.all(working);
    },
  };
}

/** Returns who sent a request: Slack, if it is signed, or the agent of its token. */
async function callerOf(
  services: Services,
  signingSecret: Secret | undefined,
  headers: IncomingHttpHeaders,
  body: Buffer,
): Promise<Caller | undefined> {
  const signature = headers['x-slack-signature'];
  const stamp = headers['x-slack-request-timestamp'];
  if (typeof signature === 'string' && typeof stamp === 'string' && signingSecret)
    return isSignedBy(signingSecret.reveal(), stamp, signature, [body])
      ? { by: 'slack', sent: createHash('sha256').update(body).digest('hex'), secret: signingSecret }
      : undefined;
  const token = readToken(bearerOf(headers) ?? '');
  const agent = token && (await agentOfToken(services, token));
  return agent && { by: 'token', agent };
}

/** Returns the agent of a valid token. For any other token, returns undefined and gives no reason. */
export async function agentOfToken(services: Services, token: AgentToken): Promise<LoadedAgent | undefined> {
  const agent = loadAgent(await services.store.agents.get(token.id));
  if (!agent || !isSecretOf(token.secret, agent.hash) || agent.expires <= services.world.now()) return undefined;
  return agent;
}

async function writeAnswer(response: ServerResponse, answer: Response): Promise<void> {
  const type = answer.headers.get('content-type');
  response.writeHead(answer.status, {
    ...(type === null ? {} : { 'content-type': type }),
    'cache-control': 'no-store',
  });
  response.end(Buffer.from(await answer.arrayBuffer()));
}

function headersToPass(headers: IncomingHttpHeaders): Readonly<Record<string, string>> {
  return Object.fromEntries(
    passedHeaders.flatMap((name) => {
      const value = headers[name];
      return typeof value === 'string' ? [[name, value]] : [];
    }),
  );
}

/** Checks whether a request has exactly one identity in the right form. Later code checks whether it is valid. */
function hasOneIdentity(
  headers: IncomingMessage['headers'],
  signingSecret: Secret | undefined,
  now: ReturnType<World['now']>,
): boolean {
  const { authorization, 'x-slack-signature': signature, 'x-slack-request-timestamp': stamp } = headers;
  const isSigned = signature !== undefined || stamp !== undefined;
  if (isSigned === (authorization !== undefined)) return false;
  if (!isSigned) return readToken(bearerOf(headers) ?? '') !== undefined;
  if (!signingSecret || typeof stamp !== 'string' || !/^\d{1,12}$/.test(stamp) || typeof signature !== 'string')
    return false;
  return Math.abs(now - Number(stamp) * 1_000) <= timeLimits.signatureMs;
}

function bearerOf({ authorization }: IncomingMessage['headers']): string | undefined {
  return /^Bearer (\S{1,200})$/i.exec(authorization ?? '')?.[1];
}

const notAuthorized =
  'Not authorized. Send the header Authorization: Bearer <token>. If the token is wrong, expired or revoked, its owner creates a new one in Slack.';
const wrongHost = 'Portolan takes this only at the address in its MCP_URL. A proxy has to pass on the header Host.';

/** Returns a JSON-RPC error that contains only details that the caller is allowed to know. */
function errorBody(code: number, message: string): string {
  return JSON.stringify({ jsonrpc: '2.0', id: null, error: { code, message } });
}

/** Error for a client without a valid token. Several clients show only this header (RFC 6750). */
const challenge = 'Bearer realm="Portolan", error="invalid_token", error_description="Create a token in Slack"';

function refusal(status: number, why: EdgeRefusal['why'], message: string): EdgeRefusal {
  const headers = status === 401 ? { headers: [`www-authenticate: ${challenge}`] } : {};
  return { status, why, answer: { ...headers, json: errorBody(-32_001, message) } };
}

function answerError(response: ServerResponse, status: number, code: number, message: string): void {
  if (response.headersSent || response.destroyed) return;
  const more = status === 401 ? { 'www-authenticate': challenge } : {};
  response
    .writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store', ...more })
    .end(errorBody(code, message));
}
