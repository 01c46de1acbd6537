import type { ChildProcess } from 'node:child_process';
import * as z from 'zod';
import { cases } from './peers/cases.ts';
import { ms, quantile } from './quantile.ts';
import type { Line, Section } from './report.ts';
import { nextMessage, type Running, startScript } from './stage/processes.ts';

/** The peers, and by how much ours has to be faster. */
const peers = [
  { id: 'vega-lite', name: 'Vega-Lite', atLeast: 9 },
  { id: 'echarts', name: 'ECharts', atLeast: 6 },
  { id: 'chart.js', name: 'Chart.js', atLeast: 6 },
  { id: 'chromium', name: 'Chromium', atLeast: 45 },
] as const;
/** Rounds that are not counted. */
const warmUp = 5;
/** Whose turn it is draws a few at once, so that not all of them find the processor's caches full of others' data. */
const IN_A_ROW = 4;
/** The case that the budgets are about. */
const caseName = '10 x 1440';

const Answer = z.union([
  z.object({ ready: z.unknown() }),
  z.object({ ms: z.number() }),
  z.object({ missing: z.string() }),
]);

/** How long one drawing took, by the peer's own clock. */
async function draw(child: ChildProcess, index: number): Promise<number> {
  const answer = nextMessage(child, Answer);
  child.send({ draw: index });
  const read = await answer;
  if (!('ms' in read)) throw new Error('missing' in read ? read.missing : 'a peer drew nothing');
  return read.ms;
}

/** A short form of `npm run bench:charts`: the one chart that has budgets, rounds going from peer to peer. */
export async function benchCharts(quick: boolean): Promise<Section> {
  const index = cases.findIndex(({ name }) => name === caseName);
  const running = new Map<string, Running>();
  const times = new Map<string, number[]>();
  const lacking: string[] = [];
  try {
    for (const id of ['portolan', ...peers.map((peer) => peer.id)]) {
      const started = startScript('./peers/run.ts', [id]);
      running.set(id, started);
      const answer = await nextMessage(started.child, Answer);
      if ('ready' in answer) times.set(id, []);
      else lacking.push(`${id} (${'missing' in answer ? answer.missing : 'not ready'})`);
    }
    const rounds = quick ? 5 : 15;
    for (let round = 0; round < rounds + warmUp; round += 1)
      for (const [id, all] of times) {
        const child = running.get(id)?.child;
        // The browser takes half a second for each: some rounds are enough for its median.
        if (!child || (id === 'chromium' && round % 3 !== 0)) continue;
        for (let drawn = 0; drawn < IN_A_ROW; drawn += 1) {
          const took = await draw(child, index);
          if (round >= warmUp) all.push(took);
        }
      }
  } finally {
    for (const { child } of running.values()) if (child.connected) child.send({ close: true });
    await Promise.all([...running.values()].map((each) => each.stop()));
  }
  const ours = quantile(times.get('portolan') ?? [], 0.5);
  const lines = peers.flatMap((peer): readonly Line[] => {
    const all = times.get(peer.id);
    if (!all || all.length === 0) return [];
    const theirs = quantile(all, 0.5);
    return [
      {
        what: `${caseName}, warm, beside ${peer.name}`,
        ours: ms(ours),
        peer: { name: peer.name, value: ms(theirs) },
        ratio: ours / theirs,
        budget: { text: `≤ ${(1 / peer.atLeast).toFixed(2)}×`, kept: theirs >= peer.atLeast * ours },
      },
    ];
  });
  const without = lacking.length === 0 ? '' : ` Left out: ${lacking.join(', ')}.`;
  return { title: 'Charts', how: `More cases, endurance and memory: npm run bench:charts.${without}`, lines };
}
