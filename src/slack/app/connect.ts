import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { App, HTTPReceiver, type ReceiverEvent } from '@slack/bolt';
import { WebClient } from '@slack/web-api';
import type { Config } from '../../config.ts';
import type { World } from '../../core/world.ts';
import type { Route } from '../../observability/health-routes.ts';
import type { Metrics } from '../../observability/metrics.ts';
import { answerRoute } from '../../observability/serve-routes.ts';
import { hooksPath } from '../alert/hook-door.ts';
import { edgeLimits, timeLimits } from '../blocks/limits.ts';
import { createGuard, type EdgeDoor, type Guard } from '../edge/guard.ts';
import type { Ack } from '../edge/other-installation.ts';
import { createSlackDoor } from '../edge/slack-door.ts';
import { type Installation, isForAnother, readEnvelope, type SlackEnvelope } from '../edge/slack-envelope.ts';
import { createSocketReceiver, type SocketReceiver } from '../socket/socket-receiver.ts';
import { clientOptionsOf, slackLogger } from './slack-client.ts';
import { createSlackLimits } from './slack-fetch.ts';

/** How long one call may wait until a limit of Slack's has passed, in ms: several times half a minute. */
const patienceMs = 90_000;
/** The same for who someone is and where: a press is answered within three seconds, if only by a refusal. */
const personPatienceMs = 2_500;

/** The connection to Slack: the same app behind HTTP or Socket Mode. */
export interface Connection {
  /** Its client waits until a limit of Slack's has passed: for answers that someone waits for. */
  readonly app: App;
  /** For reading people, channels and groups: waits for a limit for two seconds at most. */
  readonly peopleClient: WebClient;
  /** For what comes again by itself, such as the outbox: never waits for a limit. */
  readonly queueClient: WebClient;
  /**
   * Calls Slack's other addresses, such as a response_url: with the time limit and the figures of the Web API's
   * calls.
   */
  readonly send: typeof globalThis.fetch;
  /** Whether Socket Mode is connected; undefined over HTTP. */
  readonly socket?: Pick<SocketReceiver, 'lostMs' | 'refused'>;
  /**
   * Serves the routes and doors; Slack's own requests get 503 until `accept`.
   * @param doors what stands behind `/mcp` and `/hooks/alertmanager/…`; without it there is no such path
   * @returns the port of HTTP
   */
  listen(doors: Doors): Promise<number>;
  /**
   * Takes Slack's requests from now on. They are for an installation of the app: `answer` gets those for another one.
   * Throws when Slack does not accept the token.
   */
  accept(ours: Installation, answer: (envelope: SlackEnvelope, ack: Ack) => Promise<void>): Promise<void>;
  /** Takes nothing new from Slack; what was acknowledged goes on. The routes are served until `close`. */
  stop(): Promise<void>;
  close(): Promise<void>;
}

/** Where Slack sends everything in HTTP mode. */
export const eventsPath = '/slack/events';

/** Where agents send everything. */
export const mcpPath = '/mcp';

/** What has a path of its own beside Slack's. */
export interface Doors {
  readonly agents?: EdgeDoor | undefined;
  readonly hooks?: EdgeDoor | undefined;
}

/** What is known after `auth.test`. */
interface Accepted {
  readonly ours: Installation;
  readonly answer: (envelope: SlackEnvelope, ack: Ack) => Promise<void>;
}

/** Bolt's app behind our own checks: every payload comes through here, over HTTP and in Socket Mode. */
class CheckedApp extends App {
  accepted: Accepted | undefined;
  metrics: Pick<Metrics, 'edgeRefused'> | undefined;
  log: World['log'] | undefined;

  override async processEvent(event: ReceiverEvent): Promise<void> {
    const { accepted, metrics } = this;
    const envelope = readEnvelope(event.body);
    const ack: Ack = async (shown) => void (await event.ack(shown));
    if (!accepted || !envelope) {
      metrics?.edgeRefused(accepted ? 'envelope' : 'starting');
      return ack();
    }
    if (isForAnother(envelope, accepted.ours)) {
      metrics?.edgeRefused('installation');
      return accepted.answer(envelope, ack);
    }
    if (envelope.type === 'app_rate_limited')
      this.log?.warn('Slack leaves out events for a minute: there were too many for this app');
    // A type that is still to come, too: acknowledged, or Slack sends it again.
    if (envelope.kind === 'other') return ack();
    return super.processEvent(event);
  }
}

/** Connects the app as the configuration says. `routes` are served beside Slack's own path, or alone in Socket Mode. */
export function connect(
  config: Pick<Config, 'slack' | 'http'>,
  world: World,
  metrics: Metrics,
  routes: readonly Route[],
): Connection {
  const logger = slackLogger(world);
  const calls = { apiUrl: config.slack.apiUrl, world, metrics, limits: createSlackLimits(world.now) };
  const clientOptions = clientOptionsOf(calls, patienceMs);
  const clientWith = (patience: number) =>
    new WebClient(config.slack.botToken.reveal(), clientOptionsOf(calls, patience));
  const receiver =
    config.slack.mode === 'http'
      ? new HTTPReceiver({
          signingSecret: config.slack.signingSecret.reveal(),
          endpoints: eventsPath,
          bodyLimit: edgeLimits.bodyBytes,
          logger,
          unhandledRequestTimeoutMillis: timeLimits.ackMs,
        })
      : createSocketReceiver(new WebClient(config.slack.appToken.reveal(), clientOptionsOf(calls, 0)), world);
  const app = new CheckedApp({
    token: config.slack.botToken.reveal(),
    receiver,
    // The app hands its own to its client.
    logger: clientOptions.logger,
    clientOptions,
    deferInitialization: true,
    convoStore: false,
  });
  app.error(async (error) => world.log.error('a Slack payload broke its handler', { error }));
  app.metrics = metrics;
  app.log = world.log;
  const guard = createGuard(world, metrics);
  /** Requests of Slack's that Bolt has and that are not answered yet. */
  const answering = new Set<Promise<void>>();
  const pass = (bolt: HTTPReceiver, request: IncomingMessage, response: ServerResponse, rawBody: Buffer) => {
    const answered: Promise<void> = new Promise<void>((resolve) => response.once('close', resolve)).finally(() =>
      answering.delete(answered),
    );
    answering.add(answered);
    // Bolt takes a body that was read already from `rawBody`.
    bolt.requestListener(Object.assign(request, { rawBody }), response);
  };
  const slackDoor =
    receiver instanceof HTTPReceiver && config.slack.mode === 'http'
      ? createSlackDoor(config.slack.signingSecret.reveal(), world.now, metrics, (...given) => pass(receiver, ...given))
      : undefined;
  const http = createServer({
    requestTimeout: 10_000,
    headersTimeout: 5_000,
    keepAliveTimeout: 65_000,
    connectionsCheckingInterval: 1_000,
  });
  guard.watch(http);
  return {
    app,
    peopleClient: clientWith(personPatienceMs),
    queueClient: clientWith(0),
    send: clientOptions.fetch,
    ...(receiver instanceof HTTPReceiver ? {} : { socket: receiver }),
    listen(doors) {
      const all = { ...doors, slack: slackDoor };
      http.on('request', (request, response) => serve(request, response, routes, guard, all));
      return listenOn(http, config.http);
    },
    async accept(ours, answer) {
      await app.init();
      app.accepted = { ours, answer };
      guard.open();
      if (!(receiver instanceof HTTPReceiver)) await receiver.start();
    },
    async stop() {
      guard.close();
      if (!(receiver instanceof HTTPReceiver)) await receiver.stop();
      await Promise.all(answering);
    },
    async close() {
      const closed = new Promise<void>((resolve) => http.close(() => resolve()));
      http.closeAllConnections();
      await closed;
    },
  };
}

function serve(
  request: IncomingMessage,
  response: ServerResponse,
  routes: readonly Route[],
  guard: Guard,
  { slack, agents, hooks }: Doors & { readonly slack: EdgeDoor | undefined },
): void {
  const path = (request.url ?? '/').split('?', 1)[0];
  const route = routes.find((each) => each.path === path);
  if (route) return void answerRoute(route, request, response);
  const other = path === mcpPath ? agents : path?.startsWith(hooksPath) ? hooks : undefined;
  const door = path === eventsPath ? slack : other;
  if (door) guard.check(door, request, response);
  else response.writeHead(404, { 'content-type': 'text/plain; charset=utf-8' }).end('Not found.\n');
}

function listenOn(server: Server, http: Config['http']): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    const { port, host } = http;
    server.listen({ port, backlog: edgeLimits.backlog, host }, () => {
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : port);
    });
  });
}
