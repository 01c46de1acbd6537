import { type Browser, type BrowserServer, chromium } from 'playwright-core';
import { findChromium } from '../tools/chromium.ts';

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

/** A browser of one's own, for scripts. */
export async function launchBrowser(): Promise<Browser> {
  const { executablePath, env } = await findChromium();
  return chromium.launch({ executablePath, env, args });
}

/**
 * A browser that several processes connect to. It reads no fonts of pages: every window would load and check 40 MB of
 * them again, and tests read words, not shapes. That the page serves its fonts is tested at its server.
 * @param tell is told which browser it is
 */
export async function launchBrowserServer(tell: (name: string) => void): Promise<BrowserServer> {
  const { executablePath, env, name } = await findChromium();
  tell(name);
  return chromium.launchServer({ executablePath, env, args: [...args, '--disable-remote-fonts'] });
}
