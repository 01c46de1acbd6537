import * as z from 'zod';
import { nextMessage, startScript } from '../stage/processes.ts';
import { cases, type Drawn, type Peer } from './cases.ts';

/** Functions that open a peer in this process, or return the reason why this machine can't run the peer. */
const openers: Readonly<Record<string, () => Promise<Peer | string>>> = {
  portolan: async () => (await import('./portolan.ts')).openPortolan(),
  'vega-skia': async () => (await import('./portolan.ts')).openVegaSkia(),
  'vega-lite': async () => (await import('./vega-lite.ts')).openVegaLite(),
  echarts: async () => (await import('./echarts.ts')).openECharts(),
  'chart.js': async () => (await import('./echarts.ts')).openChartJs(),
  chromium: async () => (await import('./chromium.ts')).openChromium('argument'),
  'chromium-text': async () => (await import('./chromium.ts')).openChromium('text'),
};

const Opened = z.union([z.object({ ready: z.literal(true) }), z.object({ missing: z.string() })]);
const Answer = z.object({ ms: z.number(), cpu: z.number(), bytes: z.number() });

/** Starts a peer's process. @returns a function that draws a case, or the reason why the peer can't run */
export async function startPeer(name: string) {
  const { child, stop } = startScript('peers/run.ts', [name]);
  const opened = await nextMessage(child, Opened);
  if ('missing' in opened) return opened.missing;
  const draw = (index: number): Promise<Drawn> => {
    const answer = nextMessage(child, Answer);
    child.send({ draw: index });
    return answer;
  };
  return { draw, stop };
}

async function measure(peer: Peer, index: number): Promise<Drawn> {
  const one = cases[index];
  if (!one) throw new Error(`no case ${index}`);
  const before = performance.now();
  const busy = process.cpuUsage();
  const png = await peer(one);
  const ms = performance.now() - before;
  const { user, system } = process.cpuUsage(busy);
  if (png[1] !== 0x50 || png.length < 1000) throw new Error('no picture came out');
  // The event loop frees the native memory of canvases. Let it do that, outside the measured time.
  await new Promise((done) => setImmediate(done));
  return { ms, cpu: (user + system) / 1000, bytes: png.length };
}

if (import.meta.main) {
  const peer = (await openers[process.argv[2] ?? '']?.()) ?? 'no such peer';
  process.on('disconnect', () => process.exit(0));
  if (typeof peer === 'string') process.send?.({ missing: peer }, () => process.exit(0));
  else {
    process.on('message', async (ask: { readonly draw: number }) => process.send?.(await measure(peer, ask.draw)));
    process.send?.({ ready: true });
  }
}
