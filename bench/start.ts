import { mib, ms, quantile } from './quantile.ts';
import type { Section } from './report.ts';
import type { Stage } from './stage/bench-stage.ts';
import { residentOf, startBot, untilOk } from './stage/processes.ts';

const second = 1_000;
const mebibyte = 2 ** 20;

/** From the start of the process to the first 200 of /readyz, in ms. */
async function coldStart(stage: Stage): Promise<number> {
  const env = await stage.variables();
  const since = performance.now();
  const bot = startBot(env);
  await untilOk(`http://127.0.0.1:${env.PORT}/readyz`, bot.child);
  const took = performance.now() - since;
  await bot.stop();
  return took;
}

/** The same for the bare Bolt app, whose port answers something, if only a 404, once it listens. */
async function coldBare(stage: Stage): Promise<number> {
  const since = performance.now();
  const { running: bare } = await stage.bare();
  const took = performance.now() - since;
  await bare.stop();
  return took;
}

/** Resident memory of a bot that is ready and has had nothing to do for a while, in bytes. */
async function idleMemory(stage: Stage, entry: string, settleMs: number): Promise<number> {
  const env = await stage.variables();
  const bot = startBot(env, entry);
  try {
    await untilOk(`http://127.0.0.1:${env.PORT}/readyz`, bot.child);
    await new Promise((resolve) => setTimeout(resolve, settleMs));
    return residentOf(bot.pid).now;
  } finally {
    await bot.stop();
  }
}

/** How fast the bot is there, and what it takes to be there. */
export async function benchStart(stage: Stage, quick: boolean): Promise<Section> {
  const ours: number[] = [];
  const bare: number[] = [];
  for (let round = 0; round < (quick ? 2 : 9); round += 1) {
    ours.push(await coldStart(stage));
    bare.push(await coldBare(stage));
  }
  const settle = quick ? 2 * second : 5 * second;
  const without = await idleMemory(stage, 'bench/idle.ts', settle);
  const warmed = await idleMemory(stage, 'src/start.mjs', settle);
  const median = quantile(ours, 0.5);
  return {
    title: 'Start and idle memory',
    how: 'From the start of the process to the first 200 of /readyz; memory is what is resident, all threads together.',
    lines: [
      {
        what: 'cold start to ready, median',
        ours: ms(median),
        peer: { name: 'bare Bolt', value: ms(quantile(bare, 0.5)) },
        ratio: median / quantile(bare, 0.5),
        budget: { text: '≤ 0.8 s', kept: median <= 800 },
      },
      {
        what: 'idle, without the chart worker',
        ours: mib(without),
        budget: { text: '≤ 120 MiB', kept: without <= 120 * mebibyte },
      },
      {
        what: 'idle, chart worker warmed',
        ours: mib(warmed),
        budget: { text: '≤ 333 MiB', kept: warmed <= 333 * mebibyte },
      },
    ],
  };
}
