import type { Piscina } from 'piscina';
import * as z from 'zod';
import type { ParsedId, ReplyOf } from '../endpoints.ts';
import { unpack } from '../reply/packed.ts';
import type { LargeReading, LargeReply } from '../reply/reply-thread.ts';
import { startLimit } from './limit.ts';

/**
 * How long a reply may take to be read, those before it included, and how long the thread waits for the next, in ms.
 */
const deadline = 10_000;
const idle = 5_000;
/** Megabytes of JavaScript heap for the thread: a reply that needs more ends the thread, never the bot. */
const heap = { maxOldGenerationSizeMb: 224, maxYoungGenerationSizeMb: 16 };

/** What an endpoint reads a reply as, undefined where it can't; and whether it came in the console's envelope. */
export interface AnswerReading<Id extends ParsedId> {
  readonly value: ReplyOf<Id> | undefined;
  readonly isWrapped: boolean;
}

type ReplyPool = Piscina<LargeReply, LargeReading>;

async function createPool(): Promise<ReplyPool> {
  // Loaded with the first large reply: the start doesn't wait for it.
  const library = await import('piscina');
  const pool: ReplyPool = new library.Piscina({
    filename: new URL('../reply/reply-thread.ts', import.meta.url).href,
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: idle,
    concurrentTasksPerWorker: 1,
    atomics: 'disabled',
    // No secrets of the environment where the platform's text is parsed.
    env: {},
    resourceLimits: heap,
  });
  // What the thread dies of is reported to the code that waits for its answer; unheard, it would end the bot.
  pool.on('error', () => undefined);
  return pool;
}

/**
 * Reads replies that would take the event loop too long, one at a time. The thread begins with the first reply, and ends soon
 * after the last, which gives its memory back.
 */
export function createLargeReplies() {
  let created: Promise<ReplyPool> | undefined;
  return {
    /** `too-large`: too deep, too wide, or it took too long. */
    async read<Id extends ParsedId>(id: Id, bytes: Buffer): Promise<AnswerReading<Id> | 'too-large'> {
      const giveUp = new AbortController();
      using limit = startLimit(deadline);
      limit.whenEnded = () => giveUp.abort();
      try {
        // Shared memory isn't copied; anything else may be a window on more than the reply.
        const own = bytes.buffer instanceof SharedArrayBuffer ? bytes : new Uint8Array(bytes);
        created ??= createPool();
        const reading = await (await created).run({ id, bytes: own }, { signal: giveUp.signal });
        if (reading.form !== 'read')
          return reading.form === 'too-large' ? reading.form : { value: undefined, isWrapped: false };
        // The same row read it there: its type is that of the endpoint.
        const value = z.custom<ReplyOf<Id>>(() => true).parse(unpack(reading.packed));
        return { value, isWrapped: reading.isWrapped };
      } catch {
        // It took too long, or more memory than it may.
        return 'too-large';
      }
    },
    close: async () => (await created)?.destroy(),
  };
}
