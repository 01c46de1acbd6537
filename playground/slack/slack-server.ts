import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { answerResponse } from './delivery/response-url.ts';
import { parseJson, stringOf } from './json-values.ts';
import { answerCall } from './methods/web-api.ts';
import type { SlackState } from './slack-state.ts';
import { mimetypeOf } from './workspace/stored-files.ts';

const bodyBytes = 64 * 1024 * 1024;
/** Slack accepts files up to 1 GB. This simulator accepts less, because it keeps files in memory. */
const fileBytes = 512 * 1024 * 1024;

/** Reads a request's body. @throws if the body is larger than the limit, by default 64 MiB */
export async function readBody(request: IncomingMessage, limit = bodyBytes): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    const bytes = Buffer.from(chunk);
    size += bytes.length;
    if (size > limit) throw new Error('the body is too large');
    chunks.push(bytes);
  }
  return Buffer.concat(chunks);
}

export function sendJson(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', ...headers });
  response.end(JSON.stringify(body));
}

function sendText(response: ServerResponse, status: number, body: string): void {
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' });
  response.end(body);
}

function bearerOf(request: IncomingMessage): string | null {
  const match = /^Bearer\s+(\S+)$/i.exec(request.headers.authorization ?? '');
  return match?.[1] ?? null;
}

async function formBody(request: IncomingMessage, body: Buffer): Promise<FormData | undefined> {
  const type = request.headers['content-type'] ?? '';
  if (!type.startsWith('multipart/form-data')) return undefined;
  return await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData();
}

async function api(sim: SlackState, request: IncomingMessage, response: ServerResponse, url: URL): Promise<void> {
  const raw = await readBody(request);
  const form = await formBody(request, raw);
  const fields = new URLSearchParams();
  for (const [key, value] of form ?? []) if (typeof value === 'string') fields.append(key, value);
  const answer = await answerCall(sim, {
    method: url.pathname.slice('/api/'.length),
    bearer: bearerOf(request),
    contentType: form ? 'application/x-www-form-urlencoded' : (request.headers['content-type'] ?? ''),
    body: form ? fields.toString() : raw.toString('utf8'),
    query: url.searchParams,
  });
  if (answer === 'lost') request.socket.destroy();
  else sendJson(response, answer.status, answer.body, answer.headers);
}

/** Returns the bytes of an upload, raw or as the only file of a form. */
async function uploaded(request: IncomingMessage): Promise<Buffer> {
  const raw = await readBody(request, fileBytes);
  const form = await formBody(request, raw);
  if (!form) return raw;
  for (const value of form.values()) if (typeof value !== 'string') return Buffer.from(await value.arrayBuffer());
  return Buffer.alloc(0);
}

async function upload(sim: SlackState, request: IncomingMessage, response: ServerResponse, id: string): Promise<void> {
  const bytes = await uploaded(request);
  if (sim.uplinkMbit !== undefined) await pause((bytes.length * 8) / (1_000 * sim.uplinkMbit));
  const file = sim.workspace.files.get(id);
  const fits = file !== undefined && !file.completed && bytes.length === file.length;
  sim.journal.write('upload', id, fits ? null : 'refused', { bytes: bytes.length, expected: file?.length ?? null });
  if (!fits) {
    sendText(response, file === undefined ? 404 : 400, 'not OK');
    return;
  }
  file.bytes = bytes;
  sendText(response, 200, `OK - ${bytes.length}`);
}

async function respond(
  sim: SlackState,
  request: IncomingMessage,
  response: ServerResponse,
  key: string,
): Promise<void> {
  const raw = (await readBody(request)).toString('utf8');
  const form = (request.headers['content-type'] ?? '').startsWith('application/x-www-form-urlencoded');
  const body = form ? parseJson(new URLSearchParams(raw).get('payload') ?? '') : parseJson(raw);
  const answer = answerResponse(sim, key, body);
  sendText(response, answer.status, answer.body);
}

function privateFile(sim: SlackState, request: IncomingMessage, response: ServerResponse, id: string): void {
  const file = sim.workspace.files.get(id);
  if (bearerOf(request) !== sim.bot.botToken) sendText(response, 403, 'not_authed');
  else if (!file?.bytes || !file.completed) sendText(response, 404, 'file_not_found');
  else {
    response.writeHead(200, { 'content-type': mimetypeOf(file), 'content-length': file.bytes.length });
    response.end(file.bytes);
  }
}

async function route(sim: SlackState, request: IncomingMessage, response: ServerResponse): Promise<boolean> {
  const url = new URL(request.url ?? '/', 'http://slack.invalid');
  const [, first = '', second = '', third = ''] = url.pathname.split('/');
  if (first === 'api' && second !== '') await api(sim, request, response, url);
  else if (first === 'upload' && request.method === 'POST') await upload(sim, request, response, third);
  else if (first === 'actions' && request.method === 'POST') await respond(sim, request, response, third);
  else if (first === 'files-pri') privateFile(sim, request, response, stringOf(second.split('-')[1]));
  else return false;
  return true;
}

/** Serves Slack on `server`. Other requests go to `otherwise`, or get a 404. */
export function serve(
  sim: SlackState,
  server: Server,
  otherwise: (request: IncomingMessage, response: ServerResponse) => Promise<boolean>,
): void {
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const answer = async () => {
      if ((await route(sim, request, response)) || (await otherwise(request, response))) return;
      sendText(response, 404, 'not found');
    };
    answer().catch((error: unknown) => {
      sim.journal.write('fault', 'simulator', 'internal', { url: request.url, error: String(error) });
      if (!response.headersSent) sendJson(response, 500, { ok: false, error: 'internal_error' });
      else response.destroy();
    });
  });
}
