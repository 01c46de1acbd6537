import { fork } from 'node:child_process';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import * as z from 'zod';
import { bodiesOf, withBodies } from '../data/job-bodies.ts';
import type { JobTask, TaskReply } from './thread.ts';

/** In MB. A reply that needs more ends the process, never the bot. */
const HEAP = 1024;
/** Bytes per write. */
const SLICE = 256 * 1024;

/** Only distinguishes our answer from Node's messages on the same channel. */
const Reply = z.custom<TaskReply>((value) => typeof value === 'object' && value !== null && 'done' in value);

/** The replies' bytes follow on standard input. */
export interface ProcessOrder {
  readonly task: JobTask;
  /** In bytes, in the order of `bodiesOf`. */
  readonly lengths: readonly number[];
}

/** Runs a task in a process, which returns all memory to the system. No environment, so no secrets. `end` kills it. */
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
  // Errors of starting or killing the process. Without a listener they would end the bot.
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
  // Written as windows of the replies, without a copy. If the process ends early, the exit event reports it.
  if (child.stdin) pipeline(Readable.from(slices(bodies)), child.stdin).catch(() => undefined);
  return { answer: promise, end: kill };
}

function* slices(bodies: readonly Uint8Array[]): Generator<Uint8Array> {
  for (const body of bodies) for (let at = 0; at < body.byteLength; at += SLICE) yield body.subarray(at, at + SLICE);
}
