import { createServer } from 'node:http';
import * as z from 'zod';
import type { Line, Part } from '../report.ts';
import { listen, nextMessage, startOptions, startScript } from '../stage/processes.ts';
import { hostileOthers, hostileReplies } from './reply-bodies.ts';

/** Measurements. Times are in ms, memory in bytes. */
const Measured = z.object({
  ms: z.number(),
  /** Longest turn of the event loop, measured in processor time. */
  turn: z.number(),
  idle: z.number(),
  most: z.number(),
  after: z.number(),
  outcome: z.string(),
});

const budget = { mib: 600, ms: 5_000, turnMs: 50, leftMib: 80, addedMib: 300 } as const;
const mib = (bytes: number) => Math.round(bytes / 2 ** 20);

/** Measures the cost of expensive replies: memory, time, event loop, and memory that isn't freed afterwards. */
export const soakReplies: Part = async ({ quick }) => {
  const some = <T>(all: Readonly<Record<string, T>>) =>
    Object.entries(all).filter((_, index) => !quick || index % 3 === 0);
  const [lines, others]: [Line[], Line[]] = [[], []];
  for (const [name, body] of some(hostileReplies)) lines.push(await measure(name, body()));
  for (const [name, [asks, body]] of some(hostileOthers)) others.push(await measure(name, body(), asks));
  return [
    {
      title: 'Monitoring replies of up to 32 MiB',
      how: 'Each in a new process, in chunks without a length: peak resident memory of the bot and the process that reads it, time to the answer, longest turn of the event loop in processor time, memory left 10 s later.',
      lines,
    },
    {
      title: 'Other replies of up to 8 MiB, each five times',
      how: 'As above; the chart worker is warm, as in the bot.',
      lines: others,
    },
  ];
};

/** @param asked name of the read to repeat five times; if empty, reads monitoring once */
async function measure(name: string, body: Buffer, asked = ''): Promise<Line> {
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(body);
  });
  const url = `http://127.0.0.1:${await listen(server)}`;
  const running = startScript('soak/reply-child.ts', [url, asked], startOptions);
  try {
    const { ms, turn, idle, most: max, after, outcome } = await nextMessage(running.child, Measured);
    const left = mib(after - idle);
    const isSmall = asked === '' ? mib(max) <= budget.mib : mib(max - idle) <= budget.addedMib;
    const isFast = (asked === '' ? ms : ms / 5) <= budget.ms && turn <= budget.turnMs;
    const size = asked === '' ? `≤ ${budget.mib} MiB` : `≤ ${budget.addedMib} MiB more`;
    return {
      what: `${name} (${outcome})`,
      ours: `${mib(max)} MiB (idle ${mib(idle)}), ${Math.round(ms)} ms, turn ${Math.round(turn)} ms, left ${left} MiB`,
      budget: {
        text: `${size}, ≤ ${budget.ms / 1_000} s, turn ≤ ${budget.turnMs} ms, ≤ ${budget.leftMib} MiB left`,
        kept: isSmall && isFast && left <= budget.leftMib,
      },
    };
  } finally {
    await running.stop();
    server.close();
    server.closeAllConnections();
  }
}
