import { getEventListeners } from 'node:events';
import { LogLevel, WebClient } from '@slack/web-api';
import { type SimulatedSlack, startSlack } from '../../../playground/slack/simulated-slack.ts';
import { type Clock, createClock } from '../../../test/engine/clock.ts';
import type { World } from '../../core/world.ts';
import { createSocketReceiver, type SocketReceiver } from './socket-receiver.ts';

/** The receiver alone, with a simulated Socket Mode and a clock that moves only when a test moves it. */

let slack: SimulatedSlack;
let clock: Clock;
let receiver: SocketReceiver;
let logged: string[];
let signals: Set<AbortSignal>;

afterEach(async () => {
  await receiver.stop();
  await slack.close();
});

async function prepare(): Promise<void> {
  slack = await startSlack({
    bot: { signingSecret: 's', botToken: 'xoxb-1', appToken: 'xapp-1' },
    rateLimits: 'off',
    now: () => clock.world.now(),
  });
  logged = [];
  signals = new Set();
  clock = createClock(1_700_000_000_000, 'socket');
  const line = (level: string) => (what: string, fields?: object) =>
    void logged.push(`${level} ${what} ${JSON.stringify(fields ?? {})}`);
  const log = { debug: line('debug'), info: line('info'), warn: line('warn'), error: line('error') };
  const client = new WebClient('xapp-1', {
    slackApiUrl: slack.apiUrl,
    retryConfig: { retries: 0 },
    rejectRateLimitedCalls: true,
    logLevel: LogLevel.ERROR,
    logger: {
      ...console,
      debug: () => {},
      warn: () => {},
      error: () => {},
      info: () => {},
      setLevel: () => {},
      getLevel: () => LogLevel.ERROR,
      setName: () => {},
    },
  });
  const wait: World['wait'] = (ms, signal) => {
    if (signal) signals.add(signal);
    return clock.world.wait(ms, signal);
  };
  receiver = createSocketReceiver(client, { ...clock.world, wait, log });
}

async function connected(): Promise<void> {
  await prepare();
  await receiver.start();
}

/** Counts this process's sockets and timers of both ends, and abort listeners of waits. */
function held(): Record<'sockets' | 'timers' | 'listeners', number> {
  const active = process.getActiveResourcesInfo();
  const count = (kind: RegExp) => active.filter((each) => kind.test(each)).length;
  const listeners = [...signals].map((signal) => getEventListeners(signal, 'abort').length);
  return {
    sockets: count(/TCP/),
    timers: count(/Timeout|Immediate/),
    listeners: listeners.reduce((sum, each) => sum + each, 0),
  };
}

const asked = () => slack.log.filter(({ kind, name }) => kind === 'api' && name === 'apps.connections.open').length;
const opened = () => slack.log.filter(({ kind, name }) => kind === 'socket' && name === 'open').length;
const closed = () => slack.log.filter(({ kind, name }) => kind === 'socket' && name === 'close').length;
const warnings = () => logged.filter((line) => line.startsWith('warn'));
/** Runs some turns of the event loop, so that both ends of the loopback can act. */
async function turns(): Promise<void> {
  for (let turn = 0; turn < 30; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}
/** Returns how long the receiver waits before it connects again. Ignores its wait of 15 s for a `hello`. */
async function backoff(): Promise<number> {
  const wait = () => (clock.next() ?? 0) - clock.world.now();
  await slack.until(() => wait() > 0 && wait() !== 15_000);
  return wait();
}
const waitsFor = (ms: number) => slack.until(() => clock.next() === clock.world.now() + ms);

const refusing = (error: string) => () =>
  slack.injectFault({ fault: 'fail', method: 'apps.connections.open', error, times: 12 });

describe('a connection that is lost', () => {
  test.each([
    ['refused calls', refusing('internal_error')],
    ['server errors', () => slack.injectFault({ fault: 'server_error', method: 'apps.connections.open', times: 12 })],
    ['broken calls', () => slack.injectFault({ fault: 'lose_answer', method: 'apps.connections.open', times: 12 })],
    ['refused WebSockets', async () => slack.socketTrouble.refuse(12, 503)],
    ['broken WebSockets', async () => slack.socketTrouble.refuse(12, 0)],
    ['Socket Mode switched off for a while', refusing('link_disabled')],
    ['a move into an organization', refusing('org_login_required')],
    ['access that was withdrawn for a while', refusing('access_denied')],
    ['access to the workspace that wasn’t granted for a while', refusing('team_access_not_granted')],
    ['a network that wasn’t allowed for a while', refusing('accesslimited')],
  ])('is replaced after any number of %s, at most 30 s after each, and with few lines', async (_what, trouble) => {
    await connected();
    await trouble();
    slack.socketTrouble.drop();
    await slack.until(() => receiver.lostMs() !== undefined);
    const waits: number[] = [];
    for (let failed = 0; failed <= 12; failed += 1) {
      const before = asked();
      waits.push(await backoff());
      clock.pass(waits.at(-1) ?? 0);
      await slack.until(() => asked() > before);
    }
    expect(waits.slice(0, 6)).toEqual([750, 1_500, 3_000, 6_000, 12_000, 22_500]);
    expect(Math.max(...waits)).toBeLessThanOrEqual(30_000);
    await slack.until(() => receiver.lostMs() === undefined);
    // One warning for the loss, and one for the cause of the loss.
    expect(warnings()).toHaveLength(2);
    expect(warnings().join()).not.toMatch(/"why":""/);
  });

  test('is replaced only when Slack wants to be asked again', async () => {
    await connected();
    await slack.injectFault({ fault: 'rate_limit', method: 'apps.connections.open', retryAfter: 47, times: 1 });
    slack.socketTrouble.drop();
    await waitsFor(750);
    clock.pass(750);
    await waitsFor(47_000);
    clock.pass(47_000);
    await slack.until(() => receiver.lostMs() === undefined);
    slack.socketTrouble.refuse(1, 503, 90);
    slack.socketTrouble.drop();
    await slack.until(() => receiver.lostMs() !== undefined);
    clock.pass(await backoff());
    await waitsFor(90_000);
    expect(slack.faults).toEqual([]);
  });

  test.each([
    'invalid_auth',
    'account_inactive',
    'token_revoked',
    'token_expired',
    'not_authed',
    'team_disabled',
    'user_removed_from_team',
  ])('isn’t replaced if Slack refuses the token: %s', async (error) => {
    await connected();
    await slack.injectFault({ fault: 'fail', method: 'apps.connections.open', error, times: 1 });
    slack.socketTrouble.drop();
    await waitsFor(750);
    clock.pass(750);
    expect(await receiver.refused).toMatchObject({ data: { error } });
    clock.pass(3_600_000);
    expect(asked()).toBe(2);
  });
});

test('a connection that says nothing is given up after 15 s, and never because the clock jumps', async () => {
  await connected();
  for (let passed = 0; passed < 120_000; passed += 5_000) {
    await slack.until(() => clock.next() !== undefined);
    clock.pass(5_000);
    // Each ping is answered before the clock moves to the next ping.
    await turns();
  }
  expect(opened()).toBe(1);
  slack.socketTrouble.freeze();
  // The last pong may have been sent before the freeze, so one more interval passes.
  clock.pass(5_000);
  for (const left of [10_000, 5_000, 0]) {
    expect(receiver.lostMs(), `${left} ms before`).toBeUndefined();
    await slack.until(() => clock.next() !== undefined);
    clock.pass(5_000);
    await turns();
  }
  await slack.until(() => receiver.lostMs() !== undefined);
  expect(warnings()).toEqual(['warn the connection to Slack was lost {"why":"silent"}']);
});

describe('a connection that Slack ends', () => {
  test.each(['warning', 'refresh_requested'] as const)('has its successor first: %s', async (reason) => {
    await connected();
    clock.pass(60_000);
    slack.disconnect(reason, 600_000);
    await slack.until(() => opened() === 2);
    await turns();
    expect(closed()).toBe(0);
    // The receiver closes the old connection if Slack doesn't close it.
    clock.pass(10_000);
    await slack.until(() => closed() === 1);
    expect([receiver.lostMs(), slack.connections(), logged]).toEqual([undefined, 1, []]);
  });

  test('is replaced 95 times in a row, with one connection at the end and nothing left behind', async () => {
    await connected();
    let early = held();
    for (let renewal = 2; renewal <= 96; renewal += 1) {
      clock.pass(3_600_000);
      slack.disconnect('refresh_requested', 600_000);
      await slack.until(() => opened() === renewal);
      await turns();
      clock.pass(10_000);
      await slack.until(() => slack.connections() === 1);
      if (renewal === 6) early = held();
    }
    // If each renewal left something open, 90 would be counted. The number of HTTP connections may vary a little.
    const late = held();
    for (const what of ['sockets', 'timers', 'listeners'] as const)
      expect(late[what] - early[what], what).toBeLessThan(10);
    await slack.until(() => closed() === 95);
    expect([closed(), receiver.lostMs(), logged]).toEqual([95, undefined, []]);
    await receiver.stop();
    expect(clock.next()).toBeUndefined();
  });
});

describe('the start', () => {
  test.each([
    'missing_scope',
    'not_allowed_token_type',
    'link_disabled',
    'no_permission',
    'forbidden_team',
    'invalid_auth',
  ])('ends at once where nothing would change: %s', async (error) => {
    await prepare();
    await slack.injectFault({ fault: 'fail', method: 'apps.connections.open', error, times: 1 });
    await expect(receiver.start()).rejects.toMatchObject({ data: { error } });
  });

  test('tries what may pass three times', async () => {
    await prepare();
    slack.socketTrouble.refuse(3, 503);
    const started = receiver.start();
    started.catch(() => {});
    for (const ms of [750, 1_500]) {
      await waitsFor(ms);
      clock.pass(ms);
    }
    await expect(started).rejects.toMatchObject({ name: 'SocketFailure', statusCode: 503 });
  });
});
