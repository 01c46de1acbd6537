import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { App, HTTPReceiver, type Logger, LogLevel, SocketModeReceiver } from '@slack/bolt';
import type { Config } from '../../config.ts';
import type { World } from '../../core/world.ts';
import type { Route } from '../../observability/health-routes.ts';
import type { Metrics } from '../../observability/metrics.ts';
import { answerRoute } from '../../observability/serve-routes.ts';
import { timeLimits } from '../blocks/limits.ts';
import { createSlackFetch } from './slack-fetch.ts';

/** The connection to Slack: the same app behind HTTP or Socket Mode. */
export interface Connection {
  readonly app: App;
  /** Listens. Throws when Slack does not accept the token. @returns the port of HTTP */
  start(): Promise<number>;
  /** Takes nothing new. What was acknowledged goes on. */
  stop(): Promise<void>;
}

/** Where Slack sends everything in HTTP mode. */
export const eventsPath = '/slack/events';
/** A request body larger than this is refused before it is read; Slack's own are far smaller. */
const bodyLimit = 1024 * 1024;

/** Connects the app as the configuration says. `routes` are served beside Slack's own path, or alone in Socket Mode. */
export function connect(
  config: Pick<Config, 'slack' | 'http'>,
  world: World,
  metrics: Metrics,
  routes: readonly Route[],
): Connection {
  const logger = boltLogger(world);
  // What Slack refuses is told and logged where it was asked; the client says the same first.
  const clientLogger = boltLogger({ log: { ...world.log, error: world.log.warn } });
  const fetch = createSlackFetch(world, metrics);
  const apiUrl = config.slack.apiUrl === undefined ? {} : { slackApiUrl: config.slack.apiUrl };
  const clientOptions = {
    ...apiUrl,
    fetch,
    retryConfig: { retries: 0 },
    rejectRateLimitedCalls: true,
    logger: clientLogger,
  };
  const receiver =
    config.slack.mode === 'http'
      ? new HTTPReceiver({
          signingSecret: config.slack.signingSecret.reveal(),
          endpoints: eventsPath,
          bodyLimit,
          logger,
          unhandledRequestTimeoutMillis: timeLimits.ackMs,
        })
      : new SocketModeReceiver({
          appToken: config.slack.appToken.reveal(),
          logger,
          installerOptions: { clientOptions },
        });
  const app = new App({
    token: config.slack.botToken.reveal(),
    receiver,
    // The app hands its own to its client.
    logger: clientLogger,
    clientOptions,
    deferInitialization: true,
    convoStore: false,
  });
  app.error(async (error) => world.log.error('a Slack payload broke its handler', { error }));
  const bolt = receiver instanceof HTTPReceiver ? receiver.requestListener : undefined;
  const server = createServer(
    { requestTimeout: 10_000, headersTimeout: 5_000, keepAliveTimeout: 65_000, connectionsCheckingInterval: 5_000 },
    (request, response) => serve(request, response, routes, bolt, world, metrics),
  );
  return {
    app,
    async start() {
      await app.init();
      if (receiver instanceof SocketModeReceiver) await receiver.start();
      return listenOn(server, config.http);
    },
    async stop() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeIdleConnections();
      if (receiver instanceof SocketModeReceiver) await receiver.stop();
      await Promise.race([closed, world.wait(2_000)]);
      server.closeAllConnections();
    },
  };
}

function serve(
  request: IncomingMessage,
  response: ServerResponse,
  routes: readonly Route[],
  bolt: RequestListener | undefined,
  world: World,
  metrics: Metrics,
): void {
  const path = (request.url ?? '/').split('?', 1)[0];
  const route = routes.find((each) => each.path === path);
  if (route) return void answerRoute(route, request, response);
  if (!bolt || path !== eventsPath) {
    response.writeHead(404, { 'content-type': 'text/plain; charset=utf-8' }).end('Not here.\n');
    return;
  }
  if (request.method !== 'POST') {
    response.writeHead(405, { allow: 'POST' }).end();
    return;
  }
  const why = unsigned(request, world.now());
  if (why) {
    metrics.signatureFailed(why);
    response.writeHead(401).end();
    return;
  }
  tolerateCharset(request);
  response.once('finish', () => {
    if (response.statusCode === 401) metrics.signatureFailed('wrong');
    // A body that was too large to read on would stand before the connection's next request; the server's own limit of
    // time ends one that never does.
    if (!request.complete) request.resume();
  });
  bolt(request, response);
}

/**
 * What is wrong with a request's time or signature headers before its body is read. Bolt itself lets times in the future
 * pass (Bolt 5.1), which would make a stolen request good for ever. `ssl_check` comes unsigned, and Bolt answers it.
 */
function unsigned(request: IncomingMessage, now: number): 'missing' | 'old' | 'future' | undefined {
  const stamp = request.headers['x-slack-request-timestamp'];
  const signature = request.headers['x-slack-signature'];
  if (stamp === undefined && signature === undefined) return undefined;
  if (typeof stamp !== 'string' || typeof signature !== 'string' || !/^\d{1,12}$/.test(stamp)) return 'missing';
  const age = now - Number(stamp) * 1_000;
  if (age > timeLimits.signatureMs) return 'old';
  return age < -timeLimits.signatureMs ? 'future' : undefined;
}

/** Bolt 5.1 matches the content type to the letter; a charset behind it is no reason to refuse. */
function tolerateCharset(request: IncomingMessage): void {
  const type = request.headers['content-type'];
  if (type?.includes(';')) request.headers['content-type'] = type.split(';', 1)[0]?.trim() ?? type;
}

function listenOn(server: Server, http: Config['http']): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port: http.port, ...(http.host === undefined ? {} : { host: http.host }) }, () => {
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : http.port);
    });
  });
}

/** Bolt's lines in our log; its debug lines hold message texts, so they stay away (Bolt 5.1). */
function boltLogger({ log }: Pick<World, 'log'>): Logger {
  const line =
    (write: (what: string) => void) =>
    (...parts: unknown[]) =>
      write(parts.map(String).join(' ').slice(0, 500));
  return {
    debug: () => undefined,
    info: line((what) => log.debug(what)),
    warn: line((what) => log.warn(what)),
    error: line((what) => log.error(what)),
    setLevel: () => undefined,
    getLevel: () => LogLevel.INFO,
    setName: () => undefined,
  };
}
