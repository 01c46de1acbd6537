import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPlatform } from '../playground/platform/start-platform.ts';
import { createChangeEngine } from '../src/changes/change-engine.ts';
import type { ChangeRequest } from '../src/core/request/change-request.ts';
import { createPlatform } from '../src/platform/create-platform.ts';
import { openStore, type StorePlace } from '../src/store/open-store.ts';
import type { Store } from '../src/store/store.ts';
import { createClock } from '../test/engine/clock.ts';
import { createPoster } from '../test/engine/recording-poster.ts';
import { channel, people, servicesOf } from '../test/engine/stage.ts';
import { startPostgres } from '../test/postgres.ts';

/** How many approvals a second one engine decides: pressed, judged by the policy, saved and recorded, durably. */
export interface DecidingSpeed {
  readonly engine: Store['engine'];
  readonly decided: number;
}

/** Measures deciding through the engine on both engines; running is the platform's time and not part of it. */
export async function benchDeciding(count: number): Promise<readonly DecidingSpeed[]> {
  const directory = mkdtempSync(join(tmpdir(), 'portolan-bench-'));
  const server = await startPostgres({ durable: true });
  try {
    return [
      await measure({ dataDirectory: directory }, count),
      await measure({ dataDirectory: '', databaseUrl: server.url }, count),
    ];
  } finally {
    await server.stop();
    rmSync(directory, { recursive: true, force: true });
  }
}

async function measure(place: StorePlace, count: number): Promise<DecidingSpeed> {
  const store = await openStore(place);
  const simulated = await startPlatform();
  const platform = createPlatform({ url: simulated.url, token: simulated.token, now: Date.now, random: Math.random });
  const clock = createClock(1_800_000_000_000, 'bench');
  const engine = createChangeEngine(servicesOf({ world: clock.world, store, platform }), createPoster());
  try {
    const cards: ChangeRequest[] = [];
    for (let index = 0; index < count; index += 1) {
      const given = { component: ['api'], port: ['8000'], for: [`${index + 1}s`] };
      const asked = await engine.propose({ operation: 'port.open', given }, { person: people.ann, channel });
      if ('card' in asked) cards.push(asked.card);
    }
    const left = [...cards];
    const worker = async (): Promise<void> => {
      for (let card = left.pop(); card; card = left.pop()) {
        const { says } = await engine.press({
          do: 'approve',
          card: card.id,
          revision: 1,
          person: people.bob,
          channel,
        });
        if (says.key !== 'card.approvedRuns') throw new Error(`not approved: ${says.key}`);
      }
    };
    const before = performance.now();
    await Promise.all(Array.from({ length: 10 }, worker));
    const seconds = (performance.now() - before) / 1000;
    return { engine: store.engine, decided: cards.length / seconds };
  } finally {
    await platform.close();
    await simulated.close();
    await store.close();
  }
}
