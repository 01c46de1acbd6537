import { auditOptions, logHeads } from './app-audit.ts';
import { type Background, createBackground } from './app-background.ts';
import { resolveAppNames } from './app-name-lookup.ts';
import { createReadiness, type StartedBot } from './app-ready.ts';
import { bySlack } from './app-start-problem.ts';
import { stopParts } from './app-stop.ts';
import { createChangeEngine } from './changes/change-engine.ts';
import { ChartBusy, type Charts, createCharts } from './charts/charts.ts';
import type { Config } from './config.ts';
import { defined } from './core/defined.ts';
import { groupsOf } from './core/policy/policy.ts';
import type { World } from './core/world.ts';
import type { McpAnswerer } from './mcp/mcp-server.ts';
import { createHealthRoutes, keepFor } from './observability/health-routes.ts';
import { createMetrics, type Metrics } from './observability/metrics.ts';
import { type Serving, serveRoutes } from './observability/serve-routes.ts';
import { operations } from './operations/index.ts';
import { createKeptExamples } from './operations/shared/answer/kept-examples.ts';
import type { Services } from './operations/shared/services.ts';
import { createPlatform } from './platform/create-platform.ts';
import { createRunReads } from './reader/run-reads.ts';
import { createHookDoor } from './slack/alert/hook-door.ts';
import { connect } from './slack/app/connect.ts';
import { type BotIdentity, identify, isInChannel } from './slack/app/identify.ts';
import { createTasks } from './slack/app/tasks.ts';
import { answerElsewhere } from './slack/edge/other-installation.ts';
import { createHomes } from './slack/home/home.ts';
import type { Bot, SlackServices } from './slack/interaction/bot.ts';
import { createChartTurns } from './slack/interaction/chart-turns.ts';
import { listen } from './slack/listen/listen.ts';
import { createPeople } from './slack/people/people.ts';
import { createNotifier } from './slack/request/slack-notifier.ts';
import { createPressIntake } from './slack/request/stored-presses.ts';
import { type DiskSpace, diskSpaceOf } from './store/disk-space.ts';
import { openStore } from './store/open-store.ts';
import { shareClock } from './store/shared-clock.ts';
import type { Store } from './store/store.ts';

/** A running Portolan. */
export interface Portolan {
  /** The port that Slack and operators reach. */
  readonly port: number;
  readonly adminPort: number | undefined;
  /** Finishes what runs, within ten seconds: a write that takes longer is read back at the next start. */
  stop(): Promise<void>;
  readonly started: StartedBot;
  /** Resolves when nothing runs and nothing is due; for tests. */
  idle(): Promise<void>;
  readonly store: Store;
}

/** The parts of a stop take at most so long, in ms: ten seconds in all, after which a deployment kills the process. */
const stopMs = { slack: 2_000, work: 6_500, resources: 500, audit: 300, store: 500 };
const diskKeptMs = 1_000;

/**
 * Makes and starts the app: what `main.ts`, the tests and the playground start alike.
 * @param charts what draws; a worker of its own unless given. It is closed at the end
 * @throws StoreProblem when the database cannot be used; Slack's own error when it does not accept the token
 */
export async function startApp(config: Config, world: World, charts: Charts = createCharts()): Promise<Portolan> {
  const place =
    config.store.engine === 'postgres'
      ? { databaseUrl: config.store.url.reveal(), dataDirectory: '' }
      : { dataDirectory: config.store.directory };
  const store = await openStore(place, auditOptions(config, world)).catch(async (error: unknown) => {
    await charts.close();
    throw error;
  });
  try {
    return await startWith(config, world, store, charts);
  } catch (error) {
    await charts.close();
    await store.close();
    throw error;
  }
}

async function startWith(config: Config, world: World, store: Store, worker: Charts): Promise<Portolan> {
  const state = { slack: false, stopping: false, auditBroken: false };
  let background: Background | undefined;
  const metrics = createMetrics({
    charts: worker.stats,
    outbox: store.outbox.size,
    temporaryAccess: async () => (await store.holds.list()).length,
    followedLate: () => background?.late.followed() ?? 0,
    watchesLate: () => background?.late.watches() ?? 0,
    auditIntact: () => !state.auditBroken,
    ...(config.store.engine === 'sqlite' ? { disk: diskOf(config.store.directory, world) } : {}),
  });
  const charts = timed(worker, metrics, world);
  const platform = createPlatform({
    ...config.platform,
    now: world.now,
    random: world.random,
    onCall: metrics.platformCalled,
  });
  const { policy, context } = await resolveAppNames(config, { platform, store, world }).catch(
    async (error: unknown) => {
      await platform.close();
      throw error;
    },
  );
  const routes = createHealthRoutes({
    ready: createReadiness(state, { store, platform, now: world.now }),
    metrics,
    world,
    adminPort: config.http.adminPort,
  });
  const agents = config.mcpUrl === undefined ? undefined : await agentsAt(config.mcpUrl, config, world, () => services);
  const hooks = createHookDoor({
    ...{ policy, tokens: config.alertTokens, services: () => services, world, metrics },
    wake: () => background?.wakeAlerts(),
  });
  const connection = connect(config, world, metrics, routes.main, { agents: agents?.door, hooks });
  const { client } = connection.app;
  const { peopleClient, queueClient } = connection;
  const self = { user: '', name: 'portolan', team: '' };
  const people = createPeople({
    client: peopleClient,
    now: world.now,
    team: () => self.team,
    groups: groupsOf(policy),
  });
  // Slack's own times are compared with this machine's clock; what is stored follows the database's.
  const shared = await shareClock(world, store);
  const services: Services = {
    examples: createKeptExamples(),
    world: shared.world,
    store,
    platform,
    charts,
    policy,
    people,
    operations,
    prefix: config.commandPrefix,
    ...defined({ language: config.language, agentsUrl: config.mcpUrl, consoleUrl: config.consoleUrl }),
    count: metrics,
    ...(context ? { fallback: context } : {}),
  };
  const tasks = createTasks((error) => world.log.error('a background task failed', { error }));
  const runReads = createRunReads(platform, services.world.now);
  const slack: SlackServices = { services, client, metrics, chartTurns: createChartTurns(), self: () => self };
  // Posts that come again by themselves never hold up what people wait for.
  const queued: SlackServices = { ...slack, client: queueClient };
  const homes = createHomes(slack);
  const engine = createChangeEngine(services, createNotifier(queued, homes), {
    writeTimeoutMs: config.platform.writeTimeoutMs,
    runs: runReads,
  });
  const bot: Bot = { ...slack, engine, homes };
  const presses = createPressIntake(bot, tasks.run);
  background = createBackground(queued, runReads, world);
  listen({ app: connection.app, bot, tasks, presses });

  const port = await connection.listen();
  const me = await acceptSlack(config, connection, bot, self);
  state.slack = true;
  const admin: Serving | undefined =
    config.http.adminPort === undefined
      ? undefined
      : await serveRoutes(routes.admin, { port: config.http.adminPort, host: config.http.host });
  await agents?.open(bot, () => self.team);
  engine.start();
  background.start();
  presses.start();
  void charts.warm().catch((error: unknown) => {
    if (!state.stopping) world.log.error('charts could not be prepared', { error });
  });
  const heads = logHeads(store, world, () => {
    state.auditBroken = true;
  });
  await heads.record();
  const started: StartedBot = {
    me,
    port,
    store,
    aheadMs: connection.aheadMs(),
    platform,
    disk: config.store.engine === 'sqlite' ? await diskSpaceOf(config.store.directory) : undefined,
    isInChannel: () => isInChannel(client),
  };

  let stopped: Promise<void> | undefined;
  async function stop(): Promise<void> {
    state.stopping = true;
    shared.stop();
    heads.stop();
    await stopParts(world, [
      { what: 'Slack', ms: stopMs.slack, end: () => [connection.stop(), agents?.door.stop(), hooks?.stop()] },
      {
        what: 'work',
        ms: stopMs.work,
        end: () => [tasks.drain(stopMs.work), engine.stop(), background?.stop(), presses.stop()],
      },
      { what: 'charts and platform', ms: stopMs.resources, end: () => [charts.close(), platform.close()] },
      { what: 'the audit head', ms: stopMs.audit, end: () => [heads.record()] },
      { what: 'HTTP', ms: stopMs.resources, end: () => [admin?.close(), connection.close()] },
      { what: 'the database', ms: stopMs.store, end: () => [store.close()] },
    ]);
  }

  return {
    port,
    adminPort: admin?.port,
    store,
    started,
    idle: async () => {
      await tasks.drain(30_000);
      await engine.idle();
    },
    stop() {
      stopped ??= stop();
      return stopped;
    },
  };
}

/** The door for agents, of which nothing is loaded where `MCP_URL` isn't set; `open` lets them in. */
async function agentsAt(url: string, { slack }: Config, world: World, services: () => Services) {
  const { createMcpDoor } = await import('./mcp/mcp-door.ts');
  let answerer: McpAnswerer | undefined;
  const { signingSecret } = slack;
  const door = createMcpDoor({ services, world, url, signingSecret, answerer: () => answerer });
  return {
    door,
    async open(bot: Bot, team: () => string) {
      const { createMcpAnswerer } = await import('./mcp/mcp-server.ts');
      const tools = { services: bot.services, engine: bot.engine, stopping: door.stopping };
      answerer = await createMcpAnswerer(tools, url, team, bot.metrics.agentCalled);
    },
  };
}

/**
 * Learns who the bot is, and takes from then on what Slack sends: without its own team the bot would take everyone for a
 * stranger.
 */
async function acceptSlack(
  config: Config,
  connection: ReturnType<typeof connect>,
  bot: Bot,
  self: ReturnType<Bot['self']>,
): Promise<BotIdentity> {
  try {
    const me = await bySlack('SLACK_BOT_TOKEN', config, identify(bot.client));
    Object.assign(self, { user: me.user, name: me.name, team: me.team });
    const ours = { team: me.team, ...defined({ enterprise: me.enterprise }) };
    const accepted = connection.accept(ours, (envelope, ack) => answerElsewhere(bot, connection.send, envelope, ack));
    await bySlack(config.slack.mode === 'socket' ? 'SLACK_APP_TOKEN' : 'SLACK_BOT_TOKEN', config, accepted);
    return me;
  } catch (error) {
    await connection.stop();
    await connection.close();
    throw error;
  }
}

/** The room of a directory's disk, read once for the gauges that are asked together. */
function diskOf(directory: string, { now }: World): () => Promise<DiskSpace | undefined> {
  return keepFor(diskKeptMs, now, () => diskSpaceOf(directory));
}

/** The same charts, the time that each took written down: waiting included, since that is what people feel. */
function timed(charts: Charts, metrics: Metrics, { now }: World): Charts {
  return {
    ...charts,
    async draw(job) {
      const since = now();
      try {
        const drawn = await charts.draw(job);
        metrics.drawn('ok', now() - since);
        return drawn;
      } catch (error) {
        metrics.drawn(error instanceof ChartBusy ? 'busy' : 'failed', now() - since);
        throw error;
      }
    },
  };
}
