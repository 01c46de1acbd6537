import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { Secret } from '../../src/core/text/secret.ts';
import { addPortCall } from '../../src/operations/port/port-add.ts';
import type { PlatformOptions } from '../../src/platform/create-platform.ts';
import { createPlatform } from '../../src/platform/create-platform.ts';
import { PlatformError } from '../../src/platform/errors/platform-error.ts';
import type { Platform } from '../../src/platform/platform.ts';
import { listen } from './listening.ts';

/* Local servers that give fixed answers, and clients for them. The end of a test closes all of them. */

export const place = { team: 'shop', region: 'east-1', app: '12' };
export const service = { ...place, service: 'gr1' };
export const port = {
  container_port: 80,
  protocol: 'http',
  port_alias: 'WEB',
  is_inner_service: true,
  is_outer_service: false,
  k8s_service_name: 'web',
};
export const enveloped = { code: 200, msg: 'success', msg_show: '查询成功', data: { bean: {}, list: [port] } };
export const added = { code: 200, msg: 'success', msg_show: '添加成功', data: { bean: port, list: [] } };
export const newPort = addPortCall(service, { port: 80, protocol: 'http', inner: true });

interface ReceivedRequest {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

const endings: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end();
});

type Answer = (response: ServerResponse, received: ReceivedRequest, count: number) => void;

/** Starts a server that replies with `answer` and collects the requests in `requests`. */
export async function serve(answer: Answer) {
  const requests: ReceivedRequest[] = [];
  let connections = 0;
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    const { method, url, headers } = request;
    const received = { method, url, headers, body };
    requests.push(received);
    answer(response, received, requests.length);
  });
  server.on('connection', () => {
    connections += 1;
  });
  const port = await listen(server);
  endings.push(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return { url: `http://127.0.0.1:${port}`, requests, server, connections: () => connections };
}

export function client(url: string, more: Partial<PlatformOptions> = {}): Platform {
  const platform = createPlatform({ url, token: new Secret('tok-secret'), now: Date.now, random: () => 0, ...more });
  endings.push(() => platform.close());
  return platform;
}

/** Replies with JSON and a request id. */
export function json(response: ServerResponse, body: unknown, status = 200): void {
  response
    .writeHead(status, { 'content-type': 'application/json', 'x-request-id': 'req-12345' })
    .end(JSON.stringify(body));
}

/** Returns the PlatformError of a failed call. Checks that the error contains no token and no address. */
export async function failure(promise: Promise<unknown>): Promise<PlatformError> {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof PlatformError)) throw new Error(`no PlatformError: ${String(error)}`);
  expect(`${JSON.stringify(error)}${error.message}`).not.toMatch(/tok-secret|127\.0\.0\.1/);
  return error;
}
