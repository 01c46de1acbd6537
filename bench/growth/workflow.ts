import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { createChangeEngine } from '../../src/changes/change-engine.ts';
import type { ChangeRequest } from '../../src/core/request/change-request.ts';
import { createPlatform } from '../../src/platform/create-platform.ts';
import { openStore } from '../../src/store/open-store.ts';
import { createClock } from '../../test/engine/clock.ts';
import { createPoster } from '../../test/engine/recording-poster.ts';
import { channel, people, servicesOf } from '../../test/engine/stage.ts';
import { Facts, nextMessage, Simulators, startScript } from '../stage/processes.ts';

export type Workflow = Awaited<ReturnType<typeof openWorkflow>>;

/**
 * Starts the workflow with a simulated platform in another process, and a stopped clock. The app also has components
 * `part-0`, `part-1` …, each with port 8000 open internally only.
 * @param databaseUrl PostgreSQL; the embedded database by default
 */
export async function openWorkflow(components: number, databaseUrl?: string) {
  const directory = mkdtempSync(join(tmpdir(), 'portolan-growth-'));
  const simulated = startScript('stage/stage-child.ts', ['0', String(components), String(components)]);
  const { platformUrl: url, token } = await nextMessage(simulated.child, Simulators);
  const store = await openStore({ dataDirectory: directory, databaseUrl });
  const platform = createPlatform({ url, token, now: Date.now, random: Math.random });
  const clock = createClock(1_800_000_000_000, 'growth');
  const services = servicesOf({ world: clock.world, store, platform });
  const engine = createChangeEngine(services, createPoster());
  const press = async ({ id, revision, decision: { ruling } }: ChangeRequest): Promise<void> => {
    const person = ruling.need === 'confirm' ? people.ann : people.bob;
    const { says } = await engine.press({ do: 'approve', card: id, revision, person, channel });
    if (says.key !== 'card.approvedRuns' && says.key !== 'card.confirmedRuns')
      throw new Error(`not approved: ${says.key}`);
  };
  let lists = 0;
  return {
    ...{ store, services, engine, clock, directory },
    /** Asks to open external access to port 8000, or to close it. The request then waits for a decision. */
    async propose(
      component: string,
      { operation = 'port.open', ...given }: { operation?: string; for?: string[] } = {},
    ) {
      const wanted = { operation, given: { component: [component], port: ['8000'], ...given } };
      const asked = await engine.propose(wanted, { person: people.ann, channel });
      if (!('request' in asked)) throw new Error(`no card but ${JSON.stringify(asked)}`);
      return asked.request;
    },
    press,
    /** Approves or confirms the request. Waits until the change has run and its result was read. */
    async approve(request: ChangeRequest) {
      await press(request);
      await engine.idle();
      const state = (await store.requests.get(request.id))?.state;
      if (state !== 'done') throw new Error(`${request.id} is ${state}`);
    },
    /** Returns the number of lists of components that were read since the last call. */
    async lists() {
      const facts = nextMessage(simulated.child, Facts);
      simulated.child.send({});
      const before = lists;
      lists = (await facts).lists;
      return lists - before;
    },
    async close() {
      await engine.stop();
      await platform.close();
      await store.close();
      await simulated.stop();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** Runs `work` for each thing, one after another. Returns the duration of each, in ms. */
export async function timed<T>(things: readonly T[], work: (thing: T) => Promise<unknown>): Promise<readonly number[]> {
  const took: number[] = [];
  for (const thing of things) {
    const since = performance.now();
    await work(thing);
    took.push(performance.now() - since);
  }
  return took;
}

const lookMs = 5;

/**
 * Runs `work`. Returns the 99th percentile of the event loop's delay, and the longest block in processor time of this
 * thread, both in ms.
 */
export async function whileWatched<T>(
  work: () => Promise<T>,
): Promise<{ readonly result: T; readonly loopMs: number; readonly ownMs: number }> {
  const delay = monitorEventLoopDelay({ resolution: lookMs });
  delay.enable();
  let [before, ownMs] = [threadMs(), 0];
  const looking = setInterval(() => {
    const now = threadMs();
    ownMs = Math.max(ownMs, now - before);
    before = now;
  }, lookMs);
  const result = await work();
  clearInterval(looking);
  delay.disable();
  return { result, loopMs: Math.max(0, delay.percentile(99) / 1e6 - lookMs), ownMs };
}

function threadMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

/** Collects garbage, then returns the resident memory of this process, in bytes. */
export function residentNow(): number {
  globalThis.gc?.();
  return process.memoryUsage.rss();
}
