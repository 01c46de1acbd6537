import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium, type Page } from 'playwright-core';
import * as z from 'zod';
import { findChromium, missingChromium } from '../test/tools/chromium.ts';
import { atMost, ms, quantile, type Section } from './report.ts';

const title = 'The playground in a browser';
const commands = ['/region', '/port web', '/component', '/component show web', '/portolan help'];

/** Code that runs in the page. Resolves when the next answer is painted, with the ms since Enter was pressed. */
const nextAnswer = `new Promise((resolve, reject) => {
  const log = document.querySelector('[role="log"]');
  const count = () => log.querySelectorAll('.message.ephemeral:not(.notice)').length;
  const before = count();
  let since = performance.now();
  document.addEventListener('keydown', () => { since = performance.now(); }, { capture: true, once: true });
  const late = setTimeout(() => reject(new Error('no answer was painted')), 10000);
  const watch = new MutationObserver(() => {
    if (count() === before) return;
    watch.disconnect();
    clearTimeout(late);
    // After the frame that paints it.
    requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - since), 0));
  });
  watch.observe(log, { childList: true, subtree: true });
})`;

async function openPlayground(): Promise<{ readonly url: string; stop(): Promise<void> }> {
  const entry = fileURLToPath(new URL('../src/start.mjs', import.meta.url));
  const child = spawn(process.execPath, [entry, 'playground'], { stdio: ['ignore', 'pipe', 'inherit'] });
  const stop = async () => {
    if (child.exitCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await ended;
  };
  for await (const line of createInterface(child.stdout)) {
    const url = /http:\/\/localhost:\d+/.exec(line)?.[0];
    if (url !== undefined) return { url, stop };
  }
  throw new Error('the playground ended before it was open');
}

/** Returns the time until a page without cached files first paints content, in ms. */
async function firstPaint(browser: Browser, url: string): Promise<number> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(url);
  await page.waitForSelector('textarea[data-composer="main"]');
  const painted = await page.evaluate(
    `new Promise((resolve) => new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) if (entry.name === 'first-contentful-paint') resolve(entry.startTime);
    }).observe({ type: 'paint', buffered: true }))`,
  );
  await context.close();
  return z.number().parse(painted);
}

async function answerTime(page: Page, command: string): Promise<number> {
  const composer = page.locator('textarea[data-composer="main"]');
  await composer.fill(`${command} `);
  await page.keyboard.press('Escape');
  await composer.focus();
  const painted = page.evaluate(nextAnswer);
  await page.evaluate('new Promise((resolve) => requestAnimationFrame(() => resolve()))');
  await page.keyboard.press('Enter');
  return z.number().parse(await painted);
}

/** Measures the page's first paint, and the time from Enter to a visible answer. Needs Chromium. */
export async function benchPage(quick: boolean): Promise<Section> {
  const missing = missingChromium();
  if (missing !== undefined) return { title, lines: [], missing };
  const { executablePath, env, name } = await findChromium();
  const playground = await openPlayground();
  const browser = await chromium.launch({ executablePath, env, args: ['--no-sandbox'] });
  try {
    await firstPaint(browser, playground.url);
    const paints: number[] = [];
    for (let round = 0; round < (quick ? 3 : 9); round += 1) paints.push(await firstPaint(browser, playground.url));
    const page = await browser.newPage();
    await page.goto(playground.url);
    await page.waitForSelector('textarea[data-composer="main"]');
    const times: number[] = [];
    for (const command of commands) await answerTime(page, command);
    for (let round = 0; round < (quick ? 2 : 6); round += 1)
      for (const command of commands) times.push(await answerTime(page, command));
    return {
      title,
      how: `${name} without a window, on loopback, nothing cached.`,
      lines: [
        atMost('first paint, median', quantile(paints, 0.5), 500),
        atMost(`from Enter to the painted answer, p90 (p50 ${ms(quantile(times, 0.5))})`, quantile(times, 0.9), 300),
      ],
    };
  } finally {
    await browser.close();
    await playground.stop();
  }
}
