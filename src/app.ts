import { auditOptions, logHeads } from './app-audit.ts';
import { resolveAppNames } from './app-name-lookup.ts';
import { platformCheck, type StartedBot } from './app-ready.ts';
import { bySlack } from './app-start-problem.ts';
import { createChangeEngine } from './changes/change-engine.ts';
import { ChartBusy, type Charts, createCharts } from './charts/charts.ts';
import type { Config } from './config.ts';
import { defined } from './core/defined.ts';
import { groupsOf } from './core/policy/policy.ts';
import type { World } from './core/world.ts';
import type { McpAnswerer } from './mcp/mcp-server.ts';
import { createHealthRoutes, keepFor, type Readiness } from './observability/health-routes.ts';
import { createMetrics, type Metrics } from './observability/metrics.ts';
import { type Serving, serveRoutes } from './observability/serve-routes.ts';
import { createRunsDelivery } from './operations/follow/deliver-runs.ts';
import { createFollower } from './operations/follow/follower.ts';
import { createAlertWork } from './operations/incident/alert-work.ts';
import { createIncidentDelivery } from './operations/incident/deliver-incidents.ts';
import { operations } from './operations/index.ts';
import { createScheduler } from './operations/schedule/scheduler.ts';
import type { Services } from './operations/shared/services.ts';
import { pauseWatches } from './operations/watch/pause-watches.ts';
import { createWatcher } from './operations/watch/watcher.ts';
import { createPlatform } from './platform/create-platform.ts';
import { ask } from './questions/ask.ts';
import { createAppReader } from './reader/app-reader.ts';
import { createRunReads } from './reader/run-reads.ts';
import { createHookDoor } from './slack/alert/hook-door.ts';
import { connect } from './slack/app/connect.ts';
import { type BotIdentity, identify, isInChannel } from './slack/app/identify.ts';
import { createTasks } from './slack/app/tasks.ts';
import { sweepFiles } from './slack/chart/chart-post.ts';
import { createSchedulePoster } from './slack/chart/schedule-post.ts';
import { answerElsewhere } from './slack/edge/other-installation.ts';
import { createRunsPoster } from './slack/follow/runs-poster.ts';
import { createHomes } from './slack/home/home.ts';
import { createIncidentPoster } from './slack/incident/incident-poster.ts';
import type { Bot } from './slack/interaction/bot.ts';
import { createChartTurns } from './slack/interaction/chart-turns.ts';
import { listen } from './slack/listen/listen.ts';
import { createPeople } from './slack/people/people.ts';
import { createPressIntake } from './slack/request/press-intents.ts';
import { createNotifier } from './slack/request/slack-notifier.ts';
import { type DiskSpace, diskSpaceOf } from './store/disk-space.ts';
import { openStore } from './store/open-store.ts';
import { shareClock } from './store/shared-clock.ts';
import type { Store } from './store/store.ts';
import type { WorkLoop } from './store/work-loop.ts';

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
const housekeepingMs = 10 * 60_000;
/** `/readyz` is open to everyone, and the platform is asked with the token: at most once in this time. */
const pingKeptMs = 5_000;
/** How long `/readyz` repeats what its last try to write found: each try writes to the disk. */
const storeCheckKeptMs = 1_000;
const diskKeptMs = 1_000;

/** Nothing is looked at any more: the database and the platform may be closed already. */
const stoppingReadiness: Readiness = {
  database: { state: 'unknown' },
  slack: { state: 'unknown' },
  platform: { state: 'unknown' },
  stopping: true,
};

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
  const state: { slack: boolean; stopping: boolean; auditBroken: boolean } = {
    slack: false,
    stopping: false,
    auditBroken: false,
  };
  const metrics = createMetrics({
    charts: worker.stats,
    outbox: store.outbox.size,
    openings: async () => (await store.holds.list()).length,
    followedLate: () => reader.lateMs(),
    watchesLate: () => watcher.lateMs(),
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
  const ping = keepFor(pingKeptMs, world.now, platform.ping);
  const storeProblem = keepFor(storeCheckKeptMs, world.now, store.problem);
  const routes = createHealthRoutes({
    ready: async (): Promise<Readiness> => {
      if (state.stopping) return stoppingReadiness;
      const [database, found] = await Promise.all([storeProblem(), ping()]);
      return {
        database:
          database === undefined
            ? { state: 'ok' }
            : { state: 'failing', detail: database.isDiskFull ? 'disk full' : 'the database can’t be written' },
        slack: { state: state.slack ? 'ok' : 'failing' },
        platform: platformCheck(found),
        stopping: state.stopping,
      };
    },
    metrics,
    world,
    adminPort: config.http.adminPort,
  });
  const ending = new AbortController();
  let answerer: McpAnswerer | undefined;
  let alerts: WorkLoop | undefined;
  const signingSecret = config.slack.signingSecret;
  const door =
    config.mcpUrl === undefined
      ? undefined
      : (await import('./mcp/mcp-door.ts')).createMcpDoor({
          ...{ services: () => services, url: config.mcpUrl, signingSecret, stopping: ending, world },
          answerer: () => answerer,
        });
  const hooks = createHookDoor({
    ...{ policy, tokens: config.alertTokens, services: () => services, world, metrics },
    wake: () => alerts?.wake(),
  });
  const connection = connect(config, world, metrics, routes.main, { agents: door, hooks });
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
  const engine = createChangeEngine(
    services,
    createNotifier(() => ({ ...bot, client: queueClient })),
    { writeTimeoutMs: config.platform.writeTimeoutMs, runs: runReads },
  );
  const homes = createHomes(() => bot);
  const chartTurns = createChartTurns();
  const bot: Bot = { services, client, engine, metrics, homes, chartTurns, self: () => self };
  const presses = createPressIntake(() => bot, tasks.run);
  listen({ app: connection.app, bot, tasks, presses });

  const port = await connection.listen();
  let me: BotIdentity;
  try {
    // Nothing from Slack is taken before this: without its own team the bot would take everyone for a stranger.
    me = await bySlack('SLACK_BOT_TOKEN', config, identify(client));
    Object.assign(self, { user: me.user, name: me.name, team: me.team });
    const ours = { team: me.team, ...defined({ enterprise: me.enterprise }) };
    const accepted = connection.accept(ours, (envelope, ack) => answerElsewhere(bot, connection.send, envelope, ack));
    await bySlack(config.slack.mode === 'socket' ? 'SLACK_APP_TOKEN' : 'SLACK_BOT_TOKEN', config, accepted);
    state.slack = true;
  } catch (error) {
    await connection.stop();
    await connection.close();
    throw error;
  }
  const admin: Serving | undefined =
    config.http.adminPort === undefined
      ? undefined
      : await serveRoutes(routes.admin, { port: config.http.adminPort, host: config.http.host });
  const scheduler = createScheduler(
    services,
    ask,
    createSchedulePoster(() => ({ ...bot, client: queueClient })),
  );
  const reader = createAppReader({ ...services, runs: runReads, counted: metrics.readInBackground });
  const runs = createRunsDelivery(
    services,
    reader,
    createRunsPoster(() => ({ ...bot, client: queueClient })),
  );
  reader.subscribe(createFollower(services, { reader, runs: runReads }, runs.wake));
  const incidentPoster = createIncidentPoster(() => ({ ...bot, client: queueClient }));
  const pause = (channel: string, code: string) => pauseWatches(services, channel, code);
  const incidents = createIncidentDelivery(services, incidentPoster, pause, incidentPoster.others);
  const watcher = createWatcher(services, reader, incidents.wake);
  reader.subscribe(watcher);
  if (config.mcpUrl !== undefined) {
    const { createMcpAnswerer } = await import('./mcp/mcp-server.ts');
    answerer = await createMcpAnswerer(
      { services, engine, stopping: ending.signal },
      config.mcpUrl,
      () => self.team,
      metrics.agentCalled,
    );
  }
  alerts = createAlertWork(services, incidentPoster.line, incidents.wake);
  engine.start();
  alerts.start();
  reader.start();
  runs.start();
  watcher.start();
  incidents.start();
  scheduler.start();
  presses.start();
  void charts.warm().catch((error: unknown) => {
    if (!state.stopping) world.log.error('charts could not be prepared', { error });
  });
  const stopKeeping = keepHouse(bot, world);
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
    stopKeeping();
    shared.stop();
    heads.stop();
    const { slack, work, resources, audit, store: closing } = stopMs;
    ending.abort();
    await within(world, slack, 'Slack', Promise.all([connection.stop(), door?.stop(), hooks?.stop()]));
    const works = [
      tasks.drain(work),
      engine.stop(),
      scheduler.stop(),
      reader.stop(),
      runs.stop(),
      presses.stop(),
      alerts?.stop(),
      watcher.stop(),
      incidents.stop(),
    ];
    await within(world, work, 'work', Promise.all(works));
    await within(world, resources, 'charts and platform', Promise.all([charts.close(), platform.close()]));
    await within(world, audit, 'the audit head', heads.record());
    await within(world, resources, 'HTTP', Promise.all([admin?.close(), connection.close()]));
    await within(world, closing, 'the database', store.close());
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

/** The room of a directory's disk, read once for the gauges that are asked together. */
function diskOf(directory: string, { now }: World): () => Promise<DiskSpace | undefined> {
  return keepFor(diskKeptMs, now, () => diskSpaceOf(directory));
}

/** Waits for a part of the stop, but no longer than `ms`: the next part has to happen whatever became of this one. */
async function within(world: World, ms: number, what: string, part: Promise<unknown>): Promise<void> {
  const done = new AbortController();
  const late = world.wait(ms, done.signal).then(() => 'late' as const);
  try {
    if ((await Promise.race([part, late])) === 'late')
      world.log.warn('stopping: some work did not finish in time', { for: what });
  } catch (error) {
    world.log.error('stopping: a part failed to stop', { what, error });
  } finally {
    done.abort();
  }
}

/** Forgets what nobody needs, every ten minutes. */
function keepHouse(bot: Bot, world: World): () => void {
  const stop = new AbortController();
  const loop = async () => {
    while (!stop.signal.aborted) {
      await world.wait(housekeepingMs, stop.signal);
      if (stop.signal.aborted) return;
      try {
        await bot.services.store.purge(world.now());
        await sweepFiles(bot);
      } catch (error) {
        world.log.warn('housekeeping failed', { error });
      }
    }
  };
  void loop();
  return () => stop.abort();
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
