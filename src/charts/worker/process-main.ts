import { once } from 'node:events';
import * as z from 'zod';
import { withBodies } from '../data/job-bodies.ts';
import type { ProcessOrder } from './process.ts';
import answer from './worker.ts';

/** Our own parent process sends this, so only the basic type is checked. */
const Order = z.custom<ProcessOrder>((value) => typeof value === 'object' && value !== null && 'lengths' in value);

async function readBodies(lengths: readonly number[]): Promise<Uint8Array[]> {
  const all = new Uint8Array(lengths.reduce((sum, length) => sum + length, 0));
  let at = 0;
  for await (const chunk of process.stdin) {
    all.set(chunk, at);
    at += chunk.length;
  }
  if (at < all.length) throw new Error('The replies are not complete.');
  let start = 0;
  return lengths.map((length) => {
    start += length;
    return all.subarray(start - length, start);
  });
}

// Main module of a process that reads one large reply and answers. Its parent ends the process.
process.once('disconnect', () => process.exit());
const [message] = await once(process, 'message');
const { task, lengths } = Order.parse(message);
const bodies = await readBodies(lengths);
let next = 0;
const job = withBodies(task.job, () => bodies[next++] ?? new Uint8Array());
process.send?.(await answer({ ...task, job }));
