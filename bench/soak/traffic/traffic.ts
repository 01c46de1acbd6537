import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../../test/recorded/listening.ts';
import { atMost, type Line, mebibyte, mib, ms, none, type Part, quantile, type Section } from '../../report.ts';
import {
  botVariables,
  mallocOf,
  nextMessage,
  type Running,
  residentOf,
  startBot,
  startScript,
  untilOk,
  watchMemory,
} from '../../stage/processes.ts';
import { onPairStage, type PairStage } from '../pairs.ts';
import { doings } from './acts.ts';
import { keepBreaking } from './faults.ts';
import { keepNight } from './night.ts';
import { Probed } from './probe-child.ts';
import { sign, type Watch, watchSlack } from './watch.ts';

/** Number of components `part-0`, `part-1` …, each with port 8000 open internally only. */
const parts = 60;
const restMs = 300;
/** Time after the load in which memory must get near its size at the start, in ms. */
const settleMs = 60_000;
const budget = { ackMs: 1_000, restBytes: 80 * mebibyte, growthBytes: 32 * mebibyte };

/** Mixed traffic of several people. Meanwhile, the platform and Slack fail in every way that the simulators support. */
export const soakTraffic: Part = ({ quick, minutes = quick ? 1 : 10 }) =>
  onPairStage({ pairs: 5, parts }, async (stage) => {
    const { slack, platform, folder, data } = stage;
    const port = await freePort();
    const simulators = { apiUrl: slack.apiUrl, platformUrl: platform.url, token: platform.token };
    const timeouts = { PLATFORM_WRITE_TIMEOUT_MS: '5000', PLATFORM_TIMEOUT_MS: '5000' };
    const env = { ...botVariables(simulators, port, data), ...timeouts, MCP_URL: `http://127.0.0.1:${port}/mcp` };
    const log = join(folder, 'log');
    const bot = startBot(env, { log });
    const watch = watchSlack(slack);
    try {
      await untilOk(`http://127.0.0.1:${port}/readyz`, bot);
      slack.bot.eventsUrl = `http://127.0.0.1:${port}/slack/events`;
      return [await measure(stage, watch, { bot, port, log, quick, lengthMs: minutes * 60_000 })];
    } finally {
      watch.stop();
      await bot.stop();
    }
  });

interface Run {
  readonly bot: Running;
  readonly port: number;
  readonly log: string;
  readonly quick: boolean;
  readonly lengthMs: number;
}

async function measure(stage: PairStage, watch: Watch, run: Run): Promise<Section> {
  const { bot, port, log, quick, lengthMs } = run;
  const calls = countCalls(stage);
  await warmCharts(stage, watch);
  const memory = watchMemory(bot.pid, 500);
  const over = new AbortController();
  const breaking = keepBreaking(stage, over.signal);
  const night = keepNight(stage, port, over.signal);
  const probing = { port, user: stage.pairs[0]?.approver, channel: stage.pairs[0]?.channel };
  const probe = startScript('soak/traffic/probe-child.ts', [JSON.stringify(probing)]);
  const since = performance.now();
  const { doings: todo, repeated } = doings(parts);
  await Promise.all(
    stage.pairs.map(async (pair, at) => {
      for (let turn = at * 3; performance.now() - since < lengthMs && bot.isUp(); turn += 1) {
        await todo[turn % todo.length]?.(stage, watch, pair);
        await sleep(restMs);
      }
    }),
  );
  const seconds = (performance.now() - since) / 1_000;
  const probed = nextMessage(probe.child, Probed);
  probe.child.send({});
  const { acks, unanswered, refused, late } = await probed;
  over.abort();
  const faults = await breaking;
  const { happened, posts, calls: answeredCalls } = await night;
  const { first, samples } = memory.stop();
  const settled = await untilSettled(bot, first);
  const kinds = [...watch.answered].map(([kind, count]) => `${count} ${kind}`).join(', ');
  const twice = [...calls].filter(([, count]) => count > 1).map(([call]) => call);
  return {
    title: `Mixed traffic with faults, ${seconds.toFixed(0)} s`,
    how: `${stage.pairs.length} pairs of people; answered: ${kinds}. ${calls.size} different calls to change something, ${faults} faults of the platform and Slack. Acks are measured by a process of its own, whose event loop was late by up to ${ms(late)}. Memory by ${mallocOf(bot.pid)}. The database: ${mib(databaseBytes(stage.data))}.`,
    lines: [
      none('acts without an answer', watch.silent),
      atMost('commands of the ack measurement, refused or not answered', refused + unanswered, 0, String),
      none(
        'payloads refused by the simulated Slack',
        stage.slack.faults.map(({ where, error, path }) => `${where}: ${error} at ${path}`),
      ),
      atMost(
        `signed ack, slowest of ${acks.length} (p50 ${ms(quantile(acks, 0.5))}, p99 ${ms(quantile(acks, 0.99))})`,
        Math.max(...acks),
        budget.ackMs,
      ),
      {
        what: 'time to an answer',
        ours: `p50 ${ms(quantile(watch.waits, 0.5))}, longest ${ms(Math.max(...watch.waits))}`,
      },
      none('calls made twice', twice),
      atMost('repeated events answered twice', repeated.twice, 0, String),
      atMost(
        `resident memory after the load, above its start (${mib(first)}, with the chart worker)`,
        settled - first,
        budget.restBytes,
        mib,
      ),
      growthLine(samples, quick),
      { what: 'messages of watches and of followed builds', ours: `${posts}, of ${happened} things that happened` },
      { what: 'calls of agents that were answered in time', ours: `${answeredCalls}` },
      none('unhandled errors in the log', errorsIn(readFileSync(log, 'utf8'))),
      { what: 'the bot is running', ours: String(bot.isUp()), budget: { text: 'true', kept: bot.isUp() } },
    ],
  };
}

/** Compares low values, which are measured after garbage collections. Other values include uncollected garbage. */
function growthLine(samples: readonly number[], quick: boolean): Line {
  const third = samples.length / 3;
  const low = (some: readonly number[]) => quantile(some, 0.05);
  const [middle, end] = [low(samples.slice(third, -third)), low(samples.slice(-third))];
  const what = `what is left of it when garbage was collected, last third above the middle one (${mib(middle)}, ${mib(end)})`;
  // Caches still fill during a short run. Only a long run shows memory that grows without limit.
  return quick ? { what, ours: mib(end - middle) } : atMost(what, end - middle, budget.growthBytes, mib);
}

/**
 * Counts how often each changing call reached the platform. Every change is requested only once, so each count must be
 * 1.
 */
function countCalls({ platform }: PairStage): ReadonlyMap<string, number> {
  const calls = new Map<string, number>();
  platform.log.subscribe(({ method, path, body, fault }) => {
    // Skip the first log line of a call that hangs: the call gets a second line when it ends.
    if (method === 'GET' || fault?.startsWith('hang, ')) return;
    const call = `${method} ${path} ${JSON.stringify(body)}`;
    calls.set(call, (calls.get(call) ?? 0) + 1);
  });
  return calls;
}

/** Draws charts of the whole app until the chart worker has its full size, so that its memory counts at the start. */
async function warmCharts({ slack, pairs }: PairStage, watch: Watch): Promise<void> {
  for (const [n, { asker: user, channel }] of [...pairs, ...pairs].entries()) {
    const run = () => slack.user(user).slash(channel, `/monitor range=${200 + n}m`);
    await watch.act({ kind: 'charts', what: 'a chart at the start', user, run, signs: [sign.posted(channel)] });
  }
}

/** Waits until memory is near its size at the start, at most `settleMs`. @returns bytes */
async function untilSettled(bot: Running, start: number): Promise<number> {
  for (const end = performance.now() + settleMs; ; await sleep(500)) {
    const bytes = bot.isUp() ? residentOf(bot.pid).now : Number.NaN;
    if (!(bytes - start > budget.restBytes) || performance.now() > end) return bytes;
  }
}

/**
 * Returns the unexpected errors in the bot's log. Injected failures don't count, because the bot logs them as warnings.
 */
function errorsIn(log: string): readonly string[] {
  const lines = log.split('\n').filter(Boolean);
  return lines.filter((line) => !/^\{.*"level":"(?!error|fatal)/.test(line)).map((line) => line.slice(0, 200));
}

/** Returns the bytes of an embedded database, including the data that isn't yet in its main file. */
function databaseBytes(directory: string): number {
  const files = readdirSync(directory).filter((name) => name.startsWith('portolan.db'));
  return files.reduce((sum, name) => sum + statSync(join(directory, name)).size, 0);
}
