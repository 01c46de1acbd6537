import { atMost, mebibyte, mib, ms, quantile, type Section } from './report.ts';
import type { Stage } from './stage/bench-stage.ts';
import { residentOf } from './stage/processes.ts';

async function coldStart(start: Stage['bot'] | Stage['bare']): Promise<number> {
  const since = performance.now();
  const { running } = await start();
  const took = performance.now() - since;
  await running.stop();
  return took;
}

/** Returns the resident memory of a bot that is ready and does nothing, in bytes. */
async function idleMemory(stage: Stage, settleMs: number, entry?: string): Promise<number> {
  const { running } = await stage.bot({ entry });
  await new Promise((resolve) => setTimeout(resolve, settleMs));
  const { now } = residentOf(running.pid);
  await running.stop();
  return now;
}

export async function benchStart(stage: Stage, quick: boolean): Promise<Section> {
  const [ours, bare]: [number[], number[]] = [[], []];
  for (let round = 0; round < (quick ? 2 : 9); round += 1) {
    ours.push(await coldStart(stage.bot));
    bare.push(await coldStart(stage.bare));
  }
  const settle = quick ? 2_000 : 5_000;
  const without = await idleMemory(stage, settle, 'bench/idle.ts');
  const warmed = await idleMemory(stage, settle);
  const [median, peer] = [quantile(ours, 0.5), quantile(bare, 0.5)];
  return {
    title: 'Start and idle memory',
    how: 'From the start of the process to the first 200 of /readyz; memory is what is resident, all threads together.',
    lines: [
      {
        ...atMost('cold start to ready, median', median, 800),
        peer: { name: 'bare Bolt', value: ms(peer) },
        ratio: median / peer,
      },
      atMost('idle, without the chart worker', without, 120 * mebibyte, mib),
      atMost('idle, chart worker warmed', warmed, 333 * mebibyte, mib),
    ],
  };
}
