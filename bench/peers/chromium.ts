import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { SIZE } from './cases.ts';
import type { Peer } from './peer.ts';
import { plainSpec } from './vega-lite.ts';

/**
 * A browser without a window that keeps its page open, draws Vega-Lite there and takes a picture. The specification with
 * its data goes over as an `argument`, as everybody does it, or as one `text`, which the page reads far faster.
 */
export async function openChromium(over: 'argument' | 'text'): Promise<Peer | string> {
  const found = spawnSync('which', ['chromium'], { encoding: 'utf8' }).stdout.trim();
  if (found === '') return 'no chromium on this machine (apt-get install chromium)';
  // Chromium brings its own allocator; with the image's loaded before it, its processes don't start.
  const { LD_PRELOAD: _, ...env } = process.env;
  const browser = await chromium.launch({ executablePath: found, args: ['--no-sandbox'], env });
  const page = await browser.newPage({
    viewport: { width: SIZE.width, height: SIZE.height },
    deviceScaleFactor: SIZE.scale,
  });
  await page.setContent('<body style="margin:0"><div id="chart"></div></body>');
  for (const [name, file] of [
    ['vega', 'vega.min.js'],
    ['vega-lite', 'vega-lite.min.js'],
  ] as const)
    await page.addScriptTag({
      path: fileURLToPath(new URL(`../../node_modules/${name}/build/${file}`, import.meta.url)),
    });
  await page.addScriptTag({
    content: `async function draw(spec) {
      const view = new vega.View(vega.parse(vegaLite.compile(spec).spec), { renderer: 'canvas', container: '#chart' });
      await view.runAsync();
    }`,
  });
  return {
    async draw(one) {
      const spec = plainSpec(one);
      if (over === 'argument') await page.evaluate((given) => Reflect.get(globalThis, 'draw')(given), spec);
      else await page.evaluate(`draw(${JSON.stringify(spec)})`);
      return page.screenshot({ type: 'png' });
    },
    close: () => browser.close(),
  };
}
