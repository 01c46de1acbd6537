import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Route } from './health-routes.ts';

export async function answerRoute(route: Route, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const reply = await route.handle(request.method ?? 'GET');
  response.writeHead(reply.status, reply.headers).end(reply.body);
}

export interface Serving {
  readonly port: number;
  readonly close: () => Promise<void>;
}

/** Serves routes on a separate port. Port 0: any free port; no host: all interfaces. @throws the listening error */
export async function serveRoutes(
  routes: readonly Route[],
  at: { readonly port: number; readonly host?: string | undefined },
): Promise<Serving> {
  const server = createServer({ requestTimeout: 10_000, headersTimeout: 5_000 }, (request, response) => {
    const path = (request.url ?? '/').split('?', 1)[0];
    const route = routes.find((each) => each.path === path);
    if (route) void answerRoute(route, request, response);
    else response.writeHead(404, { 'content-type': 'text/plain; charset=utf-8' }).end('Not found.\n');
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port: at.port, host: at.host }, resolve);
  });
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : at.port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
