import { fork } from 'node:child_process';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import * as z from 'zod';
import { bodiesOf, withBodies } from '../data/job-bodies.ts';
import type { JobTask, TaskReply } from './thread.ts';

/** Maximum heap size, in MB. A reply that needs more ends this process, never the bot. */
const HEAP = 1024;
/** Bytes per write. */
const SLICE = 256 * 1024;

/** Checks only that a message is our answer, not one of Node's messages on the same channel. */
const Reply = z.custom<TaskReply>((value) => typeof value === 'object' && value !== null && 'done' in value);

/** Order for the process. The bytes of the replies follow on standard input. */
export interface ProcessOrder {
  readonly task: JobTask;
  /** Lengths of the replies in bytes, in the order of `bodiesOf`. */
  readonly lengths: readonly number[];
}

/** Runs a task in a process, so that all its memory is freed. It has no environment, so no secrets. `end` kills it. */
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
  // Write parts of the replies without copying them. If the process ends early, the exit event reports it.
  if (child.stdin) pipeline(Readable.from(slices(bodies)), child.stdin).catch(() => undefined);
  return { answer: promise, end: kill };
}

function* slices(bodies: readonly Uint8Array[]): Generator<Uint8Array> {
  for (const body of bodies) for (let at = 0; at < body.byteLength; at += SLICE) yield body.subarray(at, at + SLICE);
}
