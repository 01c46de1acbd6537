import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type SimulatedPlatform, startPlatform } from '../../../playground/platform/start-platform.ts';
import { type SimulatedSlack, startSlack } from '../../../playground/slack/simulated-slack.ts';
import { operations } from '../../../src/operations/index.ts';
import { makeManifest } from '../../../src/slack/app/manifest.ts';
import { seedOf } from '../../../test/crash/replicas.ts';
import { freePort, mallocVariables, startOptions, untilOk } from '../../stage/processes.ts';
import { places } from '../../stage/stage-places.ts';

/** One who asks and one who approves, alone in a channel: whatever the bot says there answers them. */
export interface Pair {
  readonly asker: string;
  readonly approver: string;
  readonly channel: string;
}

/** The simulators in this process, and the bot in its own with its log in a file. */
export interface TrafficStage {
  readonly slack: SimulatedSlack;
  readonly platform: SimulatedPlatform;
  readonly pairs: readonly Pair[];
  /** A channel in which the app is watched and followed, and one of its members. */
  readonly watched: { readonly channel: string; readonly member: string };
  /** How many components `part-0`, `part-1` … there are, each with port 8000 open inside only. */
  readonly parts: number;
  readonly bot: ChildProcess;
  readonly pid: number;
  readonly port: number;
  /** Where its database is. */
  readonly data: string;
  /** The bot's log so far, one JSON object a line. */
  log(): readonly string[];
  stop(): Promise<void>;
}

const root = fileURLToPath(new URL('../../..', import.meta.url));
const parts = 60;

/** Starts the bot as the image does, between a simulated Slack with this many pairs of people and a simulated platform. */
export async function openTraffic(pairCount: number): Promise<TrafficStage> {
  const folder = mkdtempSync(join(tmpdir(), 'portolan-traffic-'));
  const pairs = Array.from({ length: pairCount }, (_, n) => ({
    asker: `U0ASK${n}`,
    approver: `U0YES${n}`,
    channel: `C0PAIR${n}`,
  }));
  const watched = { channel: 'C0NIGHT', member: 'U0NIGHT' };
  const data = mkdtempSync(join(folder, 'data-'));
  const platform = await startPlatform({ seed: seedOf(parts), monitoring: 'pair', requestItems: true });
  const slack = await startSlack({
    manifest: makeManifest(operations, { mode: 'http', prefix: '' }),
    bot: { signingSecret: places.signingSecret, botToken: places.botToken },
    seed: {
      people: [
        { id: watched.member, name: 'night', locale: 'en-US', timeZone: 'Etc/UTC' },
        ...pairs.flatMap(({ asker, approver }, n) => [
          { id: asker, name: `asker${n}`, locale: n % 2 === 0 ? 'en-US' : 'zh-CN', timeZone: 'Asia/Shanghai' },
          { id: approver, name: `approver${n}`, locale: 'en-US', timeZone: 'Europe/Berlin' },
        ]),
      ],
      channels: [
        ...pairs.map(({ asker, approver, channel }, n) => ({
          id: channel,
          name: `pair-${n}`,
          members: [asker, approver, 'U0PORTOLAN'],
        })),
        { id: watched.channel, name: 'night', members: [watched.member, 'U0PORTOLAN'] },
      ],
    },
  });
  const port = await freePort();
  const logPath = join(folder, 'log');
  const bot = startLogged(logPath, {
    SLACK_BOT_TOKEN: places.botToken,
    SLACK_SIGNING_SECRET: places.signingSecret,
    SLACK_API_URL: slack.apiUrl,
    PLATFORM_URL: platform.url,
    PLATFORM_TOKEN: platform.token,
    PLATFORM_CONTEXT: places.context,
    PLATFORM_WRITE_TIMEOUT_MS: '5000',
    PLATFORM_TIMEOUT_MS: '5000',
    PORTOLAN_DATA: data,
    MCP_URL: `http://127.0.0.1:${port}/mcp`,
    HOST: '127.0.0.1',
    PORT: String(port),
  });
  const stop = async () => {
    await end(bot);
    await Promise.all([slack.close(), platform.close()]);
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await untilOk(`http://127.0.0.1:${port}/readyz`, bot);
  } catch (error) {
    await stop();
    throw error;
  }
  slack.bot.eventsUrl = `http://127.0.0.1:${port}/slack/events`;
  const log = () => readFileSync(logPath, 'utf8').split('\n').filter(Boolean);
  return { slack, platform, pairs, watched, parts, bot, pid: bot.pid ?? 0, port, data, log, stop };
}

function startLogged(logPath: string, env: Readonly<Record<string, string>>): ChildProcess {
  const log = openSync(logPath, 'a');
  const kept = { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '' };
  const args = [...startOptions, `${root}src/start.mjs`, 'start'];
  const stdio: ['ignore', number, 'inherit'] = ['ignore', log, 'inherit'];
  const bot = spawn(process.execPath, args, {
    cwd: env.PORTOLAN_DATA,
    env: { ...kept, ...mallocVariables, ...env },
    stdio,
  });
  closeSync(log);
  return bot;
}

async function end(bot: ChildProcess): Promise<void> {
  if (bot.exitCode !== null || bot.signalCode !== null) return;
  const ended = once(bot, 'exit');
  bot.kill('SIGTERM');
  const late = setTimeout(() => bot.kill('SIGKILL'), 12_000);
  await ended;
  clearTimeout(late);
}
