import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { idOf } from '../../playground/platform/seed/seed-id.ts';
import { ChangeRequest, isFinal } from '../../src/core/request/change-request.ts';
import { openStore } from '../../src/store/open-store.ts';
import type { Store } from '../../src/store/store.ts';
import { appOf } from '../../test/crash/replicas.ts';
import { startPostgres } from '../../test/postgres.ts';
import { quantile } from '../quantile.ts';
import { atMost, type Part, type Section } from '../report.ts';
import { botVariables } from '../stage/processes.ts';
import { type Crew, openCrew } from './killed-crew.ts';
import { onPairStage, type Pair, type PairStage } from './pairs.ts';

/** Pairs of people, each with one request under way at a time, on a component of its own. */
const atOnce = 6;
/** Components in one app: every plan of a typed name reads the list of its app, and an app of two thousand is nobody's. */
const perApp = 20;
/** Components for changes that are asked for and never approved, because replicas didn't answer. */
const spare = 200;
const killEveryMs = 2_000;
const cutEveryMs = 5_000;
/** So long a card and the answer to a press are waited for: then another one is tried. */
const answerMs = 20_000;
/** After the last approval everything has to come to its end within this time: a call in flight waits for its lease. */
const patienceMs = 260_000;
const lookMs = 100;

/**
 * Three replicas of the program that `npm start` runs, on one PostgreSQL, between a simulated Slack and a simulated platform.
 * Every two seconds one of them is killed, whatever its state, its start included; then, in a run of its own, their
 * connections to the database are cut and one of them is stopped again and again. What counts is what reaches the platform:
 * from the moment Slack was told that a press is taken.
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
  /** When calls reached the platform, by the id of their component; ms of `performance`. */
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
  // A call was marked as sent, and the process died before it left: it may not be sent again.
  const given = failed.filter(({ steps }) => steps.some(({ state }) => state !== 'waiting' && state !== 'not-sent'));
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

/** Cuts all connections of the replicas to the database, until the signal. */
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

/** Requests and approves changes until so many presses were acknowledged. @returns when, by component */
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

/** Asks for a change, and presses Approve until Slack is told that the press is taken. @returns whether it was, in time */
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

/** Does something until it gives something, as people do whom Slack tells that it failed; undefined if that takes too long. */
async function within<T>(act: () => Promise<T | false>, everyMs: number): Promise<T | undefined> {
  for (const end = performance.now() + answerMs; performance.now() < end; await sleep(everyMs)) {
    const found = await act();
    if (found) return found;
  }
  return undefined;
}

/** @returns how many have not ended */
async function untilEnded(store: Store, approved: ReadonlyMap<string, number>): Promise<number> {
  for (const end = performance.now() + patienceMs; ; await sleep(1_000)) {
    const ends = await endsOf(store);
    const left = [...approved.keys()].filter((component) => !isFinal(ends.get(component)?.state ?? 'proposed'));
    if (left.length === 0 || performance.now() > end) return left.length;
  }
}

/** The stored requests by their components; the last one of each. */
async function endsOf(store: Store): Promise<ReadonlyMap<string, ChangeRequest>> {
  const stored = await store.requests.recent(5_000);
  const requests = stored.map(({ body }) => ChangeRequest.parse(body)).filter(({ system }) => !system);
  return new Map(requests.toReversed().map((request) => [request.plan.component, request]));
}
