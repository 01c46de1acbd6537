import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as z from 'zod';
import { openStore } from '../../src/store/open-store.ts';
import type { Store } from '../../src/store/store.ts';
import { freePort } from '../../test/recorded/listening.ts';
import {
  botVariables,
  Facts,
  nextMessage,
  places,
  type Running,
  Simulators,
  startBot,
  startScript,
  untilOk,
} from './processes.ts';
import { openLoad } from './slack-load.ts';

export type Stage = Awaited<ReturnType<typeof openStage>>;

const Posted = z.object({ posted: z.string(), error: z.string().nullable() });

interface BotOptions {
  readonly agents?: boolean;
  readonly entry?: string | undefined;
  /** Maximum heap size in MiB; Node's default if absent. */
  readonly heap?: number | undefined;
  readonly fill?: (store: Store) => Promise<void>;
}

async function withStore(dataDirectory: string, work: (store: Store) => Promise<void>): Promise<void> {
  const store = await openStore({ dataDirectory });
  await work(store);
  await store.close();
}

/** Size of the simulated workspace and platform. `parts`: additional components `part-0`, `part-1` … */
interface StageSize {
  readonly people?: number;
  readonly parts?: { readonly components: number; readonly perApp: number };
}

export async function onStage<T>(work: (stage: Stage) => Promise<T>, size: StageSize = {}): Promise<T> {
  const stage = await openStage(size);
  try {
    return await work(stage);
  } finally {
    await stage.stop();
  }
}

async function openStage({ people = places.people.length, parts = { components: 0, perApp: 1 } }: StageSize) {
  const simulators = startScript('stage/stage-child.ts', [people, parts.components, parts.perApp].map(String));
  const [ready, load] = await Promise.all([nextMessage(simulators.child, Simulators), openLoad()]);
  const folder = mkdtempSync(join(tmpdir(), 'portolan-bench-'));
  const started: Running[] = [];
  return {
    load,
    /** Starts a bot with a free port and a filled database, and waits until it is ready. */
    async bot({ agents = false, entry, heap, fill }: BotOptions = {}) {
      const port = await freePort();
      const data = mkdtempSync(join(folder, 'data-'));
      if (fill) await withStore(data, fill);
      const env = {
        ...botVariables(ready, port, data),
        ...(agents ? { MCP_URL: `http://127.0.0.1:${port}/mcp` } : {}),
        ...(heap === undefined ? {} : { NODE_OPTIONS: `--max-old-space-size=${heap}` }),
      };
      const running = startBot(env, { entry });
      started.push(running);
      await untilOk(`http://127.0.0.1:${port}/readyz`, running);
      return { running, port };
    },
    async bare() {
      const port = await freePort();
      const running = startScript('peers/bare-bolt.ts', [ready.apiUrl, String(port)]);
      started.push(running);
      await nextMessage(running.child, z.object({ ready: z.literal(true) }));
      return { running, port };
    },
    posted(channel: string, listener: (error: string | null) => void): () => void {
      const hear = (message: unknown) => {
        const parsed = Posted.safeParse(message);
        if (parsed.success && parsed.data.posted === channel) listener(parsed.data.error);
      };
      simulators.child.on('message', hear);
      return () => void simulators.child.off('message', hear);
    },
    async facts() {
      const facts = nextMessage(simulators.child, Facts);
      simulators.child.send({});
      return facts;
    },
    async stop() {
      await Promise.all(started.map((each) => each.stop()));
      await load.close();
      await simulators.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
