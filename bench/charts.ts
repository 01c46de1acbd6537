import { monitorEventLoopDelay } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { losslessCompressPngSync } from '@napi-rs/image';
import { createCharts } from '../src/charts/charts.ts';
import { cases, jobOf } from './peers/cases.ts';
import { openPortolan } from './peers/portolan.ts';
import { startPeer } from './peers/run.ts';
import { machine, quantile } from './report.ts';
import { watchMemory } from './stage/processes.ts';

/**
 * `npm run bench:charts`: compares our charts with other chart programs on the same data in the same run. Rounds
 * alternate between the programs, so that a busy moment affects all of them; the ratios of medians count. `--quick`:
 * few rounds and charts.
 */
const { quick } = parseArgs({ options: { quick: { type: 'boolean', default: false } } }).values;
const rounds = quick ? 3 : 15;
const charts = quick ? 60 : 2_000;

const PEERS = {
  portolan: 'Portolan, from the reply’s bytes',
  'vega-skia': 'Vega and Skia lines: Portolan’s layout, drawn by libraries',
  'vega-lite': 'Vega-Lite as documented, same canvas',
  echarts: 'ECharts on canvas, as documented',
  'chart.js': 'Chart.js on canvas, as documented',
  chromium: 'headless Chromium, page kept open',
  'chromium-text': 'the same, the data handed over as one text',
} as const;

type Running = Exclude<Awaited<ReturnType<typeof startPeer>>, string> & {
  readonly name: string;
  readonly times: number[][];
  readonly cpu: number[][];
  readonly bytes: number[];
};

const isBrowser = (name: string) => name.startsWith('chromium');
const median = (values: readonly number[]) => quantile(values, 0.5);
/** Each program draws several charts in a row, because the processor's caches are cold after another program ran. */
const IN_A_ROW = 4;

async function beside(optimized: readonly number[]): Promise<void> {
  const peers: Running[] = [];
  for (const [name, title] of Object.entries(PEERS)) {
    const peer = await startPeer(name);
    if (typeof peer === 'string') console.log(`${title}: left out, ${peer}`);
    else peers.push({ ...peer, name, times: cases.map(() => []), cpu: cases.map(() => []), bytes: [] });
  }
  // The first rounds are slower, because the code isn't compiled yet. In a bot that runs for days, it is compiled.
  const warmUp = quick ? 2 : 8;
  for (let round = 0; round < warmUp + rounds; round += 1)
    for (const index of cases.keys())
      for (const { name, draw, times, cpu, bytes } of peers) {
        // A browser takes seconds for large cases, so measure it in every third round only.
        if (isBrowser(name) && round % 3 !== 0) continue;
        for (let count = quick || isBrowser(name) ? 1 : IN_A_ROW; count > 0; count -= 1) {
          const drawn = await draw(index);
          bytes[index] = drawn.bytes;
          if (round < warmUp) continue;
          times[index]?.push(drawn.ms);
          cpu[index]?.push(drawn.cpu);
        }
      }
  await Promise.all(peers.map(({ stop }) => stop()));
  print(peers, optimized);
}

const titleOf = (name: string) => Object.entries(PEERS).find(([each]) => each === name)?.[1] ?? name;
const row = (...cells: readonly string[]) => console.log(`| ${cells.join(' | ')} |`);

function head(title: string): void {
  console.log('');
  row(title, ...cases.map(({ name }) => name));
  console.log(`|${'---|'.repeat(cases.length + 1)}`);
}

function table(title: string, peers: readonly Running[], of: (peer: Running) => readonly number[][]): void {
  head(`${title}, median`);
  const ours = peers.find(({ name }) => name === 'portolan');
  const own = ours ? of(ours).map(median) : [];
  for (const peer of peers) {
    const cells = of(peer).map((times, index) => {
      const ms = median(times);
      return peer === ours ? `**${ms.toFixed(1)}**` : `${ms.toFixed(0)} (${(ms / (own[index] ?? 0)).toFixed(1)}×)`;
    });
    row(titleOf(peer.name), ...cells);
  }
}

function print(peers: readonly Running[], optimized: readonly number[]): void {
  table('Milliseconds per chart, on the clock', peers, ({ times }) => times);
  const inside = peers.filter(({ name }) => !isBrowser(name));
  table('Milliseconds of processor time per chart', inside, ({ cpu }) => cpu);
  table(`Milliseconds to draw and then send at ${UPLINK} Mbit/s`, peers, ({ times, bytes }) =>
    times.map((each, index) => [median(each) + ((bytes[index] ?? 0) * 8) / (UPLINK * 1000)]),
  );
  head('Kilobytes per file');
  const files = (name: string, bytes: readonly number[]) => row(name, ...bytes.map((size) => (size / 1000).toFixed(0)));
  for (const { name, bytes } of peers) files(titleOf(name), bytes);
  files('Portolan’s file after an optimizer (oxipng)', optimized);
  const at = (wanted: string, index: number) => median(peers.find(({ name }) => name === wanted)?.times[index] ?? []);
  console.log('\nBudgets:');
  for (const [index, name, min] of FASTER) {
    const ratio = at(name, index) / at('portolan', index);
    if (!Number.isNaN(ratio)) judge(ratio >= min, `${cases[index]?.name}: ${name} ≥ ${min}×: ${ratio.toFixed(1)}×`);
  }
  const own = peers.find(({ name }) => name === 'portolan')?.bytes ?? [];
  for (const [index, max] of LARGEST) {
    const size = (own[index] ?? 0) / 1000;
    judge(size <= max, `${cases[index]?.name}: ≤ ${max} kB: ${size.toFixed(0)} kB`);
  }
}

function judge(kept: boolean, what: string): void {
  console.log(`  ${kept ? 'kept  ' : 'MISSED'} ${what}`);
}

/** Limits by case and peer: the peer's time divided by ours must be at least this. */
const FASTER = [
  [1, 'vega-lite', 9],
  [1, 'echarts', 6],
  [1, 'chart.js', 6],
  [1, 'chromium', 45],
  [0, 'vega-lite', 8],
  [3, 'vega-lite', 9],
  [2, 'vega-lite', 14],
] as const;
/** Limits by case: maximum size of our file, in kB. */
const LARGEST = [
  [0, 55],
  [1, 95],
  [3, 210],
] as const;

const UPLINK = 10;

async function optimize(): Promise<number[]> {
  const draw = await openPortolan();
  const sizes: number[] = [];
  for (const one of cases) sizes.push(losslessCompressPngSync(Buffer.from(await draw(one))).length);
  return sizes;
}

async function endurance(): Promise<void> {
  const [, one] = cases;
  if (!one) return;
  const job = jobOf(one);
  const memory = watchMemory(process.pid, 250);
  const pool = createCharts();
  const starting = performance.now();
  await pool.warm();
  const warm = performance.now();
  await pool.draw({ ...job, title: 'first' });
  const begin = performance.now();
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  const batch = 4;
  for (let drawn = 0; drawn < charts; drawn += batch)
    await Promise.all(Array.from({ length: batch }, (_, index) => pool.draw({ ...job, title: `${drawn + index}` })));
  const rate = charts / ((performance.now() - begin) / 1000);
  delay.disable();
  const { samples, first } = memory.stop();
  const half = Math.floor(samples.length / 2);
  const max = (some: readonly number[]) => ((Math.max(...some) - first) / 2 ** 20).toFixed(0);
  console.log(`\nThrough the worker, ${charts} different charts of 10 x 1440:`);
  console.log(`  ${rate.toFixed(1)} charts a second (budget ≥ 35)`);
  console.log(`  event-loop delay p99 ${Math.max(0, delay.percentile(99) / 1e6 - 5).toFixed(1)} ms (budget ≤ 20)`);
  console.log(
    `  warmed in ${(warm - starting).toFixed(0)} ms; the first chart then took ${(begin - warm).toFixed(0)} ms`,
  );
  console.log(
    `  the worker's resident memory: at most ${max(samples.slice(0, half))} MiB in the first half, ${max(samples.slice(half))} MiB in the second (budget ≤ 333, flat)`,
  );
  await pool.close();
}

console.log(machine(new Date()));
const optimized = await optimize();
await endurance();
await beside(optimized);
