import { type ChildProcess, fork } from 'node:child_process';
import * as z from 'zod';
import { startPlayground } from '../playground/playground.ts';
import { type Charts, createCharts } from '../src/charts/charts.ts';
import { createLogger } from '../src/observability/logger.ts';
import { realWorld } from '../src/real-world.ts';
import { cases } from './peers/cases.ts';
import { jobOf } from './peers/portolan.ts';
import { ms, quantile } from './quantile.ts';
import type { Line, Section } from './report.ts';
import { nextMessage } from './stage/processes.ts';

const uplinkMbit = 10;
const [channel, person] = ['C0SHOP', 'U0MAYA'];
/** 10 lines of 1,440 points. */
const index = 1;
const peers = { 'vega-lite': 'Vega-Lite as documented', echarts: 'ECharts', 'chart.js': 'Chart.js' } as const;

const Drawn = z.object({ ms: z.number(), bytes: z.number() });
const Ready = z.object({ ready: z.literal(true) });

/** Our charts of the benchmark's numbers, whatever the platform answered. */
function ours(): Charts {
  const charts = createCharts();
  const one = cases[index];
  if (!one) throw new Error('there is no such case');
  let drawn = 0;
  // Another title each time, as a later chart has other texts.
  const next = () => ({ ...jobOf(one), title: `refresh ${drawn++}` });
  return { ...charts, draw: () => charts.draw(next()) };
}

/** Charts that a peer's process draws; what the message says below the picture comes from ours, made once. */
async function peersCharts(child: ChildProcess): Promise<Charts> {
  const charts = ours();
  await charts.warm();
  const first = await charts.draw(jobOf(cases[index] ?? fail()));
  return {
    ...charts,
    async draw() {
      child.send({ draw: index });
      const { bytes } = await nextMessage(child, Drawn);
      const png = new Uint8Array(bytes);
      png.set(first.png.subarray(0, 8));
      return { ...first, png };
    },
  };
}

function fail(): never {
  throw new Error('there is no such case');
}

/** The times of so many presses, in ms, after some that warm up. */
async function refreshes(charts: Charts, rounds: number): Promise<readonly number[]> {
  const log = createLogger({ level: 'fatal', stream: { write: () => undefined } });
  const playground = await startPlayground({
    charts,
    world: realWorld(log),
    slack: { fileReadyMs: 0, uplinkMbit, rateLimits: 'off' },
  });
  try {
    const { slack } = playground;
    const actor = slack.user(person);
    await actor.slash(channel, '/monitor web 6h');
    const posted = await slack.until(
      () => actor.messages(channel).find(({ byBot, ephemeralFor }) => byBot && ephemeralFor === null),
      20_000,
    );
    const times: number[] = [];
    for (let round = 0; round < rounds + 5; round += 1) {
      const updates = () => slack.log.filter(({ name, error }) => name === 'chat.update' && error === null).length;
      const before = updates();
      const since = performance.now();
      await actor.press(posted, 'chart.refresh');
      await slack.until(() => updates() > before, 20_000);
      if (round >= 5) times.push(performance.now() - since);
      await playground.bot().idle();
    }
    return times;
  } finally {
    await playground.stop();
  }
}

/**
 * The time from pressing Refresh until Slack has the changed message, over an uplink of 10 Mbit/s: our own chart, and the
 * same bot with a peer in the place of its charts, drawing the same numbers and sending a file of its size.
 * @param rounds presses measured of each
 */
export async function benchRefresh(rounds: number): Promise<Section> {
  const own = quantile(await refreshes(ours(), rounds), 0.5);
  const lines: Line[] = [];
  for (const [name, title] of Object.entries(peers)) {
    const child = fork(new URL('./peers/run.ts', import.meta.url), [name]);
    await nextMessage(child, Ready);
    const theirs = quantile(await refreshes(await peersCharts(child), rounds), 0.5);
    child.send({ close: true });
    const ratio = own / theirs;
    lines.push({
      what: 'Refresh → changed message, 10 × 1,440',
      ours: ms(own),
      peer: { name: title, value: ms(theirs) },
      ratio,
      ...(name === 'vega-lite' ? { budget: { text: '≤ 0.5×', kept: ratio <= 0.5 } } : {}),
    });
  }
  return { title: `Refresh over an uplink of ${uplinkMbit} Mbit/s, median of ${rounds}`, lines };
}
