import { readFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import '../../src/app.ts';
import { setTimeout as pause } from 'node:timers/promises';
import { createCharts } from '../../src/charts/charts.ts';
import { memoryOf, releaseIdleMemory } from '../../src/observability/idle-memory.ts';
import { createPlatform } from '../../src/platform/create-platform.ts';
import { residentOf } from '../stage/processes.ts';

/**
 * The bot's way from the platform's bytes to a chart, or to what another reply is read as, in a process of its own with
 * all of the bot's code loaded.
 */
const [url = '', asked = ''] = process.argv.slice(2);
const platform = createPlatform({ url, token: 'soak', now: Date.now, random: Math.random });
const charts = createCharts();
const range = { start: 1_700_000_000, end: 1_700_036_000, step: 60 };
/**
 * Bytes of this process and of those it started; one that ends while it is looked at counts for nothing. Files that are
 * mapped, such as Node's own code, are in memory once however many processes use them.
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

const place = { team: 't', region: 'r', app: '1' };
/** Everything else than monitoring that is asked. */
const others: Readonly<Record<string, () => Promise<unknown>>> = {
  listPorts: () => platform.listPorts({ ...place, service: 'c' }),
  listComponents: () => platform.listComponents(place),
  listRules: () => platform.listRules(place),
  readComponent: () => platform.readComponent({ ...place, service: 'c' }),
  readEventLog: () => platform.readEventLog({ ...place, event: 'e1' }),
};

/** The same reply five times, one after another: what one leaves behind would add up. */
async function readOften(id: string): Promise<string> {
  const found = new Set<string>();
  for (let round = 0; round < 5; round += 1) {
    const value = await others[id]?.().catch((error: unknown) => String(error));
    found.add(Array.isArray(value) ? `${value.length} read` : typeof value === 'string' ? value : 'read');
  }
  return [...found].join(', ');
}

async function drawn(): Promise<string> {
  const body = await platform.queryMonitoring({ ...place, ...range });
  const { summary } = await charts.draw({ body, ...range, zone: 'UTC', lang: 'en', title: 'soak' });
  const lines = summary.panels.flatMap(({ series }) => series);
  const points = lines.reduce((sum, { points: count }) => sum + count, 0);
  return `${lines.length} series, ${points} points, cut ${JSON.stringify(summary.leftOut.cut ?? {})}`;
}

// As the bot does, which `npm start` gives this function too.
const { gc } = globalThis;
if (!gc) throw new Error('This needs --expose-gc.');
releaseIdleMemory(memoryOf(gc), (ms, signal) => pause(ms, undefined, signal ? { signal } : {}));
await charts.warm();
await pause(1_000);
const idle = resident();
const noise = monitorEventLoopDelay({ resolution: 5 });
noise.enable();
await pause(2_000);
noise.disable();
const delay = monitorEventLoopDelay({ resolution: 5 });
delay.enable();
const threadCpu = () => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
};
/** The most CPU time that this thread used between two looks: what other processes take isn't counted. */
let turn = 0;
let looked = threadCpu();
const looking = setInterval(() => {
  const now = threadCpu();
  turn = Math.max(turn, now - looked);
  looked = now;
}, 2);
let most = resident();
const watching = setInterval(() => {
  most = Math.max(most, resident());
}, 10);
const since = performance.now();
const cpuSince = process.cpuUsage();
let outcome = '';
try {
  outcome = Object.hasOwn(others, asked) ? await readOften(asked) : await drawn();
} catch (error) {
  outcome = error instanceof Error ? error.message : String(error);
}
const ms = performance.now() - since;
const { user, system } = process.cpuUsage(cpuSince);
const cpu = (user + system) / 1_000;
delay.disable();
clearInterval(looking);
clearInterval(watching);
most = Math.max(most, residentOf(process.pid).most);
// The next worker warms up; then nothing is left to do.
await charts.warm();
await pause(10_000);
const [before, longest] = [noise.max / 1e6, delay.max / 1e6];
process.send?.({ ms, cpu, turn, idle, most, after: resident(), delay: longest, noise: before, outcome });
await charts.close();
await platform.close();
process.exit(0);
