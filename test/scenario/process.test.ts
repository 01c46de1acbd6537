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
import { shownIn } from './stage.ts';

test('npm start itself: ready, survives an unhandled rejection, and lets a slow answer arrive before it ends, also at a second SIGTERM', async () => {
  const port = await freePort();
  const data = mkdtempSync(join(tmpdir(), 'portolan-process-'));
  const bot = { signingSecret: 'secret-of-this-test', botToken: 'xoxb-test', appToken: 'xapp-test' };
  const platform = await startPlatform();
  const manifest = makeManifest(operations, { mode: 'http', prefix: '' });
  const slack = await startSlack({ manifest, bot: { ...bot, eventsUrl: `http://127.0.0.1:${port}/slack/events` } });
  // Make the process reject a promise that nobody handles.
  const careless = `process.on('SIGUSR2', () => void Promise.reject(new Error('nobody waited')))`;
  const args = ['--import', `data:text/javascript,${encodeURIComponent(careless)}`, 'src/start.mjs', 'start'];
  const child = spawn(process.execPath, args, {
    env: {
      SLACK_BOT_TOKEN: bot.botToken,
      SLACK_SIGNING_SECRET: bot.signingSecret,
      SLACK_API_URL: slack.apiUrl,
      PLATFORM_URL: platform.url,
      PLATFORM_TOKEN: platform.token,
      PLATFORM_CONTEXT: 'shop/east-1/12',
      PORTOLAN_DATA: data,
      PORT: String(port),
      HOST: '127.0.0.1',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let out = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (out += String(chunk)));
  const ended = once(child, 'exit');
  try {
    const maya = slack.user('U0MAYA');
    await slack.until(() => out.includes('Portolan is ready'), 30_000).catch(() => expect(out).toContain('is ready'));
    expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200);
    child.kill('SIGUSR2');
    await slack.until(() => out.includes('nobody waited'), 10_000);
    expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200);
    await platform.faults.set({ latencyMs: 500 });
    expect(await maya.slash('C0SHOP', '/port web')).toEqual({ ok: true });
    child.kill('SIGTERM');
    await slack.until(() => out.includes('"stopping"'), 10_000);
    child.kill('SIGTERM');
    const [code] = await ended;
    expect(code).toBe(0);
    expect(maya.messages('C0SHOP').map(shownIn).join()).toContain('Ports of web');
    expect(slack.faults).toEqual([]);
    for (const secret of [platform.token, bot.botToken, bot.signingSecret]) expect(out).not.toContain(secret);
    for (const line of out.trim().split('\n')) expect(() => JSON.parse(line), line).not.toThrow();
  } finally {
    child.kill('SIGKILL');
    await Promise.all([slack.close(), platform.close()]);
    rmSync(data, { recursive: true, force: true });
  }
}, 60_000);

interface Running {
  readonly slack: Awaited<ReturnType<typeof startSlack>>;
  readonly child: ChildProcess;
  readonly ready: () => Promise<unknown>;
}

/**
 * Runs `start` in Socket Mode until it exits. @param act runs while the process runs @param first first loaded module
 */
async function runInSocketMode(
  act: (running: Running) => Promise<unknown>,
  { isOff = false, first = '' }: { readonly isOff?: boolean; readonly first?: string } = {},
) {
  const data = mkdtempSync(join(tmpdir(), 'portolan-process-'));
  const tokens = { signingSecret: 's', botToken: 'xoxb-test', appToken: 'xapp-test' };
  const platform = await startPlatform();
  const slack = await startSlack({ bot: { ...tokens, isSocketModeOff: isOff }, rateLimits: 'off' });
  const imports = ['--import', `data:text/javascript,${encodeURIComponent(first)}`];
  const child = spawn(process.execPath, [...imports, 'src/start.mjs', 'start'], {
    env: {
      SLACK_BOT_TOKEN: tokens.botToken,
      SLACK_APP_TOKEN: tokens.appToken,
      SLACK_API_URL: slack.apiUrl,
      PLATFORM_URL: platform.url,
      PLATFORM_TOKEN: platform.token,
      PORTOLAN_DATA: data,
      PORT: String(await freePort()),
      HOST: '127.0.0.1',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let out = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (out += String(chunk)));
  const ended = once(child, 'exit');
  const ready = () => slack.until(() => out.includes('Portolan is ready'), 30_000);
  void act({ slack, child, ready }).catch(() => undefined);
  try {
    const [code] = await ended;
    return { code, out };
  } finally {
    child.kill('SIGKILL');
    await Promise.all([slack.close(), platform.close()]);
    rmSync(data, { recursive: true, force: true });
  }
}

test('with Socket Mode off in the app’s settings, the start ends with a sentence that says what to do', async () => {
  const { code, out } = await runInSocketMode(async () => {}, { isOff: true });
  expect(code).toBe(1);
  expect(out.trim().split('\n').at(-1)).toMatch(
    /^Socket Mode is off in the app’s settings \(link_disabled\)\. Turn it on: [^\n]+$/,
  );
}, 60_000);

test('a token that Slack no longer accepts ends the process, which says so', async () => {
  const { code, out } = await runInSocketMode(async ({ slack, ready }) => {
    await ready();
    slack.bot.appToken = 'xapp-another';
    slack.socketTrouble.drop();
  });
  expect(code).toBe(1);
  expect(out).toContain('Slack rejected SLACK_APP_TOKEN (invalid_auth). Create a new app-level token');
  expect(out).toContain('"stopped"');
  expect(out).not.toContain('was not handled');
}, 60_000);

test.each<[string, (running: Running) => Promise<unknown>]>([
  ['once Slack has heard of it', ({ slack }) => slack.until(() => slack.log.length > 0, 30_000)],
  ['while it prepares to draw', ({ ready }) => ready()],
])(
  'a stop during the start, %s, is a clean one',
  async (_when, moment) => {
    const { code, out } = await runInSocketMode(async (running) => {
      await moment(running);
      running.child.kill('SIGTERM');
    });
    expect([code, out]).toEqual([0, expect.stringContaining('"stopped"')]);
    expect(out).not.toContain('did not finish in time');
    expect(out).not.toMatch(/"level":"(?:error|fatal)"/);
  },
  60_000,
);

test('a stop while the program is loaded isn’t lost', async () => {
  const early = `
    const { env } = process;
    let isSent = false;
    const get = (_, name) => {
      if (name === 'PLATFORM_URL' && !isSent) {
        isSent = true;
        process.kill(process.pid, 'SIGTERM');
      }
      return env[name];
    };
    process.env = new Proxy(env, { get });
  `;
  const { code, out } = await runInSocketMode(async () => {}, { first: early });
  expect([code, out]).toEqual([0, expect.stringContaining('"stopped"')]);
}, 60_000);
