import { readFileSync } from 'node:fs';
import '../../src/app.ts';
import { setTimeout as pause } from 'node:timers/promises';
import { createCharts } from '../../src/charts/charts.ts';
import { memoryOf, releaseIdleMemory } from '../../src/observability/idle-memory.ts';
import { createPlatform } from '../../src/platform/create-platform.ts';
import { residentOf } from '../stage/processes.ts';
import type { Asked } from './hostile-replies.ts';

/**
 * Handles a reply like the bot: from the platform's bytes to a chart, or to the result of another read. Runs in a
 * separate process that has loaded all of the bot's code.
 */
const [url = '', asked = ''] = process.argv.slice(2);
const platform = createPlatform({ url, token: 'soak', now: Date.now, random: Math.random });
const charts = createCharts();
const range = { start: 1_700_000_000, end: 1_700_036_000, step: 60 };
const place = { team: 't', region: 'r', app: '1' };

/**
 * Returns the memory of this process and its children, in bytes. A child that just ended counts as 0. A child's mapped
 * files, such as Node's own code, don't count, because all processes share them in memory.
 */
function resident(): number {
  const children = readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8').split(' ').filter(Boolean);
  return children.reduce((sum, pid) => {
    try {
      const { now, file } = residentOf(Number(pid));
      return sum + (now - file || 0);
    } catch {
      return sum;
    }
  }, residentOf(process.pid).now);
}

/** All reads except monitoring. */
const others: Readonly<Record<Asked, () => Promise<unknown>>> = {
  listPorts: () => platform.listPorts({ ...place, service: 'c' }),
  listComponents: () => platform.listComponents(place),
  listRules: () => platform.listRules(place),
  readComponent: () => platform.readComponent({ ...place, service: 'c' }),
  readEventLog: () => platform.readEventLog({ ...place, event: 'e1' }),
};

/** Reads the same reply five times, one after another, so that memory that isn't freed adds up. */
async function readOften(ask: () => Promise<unknown>): Promise<string> {
  const outcomes = new Set<string>();
  for (let round = 0; round < 5; round += 1) {
    const value = await ask().catch((error: unknown) => String(error));
    outcomes.add(Array.isArray(value) ? `${value.length} read` : typeof value === 'string' ? value : 'read');
  }
  return [...outcomes].join(', ');
}

async function drawn(): Promise<string> {
  const body = await platform.queryMonitoring({ ...place, ...range });
  const { summary } = await charts.draw({ body, ...range, zone: 'UTC', lang: 'en', title: 'soak' });
  const lines = summary.panels.flatMap(({ series }) => series);
  const points = lines.reduce((sum, { points: count }) => sum + count, 0);
  return `${lines.length} series, ${points} points, cut ${JSON.stringify(summary.leftOut.cut ?? {})}`;
}

// Release memory like the bot, which also gets `gc` from the options of `npm start`.
const { gc } = globalThis;
if (!gc) throw new Error('This needs --expose-gc.');
releaseIdleMemory(memoryOf(gc), (ms, signal) => pause(ms, undefined, signal ? { signal } : {}));
await charts.warm();
await pause(3_000);
const idle = resident();
const threadCpu = () => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
};
/** Longest processor time of this thread between two checks, in ms. Other processes have no effect on it. */
let turn = 0;
let looked = threadCpu();
const looking = setInterval(() => {
  const now = threadCpu();
  turn = Math.max(turn, now - looked);
  looked = now;
}, 2);
let max = resident();
const watching = setInterval(() => {
  max = Math.max(max, resident());
}, 10);
const since = performance.now();
const ask = Object.entries(others).find(([name]) => name === asked)?.[1];
const outcome = await (ask ? readOften(ask) : drawn()).catch((error: unknown) => String(error));
const ms = performance.now() - since;
clearInterval(looking);
clearInterval(watching);
max = Math.max(max, residentOf(process.pid).most);
// Wait until the next worker is warm, so that nothing else runs during the last measurement of memory.
await charts.warm();
await pause(10_000);
process.send?.({ ms, turn, idle, most: max, after: resident(), outcome });
await charts.close();
await platform.close();
process.exit(0);
