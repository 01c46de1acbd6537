import { auditOptions, logHeads } from './app-audit.ts';
import { createBackground, pauseAll } from './app-background.ts';
import { type BaseParts, createBase } from './app-base.ts';
import type { StartedBot } from './app-ready.ts';
import { bySlack, SlackStartProblem } from './app-start-problem.ts';
import { createChangeEngine } from './changes/change-engine.ts';
import { type Charts, createCharts } from './charts/charts.ts';
import type { Config } from './config.ts';
import { Incident, incidentState } from './core/incident/incident.ts';
import { repeatEvery } from './core/work-loop.ts';
import type { Log, World } from './core/world.ts';
import { noticingLost } from './delivery/poster.ts';
import { features } from './features.ts';
import type { McpAnswerer } from './mcp/mcp-server.ts';
import { serveRoutes } from './observability/serve-routes.ts';
import { createTroubleLog, type TroubleLog } from './observability/trouble-log.ts';
import { keepPolicy } from './operations/shared/evidence/kept-policy.ts';
import { incidentRecords } from './operations/shared/incident/incident-rows.ts';
import { PlatformError } from './platform/errors/platform-error.ts';
import { createRunReads } from './reader/run-reads.ts';
import { createHookDoor } from './slack/alert/hook-door.ts';
import type { connect } from './slack/app/connect.ts';
import { type BotIdentity, identify, isInChannel } from './slack/app/identify.ts';
import { createTasks } from './slack/app/tasks.ts';
import { answerElsewhere } from './slack/edge/other-installation.ts';
import { createHomes } from './slack/home/home.ts';
import type { Bot, SlackServices } from './slack/interaction/bot.ts';
import { slackRefusal } from './slack/interaction/slack-errors.ts';
import { listen } from './slack/listen/listen.ts';
import { createPoster } from './slack/post/slack-poster.ts';
import { createPressIntake } from './slack/request/stored-presses.ts';
import type { StoreHealth } from './store/engines/watched-engine.ts';
import { openStore } from './store/open-store.ts';
import { type RecordChange, type Store, StoreProblem } from './store/store.ts';

/** One step of stopping the bot. `ms`: its maximum time. */
interface StopPart {
  readonly what: string;
  readonly ms: number;
  readonly end: () => readonly (Promise<unknown> | undefined)[];
}

/** Stops the parts one after another, even if one fails or takes too long. Later parts get the unused time. */
export async function stopParts(world: Pick<World, 'wait' | 'log'>, parts: readonly StopPart[]): Promise<void> {
  const done = new AbortController();
  let all = 0;
  const limited = parts.map((part) => {
    all += part.ms;
    return { ...part, late: world.wait(all, done.signal).then(() => 'late' as const) };
  });
  for (const { what, late, end } of limited) {
    try {
      if ((await Promise.race([Promise.all(end()), late])) === 'late')
        world.log.warn('stopping: some work did not finish in time', { part: what });
    } catch (error) {
      world.log.error('stopping: a part failed to stop', { part: what, error });
    }
  }
  done.abort();
}

export interface Portolan {
  readonly port: number;
  readonly adminPort: number | undefined;
  /** Stops the bot and finishes running work within ten seconds. The next start verifies a write that takes longer. */
  stop(): Promise<void>;
  readonly started: StartedBot;
  /** Resolves if Slack rejects the Socket Mode token. After that, the bot receives nothing more. */
  readonly refused: Promise<SlackStartProblem>;
  /** Resolves when no work is running or due. For tests. */
  idle(): Promise<void>;
  readonly store: Store;
}

/** Maximum times to stop each part, in ms. Ten seconds in total, because after that a deployment kills the process. */
const stopMs = { slack: 2_000, work: 6_500, resources: 500, audit: 300, store: 500 };

/**
 * Creates and starts the app, for `main.ts`, tests and the playground.
 * @param charts draws charts; a new worker by default. Closed at the stop
 * @throws StoreProblem if the database can't be used; SlackStartProblem if Slack can't be used
 */
export async function startApp(config: Config, outer: World, charts: Charts = createCharts()): Promise<Portolan> {
  const world = { ...outer, log: quietLog(outer.log) };
  const trouble = createTroubleLog(world);
  const place =
    config.store.engine === 'postgres'
      ? { databaseUrl: config.store.url.reveal(), dataDirectory: '' }
      : { dataDirectory: config.store.directory };
  const opened = await openStore(place, auditOptions(config, world), storeHealth(trouble)).catch(
    async (error: unknown) => {
      await charts.close();
      throw error;
    },
  );
  if (opened.migrated.length > 0) world.log.info('database migrated', { store: opened.engine, steps: opened.migrated });
  const store = loggedStore(opened, world);
  try {
    return await startWith(config, world, { store, trouble, worker: charts });
  } catch (error) {
    await charts.close();
    await store.close();
    throw error;
  }
}

/** Wraps the store so that the begin and end of each incident are logged. */
function loggedStore(store: Store, { log }: Pick<World, 'log'>): Store {
  return {
    ...store,
    async commit(change) {
      const result = await store.commit(change);
      if (result === 'saved') for (const record of change.records ?? []) logIncident(log, record);
      return result;
    },
  };
}

function logIncident(log: Log, change: RecordChange): void {
  if (!('next' in change) || change.next.kind !== incidentRecords.kind) return;
  const { expect, next } = change;
  const incident = Incident.safeParse(next.body).data;
  const what = expect === 'new' ? 'incident began' : next.isOpen ? undefined : 'incident ended';
  if (!incident || what === undefined) return;
  log.info(what, { incident: next.id, context: next.placeKey, outcome: incidentState(incident) });
}

/** Returns the cause of a database, platform or Slack error, without any reply body; undefined for other errors. */
function causeOf(error: unknown): { readonly isOutage: boolean; readonly cause: unknown } | undefined {
  if (error instanceof StoreProblem) return { isOutage: true, cause: error.message };
  if (error instanceof PlatformError) {
    const { asked, kind, reason, status, reference } = error;
    return {
      isOutage: kind === 'unreachable' || kind === 'timeout',
      cause: { asked, kind, reason, status, reference },
    };
  }
  const refusal = slackRefusal(error);
  if (refusal) return { isOutage: refusal.fault === 'unreachable' || refusal.fault === 'failing', cause: refusal };
  return undefined;
}

/** Logs failures without a stack. During an outage, logs only failures with a reference; `TroubleLog` logs the rest. */
function quietLog(log: Log): Log {
  const line =
    (level: 'debug' | 'info' | 'warn' | 'error'): Log['info'] =>
    (what, fields = {}) => {
      const covered = causeOf(fields.error);
      if (!covered) return log[level](what, fields);
      const isCovered = covered.isOutage && fields.reference === undefined;
      log[isCovered ? 'debug' : level](what, { ...fields, error: covered.cause });
    };
  return { debug: line('debug'), info: line('info'), warn: line('warn'), error: line('error') };
}

function storeHealth(trouble: TroubleLog): StoreHealth {
  return {
    works: () => trouble.works('the database'),
    failed: ({ message }) => trouble.failed('the database', message),
  };
}

/** Interval between repeated log lines of an outage, in ms. */
const troubleEveryMs = 60_000;

/** Flushes the outage log once a minute. The returned function stops this after one last flush. */
function keepLogging(trouble: TroubleLog, world: Pick<World, 'wait'>): () => void {
  const end = repeatEvery(troubleEveryMs, world, async () => trouble.flush());
  return () => {
    end();
    trouble.flush();
  };
}

async function startWith(config: Config, world: World, parts: BaseParts): Promise<Portolan> {
  const { store, trouble } = parts;
  if (config.evidenceKey) world.log.info('evidence key', { fingerprint: config.evidenceKey.fingerprint });
  await keepPolicy(store, { version: config.policy.version, text: config.policyText }, world);
  const base = await createBase(config, world, parts);
  const { connection, progress, routes, self, shared, slack } = base;
  const { services, metrics } = slack;
  const tasks = createTasks((error) => world.log.error('a background task failed', { error }));
  const runReads = createRunReads(services.platform, services.world.now);
  // Posts that aren't replies (cards, schedules, watches) use a separate client, so that they never delay replies.
  const queued: SlackServices = { ...slack, client: connection.queueClient };
  const homes = createHomes(slack);
  const slackPoster = createPoster(queued, homes);
  const post = noticingLost(slackPoster.post, (channel, code) => pauseAll(services, channel, code));
  const poster = { ...slackPoster, post };
  const engine = createChangeEngine(services, poster, {
    writeTimeoutMs: config.platform.writeTimeoutMs,
    runs: runReads,
    features,
  });
  const bot: Bot = { ...slack, engine, homes };
  const presses = createPressIntake(bot);
  const background = createBackground(queued, poster, runReads, world);
  progress.late = background.late;
  listen({ app: connection.app, bot, tasks, presses });
  const agents = config.mcpUrl === undefined ? undefined : await agentsAt(config.mcpUrl, config, world, bot);
  const hooks = createHookDoor({ services, tokens: config.alertTokens, world, metrics, wake: background.wakeAlerts });

  const port = await connection.listen({ agents: agents?.door, hooks });
  const me = await acceptSlack(config, connection, bot, self);
  progress.slack = true;
  const { adminPort, host } = config.http;
  const admin = adminPort === undefined ? undefined : await serveRoutes(routes.admin, { port: adminPort, host });
  await agents?.open(() => self.team);
  engine.start();
  background.start();
  presses.start();
  void services.charts.warm().catch((error: unknown) => {
    if (!progress.stopping) world.log.error('charts could not be prepared', { error });
  });
  const heads = logHeads(store, world, () => {
    progress.auditBroken = true;
  });
  await heads.record();
  const endLogging = keepLogging(trouble, world);
  const started: StartedBot = {
    me,
    port,
    store,
    isInChannel: () => isInChannel(connection.app.client),
  };

  let stopped: Promise<void> | undefined;
  async function stop(): Promise<void> {
    progress.stopping = true;
    shared.stop();
    heads.stop();
    await stopParts(world, [
      { what: 'Slack', ms: stopMs.slack, end: () => [connection.stop(), agents?.door.stop(), hooks?.stop()] },
      {
        what: 'work',
        ms: stopMs.work,
        end: () => [tasks.drain(stopMs.work), engine.stop(), background.stop(), presses.stop()],
      },
      {
        what: 'charts and platform',
        ms: stopMs.resources,
        end: () => [services.charts.close(), services.platform.close()],
      },
      { what: 'the audit head', ms: stopMs.audit, end: () => [heads.record()] },
      { what: 'HTTP', ms: stopMs.resources, end: () => [admin?.close(), connection.close()] },
      { what: 'the database', ms: stopMs.store, end: () => [store.close()] },
    ]);
    endLogging();
  }

  return {
    port,
    adminPort: admin?.port,
    store,
    started,
    refused: (connection.socket?.refused ?? new Promise<never>(() => undefined)).then(
      (cause) => new SlackStartProblem('SLACK_APP_TOKEN', config.slack.apiUrl, cause),
    ),
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

/** Creates the endpoint for agents. Imports its module on demand, so that nothing is loaded without `MCP_URL`. */
async function agentsAt(url: string, { slack }: Config, world: World, { services, engine, metrics }: Bot) {
  const { createMcpDoor } = await import('./mcp/mcp-door.ts');
  let answerer: McpAnswerer | undefined;
  const { signingSecret } = slack;
  const door = createMcpDoor({ services, world, url, signingSecret, answerer: () => answerer });
  return {
    door,
    async open(team: () => string) {
      const { createMcpAnswerer } = await import('./mcp/mcp-server.ts');
      const tools = { services, engine, stopping: door.stopping };
      answerer = await createMcpAnswerer(tools, url, team, metrics.agentCalled);
    },
  };
}

/** Reads the bot's identity first, because without its workspace id the bot would treat everyone as a stranger. */
async function acceptSlack(
  config: Config,
  connection: ReturnType<typeof connect>,
  bot: Bot,
  self: ReturnType<Bot['self']>,
): Promise<BotIdentity> {
  try {
    const me = await bySlack('SLACK_BOT_TOKEN', config, identify(bot.client));
    Object.assign(self, { user: me.user, name: me.name, team: me.team });
    const ours = { team: me.team, enterprise: me.enterprise };
    const accepted = connection.accept(ours, (envelope, ack) => answerElsewhere(bot, connection.send, envelope, ack));
    await bySlack(config.slack.mode === 'socket' ? 'SLACK_APP_TOKEN' : 'SLACK_BOT_TOKEN', config, accepted);
    return me;
  } catch (error) {
    await connection.stop();
    await connection.close();
    throw error;
  }
}
