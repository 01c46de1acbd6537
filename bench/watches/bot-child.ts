import { monitorEventLoopDelay } from 'node:perf_hooks';
import * as z from 'zod';
import { startApp } from '../../src/app.ts';
import { configFaultsText, readConfig, readTextFile } from '../../src/config.ts';
import { createLogger } from '../../src/observability/logger.ts';
import { watchRecord } from '../../src/operations/watch/watch-text.ts';
import { realWorld } from '../../src/real-world.ts';
import { slowMs } from '../../src/slack/interaction/slow-notice.ts';
import { openStore } from '../../src/store/open-store.ts';
import { fastNow } from './fast-clock.ts';
import { makeHistory } from './history.ts';

/** The bot with a thousand watches, by a clock that runs fast, in a process of its own. */
const Begin = z.object({
  began: z.number(),
  speed: z.number(),
  minutes: z.number(),
  variables: z.record(z.string(), z.string()),
});
/** How far apart the delay of the event loop is looked at, in ms; what it tells includes that. */
const lookMs = 10;

process.once('message', (message) => void run(Begin.parse(message)));

async function run({ began, speed, minutes, variables }: z.infer<typeof Begin>): Promise<void> {
  const read = readConfig(variables, readTextFile);
  if ('faults' in read) throw new Error(configFaultsText(read.faults));
  const store = await openStore({ dataDirectory: variables.PORTOLAN_DATA ?? '' });
  const { watches } = makeHistory(began, minutes);
  await store.commit({
    at: began,
    records: watches.map((watch) => ({ next: watchRecord(watch), expect: 'new' as const })),
  });
  await store.close();
  const world = realWorld(createLogger({ level: 'error' }));
  const portolan = await startApp(read.config, {
    ...world,
    now: fastNow({ began, speed }),
    // Notices that an answer takes long are for people, whose time doesn't run faster.
    wait: (ms, signal) => world.wait(ms === slowMs ? ms : ms / speed, signal),
  });
  const delay = monitorEventLoopDelay({ resolution: lookMs });
  delay.enable();
  process.on('message', () => process.send?.({ loopDelay: Math.max(0, delay.percentile(99) / 1e6 - lookMs) }));
  for (const event of ['disconnect', 'SIGTERM'] as const)
    process.on(event, () => void portolan.stop().then(() => process.exit(0)));
  process.send?.({ watches: watches.length });
}
