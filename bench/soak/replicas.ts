import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { idOf } from '../../playground/platform/seed/seed-id.ts';
import { type SimulatedPlatform, startPlatform } from '../../playground/platform/start-platform.ts';
import { ChangeRequest, isFinal } from '../../src/core/request/change-request.ts';
import { openStore } from '../../src/store/open-store.ts';
import type { Store } from '../../src/store/store.ts';
import { appOf, end, type Replica, seedOf, startReplica } from '../../test/crash/replicas.ts';
import { startPostgres } from '../../test/postgres.ts';
import { buildPrograms, programIn } from '../../test/programs.ts';
import type { Section } from '../report.ts';
import type { SoakPart } from './part.ts';
import { type ReplicasMeasured, replicasSection } from './replicas-table.ts';

const replicaCount = 3;
/** Changes that are asked for and approved at a time, each on a component of its own. */
const atOnce = 12;
const cutEveryMs = 5_000;
const writeTimeoutMs = 2_000;
/** Longer than a claim (15 s) and than a component's lease (the write deadline and 30 s). */
const stoppedMs = 40_000;
/** After the last approval everything has to come to its end within this time. */
const patienceMs = 150_000;
/** Components in one app: every plan reads the list of its app, and an app of two thousand is nobody's. */
const perApp = 20;
/** Components for changes that are asked for and never approved. */
const spare = 100;
/** How far the clocks of the replicas are wrong while they are stopped and cut off, in ms. */
const skews = [0, 300_000, -300_000];

interface Faults {
  readonly title: string;
  /** How many changes are to be approved. */
  readonly changes: number;
  /**
   * They are asked for evenly over this time, whether or not those before them have started. What is still to be asked
   * for then, because replicas didn't answer, has half as long again.
   */
  readonly overMs: number;
}

interface Crew {
  readonly replicas: Replica[];
  readonly sent: Map<string, number>;
  cuts: number;
  stops: number;
}

/** Three replicas on one PostgreSQL: cut off, stopped, and with wrong clocks. What kills do, `kills.ts` measures. */
export const soak: SoakPart = async ({ quick }) => {
  const server = await startPostgres();
  const programs = await buildPrograms();
  const program = programIn(programs.folder, 'replica');
  try {
    const stopped = await run(await server.database(), program, {
      title: 'Three replicas: connections cut every 5 s, one stopped for 40 s, clocks 5 minutes wrong',
      changes: quick ? 150 : 1_000,
      overMs: quick ? 60_000 : 300_000,
    });
    return [stopped];
  } finally {
    programs.remove();
    await server.stop();
  }
};

async function run(databaseUrl: string, program: string, faults: Faults): Promise<Section> {
  const directory = mkdtempSync(join(tmpdir(), 'portolan-soak-'));
  const simulated = await startPlatform({ seed: seedOf(faults.changes + spare, perApp) });
  const store = await openStore({ databaseUrl, dataDirectory: '' });
  const admin = new Client({ connectionString: databaseUrl });
  admin.on('error', () => {});
  await admin.connect();
  const stopped = new AbortController();
  let started = 0;
  const start = (): Promise<Replica> => {
    const skewMs = skews[started % skews.length] ?? 0;
    started += 1;
    const name = `n${started}`;
    const platform = { url: simulated.url, token: simulated.token };
    const diary = join(directory, name);
    const config = { databaseUrl, platform, name, diary, scale: 1, since: Date.now(), writeTimeoutMs, skewMs };
    return startReplica(config, program);
  };
  const crew: Crew = { replicas: [], sent: new Map(), cuts: 0, stops: 0 };
  simulated.log.subscribe((entry) => {
    if (entry.method === 'GET') return;
    const part = entry.path.split('/').at(-3) ?? '';
    crew.sent.set(part, (crew.sent.get(part) ?? 0) + 1);
  });
  try {
    crew.replicas.push(...(await Promise.all(Array.from({ length: replicaCount }, start))));
    const breaking = Promise.all([keepCutting(crew, admin, stopped.signal), keepStopping(crew, stopped.signal)]);
    const cards = await changeAll(crew, simulated, store, faults);
    await untilEnded(store, cards);
    stopped.abort();
    await breaking;
    const { cuts, stops } = crew;
    return replicasSection(faults, { ...(await judge(crew, store, cards)), cuts, stops });
  } finally {
    stopped.abort();
    await Promise.all(crew.replicas.map(end));
    await admin.end();
    await store.close();
    await simulated.close();
    rmSync(directory, { recursive: true, force: true });
  }
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch(() => undefined);
}

async function keepCutting(crew: Crew, admin: Client, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await pause(cutEveryMs, signal);
    if (signal.aborted) return;
    const others = "from pg_stat_activity where datname = current_database() and application_name = 'portolan'";
    const { rowCount } = await admin.query(`select pg_terminate_backend(pid) ${others}`);
    crew.cuts += rowCount ?? 0;
  }
}

async function keepStopping(crew: Crew, signal: AbortSignal): Promise<void> {
  for (let turn = 0; !signal.aborted; turn += 1) {
    await pause(5_000, signal);
    const replica = crew.replicas[turn % replicaCount];
    if (!replica || signal.aborted) return;
    replica.process.kill('SIGSTOP');
    crew.stops += 1;
    await pause(stoppedMs, signal);
    replica.process.kill('SIGCONT');
  }
}

/** An answer of any replica that lives and answers within some seconds. */
async function anyAnswer<T>(crew: Crew, ask: (replica: Replica) => Promise<T | undefined>): Promise<T | undefined> {
  for (let turn = Math.floor(Math.random() * replicaCount), tries = 0; tries < 40; turn += 1, tries += 1) {
    const replica = crew.replicas[turn % replicaCount];
    const silent = new AbortController();
    const answer = replica
      ? await Promise.race([ask(replica).catch(() => undefined), pause(5_000, silent.signal).then(() => undefined)])
      : undefined;
    silent.abort();
    if (answer !== undefined) return answer;
    await sleep(100);
  }
  return undefined;
}

/**
 * Asks for changes, each on a component of its own, and approves them, until as many as wanted are approved.
 * @returns the requests, by component
 */
async function changeAll(
  crew: Crew,
  simulated: SimulatedPlatform,
  store: Store,
  faults: Faults,
): Promise<ReadonlyMap<string, string>> {
  const cards = new Map<string, string>();
  const since = performance.now();
  const until = since + faults.overMs * 1.5;
  let [next, approved] = [0, 0];
  const worker = async (): Promise<void> => {
    while (approved < faults.changes && next < faults.changes + spare && performance.now() < until) {
      const component = idOf(`part-${next}`);
      const place = { in: `shop/east-1/${appOf(next, perApp)}` };
      const dueIn = since + (next * faults.overMs) / faults.changes - performance.now();
      next += 1;
      if (dueIn > 0) await sleep(dueIn);
      if (!simulated.state.ports.some((port) => port.componentId === component)) continue;
      const given = { component: [component], port: ['8000'] };
      const card = await anyAnswer(
        crew,
        async (each) => (await each.ask({ do: 'propose', operation: 'port.open', given, ...place })).card,
      );
      if (!card) continue;
      cards.set(component, card.id);
      const press = { do: 'approve', card: card.id, revision: card.revision, who: 'bob' } as const;
      const decided = await anyAnswer(crew, async (each) => {
        await each.ask(press);
        return (await store.cards.get(card.id))?.state === 'proposed' ? undefined : true;
      });
      if (decided) approved += 1;
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return cards;
}

async function untilEnded(store: Store, cards: ReadonlyMap<string, string>): Promise<void> {
  const until = performance.now() + patienceMs;
  const left = new Set(cards.values());
  while (left.size > 0 && performance.now() < until) {
    for (const id of left) {
      const state = (await store.cards.get(id).catch(() => undefined))?.state;
      if (state !== undefined && (state === 'proposed' || isFinal(state))) left.delete(id);
    }
    await sleep(500);
  }
}

async function judge(
  crew: Crew,
  store: Store,
  cards: ReadonlyMap<string, string>,
): Promise<Omit<ReplicasMeasured, 'cuts' | 'stops'>> {
  const waits: number[] = [];
  const lost: string[] = [];
  const neverApproved: string[] = [];
  let doubles = 0;
  for (const [component, id] of cards) {
    const stored = await store.cards.get(id);
    const card = stored && ChangeRequest.parse(stored.body);
    doubles += Math.max(0, (crew.sent.get(component) ?? 0) - 1);
    const decided = card?.approvals.at(-1)?.at;
    if (!card) lost.push(`${id} (not stored)`);
    else if (decided === undefined) neverApproved.push(`${id} (${card.state})`);
    else {
      if (!isFinal(card.state)) lost.push(`${id} (${card.state})`);
      // What was approved and never started is as late as can be.
      waits.push(card.started === undefined ? Number.POSITIVE_INFINITY : card.started - decided);
    }
  }
  return { waits: waits.toSorted((a, b) => a - b), approved: waits.length, doubles, lost, neverApproved };
}
