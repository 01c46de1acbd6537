import { chromium } from 'playwright-core';
import { afterEach, expect, test, vi } from 'vitest';
import * as z from 'zod';
import { findChromium } from './chromium.ts';
import { packageFolder } from './tool-sources.ts';

afterEach(() => vi.unstubAllEnvs());

test('what CHROMIUM_PATH names is used or refused, and never replaced by another', async () => {
  vi.stubEnv('CHROMIUM_PATH', '/bin/echo');
  await expect(findChromium()).rejects.toThrow("/bin/echo isn't a Chromium");
  vi.stubEnv('CHROMIUM_PATH', '/nowhere/chromium');
  await expect(findChromium()).rejects.toThrow('/nowhere/chromium');
});

const Sizes = z.object({ height: z.number(), widths: z.array(z.number()) });

// Where a machine has a Chromium, nothing else starts the package's.
test.skipIf(packageFolder('@sparticuz/chromium') === undefined)(
  'the package’s Chromium starts, and has fonts for Latin, Chinese and emoji',
  { timeout: 60_000 },
  async () => {
    vi.stubEnv('CHROMIUM_PATH', 'package');
    const { executablePath, env, name } = await findChromium();
    expect(name).toMatch(/^Chromium \d+\.\d+.* \(npm package/);
    const browser = await chromium.launch({ executablePath, env, args: ['--no-sandbox'] });
    try {
      const page = await browser.newPage();
      // A font that has none of these draws the same box for each: i is narrow, and the others differ from it.
      await page.setContent(
        '<p style="font: 40px sans-serif">' +
          ['i', 'W', '端', '😀'].map((one) => `<span>${one}</span>`).join('') +
          '</p>',
      );
      const sizes = await page.evaluate(`({
        height: document.querySelector('p').getBoundingClientRect().height,
        widths: [...document.querySelectorAll('span')].map((one) => one.getBoundingClientRect().width),
      })`);
      const { height, widths } = Sizes.parse(sizes);
      expect(height).toBeGreaterThan(40);
      expect(new Set(widths.map(Math.round)).size).toBe(4);
      expect(widths[2]).toBeCloseTo(40, 0);
    } finally {
      await browser.close();
    }
  },
);
