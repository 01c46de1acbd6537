import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Portolan, startApp } from '../src/app.ts';
import type { Charts } from '../src/charts/charts.ts';
import type { Config } from '../src/config.ts';
import { defaultPolicy, type Policy } from '../src/core/policy/policy.ts';
import { Secret } from '../src/core/text/secret.ts';
import type { World } from '../src/core/world.ts';
import { storedAgent } from '../src/operations/agent/agent-operations.ts';
import { hashSecret, writeToken } from '../src/operations/agent/agent-token.ts';
import { operations } from '../src/operations/index.ts';
import { makeManifest } from '../src/slack/app/manifest.ts';
import { passToAgents } from './agent-door.ts';
import { createInspector } from './inspector.ts';
import type { MovableClock } from './movable-clock.ts';
import { type SimulatedPlatform, type SimulatedPlatformOptions, startPlatform } from './platform/start-platform.ts';
import { createAlertmanager, playgroundSource } from './simulated-alertmanager.ts';
import { type SimulatedSlack, type SlackOptions, startSlack } from './slack/simulated-slack.ts';

export interface PlaygroundOptions {
  readonly world: World;
  readonly mode?: 'http' | 'socket';
  readonly policy?: Policy;
  readonly prefix?: string;
  readonly data?: string;
  readonly databaseUrl?: string;
  readonly context?: Config['context'] | null;
  readonly platform?: SimulatedPlatformOptions;
  readonly slack?: Partial<Omit<SlackOptions, 'bot'>>;
  readonly dialect?: Config['platform']['dialect'];
  readonly auditKey?: Secret;
  readonly evidenceKey?: Config['evidenceKey'];
  /** The console's URL in a browser. Without this URL, the bot shows no links to the console. */
  readonly consoleUrl?: string;
  /** Overrides of the bot's timeouts, in ms. */
  readonly timeouts?: { readonly read?: number; readonly write?: number };
  readonly alertTokens?: Config['alertTokens'];
  readonly agents?: true;
  /** Draws charts, and is closed when the bot stops. Default: a separate worker. */
  readonly charts?: Charts;
}

export interface Playground {
  readonly slack: SimulatedSlack;
  readonly platform: SimulatedPlatform;
  readonly config: Config;
  bot(): Portolan;
  /** Stops the bot as a deployment would, and restarts it on the same data. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/** Initial context of the playground: an app with every kind of component. */
export const playgroundContext = { team: 'shop', region: 'east-1', app: '12' };
const operators = { name: 'operators', users: [], groups: ['S0123OPS'] };

/** Default policy plus a group with emergency access, which nobody has without a policy file. */
export const playgroundPolicy: Policy = {
  ...defaultPolicy,
  source: 'file',
  roles: new Map([[operators.name, operators]]),
  breakGlass: operators,
};
const signingSecret = 'playground-signing-secret-0123456789';
const botToken = 'xoxb-playground-0123456789';
const appToken = 'xapp-playground-0123456789';

export async function startPlayground(options: PlaygroundOptions): Promise<Playground> {
  const mode = options.mode ?? 'http';
  const prefix = options.prefix ?? '';
  const platform = await startPlatform(options.platform ?? {});
  const slack = await startSlack({
    manifest: makeManifest(operations, { mode, prefix }),
    ...options.slack,
    bot: { signingSecret, botToken, appToken },
  });
  const own = options.data === undefined ? mkdtempSync(join(tmpdir(), 'portolan-')) : undefined;
  const port = options.agents ? await freePort() : 0;
  const config = configOf(options, slack, platform, options.data ?? own ?? '', port);
  let bot = await startBot(config, options, slack);
  return {
    slack,
    platform,
    config,
    bot: () => bot,
    async restart() {
      await bot.stop();
      bot = await startBot(config, options, slack);
    },
    async stop() {
      await bot.stop();
      await Promise.all([slack.close(), platform.close()]);
      if (own !== undefined) rmSync(own, { recursive: true, force: true });
    },
  };
}

/** Returns a free port, because the URL of `/mcp` is configured before the bot listens. */
async function freePort(): Promise<number> {
  const server = createServer();
  const port = await listenFrom(server, 0);
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Creates an agent for a person and returns its token, like `/portolan agent create` without the form. */
export async function createAgent(
  { store }: Portolan,
  owner: { readonly id: string; readonly name: string },
  agent: { readonly name: string; readonly id: string; readonly may: 'read' | 'propose'; readonly at: number },
): Promise<string> {
  const secret = new Secret(randomBytes(32).toString('base64url'));
  const { id, at } = agent;
  const newAgent = { v: 1 as const, ...agent, owner, hash: hashSecret(secret), expires: at + 90 * 86_400_000 };
  await store.commit({ at, agents: { create: storedAgent(newAgent), drop: [id] } });
  return writeToken({ id, secret }).reveal();
}

async function startBot(config: Config, options: PlaygroundOptions, slack: SimulatedSlack): Promise<Portolan> {
  const bot = await startApp(config, options.world, options.charts);
  if (config.mcpUrl !== undefined) slack.bot.mcpUrl = config.mcpUrl;
  if (config.slack.mode === 'http') slack.bot.eventsUrl = `http://127.0.0.1:${bot.port}/slack/events`;
  return bot;
}

function configOf(
  options: PlaygroundOptions,
  slack: SimulatedSlack,
  platform: SimulatedPlatform,
  data: string,
  port: number,
): Config {
  const readTimeoutMs = options.timeouts?.read ?? 10_000;
  const mode =
    options.mode === 'socket'
      ? ({ mode: 'socket', appToken: new Secret(appToken), signingSecret: new Secret(signingSecret) } as const)
      : ({ mode: 'http', signingSecret: new Secret(signingSecret) } as const);
  return {
    slack: { ...mode, botToken: new Secret(botToken), apiUrl: slack.apiUrl },
    consoleUrl: options.consoleUrl,
    evidenceKey: options.evidenceKey,
    mcpUrl: options.agents ? `http://127.0.0.1:${port}/mcp` : undefined,
    commandPrefix: options.prefix ?? '',
    language: undefined,
    platform: {
      url: platform.url,
      token: new Secret(platform.token),
      authHeader: 'Authorization',
      authPrefix: '',
      dialect: options.dialect ?? 'auto',
      readTimeoutMs,
      monitorTimeoutMs: readTimeoutMs * 3,
      writeTimeoutMs: options.timeouts?.write ?? 80_000,
    },
    context: options.context === null ? undefined : (options.context ?? playgroundContext),
    store:
      options.databaseUrl === undefined
        ? { engine: 'sqlite', directory: data }
        : { engine: 'postgres', url: new Secret(options.databaseUrl) },
    audit: { current: options.auditKey, previous: [], retentionMs: undefined },
    policy: options.policy ?? defaultPolicy,
    policyFile: undefined,
    alertTokens: options.alertTokens ?? new Map(),
    http: { port, host: '127.0.0.1', adminPort: undefined },
    logLevel: 'warn',
  };
}

type Handler =
  Parameters<SimulatedSlack['gateway']> extends [infer Request, infer Response]
    ? (request: Request, response: Response) => Promise<boolean> | boolean
    : never;

/** Serves the page, the simulated Slack's gateway and the inspector on one address. */
export async function servePlayground(
  playground: Playground,
  page: { readonly handle: Handler },
  options: { readonly port: number; readonly clock?: MovableClock },
): Promise<{ readonly url: string; close(): Promise<void> }> {
  const { clock } = options;
  const inspector = createInspector({
    ...{ platform: playground.platform, clock, alertmanager: alertmanagerOf(playground, clock) },
    due: () => nextDue(playground.bot()),
  });
  const server = createServer((request, response) => {
    void (async () => {
      if (await playground.slack.gateway(request, response)) return;
      if (await passToAgents(playground, request, response)) return;
      if (await inspector.handle(request, response)) return;
      if (await page.handle(request, response)) return;
      response.writeHead(404, { 'content-type': 'text/plain; charset=utf-8' }).end('Not found.\n');
    })().catch(() => response.destroy());
  });
  const taken = await listenFrom(server, options.port);
  return {
    url: `http://localhost:${taken}`,
    close: () =>
      new Promise((resolve) => {
        inspector.close();
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function nextDue({ store }: Portolan): Promise<number> {
  const all = await Promise.all([store.due.next(), store.outbox.next(), store.presses.next()]);
  return Math.min(...all.map((at) => at ?? Number.POSITIVE_INFINITY));
}

function alertmanagerOf({ bot, config }: Playground, clock: MovableClock | undefined) {
  const { name } = playgroundSource;
  if (!config.policy.alertSources?.has(name)) return undefined;
  const now = clock?.world.now ?? Date.now;
  return createAlertmanager(() => `http://127.0.0.1:${bot().port}/hooks/alertmanager/${name}`, now);
}

/** Listens on the port, or on the next free one. */
async function listenFrom(server: Server, port: number): Promise<number> {
  for (let at = port; at < port + 20; at += 1) {
    const taken = await new Promise<number | undefined>((resolve, reject) => {
      server.once('error', (error: NodeJS.ErrnoException) =>
        error.code === 'EADDRINUSE' ? resolve(undefined) : reject(error),
      );
      server.listen({ port: at, host: '127.0.0.1' }, () => {
        const address = server.address();
        resolve(typeof address === 'object' && address !== null ? address.port : at);
      });
    });
    server.removeAllListeners('error');
    if (taken !== undefined) return taken;
  }
  throw new Error(`no port from ${port} on is free`);
}
