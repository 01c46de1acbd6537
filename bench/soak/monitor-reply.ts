import { once } from 'node:events';
import { createServer } from 'node:http';
import * as z from 'zod';
import type { Line, Section } from '../report.ts';
import { nextMessage, startOptions, startScript } from '../stage/processes.ts';
import { hostileReplies } from './hostile-replies.ts';
import type { SoakPart } from './part.ts';

const Measured = z.object({
  ms: z.number(),
  cpu: z.number(),
  turn: z.number(),
  noise: z.number(),
  idle: z.number(),
  most: z.number(),
  after: z.number(),
  delay: z.number(),
  outcome: z.string(),
});
type Measured = z.infer<typeof Measured>;

const budget = { mib: 600, ms: 5_000, delayMs: 50, leftMib: 80 } as const;
const mib = (bytes: number) => Math.round(bytes / 2 ** 20);

/** What each hostile monitoring reply costs the bot: memory, time, event loop, and what stays in memory afterwards. */
export const soak: SoakPart = async ({ quick }) => {
  const names = Object.keys(hostileReplies).filter((_, index) => !quick || index % 3 === 0);
  const lines: Line[] = [];
  for (const name of names) lines.push(lineOf(name, await measure(hostileReplies[name]?.() ?? Buffer.alloc(0))));
  return [
    {
      title: 'Monitoring replies of up to 32 MiB',
      how: 'Each in a new process, in chunks without a length: peak resident memory of the bot and the process that reads it, time to the answer, longest turn of the event loop in CPU time (and its longest delay, in which the machine’s other work counts too; before it, in two idle seconds), memory left 10 s later.',
      lines,
    } satisfies Section,
  ];
};

function lineOf(what: string, { ms, cpu, turn, idle, most, after, delay, noise, outcome }: Measured): Line {
  const left = mib(after - idle);
  const kept = mib(most) <= budget.mib && ms <= budget.ms && turn <= budget.delayMs && left <= budget.leftMib;
  return {
    what: `${what} (${outcome})`,
    ours: `${mib(most)} MiB, ${Math.round(ms)} ms (CPU ${Math.round(cpu)} ms), turn ${Math.round(turn)} ms (delay ${Math.round(delay)} ms, before ${Math.round(noise)} ms), left ${left} MiB`,
    budget: {
      text: `≤ ${budget.mib} MiB, ≤ ${budget.ms / 1_000} s, turn ≤ ${budget.delayMs} ms, ≤ ${budget.leftMib} MiB left`,
      kept,
    },
  };
}

async function measure(body: Buffer): Promise<Measured> {
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(body);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const running = startScript('soak/monitor-child.ts', [`http://127.0.0.1:${port}`], startOptions);
  try {
    return await nextMessage(running.child, Measured);
  } finally {
    await running.stop();
    server.close();
    server.closeAllConnections();
  }
}
