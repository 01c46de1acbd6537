import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startPlatform } from '../../playground/platform/start-platform.ts';
import { startSlack } from '../../playground/slack/simulated-slack.ts';
import { operations } from '../../src/operations/index.ts';
import { makeManifest } from '../../src/slack/app/manifest.ts';

const bot = { signingSecret: 'secret-of-this-test', botToken: 'xoxb-test', appToken: 'xapp-test' };
/**
 * Commands for a request that needs approval and a request that needs confirmation, so that each press has an effect.
 */
const asks = [
  ['/port open api 8000 for=10m', 'Open port 8000'],
  ['/port close api 8000', 'Close external access'],
] as const;

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address !== null ? address.port : 0;
}

test.each(['http', 'socket'] as const)(
  'a press that was acknowledged counts, also when the bot is killed in the same moment: %s',
  {
    timeout: 180_000,
  },
  async (mode) => {
    const port = await freePort();
    const data = mkdtempSync(join(tmpdir(), 'portolan-presses-'));
    const platform = await startPlatform();
    const manifest = makeManifest(operations, { mode, prefix: '' });
    const reached = mode === 'http' ? { eventsUrl: `http://127.0.0.1:${port}/slack/events` } : {};
    const slack = await startSlack({ manifest, bot: { ...bot, ...reached }, rateLimits: 'off' });
    const env = {
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      SLACK_BOT_TOKEN: bot.botToken,
      ...(mode === 'http' ? { SLACK_SIGNING_SECRET: bot.signingSecret } : { SLACK_APP_TOKEN: bot.appToken }),
      SLACK_API_URL: slack.apiUrl,
      PLATFORM_URL: platform.url,
      PLATFORM_TOKEN: platform.token,
      PLATFORM_CONTEXT: 'shop/east-1/12',
      PORTOLAN_DATA: data,
      PORT: String(port),
      HOST: '127.0.0.1',
    };
    let child: ChildProcess | undefined;
    const start = async () => {
      const started = spawn(process.execPath, ['src/start.mjs', 'start'], {
        env,
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      child = started;
      let out = '';
      started.stdout.on('data', (chunk) => (out += String(chunk)));
      await slack.until(() => out.includes('Portolan is ready'), 40_000);
      return started;
    };
    const cards = () =>
      slack
        .messages('C0SHOP', 'U0SAM')
        .filter(({ user, ephemeralFor }) => user === 'U0PORTOLAN' && ephemeralFor === null);
    try {
      let running = await start();
      for (const [words, title] of asks) {
        // If the bot stopped before it read Slack's answer to the first post, it posts again, so two messages are
        // possible.
        const waiting = () => cards().findLast(({ text }) => /Waiting for/.test(text) && text.includes(title));
        expect(await slack.user('U0MAYA').slash('C0SHOP', words)).toMatchObject({ ok: true });
        await slack.until(() => waiting() !== undefined, 20_000);
        const card = waiting();
        if (!card) throw new Error('no card');
        const who = /Waiting for confirmation/.test(card.text) ? 'U0MAYA' : 'U0SAM';
        expect(await slack.user(who).press({ channel: 'C0SHOP', ts: card.ts }, 'request.approve')).toMatchObject({
          ok: true,
        });
        const ended = once(running, 'exit');
        running.kill('SIGKILL');
        await ended;
        running = await start();
        await slack.until(() => {
          const now = cards().find(({ ts }) => ts === card.ts);
          return now !== undefined && !/Waiting for|starting now|In progress/.test(now.text);
        }, 30_000);
        const end = cards().find(({ ts }) => ts === card.ts);
        expect(end?.text, words).not.toMatch(/Expired|Waiting/);
      }
      const writes = platform.log.entries.filter(({ method }) => method !== 'GET');
      expect(writes.length).toBeGreaterThan(0);
    } finally {
      child?.kill('SIGKILL');
      await Promise.all([slack.close(), platform.close()]);
      rmSync(data, { recursive: true, force: true });
    }
  },
);
