import { cases } from './cases.ts';
import type { Answer, Ask, Peer } from './peer.ts';

/** One process per library, told which one by its first argument: measures one drawing whenever it is asked. */
async function open(name: string | undefined): Promise<Peer | string> {
  if (name === 'portolan') return (await import('./portolan.ts')).openPortolan();
  if (name === 'vega-skia') return (await import('./vega-skia.ts')).openVegaSkia();
  if (name === 'vega-lite') return (await import('./vega-lite.ts')).openVegaLite();
  if (name === 'echarts') return (await import('./echarts.ts')).openECharts();
  if (name === 'chart.js') return (await import('./chart-js.ts')).openChartJs();
  if (name === 'chromium') return (await import('./chromium.ts')).openChromium('argument');
  if (name === 'chromium-text') return (await import('./chromium.ts')).openChromium('text');
  return `no peer ${name}`;
}

function answer(what: Answer): void {
  process.send?.(what);
}

const peer = await open(process.argv[2]);
if (typeof peer === 'string') {
  answer({ missing: peer });
  process.disconnect();
} else {
  process.on('message', async (ask: Ask) => {
    if ('close' in ask) {
      await peer.close();
      process.disconnect();
      return;
    }
    const one = cases[ask.draw];
    if (!one) throw new Error(`no case ${ask.draw}`);
    const before = performance.now();
    const busy = process.cpuUsage();
    const png = await peer.draw(one);
    const ms = performance.now() - before;
    const { user, system } = process.cpuUsage(busy);
    if (png[1] !== 0x50 || png.length < 1000) throw new Error('no picture came out');
    // Native memory of canvases is freed when the loop turns; that is not part of what is measured.
    await new Promise((done) => setImmediate(done));
    answer({ ms, cpu: (user + system) / 1000, bytes: png.length });
  });
  answer({ ready: true });
}
