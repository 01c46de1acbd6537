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
  '--disable-site-isolation-trials',
];

export async function launchBrowser(): Promise<Browser> {
  const { executablePath, env } = await findChromium();
  return chromium.launch({ executablePath, env, args });
}

/**
 * Launches a browser that several processes share. It loads no web fonts, because each window would load 40 MB and
 * tests read only text. Tests of the server check that fonts are served. @param tell receives the browser's name
 */
export async function launchBrowserServer(tell: (name: string) => void): Promise<BrowserServer> {
  const { executablePath, env, name } = await findChromium();
  tell(name);
  return chromium.launchServer({ executablePath, env, args: [...args, '--disable-remote-fonts'] });
}
