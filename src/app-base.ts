import type { createBackground } from './app-background.ts';
import { resolveAppNames } from './app-name-lookup.ts';
import { ChartBusy, type Charts } from './charts/charts.ts';
import type { Config } from './config.ts';
import type { Policy } from './core/policy/policy.ts';
import type { World } from './core/world.ts';
import { createEvidenceMaker } from './evidence/evidence-maker.ts';
import { type Check, createHealthRoutes, keepFor, type Readiness } from './observability/health-routes.ts';
import { loggedMetrics } from './observability/logged-metrics.ts';
import { createMetrics, type Metrics } from './observability/metrics.ts';
import type { TroubleLog } from './observability/trouble-log.ts';
import { version } from './observability/version.ts';
import { operations } from './operations/index.ts';
import { createKeptExamples } from './operations/shared/answer/kept-examples.ts';
import type { Services } from './operations/shared/services.ts';
import { createPlatform } from './platform/create-platform.ts';
import { REASONS } from './platform/errors/reasons.ts';
import { faultOf } from './platform/http/ping.ts';
import type { PingResult, Platform } from './platform/platform.ts';
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

/** `/readyz` is public, so its ping of the platform is reused for this time, in ms. */
const pingKeptMs = 5_000;

/** While the bot stops, nothing is checked, because the database and the platform may already be closed. */
const stoppingReadiness: Readiness = {
  database: { state: 'unknown' },
  slack: { state: 'unknown' },
  platform: { state: 'unknown' },
  stopping: true,
};

/** Creates the checks of `/readyz`: database writable, bot accepted by Slack, platform reachable. */
export function createReadiness(
  progress: Pick<Progress, 'slack' | 'socketLostMs' | 'stopping'>,
  parts: {
    readonly problem: Store['problem'];
    readonly platform: Pick<Platform, 'ping'>;
    readonly now: () => number;
  },
): () => Promise<Readiness> {
  const { problem, platform, now } = parts;
  const ping = keepFor(pingKeptMs, now, platform.ping);
  return async () => {
    if (progress.stopping) return stoppingReadiness;
    const [database, pinged] = await Promise.all([problem(), ping()]);
    return {
      database:
        database === undefined
          ? { state: 'ok' }
          : { state: 'failing', detail: database.isDiskFull ? 'disk full' : 'the database can’t be written' },
      slack: slackCheck(progress),
      platform: platformCheck(pinged),
      stopping: progress.stopping,
    };
  };
}

/** Returns the platform's check for `/readyz`. Its detail contains no address or token. */
export function platformCheck(pinged: PingResult): Check {
  const fault = faultOf(pinged);
  return fault === undefined ? { state: 'ok' } : { state: 'failing', detail: REASONS[fault][0] };
}

/** Time without a Socket Mode connection that isn't reported, in ms. Most connections return within seconds. */
const socketGraceMs = 10_000;

function slackCheck({ slack, socketLostMs }: Pick<Progress, 'slack' | 'socketLostMs'>): Check {
  const lostMs = socketLostMs();
  if (lostMs !== undefined && lostMs >= socketGraceMs)
    return { state: 'failing', detail: `no Socket Mode connection for ${Math.round(lostMs / 1_000)} s` };
  return { state: slack ? 'ok' : 'failing' };
}

type Background = ReturnType<typeof createBackground>;

interface Progress {
  /** Whether Slack accepted the bot. */
  slack: boolean;
  /** Time since the Socket Mode connection was lost, in ms. Undefined if connected, or if the bot uses HTTP. */
  socketLostMs: () => number | undefined;
  stopping: boolean;
  /** Whether the last known head of the audit log is now missing or changed. */
  auditBroken: boolean;
  late: Background['late'];
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

/** Returns all user groups that the policy names. The bot must know their members to make decisions. */
export function groupsOf(policy: Policy): readonly string[] {
  const roles = [...policy.roles.values()].flatMap((role) => role.groups);
  return [...new Set([...roles, ...(policy.breakGlass?.groups ?? [])])];
}

/** Each check writes to the disk, so `/readyz` reuses the result for this time, in ms. */
const storeCheckKeptMs = 1_000;

function keptProblem({ problem }: Pick<Store, 'problem'>, now: () => number): Store['problem'] {
  return keepFor(storeCheckKeptMs, now, problem);
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

async function isReadyNow(
  progress: Pick<Progress, 'slack' | 'socketLostMs' | 'stopping'>,
  problem: Store['problem'],
): Promise<boolean> {
  return !progress.stopping && slackCheck(progress).state === 'ok' && (await problem()) === undefined;
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
