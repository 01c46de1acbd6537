import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPlatform } from '../../playground/platform/start-platform.ts';
import { startSlack } from '../../playground/slack/simulated-slack.ts';
import { operations } from '../../src/operations/index.ts';
import { makeManifest } from '../../src/slack/app/manifest.ts';
import { freePort } from '../recorded/listening.ts';

const bot = { signingSecret: 'secret-of-this-test', botToken: 'xoxb-test', appToken: 'xapp-test' };
/**
 * Commands for a request that needs approval and a request that needs confirmation, so that each press has an effect.
 */
const asks = [
  ['/port open api 8000 for=10m', 'Open port 8000'],
  ['/port close web 8080', 'Close external access'],
] as const;

test.each(['http', 'socket'] as const)(
  'a press that was acknowledged counts, also when the bot is killed in the same moment: %s',
  { timeout: 180_000 },
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
      const running = await start();
      const pressed: string[] = [];
      for (const [words, title] of asks) {
        const waiting = () => cards().find(({ text }) => /Waiting for/.test(text) && text.includes(title));
        expect(await slack.user('U0MAYA').slash('C0SHOP', words)).toMatchObject({ ok: true });
        await slack.until(() => waiting() !== undefined, 20_000);
        pressed.push(waiting()?.ts ?? '');
      }
      const pressing = pressed.map((ts, index) =>
        slack.user(index === 0 ? 'U0SAM' : 'U0MAYA').press({ channel: 'C0SHOP', ts }, 'request.approve'),
      );
      expect(await Promise.all(pressing)).toEqual(pressing.map(() => expect.objectContaining({ ok: true })));
      const ended = once(running, 'exit');
      running.kill('SIGKILL');
      await ended;
      await start();
      const shown = () => pressed.map((ts) => cards().find((card) => card.ts === ts)?.text ?? '');
      await slack.until(() => !/Waiting for|starting now|In progress/.test(shown().join()), 30_000);
      for (const text of shown()) expect(text).toMatch(/Done/);
      expect(platform.log.entries.filter(({ method }) => method !== 'GET').length).toBeGreaterThan(1);
    } finally {
      child?.kill('SIGKILL');
      await Promise.all([slack.close(), platform.close()]);
      rmSync(data, { recursive: true, force: true });
    }
  },
);
