import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { findChromium, missingChromium } from '../../test/tools/chromium.ts';
import { type Peer, SIZE } from './cases.ts';
import { plainSpec } from './vega-lite.ts';

/**
 * Headless browser that keeps its page open, draws with Vega-Lite in the page and takes a screenshot. The data is
 * passed as an `argument`, as usual, or as one `text`, which the page reads far faster.
 */
export async function openChromium(over: 'argument' | 'text'): Promise<Peer | string> {
  const missing = missingChromium();
  if (missing !== undefined) return missing;
  const { executablePath, env } = await findChromium();
  const browser = await chromium.launch({ executablePath, env, args: ['--no-sandbox'] });
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
  return async (one) => {
    const spec = plainSpec(one);
    if (over === 'argument') await page.evaluate((given) => Reflect.get(globalThis, 'draw')(given), spec);
    else await page.evaluate(`draw(${JSON.stringify(spec)})`);
    return page.screenshot({ type: 'png' });
  };
}
