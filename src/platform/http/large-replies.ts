import type { Piscina } from 'piscina';
import * as z from 'zod';
import type { ParsedId, ReplyOf } from '../endpoints.ts';
import { unpack } from '../reply/packed.ts';
import type { LargeReading, LargeReply } from '../reply/reply-thread.ts';
import { startLimit } from './limit.ts';

/** In ms. `deadline`: to read a reply, including the wait for earlier ones. `idle`: until an unused thread ends. */
const deadline = 10_000;
const idle = 5_000;
/** Memory limits of the thread, in MB. A reply that needs more memory ends the thread, but never the bot. */
const heap = { maxOldGenerationSizeMb: 224, maxYoungGenerationSizeMb: 16 };

/** `value` is undefined if the reply is unreadable. `isWrapped`: the reply has the console's envelope. */
export interface AnswerReading<Id extends ParsedId> {
  readonly value: ReplyOf<Id> | undefined;
  readonly isWrapped: boolean;
}

type ReplyPool = Piscina<LargeReply, LargeReading>;

async function createPool(): Promise<ReplyPool> {
  // Import the library at the first large reply, so that the bot starts faster.
  const library = await import('piscina');
  const pool: ReplyPool = new library.Piscina({
    filename: new URL('../reply/reply-thread.ts', import.meta.url).href,
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: idle,
    concurrentTasksPerWorker: 1,
    atomics: 'disabled',
    // The thread parses text from the platform, so it gets no secrets from the environment.
    env: {},
    resourceLimits: heap,
  });
  // The waiting caller gets the error. Without this listener, the error would end the bot.
  pool.on('error', () => undefined);
  return pool;
}

/** Reads large replies in a thread, one at a time, to keep the event loop free. An idle thread ends, to free memory. */
export function createLargeReplies() {
  let created: Promise<ReplyPool> | undefined;
  return {
    /** Returns `too-large` for a reply that is too deep, too wide, or too slow to read. */
    async read<Id extends ParsedId>(id: Id, bytes: Buffer): Promise<AnswerReading<Id> | 'too-large'> {
      const giveUp = new AbortController();
      using limit = startLimit(deadline);
      limit.whenEnded = () => giveUp.abort();
      try {
        // Shared memory needs no copy. Copy other buffers, because they may be parts of larger buffers.
        const own = bytes.buffer instanceof SharedArrayBuffer ? bytes : new Uint8Array(bytes);
        created ??= createPool();
        const reading = await (await created).run({ id, bytes: own }, { signal: giveUp.signal });
        if (reading.form !== 'read')
          return reading.form === 'too-large' ? reading.form : { value: undefined, isWrapped: false };
        // The endpoint's row has read the value in the thread, so the value has the correct type.
        const value = z.custom<ReplyOf<Id>>(() => true).parse(unpack(reading.packed));
        return { value, isWrapped: reading.isWrapped };
      } catch {
        // The time limit or the memory limit was exceeded.
        return 'too-large';
      }
    },
    close: async () => (await created)?.destroy(),
  };
}
