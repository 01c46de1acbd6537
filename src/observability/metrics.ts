import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** Outcome of a request by people or programs. There are few values, so that the metric stays small. */
export type Outcome = 'ok' | 'refused' | 'failed';

/** Metrics of the bot. Durations are passed in ms and exposed in seconds. No label names a person. */
export type Metrics = ReturnType<typeof createMetrics>;

interface Gauges {
  readonly build: { readonly version: string; readonly store: string };
  readonly ready: () => boolean | Promise<boolean>;
  readonly database: () => boolean | Promise<boolean>;
  readonly charts: () => {
    readonly waiting: number;
    readonly running: number;
    readonly drawn: number;
    readonly shared: number;
    readonly refused: number;
    readonly failed: number;
  };
  readonly outbox: () => number | Promise<number>;
  readonly temporaryAccess: () => number | Promise<number>;
  /** Maximum delay in reading a followed build, in ms; 0 if another replica reads, or if nobody follows. */
  readonly followedLate: () => number;
  /** Delay of the most overdue watch evaluation, in ms; 0 if another replica reads. */
  readonly watchesLate: () => number;
  /** Whether the audit log still contains all its earlier heads. */
  readonly auditIntact: () => boolean;
  /** Whether Socket Mode is connected; undefined over HTTP. */
  readonly socketConnected?: (() => boolean) | undefined;
  /** Free space on the embedded database's disk, or undefined if it can't be read. */
  readonly disk?: () => Promise<{ readonly freeBytes: number; readonly totalBytes: number } | undefined>;
}

/** Buckets up to 3 s, because Slack waits 3 s for an answer. */
const ackBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 3];
const callBuckets = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 80];
const drawBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5];

type AlertOutcome =
  | 'stored'
  | 'repeated'
  | 'too_many'
  | 'unauthorized'
  | 'not_found'
  | 'too_large'
  | 'invalid'
  | 'not_stored';

type RefusedBecause =
  | 'starting'
  | 'stopping'
  | 'method'
  | 'host'
  | 'identity'
  | 'path'
  | 'type'
  | 'length'
  | 'chunks'
  | 'full'
  | 'connections'
  | 'envelope'
  | 'installation';

export function createMetrics(gauges: Gauges) {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const counts = createCounters(registry);
  const times = createHistograms(registry);
  addGauges(registry, gauges);
  return {
    asked(operation: string, from: 'command' | 'mention' | 'modal' | 'button' | 'shortcut', outcome: Outcome): void {
      counts.asked.inc({ operation, from, outcome });
    },
    /** @param ms time from Slack's request to the ack */
    acked(kind: 'command' | 'action' | 'view' | 'options' | 'event' | 'shortcut', ms: number): void {
      times.acks.observe({ kind }, ms / 1_000);
    },
    /** `outcome` is `ok` for any reply. */
    platformCalled(call: {
      readonly operation: string;
      readonly outcome: string;
      readonly status?: number | undefined;
      readonly ms: number;
    }): void {
      const { operation, status, ms } = call;
      const outcome = call.outcome === 'ok' && status !== undefined ? `${Math.floor(status / 100)}xx` : call.outcome;
      times.platform.observe({ operation, outcome }, ms / 1_000);
    },
    /** `outcome` is `ok` or Slack's error code. */
    slackCalled(method: string, outcome: string, ms: number): void {
      times.slack.observe({ method, outcome }, ms / 1_000);
    },
    requestBecame(state: string, operation: string): void {
      counts.requests.inc({ state, operation });
    },
    pressed(action: string, outcome: Outcome): void {
      counts.presses.inc({ action, outcome });
    },
    agentCalled(tool: string, by: 'token' | 'slack', outcome: 'ok' | 'refused'): void {
      counts.agentCalls.inc({ tool, by, outcome });
    },
    signatureFailed(why: 'missing' | 'wrong' | 'old' | 'future'): void {
      counts.signatures.inc({ why });
    },
    /** `source` is empty if the notification has none. */
    alertsReceived(source: string, outcome: AlertOutcome): void {
      counts.alerts.inc({ source, outcome });
    },
    /** Counts a refused request, for any reason except a wrong signature. */
    edgeRefused(why: RefusedBecause): void {
      counts.refusals.inc({ why });
    },
    drawn(outcome: 'ok' | 'busy' | 'failed', ms: number): void {
      times.charts.observe({ outcome }, ms / 1_000);
    },
    dueDone(kind: string, outcome: Outcome, lateMs: number): void {
      times.due.observe({ kind, outcome }, Math.max(0, lateMs) / 1_000);
    },
    readInBackground(what: 'list' | 'events', outcome: 'ok' | 'failed'): void {
      counts.reads.inc({ what, outcome });
    },
    expose: () => registry.metrics(),
    contentType: registry.contentType,
  };
}

function createCounters(registry: Registry) {
  const counter = <const L extends string>(name: string, help: string, labelNames: readonly L[]) =>
    new Counter({ name, help, labelNames, registers: [registry] });
  return {
    asked: counter('portolan_asked_total', 'Commands, by operation, origin and outcome', [
      'operation',
      'from',
      'outcome',
    ]),
    requests: counter('portolan_requests_total', 'Requests, by the state they entered', ['state', 'operation']),
    agentCalls: counter('portolan_agent_calls_total', 'Calls of agents, by tool, kind of identity and outcome', [
      'tool',
      'by',
      'outcome',
    ]),
    alerts: counter('portolan_alert_notifications_total', 'Notifications of Alertmanager, by source and outcome', [
      'source',
      'outcome',
    ]),
    presses: counter('portolan_presses_total', 'Button presses', ['action', 'outcome']),
    refusals: counter('portolan_edge_refusals_total', 'Requests and connections refused before they were handled', [
      'why',
    ]),
    reads: counter('portolan_background_reads_total', 'Reads of the platform for what is followed or watched', [
      'what',
      'outcome',
    ]),
    signatures: counter('portolan_signature_failures_total', 'Requests whose Slack signature was refused', ['why']),
  };
}

function createHistograms(registry: Registry) {
  const histogram = <const L extends string>(
    name: string,
    help: string,
    labelNames: readonly L[],
    buckets: readonly number[],
  ) => new Histogram({ name, help, labelNames, buckets: [...buckets], registers: [registry] });
  return {
    acks: histogram('portolan_ack_seconds', 'How long Slack waited for a response', ['kind'], ackBuckets),
    platform: histogram(
      'portolan_platform_call_seconds',
      'Calls to the platform, by operation and outcome',
      ['operation', 'outcome'],
      callBuckets,
    ),
    slack: histogram(
      'portolan_slack_call_seconds',
      'Calls to Slack, by method and outcome',
      ['method', 'outcome'],
      callBuckets,
    ),
    charts: histogram(
      'portolan_chart_seconds',
      'How long drawing a chart took, including waiting',
      ['outcome'],
      drawBuckets,
    ),
    due: histogram('portolan_due_late_seconds', 'How late due work was done', ['kind', 'outcome'], callBuckets),
  };
}

function addGauges(registry: Registry, { charts, disk, socketConnected, ...gauges }: Gauges): void {
  const registers = [registry];
  const add = (name: string, help: string, read: () => number | undefined | Promise<number | undefined>): void => {
    const gauge = new Gauge({
      name,
      help,
      registers,
      // If a gauge can't be read, keep its value, because the other metrics matter more.
      async collect() {
        const value = await Promise.resolve()
          .then(read)
          .catch(() => undefined);
        if (value !== undefined) gauge.set(value);
      },
    });
  };
  add('portolan_chart_queue', 'Charts being drawn or waiting', () => {
    const { waiting, running } = charts();
    return waiting + running;
  });
  const help = 'Charts and tables of numbers since the start, by outcome';
  const labelled = { help, labelNames: ['outcome'] as const, registers };
  /** `shared`: answered with the result of an equal job that was already running. */
  const outcomes = () => {
    const { drawn, shared, refused, failed } = charts();
    return Object.entries({ drawn, shared, refused, failed });
  };
  const total = new Counter({
    ...labelled,
    name: 'portolan_charts_total',
    collect() {
      total.reset();
      for (const [outcome, count] of outcomes()) total.inc({ outcome }, count);
    },
  });
  // Metric name of version 0.1. Remove this gauge in the next version.
  const former = new Gauge({
    ...labelled,
    name: 'portolan_charts',
    collect() {
      for (const [outcome, count] of outcomes()) former.set({ outcome }, count);
    },
  });
  const { build } = gauges;
  const info = { name: 'portolan_build_info', help: 'Always 1: what runs, in its labels', registers };
  new Gauge({ ...info, labelNames: ['version', 'node', 'store'] }).set({ ...build, node: process.version }, 1);
  add('portolan_ready', 'Whether /readyz says that the bot is ready', async () => Number(await gauges.ready()));
  add('portolan_database_up', 'Whether the database can be written', async () => Number(await gauges.database()));
  add('portolan_outbox', 'Slack messages waiting to be sent', gauges.outbox);
  add('portolan_openings', 'Ports with temporary access', gauges.temporaryAccess);
  const intact = '0 once the audit log lacks a head that it had since the start, otherwise 1';
  add('portolan_audit_log_intact', intact, () => Number(gauges.auditIntact()));
  const follow = 'How late a build may be seen that is followed; 0 where another replica reads';
  add('portolan_follow_late_seconds', follow, () => gauges.followedLate() / 1_000);
  const watch = 'How far the oldest evaluation of a watch is behind; 0 where another replica reads';
  add('portolan_watch_late_seconds', watch, () => gauges.watchesLate() / 1_000);
  const socket = 'Whether there is a connection of Socket Mode; not there over HTTP';
  if (socketConnected) add('portolan_slack_socket_connected', socket, () => Number(socketConnected()));
  if (!disk) return;
  add('portolan_disk_free_bytes', 'Room on the disk of the embedded database', async () => (await disk())?.freeBytes);
  add('portolan_disk_size_bytes', 'Size of the disk of the embedded database', async () => (await disk())?.totalBytes);
}
