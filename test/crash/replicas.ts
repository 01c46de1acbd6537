import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { idOf } from '../../playground/platform/seed/seed-id.ts';
import { shopSeed } from '../../playground/platform/seed/shop-seed.ts';
import type { WorldSeed } from '../../playground/platform/simulated-world.ts';
import { type SimulatedPlatform, startPlatform } from '../../playground/platform/start-platform.ts';
import { type ChangeRequest, isFinal } from '../../src/core/request/change-request.ts';
import { openStore } from '../../src/store/open-store.ts';
import type { Store } from '../../src/store/store.ts';
import { type ReplicaConfig, Reply, type Wish } from './replica-child.ts';

export const replicaProgram = join(import.meta.dirname, 'replica-child.ts');
const usualScale = 10;
const writeTimeoutMs = 1_000;
const usuallyAtOnce = 16;

export interface Pressing {
  readonly rounds: number;
  readonly presses: number;
  readonly kills: number;
  readonly doubles: number;
  /** Approvals that were acknowledged but not stored, and requests that never ended. */
  readonly lost: number;
  /** Requests that ended without a message about the end. */
  readonly untold: number;
  readonly seconds: number;
  readonly auditOk: boolean;
  /** Stored state and number of approvals of each request that was lost or ended without a message. */
  readonly odd: readonly string[];
  readonly ends: Readonly<Record<string, number>>;
}

/** Returns the id of a component's app: the shop for the first `perApp` components, then one app per `perApp`. */
export const appOf = (index: number, perApp = Number.POSITIVE_INFINITY): number =>
  index < perApp ? 12 : 1_000 + Math.floor(index / perApp);

/** Adds components with internal access. @param perApp components in each app; by default, one app has all */
export const seedOf =
  (components: number, perApp?: number): WorldSeed =>
  (now) => {
    const world = shopSeed(now);
    const app = world.apps.find(({ id }) => id === 12);
    const api = world.components.find(({ cname, appId }) => cname === 'api' && appId === 12);
    const port = world.ports.find(({ componentId, number }) => componentId === api?.id && number === 8000);
    if (!app || !api || !port) throw new Error('the shop has no api');
    const names = Array.from({ length: components }, (_, index) => `part-${index}`);
    const added = names.map((name, index) => ({
      ...api,
      appId: appOf(index, perApp),
      id: idOf(name),
      cname: name,
      alias: `grpart${index}`,
      k8sName: name,
    }));
    const further = [...new Set(added.map(({ appId }) => appId))].filter((id) => id !== app.id);
    return {
      ...world,
      apps: [...world.apps, ...further.map((id) => ({ ...app, id, name: `app-${id}`, k8sName: `app-${id}` }))],
      components: [...world.components, ...added],
      ports: [...world.ports, ...added.map(({ id }) => ({ ...port, componentId: id, outer: false }))],
    };
  };

export interface Replica {
  readonly process: ChildProcess;
  /** @throws if the replica dies before it answers */
  ask(wish: Wish): Promise<{ readonly says: string; readonly card?: ChangeRequest | undefined }>;
}

export async function startReplica(config: ReplicaConfig, program: string): Promise<Replica> {
  const env = {
    ...process.env,
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(tmpdir(), 'portolan-compile-cache'),
  };
  const child = fork(program, [JSON.stringify(config)], { env });
  const waiting = new Map<
    number,
    { done: (reply: { says: string; card?: ChangeRequest | undefined }) => void; gone: () => void }
  >();
  let number = 0;
  const ready = Promise.withResolvers<void>();
  child.on('message', (message) => {
    const reply = Reply.parse(message);
    if ('ready' in reply) return ready.resolve();
    waiting.get(reply.number)?.done(reply);
    waiting.delete(reply.number);
  });
  child.on('exit', () => {
    ready.reject(new Error('a replica did not start'));
    for (const { gone } of waiting.values()) gone();
  });
  await ready.promise;
  return {
    process: child,
    ask(wish) {
      number += 1;
      const mine = number;
      return new Promise((done, fail) => {
        const gone = () => fail(new Error('gone'));
        if (!child.connected) return gone();
        waiting.set(mine, { done, gone });
        child.send({ ...wish, number: mine }, (error) => error && gone());
      });
    },
  };
}

/**
 * Runs many requests on replicas that share one PostgreSQL. Presses each request's buttons many times together, and
 * kills and replaces replicas. @param options `presses`: number for each request; `killEvery`: requests from one kill
 * to the next; `program`: a bundle of `replica-child.ts`, which starts faster than the source
 */
export async function pressTogether(
  databaseUrl: string,
  options: {
    readonly rounds: number;
    readonly replicas: number;
    readonly presses: number;
    readonly killEvery?: number;
    readonly program?: string;
    readonly scale?: number;
    readonly atOnce?: number;
    readonly ended?: (count: number) => void;
  },
): Promise<Pressing> {
  const directory = mkdtempSync(join(tmpdir(), 'portolan-replicas-'));
  const { scale = usualScale, atOnce = usuallyAtOnce } = options;
  const simulated = await startPlatform({ seed: seedOf(atOnce) });
  const store = await openStore({ databaseUrl, dataDirectory: '' });
  const since = Date.now();
  let started = 0;
  const start = (): Promise<Replica> => {
    started += 1;
    const name = `n${started}`;
    const platform = { url: simulated.url, token: simulated.token };
    const config = { databaseUrl, platform, name, diary: join(directory, name), scale, since, writeTimeoutMs };
    return startReplica(config, options.program ?? replicaProgram);
  };
  const replicas = await Promise.all(Array.from({ length: options.replicas }, start));
  const crew: Crew = { replicas, start, starting: [], kills: 0, sent: new Map(), confirmed: new Map() };
  const stop = simulated.log.subscribe((entry) => {
    if (entry.method === 'GET' || entry.fault?.startsWith('hang,')) return;
    const part = entry.path.split('/').at(-3) ?? '';
    crew.sent.set(part, (crew.sent.get(part) ?? 0) + 1);
  });
  try {
    const before = performance.now();
    const rounds = await playAll(crew, store, simulated, options);
    const seconds = (performance.now() - before) / 1000;
    await untilTold(store);
    return {
      ...(await judge(crew, store, rounds, directory)),
      presses: rounds.length * options.presses,
      kills: crew.kills,
      seconds,
    };
  } finally {
    stop();
    await Promise.all(crew.starting);
    await Promise.all(crew.replicas.map(end));
    await store.close();
    await simulated.close();
    rmSync(directory, { recursive: true, force: true });
  }
}

interface Crew {
  readonly replicas: Replica[];
  readonly start: () => Promise<Replica>;
  readonly starting: Promise<void>[];
  kills: number;
  readonly sent: Map<string, number>;
  readonly confirmed: Map<string, number>;
}

interface Round {
  readonly card: string;
  readonly calls: number;
}

async function playAll(
  crew: Crew,
  store: Store,
  simulated: SimulatedPlatform,
  options: Parameters<typeof pressTogether>[1],
): Promise<readonly Round[]> {
  const rounds: Round[] = [];
  let begun = 0;
  const worker = async (part: number): Promise<void> => {
    while (begun < options.rounds) {
      begun += 1;
      if (options.killEvery && begun % options.killEvery === 0) crew.starting.push(replaceOne(crew, begun));
      rounds.push(await playRound(crew, store, simulated, part, options.presses));
      options.ended?.(rounds.length);
    }
  };
  await Promise.all(Array.from({ length: options.atOnce ?? usuallyAtOnce }, (_, part) => worker(part)));
  return rounds;
}

async function replaceOne(crew: Crew, seed: number): Promise<void> {
  const at = seed % crew.replicas.length;
  const old = crew.replicas[at];
  if (!old) return;
  old.process.kill('SIGKILL');
  crew.kills += 1;
  crew.replicas[at] = await crew.start();
}

async function playRound(
  crew: Crew,
  store: Store,
  simulated: SimulatedPlatform,
  part: number,
  presses: number,
): Promise<Round> {
  const component = idOf(`part-${part}`);
  const isOpen = simulated.state.ports.find((port) => port.componentId === component)?.outer === true;
  const before = crew.sent.get(component) ?? 0;
  const wish = {
    do: 'propose',
    operation: isOpen ? 'port.close' : 'port.open',
    given: { component: [component], port: ['8000'] },
  } as const;
  const card = await untilAnswered(crew, async (replica) => (await replica.ask(wish)).card);
  for (;;) {
    const state = await stateOf(store, card.id);
    if (state !== 'proposed') break;
    await Promise.allSettled(
      Array.from({ length: presses }, (_, index) => pressOne(crew, card, { part, index }, isOpen)),
    );
  }
  for (let round = 0; !isFinal(await stateOf(store, card.id)); round += 1) {
    if (round > 3_000) break;
    await sleep(20);
  }
  return { card: card.id, calls: (crew.sent.get(component) ?? 0) - before };
}

async function pressOne(
  crew: Crew,
  card: ChangeRequest,
  { part, index }: { readonly part: number; readonly index: number },
  confirms: boolean,
): Promise<void> {
  const replica = crew.replicas[(part + index) % crew.replicas.length];
  const who = confirms ? 'ann' : (['bob', 'cem', 'dee'] as const)[index % 3];
  if (!replica || who === undefined) return;
  const { says } = await replica.ask({ do: 'approve', card: card.id, revision: card.revision, who });
  if (says === 'card.approvedRuns' || says === 'card.confirmedRuns')
    crew.confirmed.set(card.id, (crew.confirmed.get(card.id) ?? 0) + 1);
}

async function untilAnswered<T>(crew: Crew, ask: (replica: Replica) => Promise<T | undefined>): Promise<T> {
  for (let turn = Math.floor(Math.random() * 9); ; turn += 1) {
    const replica = crew.replicas[turn % crew.replicas.length];
    const answer = replica && (await ask(replica).catch(() => undefined));
    if (answer !== undefined) return answer;
    await sleep(20);
  }
}

const stateOf = async (store: Store, id: string): Promise<ChangeRequest['state']> =>
  (await store.requests.get(id))?.state ?? 'expired';

async function untilTold(store: Store): Promise<void> {
  for (let round = 0; round < 500 && (await store.outbox.next()) !== undefined; round += 1) await sleep(50);
}

async function judge(
  crew: Crew,
  store: Store,
  rounds: readonly Round[],
  directory: string,
): Promise<Omit<Pressing, 'presses' | 'kills' | 'seconds'>> {
  const posts = new Set(
    readdirSync(directory).flatMap((file) => readFileSync(join(directory, file), 'utf8').split('\n').filter(Boolean)),
  );
  const approved = new Map<string, number>();
  for await (const { kind, request = '' } of store.audit.all())
    if (kind === 'approved') approved.set(request, (approved.get(request) ?? 0) + 1);
  const ends: Record<string, number> = {};
  let [doubles, lost, untold] = [0, 0, 0];
  const odd: string[] = [];
  for (const { card: id, calls } of rounds) {
    const stored = await store.requests.get(id);
    const state = stored?.state ?? 'lost';
    ends[state] = (ends[state] ?? 0) + 1;
    doubles += Math.max(0, calls - 1);
    const said = crew.confirmed.get(id) ?? 0;
    const approvals = approved.get(id) ?? 0;
    const isLost = !stored || !isFinal(stored.state) || said > 1 || approvals !== 1;
    const isTold = (['card', 'note'] as const).every((what) => posts.has(JSON.stringify({ what, card: id, state })));
    if (isLost) lost += 1;
    if (!isTold) untold += 1;
    if (isLost || !isTold) odd.push(`${state}, approvals ${approvals}, told ${said}, revision ${stored?.revision}`);
  }
  return { rounds: rounds.length, doubles, lost, untold, odd, auditOk: (await store.audit.verify()).ok, ends };
}

export async function end({ process: child }: Replica): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.send({ do: 'stop' }, () => {});
  const killed = setTimeout(() => child.kill('SIGKILL'), 10_000);
  await exited;
  clearTimeout(killed);
}
