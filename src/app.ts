import { createChangeEngine } from './changes/change-engine.ts';
import { ChartBusy, type Charts, createCharts } from './charts/charts.ts';
import type { Config } from './config.ts';
import { groupsOf } from './core/policy/policy.ts';
import type { World } from './core/world.ts';
import { createHealthRoutes, type Readiness } from './observability/health-routes.ts';
import { createMetrics, type Metrics } from './observability/metrics.ts';
import { type Serving, serveRoutes } from './observability/serve-routes.ts';
import { operations } from './operations/index.ts';
import { createScheduler } from './operations/schedule/scheduler.ts';
import type { Services } from './operations/shared/services.ts';
import { createPlatform } from './platform/create-platform.ts';
import { ask } from './questions/ask.ts';
import type { Bot } from './slack/app/bot.ts';
import { connect } from './slack/app/connect.ts';
import { listen } from './slack/app/listen.ts';
import { createTasks } from './slack/app/tasks.ts';
import { sweepFiles } from './slack/chart/chart-post.ts';
import { createSchedulePoster } from './slack/chart/schedule-post.ts';
import { createHomes } from './slack/home/home.ts';
import { createPeople } from './slack/people/people.ts';
import { createNotifier } from './slack/request/slack-notifier.ts';
import { openStore } from './store/open.ts';
import type { Store } from './store/store.ts';

/** A running Portolan. */
export interface Portolan {
  /** The port that Slack and operators reach. */
  readonly port: number;
  readonly adminPort: number | undefined;
  /** Finishes what runs, within ten seconds, then lets go of everything. */
  stop(): Promise<void>;
  /** Resolves when nothing runs and nothing is due; for tests. */
  idle(): Promise<void>;
  readonly store: Store;
}

const drainMs = 8_000;
const housekeepingMs = 10 * 60_000;

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
  const store = await openStore(place).catch(async (error: unknown) => {
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
  const metrics = createMetrics({
    charts: worker.stats,
    outbox: store.outbox.size,
    openings: async () => (await store.openings.list()).length,
  });
  const charts = timed(worker, metrics, world);
  const platform = createPlatform({
    ...config.platform,
    now: world.now,
    random: world.random,
    onCall: metrics.platformCalled,
  });
  const state: { slack: boolean; stopping: boolean } = { slack: false, stopping: false };
  const routes = createHealthRoutes({
    ready: async (): Promise<Readiness> => {
      const [database, ping] = await Promise.all([store.ready(), platform.ping()]);
      return {
        database: { state: database ? 'ok' : 'failing' },
        slack: { state: state.slack ? 'ok' : 'failing' },
        platform: { state: ping.reachable && ping.tokenAccepted !== false ? 'ok' : 'failing' },
        stopping: state.stopping,
      };
    },
    metrics,
    wait: world.wait,
    adminPort: config.http.adminPort,
  });
  const connection = connect(config, world, metrics, routes.main);
  const { client } = connection.app;
  const self = { user: '', name: 'portolan', team: '' };
  const people = createPeople({
    client,
    now: world.now,
    team: () => self.team,
    self: () => self.user,
    groups: groupsOf(config.policy),
  });
  const services: Services = {
    world,
    store,
    platform,
    charts,
    policy: config.policy,
    people,
    operations,
    prefix: config.commandPrefix,
    count: metrics,
    ...(config.context ? { fallback: config.context } : {}),
  };
  const tasks = createTasks((error) => world.log.error('a task broke', { error }));
  const engine = createChangeEngine(
    services,
    createNotifier(() => bot),
    { writeTimeoutMs: config.platform.writeTimeoutMs },
  );
  const homes = createHomes(() => bot);
  const bot: Bot = { services, client, engine, metrics, homes, self: () => self };
  listen(connection.app, bot, tasks);

  const port = await connection.start();
  const me = await client.auth.test();
  self.user = me.user_id ?? '';
  self.name = me.user ?? 'portolan';
  self.team = me.team_id ?? '';
  state.slack = true;
  const admin: Serving | undefined =
    config.http.adminPort === undefined
      ? undefined
      : await serveRoutes(routes.admin, { port: config.http.adminPort, host: config.http.host });
  const scheduler = createScheduler(
    services,
    ask,
    createSchedulePoster(() => bot),
  );
  engine.start();
  scheduler.start();
  void charts.warm().catch((error: unknown) => {
    if (!state.stopping) world.log.error('charts could not be warmed', { error });
  });
  const stopKeeping = keepHouse(bot, world);
  world.log.info('Portolan is ready', {
    port,
    mode: config.slack.mode,
    store: store.engine,
    audit: await store.audit.head(),
  });

  let stopped: Promise<void> | undefined;
  async function stop(): Promise<void> {
    state.stopping = true;
    stopKeeping();
    await connection.stop();
    await Promise.all([tasks.drain(drainMs), engine.stop(), scheduler.stop()]);
    await Promise.all([admin?.close(), charts.close(), platform.close()]);
    await store.close();
  }

  return {
    port,
    adminPort: admin?.port,
    store,
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
