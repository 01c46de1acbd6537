import { appendFileSync } from 'node:fs';
import { flushCompileCache } from 'node:module';
import * as z from 'zod';
import { createChangeEngine } from '../../src/changes/change-engine.ts';
import type { EngineContext } from '../../src/changes/engine-context.ts';
import { ChangeRequest, storedBody } from '../../src/core/request/change-request.ts';
import { StoredGiven } from '../../src/core/request/plan.ts';
import type { World } from '../../src/core/world.ts';
import { features } from '../../src/features.ts';
import { createPlatform } from '../../src/platform/create-platform.ts';
import type { Platform } from '../../src/platform/platform.ts';
import { openStore } from '../../src/store/open-store.ts';
import { shareClock } from '../../src/store/shared-clock.ts';
import { postOf } from '../engine/recording-poster.ts';
import { channel, people, servicesOf } from '../engine/stage.ts';

export const ReplicaConfig = z.object({
  databaseUrl: z.string(),
  platform: z.object({ url: z.string(), token: z.string() }),
  name: z.string(),
  diary: z.string(),
  /** Speed of the replica's clock compared with real time, from `since` (epoch ms) on. */
  scale: z.number(),
  since: z.number(),
  /** Lead of the replica's clock, in ms. If set, claims use the database's clock; otherwise all clocks are equal. */
  skewMs: z.number().optional(),
  /** Timeout of a write, in ms of real time. */
  writeTimeoutMs: z.number(),
});
export type ReplicaConfig = z.infer<typeof ReplicaConfig>;

/** Order for the replica. The replica's reply has the order's number. */
export const Order = z.discriminatedUnion('do', [
  z.object({
    do: z.literal('propose'),
    number: z.number(),
    operation: z.string(),
    given: StoredGiven,
    in: z.string().optional(),
  }),
  z.object({
    do: z.literal('approve'),
    number: z.number(),
    card: z.string(),
    revision: z.number(),
    who: z.enum(['ann', 'bob', 'cem', 'dee']),
  }),
  z.object({ do: z.literal('stop') }),
]);
export type Order = z.infer<typeof Order>;

export type Wish = Order extends infer O ? (O extends { number: number } ? Omit<O, 'number'> : never) : never;

export const Reply = z.union([
  z.object({ ready: z.literal(true) }),
  z.object({ number: z.number(), says: z.string(), card: ChangeRequest.optional() }),
]);

function fastWorld({ scale, since, name, skewMs = 0 }: ReplicaConfig): World {
  let count = 0;
  const quiet = (): void => {};
  return {
    now: () => Math.round(since + (Date.now() - since) * scale + skewMs),
    newId: () => {
      count += 1;
      return `${name}-${count}`;
    },
    newSecret: () => `${name}-secret`,
    random: Math.random,
    wait: (ms, signal) =>
      new Promise((resolve) => {
        if (signal?.aborted) return resolve();
        const timer = setTimeout(resolve, ms / scale);
        signal?.addEventListener('abort', () => {
          clearTimeout(timer);
          resolve();
        });
      }),
    log: {
      debug: quiet,
      info: quiet,
      warn: quiet,
      error: (what, fields) => process.stderr.write(`${name}: ${what} ${String(fields?.error)}\n`),
    },
  };
}

function diaryPoster(path: string): EngineContext['poster'] {
  let count = 0;
  return {
    async post(place, drawn) {
      const { how, card, state } = postOf(place, drawn);
      const what = how === 'post' || how === 'update' ? 'card' : how;
      if (card !== '') appendFileSync(path, `${JSON.stringify({ what, card, state })}\n`);
      count += 1;
      return { posted: true, channel, ts: place.ts ?? `${process.pid}.${count}` };
    },
    link: async () => undefined,
  };
}

async function serve(config: ReplicaConfig): Promise<void> {
  const clock = config.skewMs === undefined ? { clock: 'caller' as const } : {};
  const store = await openStore({ databaseUrl: config.databaseUrl, dataDirectory: '', ...clock });
  const { world } = await shareClock(fastWorld(config), store);
  const { writeTimeoutMs, scale } = config;
  const client = createPlatform({ ...config.platform, now: Date.now, random: Math.random, writeTimeoutMs });
  // The engine's clock runs faster than the platform's clock, so use a timeout in real time.
  const write: Platform['write'] = (call, options) => client.write(call, { ...options, timeoutMs: writeTimeoutMs });
  const services = servicesOf({ world, store, platform: { ...client, write } });
  const engine = createChangeEngine(services, diaryPoster(config.diary), {
    writeTimeoutMs: writeTimeoutMs * scale,
    features,
  });
  engine.start();

  async function obey(order: Order): Promise<void> {
    if (order.do === 'stop') {
      await engine.stop();
      await client.close();
      await store.close();
      process.disconnect();
      return;
    }
    const { number } = order;
    if (order.do === 'propose') {
      const { operation, given } = order;
      const place = order.in === undefined ? {} : { in: order.in };
      const asked = await engine.propose({ operation, given, ...place }, { person: people.ann, channel });
      process.send?.({
        number,
        says: 'request' in asked ? 'asked' : JSON.stringify(asked),
        ...('request' in asked ? { card: storedBody(asked.request) } : {}),
      });
      return;
    }
    const { card, revision, who } = order;
    const pressed = await engine.press({ do: 'approve', card, revision, person: people[who], channel });
    process.send?.({ number, says: pressed.says.key });
  }

  process.on('message', (message) => {
    const order = Order.parse(message);
    obey(order).catch((error: unknown) => {
      if (order.do !== 'stop') process.send?.({ number: order.number, says: `failed: ${String(error)}` });
    });
  });
  // Exit when the parent process has ended.
  process.on('disconnect', () => process.exit());
  // A process that is killed doesn't write its compile cache, so write it now.
  flushCompileCache();
  process.send?.({ ready: true });
}

const given = process.argv[2];
if (import.meta.main && given !== undefined) await serve(ReplicaConfig.parse(JSON.parse(given)));
