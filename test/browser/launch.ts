import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { type Browser, type BrowserServer, chromium } from 'playwright-core';

/** Debian's Chromium, or another that is installed; throws with what to do when there is none. */
function findBrowser(): string {
  const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
  const folders = (process.env.PATH ?? '').split(delimiter);
  const found = names.flatMap((name) => folders.map((folder) => join(folder, name))).find((path) => existsSync(path));
  if (found === undefined)
    throw new Error('These tests need Chromium: apt-get install -y --no-install-recommends chromium');
  return found;
}

const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // One process fewer for each window: all pages are the playground's.
  '--disable-site-isolation-trials',
];
const options = (more: readonly string[] = []) => ({
  executablePath: findBrowser(),
  headless: true,
  args: [...args, ...more],
});

/** A browser of one's own, for scripts. */
export async function launchBrowser(): Promise<Browser> {
  return chromium.launch(options());
}

/**
 * A browser that several processes connect to. It reads no fonts of pages: every window would load and check 40 MB of
 * them again, and tests read words, not shapes. That the page serves its fonts is tested at its server.
 */
export async function launchBrowserServer(): Promise<BrowserServer> {
  return chromium.launchServer(options(['--disable-remote-fonts']));
}
