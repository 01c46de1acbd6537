import { startApp } from '../src/app.ts';
import { type Charts, createCharts } from '../src/charts/charts.ts';
import { configFaultsText, environment, readConfig, readTextFile } from '../src/config.ts';
import { memoryOf, releaseIdleMemory } from '../src/observability/idle-memory.ts';
import { createLogger } from '../src/observability/logger.ts';
import { realWorld } from '../src/real-world.ts';

/** Runs the bot like `npm start`, but without a chart worker, to measure only the memory of the main thread. */
const parsed = readConfig(environment(), readTextFile);
if ('faults' in parsed) throw new Error(configFaultsText(parsed.faults));
const world = realWorld(createLogger({ level: 'error' }));
const portolan = await startApp(parsed.config, world, unstarted());
const { gc } = globalThis;
if (gc) releaseIdleMemory(memoryOf(gc), world.wait);
for (const signal of ['SIGTERM', 'SIGINT'] as const)
  process.on(signal, () => void portolan.stop().then(() => process.exit(0)));

function unstarted(): Charts {
  let started: Charts | undefined;
  const charts = () => {
    started ??= createCharts();
    return started;
  };
  return {
    draw: (job) => charts().draw(job),
    numbers: (job) => charts().numbers(job),
    warm: async () => undefined,
    stats: () => ({ waiting: 0, running: 0, drawn: 0, shared: 0, refused: 0, failed: 0, replaced: 0 }),
    close: async () => started?.close(),
  };
}
