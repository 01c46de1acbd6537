import type { Piscina } from 'piscina';
import * as z from 'zod';
import type { ParsedId, ReplyOf } from '../endpoints.ts';
import { unpack } from '../reply/packed.ts';
import type { LargeReading, LargeReply } from '../reply/reply-thread.ts';
import { startLimit } from './limit.ts';

/** Limit for reading a reply, with the wait for earlier ones, and idle time of the thread, in ms. */
const deadline = 10_000;
const idle = 5_000;
/** In MB. A reply that needs more ends the thread, never the bot. */
const heap = { maxOldGenerationSizeMb: 224, maxYoungGenerationSizeMb: 16 };

/** `value` is undefined if the reply is unreadable; `isWrapped` means the console's envelope. */
export interface AnswerReading<Id extends ParsedId> {
  readonly value: ReplyOf<Id> | undefined;
  readonly isWrapped: boolean;
}

type ReplyPool = Piscina<LargeReply, LargeReading>;

async function createPool(): Promise<ReplyPool> {
  // Imported at the first large reply, so that the start is faster.
  const library = await import('piscina');
  const pool: ReplyPool = new library.Piscina({
    filename: new URL('../reply/reply-thread.ts', import.meta.url).href,
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: idle,
    concurrentTasksPerWorker: 1,
    atomics: 'disabled',
    // No environment secrets in a thread that parses the platform's text.
    env: {},
    resourceLimits: heap,
  });
  // The waiting caller gets the error; without a listener, it would end the bot.
  pool.on('error', () => undefined);
  return pool;
}

/** Reads large replies one at a time off the event loop. The thread ends when idle, to free its memory. */
export function createLargeReplies() {
  let created: Promise<ReplyPool> | undefined;
  return {
    /** `too-large`: too deep, too wide, or too slow. */
    async read<Id extends ParsedId>(id: Id, bytes: Buffer): Promise<AnswerReading<Id> | 'too-large'> {
      const giveUp = new AbortController();
      using limit = startLimit(deadline);
      limit.whenEnded = () => giveUp.abort();
      try {
        // Shared memory isn't copied; other buffers may be windows of larger ones.
        const own = bytes.buffer instanceof SharedArrayBuffer ? bytes : new Uint8Array(bytes);
        created ??= createPool();
        const reading = await (await created).run({ id, bytes: own }, { signal: giveUp.signal });
        if (reading.form !== 'read')
          return reading.form === 'too-large' ? reading.form : { value: undefined, isWrapped: false };
        // The same endpoint row read the value in the thread, so its type is correct.
        const value = z.custom<ReplyOf<Id>>(() => true).parse(unpack(reading.packed));
        return { value, isWrapped: reading.isWrapped };
      } catch {
        // Time or memory limit exceeded.
        return 'too-large';
      }
    },
    close: async () => (await created)?.destroy(),
  };
}
