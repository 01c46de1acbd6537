import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import * as z from 'zod';
import { createChangeEngine } from '../../../src/changes/change-engine.ts';
import type { ChangeEngine } from '../../../src/changes/change-engine-types.ts';
import type { ChangeRequest } from '../../../src/core/request/change-request.ts';
import type { Services } from '../../../src/operations/shared/services.ts';
import { createPlatform } from '../../../src/platform/create-platform.ts';
import { openStore } from '../../../src/store/open-store.ts';
import type { Store } from '../../../src/store/store.ts';
import { type Clock, createClock } from '../../../test/engine/clock.ts';
import { createPoster } from '../../../test/engine/recording-poster.ts';
import { channel, people, servicesOf } from '../../../test/engine/stage.ts';
import { nextMessage, startScript } from '../../stage/processes.ts';

/** What was read from the platform since last asked: calls in all, and lists of an app's components. */
const Read = z.object({ reads: z.number(), lists: z.number() });
const Ready = z.object({ url: z.string(), token: z.string() });

/** The workflow on the embedded database, with a simulated platform in another process and a clock that stands still. */
export interface Workflow {
  readonly store: Store;
  readonly services: Services;
  readonly engine: ChangeEngine;
  readonly clock: Clock;
  readonly directory: string;
  /** Asks for external access of port 8000, or for its end; the request waits for a decision. */
  propose(component: string, operation?: 'port.open' | 'port.close'): Promise<ChangeRequest>;
  /** Approves or confirms it, and waits until it has run and was read back. */
  approve(card: ChangeRequest): Promise<void>;
  read(): Promise<z.infer<typeof Read>>;
  close(): Promise<void>;
}

/** Starts it; the app has so many components `part-0`, `part-1` … beside its own, each with port 8000 open inside only. */
export async function openWorkflow(components: number): Promise<Workflow> {
  const directory = mkdtempSync(join(tmpdir(), 'portolan-growth-'));
  const simulated = startScript('./growth/workflow/platform-child.ts', [String(components)]);
  const { url, token } = await nextMessage(simulated.child, Ready);
  const store = await openStore({ dataDirectory: directory });
  const platform = createPlatform({ url, token, now: Date.now, random: Math.random });
  const clock = createClock(1_800_000_000_000, 'growth');
  const services = servicesOf({ world: clock.world, store, platform });
  const engine = createChangeEngine(services, createPoster());
  return {
    ...{ store, services, engine, clock, directory },
    async propose(component, operation = 'port.open') {
      const given = { component: [component], port: ['8000'] };
      const asked = await engine.propose({ operation, given }, { person: people.ann, channel });
      if (!('card' in asked)) throw new Error(`no card but ${JSON.stringify(asked)}`);
      return asked.card;
    },
    async approve({ id, revision, ruling }) {
      const person = ruling.need === 'confirm' ? people.ann : people.bob;
      const { says } = await engine.press({ do: 'approve', card: id, revision, person, channel });
      if (says.key !== 'card.approvedRuns' && says.key !== 'card.confirmedRuns')
        throw new Error(`not approved: ${says.key}`);
      await engine.idle();
      const state = (await store.requests.get(id))?.state;
      if (state !== 'done') throw new Error(`${id} is ${state}`);
    },
    async read() {
      const read = nextMessage(simulated.child, Read);
      simulated.child.send({});
      return read;
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

/** How long each of some works took, one after another, in ms. */
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

/** How late the event loop was while something was done: the 99th percentile, in ms. */
export async function whileWatched<T>(
  work: () => Promise<T>,
): Promise<{ readonly result: T; readonly loopMs: number }> {
  const delay = monitorEventLoopDelay({ resolution: lookMs });
  delay.enable();
  const result = await work();
  delay.disable();
  return { result, loopMs: Math.max(0, delay.percentile(99) / 1e6 - lookMs) };
}

/** Bytes that this process has resident once garbage was collected. */
export function residentNow(): number {
  globalThis.gc?.();
  return process.memoryUsage.rss();
}

/** Bytes of an embedded database with what waits to be written into it. */
export function databaseBytes(directory: string): number {
  return readdirSync(directory)
    .filter((name) => name.startsWith('portolan.db'))
    .reduce((sum, name) => sum + statSync(join(directory, name)).size, 0);
}
