import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { idOf } from '../../playground/platform/seed/seed-id.ts';
import { ChangeRequest, isFinal } from '../../src/core/request/change-request.ts';
import { openStore } from '../../src/store/open-store.ts';
import type { Store } from '../../src/store/store.ts';
import { appOf } from '../../test/crash/replicas.ts';
import { startPostgres } from '../../test/postgres.ts';
import { freePort } from '../../test/recorded/listening.ts';
import { atMost, type Part, quantile, type Section } from '../report.ts';
import { botVariables, type Running, startBot, statusOf } from '../stage/processes.ts';
import { onPairStage, type Pair, type PairStage } from './pairs.ts';

const atOnce = 6;
/** Components of each app. A plan for a typed name reads the app's whole list, and two thousand isn't realistic. */
const perApp = 20;
/** Extra components, because some changes are requested but never approved when replicas don't answer. */
const spare = 200;
const killEveryMs = 2_000;
const cutEveryMs = 5_000;
/** Timeout for a card, and for the answer to a press, in ms. After the timeout, the next change is tried. */
const answerMs = 20_000;
/** Time after the last approval in which everything must end, in ms. A killed replica's call waits for its lease. */
const patienceMs = 260_000;
const lookMs = 100;

/**
 * Three replicas of `npm start` on one PostgreSQL, between a simulated Slack and a simulated platform. Every two
 * seconds one of them is killed in any state, even during its start. In a second run, their database connections are
 * cut and replicas are paused. If a replica acknowledged a press to Slack, the press's calls must reach the platform.
 */
export const soakKills: Part = async ({ quick }) => [
  await measure(quick ? 200 : 1_000, 'kills'),
  await measure(quick ? 100 : 500, 'cuts'),
];

type Faults = 'kills' | 'cuts';

async function measure(wanted: number, faults: Faults): Promise<Section> {
  const server = await startPostgres();
  const databaseUrl = await server.database();
  const store = await openStore({ databaseUrl, dataDirectory: '' });
  try {
    return await onPairStage({ pairs: atOnce, parts: wanted + spare, perApp }, async (stage) => {
      const { slack, platform, data } = stage;
      const simulators = { apiUrl: slack.apiUrl, platformUrl: platform.url, token: platform.token };
      const crew = await openCrew(
        (port) => ({ ...botVariables(simulators, port, data), DATABASE_URL: databaseUrl }),
        (port) => {
          slack.bot.eventsUrl = `http://127.0.0.1:${port}/slack/events`;
        },
      );
      try {
        return await run(stage, { store, crew, databaseUrl, wanted, faults });
      } finally {
        await crew.close();
      }
    });
  } finally {
    await store.close();
    await server.stop();
  }
}

interface KillRun {
  readonly store: Store;
  readonly crew: Crew;
  readonly databaseUrl: string;
  readonly wanted: number;
  readonly faults: Faults;
}

async function run(stage: PairStage, { store, crew, databaseUrl, wanted, faults }: KillRun): Promise<Section> {
  /** Times at which calls reached the platform, by component id; in ms of `performance`. */
  const arrived = new Map<string, number[]>();
  stage.platform.log.subscribe(({ method, path }) => {
    const component = path.split('/').at(-3) ?? '';
    if (method !== 'GET') arrived.set(component, [...(arrived.get(component) ?? []), performance.now()]);
  });
  const over = new AbortController();
  const since = performance.now();
  const breaking =
    faults === 'kills'
      ? crew.keepKilling(killEveryMs, over.signal)
      : Promise.all([keepCutting(databaseUrl, over.signal), crew.keepStopping(over.signal)]);
  const approved = await approveAll(stage, wanted);
  const unfinished = await untilEnded(store, approved);
  over.abort();
  await breaking;
  const ends = await endsOf(store);
  const waits = [...approved].map(([component, at]) =>
    Math.max(0, (arrived.get(component)?.[0] ?? Number.POSITIVE_INFINITY) - at),
  );
  const failed = [...approved.keys()].flatMap((component) => {
    const end = ends.get(component);
    return end?.state === 'failed' && !arrived.has(component) ? [end] : [];
  });
  // Calls that were marked as sent, but the process died before it sent them. They must not be sent again.
  const given = failed.filter(({ run: { steps } }) =>
    steps.some(({ state }) => state !== 'waiting' && state !== 'not-sent'),
  );
  const sent = waits.filter((wait) => wait !== Number.POSITIVE_INFINITY);
  const soon = (100 * waits.filter((wait) => wait <= 20_000).length) / Math.max(1, waits.length);
  const inSeconds = (wait: number) => `${(wait / 1_000).toFixed(1)} s`;
  const states = Map.groupBy(approved.keys(), (component) => ends.get(component)?.state ?? 'not stored');
  const isKills = faults === 'kills';
  const last = Math.max(...sent);
  return {
    title: `Three replicas of \`npm start\` on PostgreSQL, ${isKills ? 'one killed every 2 s whatever its state' : 'connections cut every 5 s, one stopped for 40 s'}`,
    how: `${crew.kills()} kills in ${inSeconds(performance.now() - since)}. Waits from the acknowledged press to the call that reaches the platform: median ${inSeconds(quantile(waits, 0.5))}. How they ended: ${[...states].map(([state, all]) => `${all.length} ${state}`).join(', ')}; ${given.length} given up because the process died between marking the call as sent and sending it.`,
    lines: [
      {
        what: 'changes approved',
        ours: String(approved.size),
        budget: { text: `≥ ${wanted}`, kept: approved.size >= wanted },
      },
      atMost('that failed with nothing sent', failed.length - given.length, 0, String),
      {
        what: 'that reach the platform within 20 s of the approval',
        ours: `${soon.toFixed(1)} %`,
        ...(isKills ? { budget: { text: '≥ 99 %', kept: soon >= 99 } } : {}),
      },
      isKills ? atMost('the last', last, 40_000, inSeconds) : { what: 'the last', ours: inSeconds(last) },
      atMost('calls made twice', [...arrived.values()].filter((calls) => calls.length > 1).length, 0, String),
      atMost('requests that never ended', unfinished, 0, String),
    ],
  };
}

async function keepCutting(connectionString: string, signal: AbortSignal): Promise<void> {
  const admin = new Client({ connectionString });
  await admin.connect();
  while (!signal.aborted) {
    await sleep(cutEveryMs, undefined, { signal }).catch(() => undefined);
    const replicas = "from pg_stat_activity where datname = current_database() and application_name = 'portolan'";
    await admin.query(`select pg_terminate_backend(pid) ${replicas} and pid <> pg_backend_pid()`);
  }
  await admin.end();
}

/** Requests and approves changes until enough presses were acknowledged. @returns times of the acks, by component */
async function approveAll(stage: PairStage, wanted: number): Promise<ReadonlyMap<string, number>> {
  const approved = new Map<string, number>();
  let next = 0;
  const work = async (pair: Pair): Promise<void> => {
    while (approved.size < wanted && next < wanted + spare) {
      const number = next;
      next += 1;
      if (await askAndApprove(stage, pair, number)) approved.set(idOf(`part-${number}`), performance.now());
    }
  };
  await Promise.all(stage.pairs.map(work));
  return approved;
}

/** Asks for a change, and presses Approve until Slack gets the ack. @returns false if that takes too long */
async function askAndApprove({ slack }: PairStage, { asker, approver, channel }: Pair, number: number) {
  const words = `/port open ${idOf(`part-${number}`)} 8000 in=shop/east-1/${appOf(number, perApp)}`;
  const title = `port 8000 on part-${number} `;
  const card = () => slack.messages(channel, approver).find(({ text }) => text.includes(title))?.ts;
  if (!(await within(async () => (await slack.user(asker).slash(channel, words)).ok, 300))) return false;
  const ts = await within(async () => card(), lookMs);
  if (ts === undefined) return false;
  const press = () => slack.user(approver).press({ channel, ts }, 'request.approve');
  return (await within(async () => (await press()).ok, 300)) === true;
}

/** Repeats an action until it returns a result. Returns undefined after `answerMs`. */
async function within<T>(act: () => Promise<T | false>, everyMs: number): Promise<T | undefined> {
  for (const end = performance.now() + answerMs; performance.now() < end; await sleep(everyMs)) {
    const outcome = await act();
    if (outcome) return outcome;
  }
  return undefined;
}

/** Waits until all approved requests have ended, at most `patienceMs`. @returns the number of unfinished requests */
async function untilEnded(store: Store, approved: ReadonlyMap<string, number>): Promise<number> {
  for (const end = performance.now() + patienceMs; ; await sleep(1_000)) {
    const ends = await endsOf(store);
    const left = [...approved.keys()].filter((component) => !isFinal(ends.get(component)?.state ?? 'proposed'));
    if (left.length === 0 || performance.now() > end) return left.length;
  }
}

async function endsOf(store: Store): Promise<ReadonlyMap<string, ChangeRequest>> {
  const stored = await store.requests.recent(5_000);
  const requests = stored.map(({ body }) => ChangeRequest.parse(body)).filter(({ system }) => !system);
  return new Map(requests.toReversed().map((request) => [request.plan.component, request]));
}

const size = 3;
const stoppedMs = 40_000;

type Crew = Awaited<ReturnType<typeof openCrew>>;

interface Member {
  readonly port: number;
  running: Running;
  isReady: boolean;
}

/**
 * Starts the replicas, and waits until all are ready. @param toReady is called repeatedly with the port of the next
 * ready replica, like the target of a load balancer
 */
async function openCrew(
  variables: (port: number) => Readonly<Record<string, string>>,
  toReady: (port: number) => void,
) {
  const members: Member[] = [];
  let closing = false;
  let kills = 0;
  const start = (port: number) => startBot(variables(port));

  async function restartWhenGone(member: Member): Promise<void> {
    while (!closing) {
      if (member.running.isUp()) await once(member.running.child, 'exit');
      member.isReady = false;
      if (!closing) member.running = start(member.port);
    }
  }

  async function keepLooking(): Promise<void> {
    for (let turn = 0; !closing; turn += 1) {
      await Promise.all(
        members.map(async (member) => {
          const { running } = member;
          const status = await statusOf(`http://127.0.0.1:${member.port}/readyz`);
          if (member.running === running) member.isReady = status === 200;
        }),
      );
      const ready = members.filter(({ isReady }) => isReady);
      const next = ready[turn % Math.max(1, ready.length)];
      if (next) toReady(next.port);
      await sleep(lookMs);
    }
  }

  for (let at = 0; at < size; at += 1) {
    const port = await freePort();
    members.push({ port, running: start(port), isReady: false });
  }
  const looking = keepLooking();
  const restarting = members.map(restartWhenGone);
  while (members.some(({ isReady }) => !isReady)) await sleep(lookMs);
  const wait = (ms: number, signal: AbortSignal) => sleep(ms, undefined, { signal }).catch(() => undefined);

  return {
    /** Kills a random replica about every `everyMs`, until the signal. */
    async keepKilling(everyMs: number, signal: AbortSignal): Promise<void> {
      while (!signal.aborted) {
        const member = members[Math.floor(Math.random() * size)];
        if (member) {
          kills += 1;
          member.isReady = false;
          member.running.child.kill('SIGKILL');
        }
        await wait(everyMs * (0.5 + Math.random()), signal);
      }
    },
    /** Pauses one replica after another, each for longer than a claim and a component's lease last, until the signal. */
    async keepStopping(signal: AbortSignal): Promise<void> {
      for (let turn = 0; !signal.aborted; turn += 1) {
        const child = members[turn % size]?.running.child;
        child?.kill('SIGSTOP');
        await wait(stoppedMs, signal);
        child?.kill('SIGCONT');
        await wait(5_000, signal);
      }
    },
    kills: () => kills,
    async close() {
      closing = true;
      await Promise.all(members.map(({ running }) => running.stop()));
      await Promise.all([looking, ...restarting]);
    },
  };
}
