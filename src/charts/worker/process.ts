import { fork } from 'node:child_process';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import * as z from 'zod';
import { bodiesOf, withBodies } from '../data/job-bodies.ts';
import type { JobTask, TaskReply } from './thread.ts';

/** Megabytes of JavaScript heap for the process: a reply that needs more ends the process, never the bot. */
const HEAP = 1024;
/** Bytes of a reply that are written at a time. */
const SLICE = 256 * 1024;

/** Our own code answers, so this only distinguishes an answer from what Node sends through the same channel. */
const Reply = z.custom<TaskReply>((value) => typeof value === 'object' && value !== null && 'done' in value);

/** What is sent to the process: the task without its replies' bytes, which follow through its standard input. */
export interface ProcessOrder {
  readonly task: JobTask;
  /** Bytes of each reply, in the order of `bodiesOf`. */
  readonly lengths: readonly number[];
}

/**
 * Runs one task in a process of its own. All the memory that a large reply takes goes back to the system with it, which
 * neither a thread nor the allocator that threads share does. It gets no environment variables, so no secrets either.
 * @returns its answer, and what ends it, whatever it does
 */
export function runInProcess(task: JobTask) {
  const child = fork(new URL('./process-main.ts', import.meta.url), {
    env: {},
    execArgv: [`--max-old-space-size=${HEAP}`, '--max-semi-space-size=4'],
    serialization: 'advanced',
    stdio: ['pipe', 'ignore', 'ignore', 'ipc'],
  });
  const { promise, resolve, reject } = Promise.withResolvers<TaskReply>();
  const kill = () => void child.kill('SIGKILL');
  child.once('message', (message) => {
    const reply = Reply.safeParse(message);
    if (reply.success) resolve(reply.data);
    else reject(new Error('The chart process sent something unreadable.'));
    kill();
  });
  // A process that can't be started or ended says so here, each time; unheard, that would end the bot.
  child.on('error', reject);
  child.once('exit', (code, signal) => reject(new Error(`The chart process ended (${signal ?? code}).`)));
  const bodies = bodiesOf(task.job);
  const order: ProcessOrder = {
    task: { ...task, job: withBodies(task.job, () => new Uint8Array()) },
    lengths: bodies.map(({ byteLength }) => byteLength),
  };
  child.send(order, (error) => {
    if (error) reject(error);
  });
  // Written as windows of the replies: nothing of them is copied here. A process that ends early is heard by its exit.
  if (child.stdin) pipeline(Readable.from(slices(bodies)), child.stdin).catch(() => undefined);
  return { answer: promise, end: kill };
}

function* slices(bodies: readonly Uint8Array[]): Generator<Uint8Array> {
  for (const body of bodies) for (let at = 0; at < body.byteLength; at += SLICE) yield body.subarray(at, at + SLICE);
}
