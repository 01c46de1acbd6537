import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { cpus, totalmem } from 'node:os';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { losslessCompressPngSync } from '@napi-rs/image';
import { createCharts } from '../src/charts/charts.ts';
import { cases } from './peers/cases.ts';
import type { Answer, Ask, Drawn } from './peers/peer.ts';
import { jobOf, openPortolan } from './peers/portolan.ts';

/**
 * `npm run bench:charts`: our charts beside others on the same data in the same run. Rounds go from peer to peer, so that
 * a busy moment of the machine meets all of them; the medians' ratios are what counts.
 * `--rounds 15` turns of each peer and case, `--charts 2000` for memory, `--quick` for both small.
 */
const { values: options } = parseArgs({
  options: {
    rounds: { type: 'string', default: '15' },
    charts: { type: 'string', default: '2000' },
    quick: { type: 'boolean', default: false },
  },
});
const rounds = options.quick ? 3 : Number(options.rounds);
const charts = options.quick ? 60 : Number(options.charts);

const PEERS = ['portolan', 'vega-skia', 'vega-lite', 'echarts', 'chart.js', 'chromium', 'chromium-text'] as const;
const NAMES: Record<(typeof PEERS)[number], string> = {
  portolan: 'Portolan, from the reply’s bytes',
  'vega-skia': 'Vega and Skia lines: our layout, drawn by libraries',
  'vega-lite': 'Vega-Lite as documented, same canvas',
  echarts: 'ECharts on canvas, as documented',
  'chart.js': 'Chart.js on canvas, as documented',
  chromium: 'headless Chromium, page kept open, as documented',
  'chromium-text': 'the same, the data handed over as one text',
};

interface Running {
  readonly name: (typeof PEERS)[number];
  readonly child: ChildProcess;
  readonly times: number[][];
  readonly cpu: number[][];
  /** Of each case's file. */
  readonly bytes: number[];
}

/** The next message of a peer's process, or that it ended. */
async function next(child: ChildProcess): Promise<Answer> {
  const done = new AbortController();
  const { signal } = done;
  try {
    const answer: unknown = await Promise.race([
      once(child, 'message', { signal }).then(([message]: unknown[]) => message),
      once(child, 'exit', { signal }).then(() => ({ missing: 'its process ended' })),
    ]);
    return isAnswer(answer) ? answer : { missing: 'answered something else' };
  } finally {
    done.abort();
  }
}

function isAnswer(value: unknown): value is Answer {
  return typeof value === 'object' && value !== null && ('ready' in value || 'ms' in value || 'missing' in value);
}

async function start(name: (typeof PEERS)[number]): Promise<Running | undefined> {
  const child = fork(new URL('./peers/run.ts', import.meta.url), [name]);
  const answer = await next(child);
  if ('ready' in answer) return { name, child, times: cases.map(() => []), cpu: cases.map(() => []), bytes: [] };
  console.log(`${NAMES[name]}: left out, ${'missing' in answer ? answer.missing : 'not ready'}`);
  return undefined;
}

function tell(child: ChildProcess, ask: Ask): void {
  child.send(ask);
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/** Whose turn it is draws a few at once: after the others' turn nothing of its own is left in the processor's caches. */
const IN_A_ROW = 4;

async function drawInARow(peer: Running, index: number, count: number): Promise<readonly Drawn[]> {
  const drawn: Drawn[] = [];
  while (drawn.length < count) {
    tell(peer.child, { draw: index });
    const answer = await next(peer.child);
    if (!('ms' in answer)) throw new Error(`${peer.name}: ${'missing' in answer ? answer.missing : 'no answer'}`);
    drawn.push(answer);
  }
  return drawn;
}

function isBrowser(name: string): boolean {
  return name.startsWith('chromium');
}

async function beside(): Promise<void> {
  const peers = (await Promise.all(PEERS.map(start))).filter((peer) => peer !== undefined);
  // All of them are slower at first: a bot that runs for days draws with code that is compiled.
  const warmUp = options.quick ? 2 : 8;
  for (let round = 0; round < warmUp + rounds; round += 1)
    for (const [index] of cases.entries())
      for (const peer of peers) {
        // A browser takes seconds for the large cases; a third of the rounds is enough for its median.
        if (isBrowser(peer.name) && round % 3 !== 0) continue;
        const drawn = await drawInARow(peer, index, options.quick || isBrowser(peer.name) ? 1 : IN_A_ROW);
        peer.bytes[index] = drawn.at(-1)?.bytes ?? 0;
        if (round < warmUp) continue;
        peer.times[index]?.push(...drawn.map((one) => one.ms));
        peer.cpu[index]?.push(...drawn.map((one) => one.cpu));
      }
  for (const peer of peers) tell(peer.child, { close: true });
  print(peers);
}

function table(title: string, peers: readonly Running[], of: (peer: Running) => readonly number[][]): void {
  const ours = peers.find((peer) => peer.name === 'portolan');
  console.log(`\n| ${title}, median | ${cases.map((one) => one.name).join(' | ')} |`);
  console.log(`|---|${cases.map(() => '---|').join('')}`);
  for (const peer of peers) {
    const cells = of(peer).map((times, index) => {
      const ms = median(times);
      const ratio = ms / median(ours ? (of(ours)[index] ?? []) : []);
      return peer.name === 'portolan' ? `**${ms.toFixed(1)}**` : `${ms.toFixed(0)} (${ratio.toFixed(1)}×)`;
    });
    console.log(`| ${NAMES[peer.name]} | ${cells.join(' | ')} |`);
  }
}

function print(peers: readonly Running[]): void {
  table('milliseconds a chart', peers, (peer) => peer.times);
  const inside = peers.filter((peer) => !isBrowser(peer.name));
  table('milliseconds of processor time a chart', inside, (peer) => peer.cpu);
  table(`milliseconds to draw and then send at ${UPLINK} Mbit/s`, peers, (peer) =>
    peer.times.map((times, index) => [median(times) + sending(peer.bytes[index] ?? 0)]),
  );
  printBytes(peers);
  const at = (name: string, index: number) => median(peers.find((peer) => peer.name === name)?.times[index] ?? []);
  console.log('\nBudgets:');
  for (const [index, name, least] of FASTER) {
    const ratio = at(name, index) / at('portolan', index);
    if (!Number.isNaN(ratio)) judge(ratio >= least, `${cases[index]?.name}: ${name} ≥ ${least}×: ${ratio.toFixed(1)}×`);
  }
  const ours = peers.find((peer) => peer.name === 'portolan')?.bytes ?? [];
  for (const [index, most] of LARGEST.entries()) {
    const size = (ours[index] ?? 0) / 1000;
    if (most !== undefined) judge(size <= most, `${cases[index]?.name}: ≤ ${most} kB: ${size.toFixed(0)} kB`);
  }
}

function judge(kept: boolean, what: string): void {
  console.log(`  ${kept ? 'kept  ' : 'MISSED'} ${what}`);
}

/** By case and peer: how many times as long as ours it has to take at least. */
const FASTER = [
  [1, 'vega-lite', 9],
  [1, 'echarts', 6],
  [1, 'chart.js', 6],
  [1, 'chromium', 45],
  [0, 'vega-lite', 8],
  [3, 'vega-lite', 9],
  [2, 'vega-lite', 14],
] as const;
/** By case: the most kilobytes of our file. */
const LARGEST: readonly (number | undefined)[] = [55, 95, undefined, 210];

/** An ordinary uplink, in Mbit/s. */
const UPLINK = 10;

function sending(bytes: number): number {
  return (bytes * 8) / (UPLINK * 1000);
}

function printBytes(peers: readonly Running[]): void {
  console.log(`\n| kilobytes a file | ${cases.map((one) => one.name).join(' | ')} |`);
  console.log(`|---|${cases.map(() => '---|').join('')}`);
  const row = (name: string, bytes: readonly number[]) =>
    console.log(`| ${name} | ${bytes.map((size) => (size / 1000).toFixed(0)).join(' | ')} |`);
  for (const peer of peers) row(NAMES[peer.name], peer.bytes);
  row('Portolan’s file after an optimizer (oxipng)', optimized);
}

/** Sizes of our files after an optimizer that takes its time. */
async function optimize(): Promise<number[]> {
  const portolan = await openPortolan();
  const sizes: number[] = [];
  for (const one of cases) sizes.push(losslessCompressPngSync(Buffer.from(await portolan.draw(one))).length);
  return sizes;
}

/** Through the worker, as the bot draws: charts a second, what the event loop feels meanwhile, and where memory goes. */
async function endurance(): Promise<void> {
  const one = cases[1];
  if (!one) return;
  const job = jobOf(one);
  const without = process.memoryUsage().rss / 1_048_576;
  const pool = createCharts();
  const before = performance.now();
  await pool.warm();
  const warmed = performance.now() - before;
  const first = performance.now();
  await pool.draw({ ...job, title: 'first' });
  const firstMs = performance.now() - first;
  const delay = monitorEventLoopDelay({ resolution: 5 });
  const memory: number[] = [];
  delay.enable();
  const begin = performance.now();
  const batch = 4;
  for (let drawn = 0; drawn < charts; drawn += batch) {
    await Promise.all(Array.from({ length: batch }, (_, index) => pool.draw({ ...job, title: `${drawn + index}` })));
    if (drawn % 20 === 0) memory.push(process.memoryUsage().rss / 1_048_576);
  }
  const seconds = (performance.now() - begin) / 1000;
  delay.disable();
  const p99 = delay.percentile(99) / 1e6 - 5;
  const half = Math.floor(memory.length / 2);
  const [early, late] = [memory.slice(0, half), memory.slice(half)].map((some) => Math.max(...some) - without);
  console.log(`\nThrough the worker, ${charts} different charts of 10 x 1440:`);
  console.log(`  ${(charts / seconds).toFixed(1)} charts a second (budget ≥ 35)`);
  console.log(`  event-loop delay p99 ${Math.max(0, p99).toFixed(1)} ms (budget ≤ 20)`);
  console.log(`  warmed in ${warmed.toFixed(0)} ms; the first chart then took ${firstMs.toFixed(0)} ms`);
  console.log(
    `  the worker's resident memory: at most ${early?.toFixed(0)} MiB in the first half, ${late?.toFixed(0)} MiB in the second (budget ≤ 333, flat)`,
  );
  await pool.close();
}

console.log(
  `${cpus().length} cores (${cpus()[0]?.model ?? 'unknown'}), ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}`,
);
const optimized = await optimize();
await endurance();
await beside();
