import { once } from 'node:events';
import { createServer } from 'node:http';
import * as z from 'zod';
import type { Line, Section } from '../report.ts';
import { nextMessage, startOptions, startScript } from '../stage/processes.ts';
import { type Asked, hostileOthers, hostileReplies } from './hostile-replies.ts';
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

const budget = { mib: 600, ms: 5_000, delayMs: 50, leftMib: 80, addedMib: 300 } as const;
const mib = (bytes: number) => Math.round(bytes / 2 ** 20);

/** What each hostile reply costs the bot: memory, time, event loop, and what stays in memory afterwards. */
export const soak: SoakPart = async ({ quick }) => {
  const some = <T>(all: Readonly<Record<string, T>>) =>
    Object.entries(all).filter((_, index) => !quick || index % 3 === 0);
  const lines: Line[] = [];
  for (const [name, body] of some(hostileReplies)) {
    const measured = await measure(body());
    const { ms, most } = measured;
    lines.push(lineOf(name, measured, { ms, most, text: `≤ ${budget.mib} MiB, ≤ ${budget.ms / 1_000} s` }));
  }
  const others: Line[] = [];
  for (const [name, { asks, body }] of some(hostileOthers)) {
    const measured = await measure(body(), asks);
    const most = measured.most - measured.idle + (budget.mib - budget.addedMib) * 2 ** 20;
    others.push(lineOf(name, measured, { ms: measured.ms / 5, most, text: `≤ ${budget.addedMib} MiB more` }));
  }
  return [
    {
      title: 'Monitoring replies of up to 32 MiB',
      how: 'Each in a new process, in chunks without a length: peak resident memory of the bot and the process that reads it, time to the answer, longest turn of the event loop in CPU time (and its longest delay, in which the machine’s other work counts too; before it, in two idle seconds), memory left 10 s later.',
      lines,
    },
    {
      title: 'Other replies of up to 8 MiB, each five times',
      how: 'As above; the chart worker is warm, as in the bot.',
      lines: others,
    },
  ] satisfies Section[];
};

function lineOf(
  what: string,
  { ms: total, cpu, turn, idle, most, after, delay, noise, outcome }: Measured,
  seen: { readonly ms: number; readonly most: number; readonly text: string },
): Line {
  const left = mib(after - idle);
  const isWithin = mib(seen.most) <= budget.mib && seen.ms <= budget.ms;
  const kept = isWithin && turn <= budget.delayMs && left <= budget.leftMib;
  return {
    what: `${what} (${outcome})`,
    ours: `${mib(most)} MiB (idle ${mib(idle)}), ${Math.round(total)} ms (CPU ${Math.round(cpu)} ms), turn ${Math.round(turn)} ms (delay ${Math.round(delay)} ms, before ${Math.round(noise)} ms), left ${left} MiB`,
    budget: { text: `${seen.text}, turn ≤ ${budget.delayMs} ms, ≤ ${budget.leftMib} MiB left`, kept },
  };
}

async function measure(body: Buffer, asked: Asked | '' = ''): Promise<Measured> {
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(body);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const running = startScript('soak/monitor-child.ts', [`http://127.0.0.1:${port}`, asked], startOptions);
  try {
    return await nextMessage(running.child, Measured);
  } finally {
    await running.stop();
    server.close();
    server.closeAllConnections();
  }
}
