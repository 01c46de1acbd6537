import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import * as z from 'zod';
import { ms } from '../quantile.ts';
import type { Line, Section } from '../report.ts';
import { openStage, type Stage } from '../stage/bench-stage.ts';
import { nextMessage, residentOf, startBot, startScript, untilOk } from '../stage/processes.ts';
import { openLoad } from '../stage/slack-load.ts';
import { places } from '../stage/stage-places.ts';
import type { SoakPart } from './part.ts';

/** One unsigned flood, and the bot that it goes to. */
interface Attack {
  readonly title: string;
  readonly kind: 'chunks' | 'held';
  readonly connections: number;
  readonly megabytes: number;
  readonly limitMs: number;
  /** Whether connections that the bot closes are opened again at once. */
  readonly reconnects?: boolean;
  /** The bot's heap, in MiB; Node's default unless given. */
  readonly heap?: number;
}

const attacks: readonly Attack[] = [
  {
    title: '50 connections, 60 MB of one-byte chunks',
    kind: 'chunks',
    connections: 50,
    megabytes: 60,
    limitMs: 20_000,
  },
  {
    title: '300 connections, 360 MB of one-byte chunks',
    kind: 'chunks',
    connections: 300,
    megabytes: 360,
    limitMs: 30_000,
  },
  {
    title: '300 connections, 360 MB of one-byte chunks, heap of 512 MB',
    kind: 'chunks',
    connections: 300,
    megabytes: 360,
    limitMs: 30_000,
    heap: 512,
  },
  {
    title: '50 connections, one-byte chunks for 10 s, opened again when closed',
    kind: 'chunks',
    connections: 50,
    megabytes: 4_000,
    limitMs: 10_000,
    reconnects: true,
  },
  { title: '2,000 bodies held open', kind: 'held', connections: 2_000, megabytes: 2_300, limitMs: 15_000 },
];

const mostGrowthMiB = 50;
const mostAckMs = 1_000;
const mib = 2 ** 20;
const Done = z.object({ sent: z.number(), connections: z.number() });

/** The four attacks on the edge to Slack. Unsigned bytes must cost neither memory nor the answers to signed requests. */
export const soak: SoakPart = async ({ quick }) => {
  const sections: Section[] = [];
  for (const attack of quick ? attacks.slice(0, 1) : attacks) {
    const stage = await openStage();
    try {
      sections.push(await measure(stage, attack));
    } finally {
      await stage.stop();
    }
  }
  return sections;
};

async function measure(stage: Stage, attack: Attack): Promise<Section> {
  const env = await stage.variables();
  const port = Number(env.PORT);
  const heap: Record<string, string> =
    attack.heap === undefined ? {} : { NODE_OPTIONS: `--max-old-space-size=${attack.heap}` };
  const bot = startBot({ ...env, ...heap });
  const load = await openLoad(false);
  try {
    await untilOk(`http://127.0.0.1:${port}/readyz`, bot.child);
    const typed = { command: '/portolan', text: 'help', user: places.people[0] ?? '' };
    for (let index = 0; index < 10; index += 1) await load.send(port, typed);
    await pause(2_000);
    let quiet = 0;
    for (let index = 0; index < 10; index += 1) quiet = Math.max(quiet, (await load.send(port, typed)).acked);
    const before = residentOf(bot.pid).now;
    const cpuBefore = cpuOf(bot.pid);
    const probes: { acks: number[]; health: number[]; lost: number; most: number } = {
      acks: [],
      health: [],
      lost: 0,
      most: before,
    };
    const { kind, connections, limitMs, megabytes } = attack;
    const { reconnects = false } = attack;
    const flood = { port, kind, connections, limitMs, reconnects, bytes: megabytes * 1_000_000 };
    const child = startScript('./soak/flood-child.ts', [JSON.stringify(flood)]);
    let over = false;
    const ended = nextMessage(child.child, Done).finally(() => {
      over = true;
    });
    const isUp = () => bot.child.exitCode === null && bot.child.signalCode === null;
    const watch = async (job: () => Promise<void>, everyMs: number) => {
      do {
        await job();
        await pause(everyMs);
      } while (!over && isUp());
    };
    const lost = () => {
      probes.lost += 1;
    };
    await Promise.all([
      watch(async () => {
        if (isUp()) probes.most = Math.max(probes.most, residentOf(bot.pid).now);
      }, 50),
      watch(async () => {
        const since = performance.now();
        const sent = await load.send(port, typed).catch(lost);
        if (sent && sent.status !== 200) lost();
        probes.acks.push(performance.now() - since);
      }, 250),
      watch(async () => {
        const since = performance.now();
        await health(port).catch(lost);
        probes.health.push(performance.now() - since);
      }, 250),
    ]);
    const done = await ended.catch(() => ({ sent: 0, connections: 0 }));
    await child.stop();
    const cpu = isUp() ? cpuOf(bot.pid) - cpuBefore : Number.NaN;
    await pause(5_000);
    const after = isUp() ? residentOf(bot.pid).now : Number.NaN;
    return {
      title: attack.title,
      how: `${Math.round(done.sent / 1_000_000)} MB sent over ${done.connections} connections; ${probes.acks.length} signed commands meanwhile, each over a new connection. The slowest of 10 acks before it: ${ms(quiet)}. CPU time of the bot: ${cpu.toFixed(1)} s.`,
      lines: linesOf({ before, after, ...probes, isUp: isUp() }),
    };
  } finally {
    await load.close();
    await bot.stop();
  }
}

function linesOf(seen: {
  readonly before: number;
  readonly most: number;
  readonly after: number;
  readonly acks: readonly number[];
  readonly health: readonly number[];
  readonly lost: number;
  readonly isUp: boolean;
}): readonly Line[] {
  const size = (bytes: number) => `${Math.round(bytes / mib)} MiB`;
  const growth = seen.most - seen.before;
  const [ack, health] = [Math.max(...seen.acks), Math.max(...seen.health)];
  const within = (value: number) => ({ text: `< ${mostAckMs} ms`, kept: value < mostAckMs });
  return [
    {
      what: 'resident memory, growth at most',
      ours: `${size(growth)} (from ${size(seen.before)} to ${size(seen.most)}; ${size(seen.after)} 5 s later)`,
      budget: { text: `< ${mostGrowthMiB} MiB`, kept: growth < mostGrowthMiB * mib },
    },
    { what: 'signed ack, slowest', ours: ms(ack), budget: within(ack) },
    { what: '/healthz, slowest', ours: ms(health), budget: within(health) },
    {
      what: 'signed commands and /healthz lost',
      ours: String(seen.lost),
      budget: { text: '0', kept: seen.lost === 0 },
    },
    { what: 'the bot', ours: seen.isUp ? 'is running' : 'ended', budget: { text: 'is running', kept: seen.isUp } },
  ];
}

/** CPU time that a process has used, in seconds (Linux counts it in hundredths). */
function cpuOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

/** Asks /healthz over a connection of its own. Rejects after 60 s, or when the answer isn't 200. */
function health(port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const asked = request({ port, host: '127.0.0.1', path: '/healthz', agent: false, timeout: 60_000 }, (response) => {
      response.resume();
      response.on('end', () => (response.statusCode === 200 ? resolve() : reject(new Error('not alive'))));
    });
    asked.on('timeout', () => asked.destroy(new Error('no answer')));
    asked.on('error', reject);
    asked.end();
  });
}

function pause(forMs: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, forMs));
}
