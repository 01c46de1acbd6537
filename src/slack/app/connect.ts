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
import { readEnvelope, type SlackEnvelope } from '../edge/slack-envelope.ts';
import { createSocketReceiver, type SocketReceiver } from '../socket/socket-receiver.ts';
import { clientOptionsOf, createSlackLimits, slackLogger } from './slack-client.ts';

/** Maximum total wait of one call for Slack's rate limit, in ms: enough for several waits of half a minute. */
const patienceMs = 90_000;
/** Shorter maximum for reading profiles and memberships, in ms, so that a press is answered within 3 s. */
const personPatienceMs = 2_500;

/** The ids with which Slack identifies an installation: a workspace's or an organization's. */
interface Installation {
  readonly team: string;
  readonly enterprise?: string;
}

interface Connection {
  /** Bolt's app. Its client waits for Slack's rate limits, because people wait for its answers. */
  readonly app: App;
  /** Client for reading people, channels and groups. It waits for a rate limit for about two seconds at most. */
  readonly peopleClient: WebClient;
  /** Client for calls that are repeated anyway, such as the outbox's. It never waits for a rate limit. */
  readonly queueClient: WebClient;
  /** Calls Slack's other addresses, such as a response_url, with the timeout and metrics of Web API calls. */
  readonly send: typeof globalThis.fetch;
  readonly socket?: Pick<SocketReceiver, 'lostMs' | 'refused'>;
  /** Serves the routes and doors. Until `accept`, Slack gets 503. Returns the HTTP port. */
  listen(doors: Doors): Promise<number>;
  /** Accepts Slack's requests; `answer` gets those for other installations. @throws Slack's error for a bad token */
  accept(ours: Installation, answer: (envelope: SlackEnvelope, ack: Ack) => Promise<void>): Promise<void>;
  /** Accepts no new requests from Slack; acknowledged work continues. The routes are served until `close`. */
  stop(): Promise<void>;
  close(): Promise<void>;
}

const eventsPath = '/slack/events';

const mcpPath = '/mcp';

interface Doors {
  readonly agents?: EdgeDoor | undefined;
  readonly hooks?: EdgeDoor | undefined;
}

interface Accepted {
  readonly ours: Installation;
  readonly answer: (envelope: SlackEnvelope, ack: Ack) => Promise<void>;
}

/** Bolt's app with our own checks. Every payload passes through `processEvent`, over HTTP and in Socket Mode. */
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
    // Acknowledge unknown types too. Otherwise, Slack sends these payloads again.
    if (envelope.kind === 'other') return ack();
    return super.processEvent(event);
  }
}

/** Checks whether a payload is for another installation. A payload that names none was signed for our installation. */
function isForAnother({ installations }: SlackEnvelope, ours: Installation): boolean {
  return installations.length > 0 && !installations.some((one) => one === ours.team || one === ours.enterprise);
}

const serverOptions = {
  requestTimeout: 10_000,
  headersTimeout: 5_000,
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: 1_000,
};

/** Connects the app. `routes` are served next to Slack's path; in Socket Mode, there are only the routes. */
export function connect(
  config: Pick<Config, 'slack' | 'http'>,
  world: World,
  metrics: Metrics,
  routes: readonly Route[],
): Connection {
  const logger = slackLogger(world);
  const calls = { apiUrl: config.slack.apiUrl, world, metrics, limits: createSlackLimits() };
  const clientOptions = clientOptionsOf(calls, patienceMs);
  const clientWith = (patience: number) =>
    new WebClient(config.slack.botToken.reveal(), clientOptionsOf(calls, patience));
  const receiver = receiverOf(config.slack, world, (token) => new WebClient(token, clientOptionsOf(calls, 0)), logger);
  const app = new CheckedApp({
    token: config.slack.botToken.reveal(),
    receiver,
    // The app passes this logger to its client.
    logger: clientOptions.logger,
    clientOptions,
    deferInitialization: true,
    convoStore: false,
  });
  app.error(async (error) => world.log.error('a Slack payload broke its handler', { error }));
  app.metrics = metrics;
  app.log = world.log;
  const guard = createGuard(world, metrics);
  const answering = new Set<Promise<void>>();
  const slackDoor =
    receiver instanceof HTTPReceiver && config.slack.mode === 'http'
      ? createSlackDoor(config.slack.signingSecret.reveal(), world.now, metrics, passTo(receiver, answering))
      : undefined;
  const http = createServer(serverOptions);
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

function receiverOf(
  slack: Config['slack'],
  world: World,
  socketClient: (token: string) => WebClient,
  logger: ReturnType<typeof slackLogger>,
): HTTPReceiver | SocketReceiver {
  if (slack.mode === 'socket') return createSocketReceiver(socketClient(slack.appToken.reveal()), world);
  return new HTTPReceiver({
    signingSecret: slack.signingSecret.reveal(),
    endpoints: eventsPath,
    bodyLimit: edgeLimits.bodyBytes,
    logger,
    unhandledRequestTimeoutMillis: timeLimits.ackMs,
  });
}

/** Returns a function that passes requests to Bolt. @param answering requests that Bolt hasn't answered yet */
function passTo(bolt: HTTPReceiver, answering: Set<Promise<void>>) {
  return (request: IncomingMessage, response: ServerResponse, rawBody: Buffer): void => {
    const answered: Promise<void> = new Promise<void>((resolve) => response.once('close', resolve)).finally(() =>
      answering.delete(answered),
    );
    answering.add(answered);
    // Bolt takes the body from `rawBody` if the body is already read.
    bolt.requestListener(Object.assign(request, { rawBody }), response);
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
