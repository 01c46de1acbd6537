import { setTimeout as pause } from 'node:timers/promises';
import * as z from 'zod';
import { atMost, mebibyte, mib, ms, type Part, type Section } from '../report.ts';
import { onStage, type Stage } from '../stage/bench-stage.ts';
import { anyone, nextMessage, residentOf, startScript, statusOf, watchMemory } from '../stage/processes.ts';
import { openLoad } from '../stage/slack-load.ts';
import type { Flood } from './flood-child.ts';

/** `heap`: the bot's heap in MiB; Node's default if absent. */
interface Attack extends Omit<Flood, 'port'> {
  readonly title: string;
  readonly heap?: number;
}

const chunks = { kind: 'chunks', connections: 300, megabytes: 360, reconnects: false, limitMs: 30_000 } as const;
const attacks: readonly Attack[] = [
  { ...chunks, title: '300 connections, 360 MB of one-byte chunks' },
  { ...chunks, title: '300 connections, 360 MB of one-byte chunks, heap of 512 MB', heap: 512 },
  {
    title: '50 connections, one-byte chunks for 10 s, opened again when closed',
    ...{ kind: 'chunks', connections: 50, megabytes: 4_000, reconnects: true, limitMs: 10_000 },
  },
  {
    title: '2,000 bodies held open',
    ...{ kind: 'held', connections: 2_000, megabytes: 2_300, reconnects: false, limitMs: 15_000 },
  },
];

const maxGrowth = 50 * mebibyte;
const maxAckMs = 1_000;
const Done = z.object({ sent: z.number(), connections: z.number() });

/** Attacks on the endpoint for Slack: unsigned bytes must not use up memory or delay answers to signed requests. */
export const soakFloods: Part = async ({ quick }) => {
  const sections: Section[] = [];
  for (const attack of quick ? attacks.slice(0, 1) : attacks)
    sections.push(await onStage((stage) => measure(stage, attack)));
  return sections;
};

async function measure(stage: Stage, { title, heap, ...flood }: Attack): Promise<Section> {
  const { running: bot, port } = await stage.bot({ heap });
  const load = await openLoad(false);
  try {
    const help = { command: '/portolan', text: 'help', user: anyone() };
    for (let index = 0; index < 10; index += 1) await load.send(port, help);
    await pause(2_000);
    const memory = watchMemory(bot.pid, 50);
    const [acks, health]: [number[], number[]] = [[], []];
    let [lost, isOver] = [0, false];
    const child = startScript('soak/flood-child.ts', [JSON.stringify({ ...flood, port })]);
    const ended = nextMessage(child.child, Done).finally(() => {
      isOver = true;
    });
    const keepAsking = async (ask: () => Promise<number>, times: number[]) => {
      do {
        const since = performance.now();
        if ((await ask().catch(() => 0)) !== 200) lost += 1;
        times.push(performance.now() - since);
        await pause(250);
      } while (!isOver && bot.isUp());
    };
    await Promise.all([
      keepAsking(async () => (await load.send(port, help)).status, acks),
      keepAsking(() => statusOf(`http://127.0.0.1:${port}/healthz`), health),
    ]);
    const { sent, connections } = await ended.catch(() => ({ sent: 0, connections: 0 }));
    await child.stop();
    const { first, most: max } = memory.stop();
    await pause(5_000);
    const after = bot.isUp() ? mib(residentOf(bot.pid).now) : 'ended';
    return {
      title,
      how: `${Math.round(sent / 1_000_000)} MB sent over ${connections} connections; ${acks.length} signed commands meanwhile, each over a new connection. Memory from ${mib(first)}, 5 s later ${after}.`,
      lines: [
        atMost('resident memory, most above the start', max - first, maxGrowth, mib),
        atMost('signed ack meanwhile, slowest', Math.max(...acks), maxAckMs, ms),
        atMost('/healthz, slowest', Math.max(...health), maxAckMs, ms),
        atMost('signed commands and /healthz lost', lost, 0, String),
        { what: 'the bot is running', ours: String(bot.isUp()), budget: { text: 'true', kept: bot.isUp() } },
      ],
    };
  } finally {
    await load.close();
  }
}
