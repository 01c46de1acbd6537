import { resolveAppNames } from './app-name-lookup.ts';
import { createReadiness, isReadyNow, keptProblem, type Progress } from './app-ready.ts';
import { ChartBusy, type Charts } from './charts/charts.ts';
import type { Config } from './config.ts';
import { groupsOf } from './core/policy/policy.ts';
import type { World } from './core/world.ts';
import { createEvidenceMaker } from './evidence/evidence-maker.ts';
import { createHealthRoutes, keepFor } from './observability/health-routes.ts';
import { loggedMetrics } from './observability/logged-metrics.ts';
import { createMetrics, type Metrics } from './observability/metrics.ts';
import type { TroubleLog } from './observability/trouble-log.ts';
import { version } from './observability/version.ts';
import { operations } from './operations/index.ts';
import { createKeptExamples } from './operations/shared/answer/kept-examples.ts';
import type { Services } from './operations/shared/services.ts';
import { createPlatform } from './platform/create-platform.ts';
import { createBackgroundReads } from './reader/background-reads.ts';
import { connect } from './slack/app/connect.ts';
import type { SlackServices } from './slack/interaction/bot.ts';
import { createChartTurns } from './slack/interaction/chart-turns.ts';
import { createPeople } from './slack/people/people.ts';
import { type DiskSpace, diskSpaceOf } from './store/disk-space.ts';
import { shareClock } from './store/shared-clock.ts';
import type { Store } from './store/store.ts';

const diskKeptMs = 1_000;

export interface BaseParts {
  readonly store: Store;
  readonly trouble: TroubleLog;
  readonly worker: Charts;
}

/** Creates the parts that the whole app shares. The Slack connection doesn't receive anything yet. */
export async function createBase(config: Config, world: World, { store, trouble, worker }: BaseParts) {
  const progress: Progress = {
    slack: false,
    stopping: false,
    auditBroken: false,
    socketLostMs: () => undefined,
    late: { followed: () => 0, watches: () => 0 },
  };
  const problem = keptProblem(store, world.now);
  const metrics = loggedMetrics(metricsOf(config, world, { store, worker, progress, problem }), world, trouble);
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
    ready: createReadiness(progress, { problem, platform, now: world.now }),
    metrics,
    world,
    adminPort: config.http.adminPort,
  });
  const connection = connect(config, world, metrics, routes.main);
  progress.socketLostMs = () => connection.socket?.lostMs();
  const self = { user: '', name: 'portolan', team: '' };
  const people = createPeople({
    client: connection.peopleClient,
    now: world.now,
    team: () => self.team,
    groups: groupsOf(policy),
  });
  // Slack's times are compared with this machine's clock. Stored times use the database's clock.
  const shared = await shareClock(world, store);
  const services: Services = {
    world: shared.world,
    store,
    platform,
    policy,
    people,
    operations,
    prefix: config.commandPrefix,
    charts: timed(worker, metrics, world),
    evidence: createEvidenceMaker(store, shared.world, { key: config.evidenceKey, version }),
    examples: createKeptExamples(),
    background: createBackgroundReads(shared.world, platform.readsUnderWay),
    language: config.language,
    agentsUrl: config.mcpUrl,
    consoleUrl: config.consoleUrl,
    count: metrics,
    ...(context ? { fallback: context } : {}),
  };
  const { client } = connection.app;
  const slack: SlackServices = { services, client, metrics, chartTurns: createChartTurns(), self: () => self };
  return { progress, routes, connection, self, shared, slack };
}

function metricsOf(
  config: Config,
  world: World,
  parts: Pick<BaseParts, 'store' | 'worker'> & {
    readonly progress: Progress;
    readonly problem: ReturnType<typeof keptProblem>;
  },
): Metrics {
  const { store, worker, progress, problem } = parts;
  return createMetrics({
    build: { version, store: store.engine },
    ready: () => isReadyNow(progress, problem),
    database: async () => (await problem()) === undefined,
    charts: worker.stats,
    outbox: store.outbox.size,
    temporaryAccess: async () => (await store.temporaryAccess.list()).length,
    followedLate: () => progress.late.followed(),
    watchesLate: () => progress.late.watches(),
    auditIntact: () => !progress.auditBroken,
    ...(config.slack.mode === 'socket'
      ? { socketConnected: () => progress.slack && progress.socketLostMs() === undefined }
      : {}),
    ...(config.store.engine === 'sqlite' ? { disk: diskOf(config.store.directory, world) } : {}),
  });
}

/** Returns a cached reader of the free disk space, so that all gauges of one scrape share one read. */
function diskOf(directory: string, { now }: World): () => Promise<DiskSpace | undefined> {
  return keepFor(diskKeptMs, now, () => diskSpaceOf(directory));
}

/** Measures the total time of each chart, including the wait in the queue, because that is the time users notice. */
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
