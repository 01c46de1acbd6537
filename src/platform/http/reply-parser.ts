import { Worker } from 'node:worker_threads';
import * as z from 'zod';
import type { ParsedId, ReplyOf } from '../endpoints.ts';
import { countValues } from '../reply/json-size.ts';
import { putBack } from '../reply/long-lists.ts';
import { isPage, type ReplyReading, readReply } from '../reply/read-reply.ts';
import type { ThreadAnswer, ThreadAsk } from '../reply/reply-thread.ts';
import { type Limit, startLimit } from './limit.ts';

/** Larger replies, and those of more values, are read by another thread: the event loop has only milliseconds for each. */
const largeBytes = 256 * 1024;
const manyValues = 8_000;
/** After a larger reply the thread ends, and gives its memory back. */
const hugeBytes = 1024 * 1024;
/** How long a reply may take to be read, and how long the thread stays for the next one, in ms. */
const deadlineMs = 5_000;
const idleMs = 30_000;
/** Megabytes of JavaScript heap for the thread: a reply that needs more ends it, never the bot. */
const heap = { maxOldGenerationSizeMb: 224, maxYoungGenerationSizeMb: 16 };

/** Reads the bodies of replies without holding up the event loop. */
export interface ReplyParser {
  /** @param id the endpoint; undefined where only a failure is looked for */
  read<Id extends ParsedId>(id: Id | undefined, bytes: Buffer): Promise<ReplyReading<ReplyOf<Id>>>;
  close(): Promise<void>;
}

export function createReplyParser(): ReplyParser {
  let thread: Worker | undefined;
  let rest: Limit | undefined;
  let turn: Promise<unknown> = Promise.resolve();

  async function end(): Promise<void> {
    rest?.release();
    const ending = thread;
    thread = undefined;
    await ending?.terminate();
  }

  /** One reply at a time: two would take twice the memory. */
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const mine = turn.then(work);
    turn = mine.catch(() => undefined);
    return mine;
  }

  async function readThere<Id extends ParsedId>(id: Id | undefined, bytes: Buffer): Promise<ReplyReading<ReplyOf<Id>>> {
    rest?.release();
    thread ??= startThread();
    const limit = startLimit(deadlineMs);
    const asked = conversation(thread, limit);
    try {
      const reading = await askAll<Id>(asked.ask, id, bytes);
      if (bytes.byteLength > hugeBytes) await end();
      else {
        rest = startLimit(idleMs);
        rest.whenEnded = () => void end();
      }
      return reading;
    } catch {
      // It took too long, or more memory than it may.
      await end();
      return { form: 'too-large' };
    } finally {
      limit.release();
      asked.over();
    }
  }

  return {
    async read(id, bytes) {
      const values = bytes.byteLength > largeBytes ? 'many' : countValues(bytes);
      if (values === 'too-large') return { form: 'too-large' };
      if (values !== 'many' && values <= manyValues) return readReply(id, bytes, true);
      if (isPage(bytes)) return { form: 'page' };
      return inTurn(() => readThere(id, bytes));
    },
    close: () => inTurn(end),
  };
}

function startThread(): Worker {
  const thread = new Worker(new URL('../reply/reply-thread.ts', import.meta.url), { env: {}, resourceLimits: heap });
  // What it dies of is heard by whoever waits for its answer; unheard, it would end the bot.
  thread.on('error', () => undefined);
  thread.unref();
  return thread;
}

/** Our own code answers, so this only distinguishes an answer from nothing. */
const Answer = z.custom<ThreadAnswer>((value) => typeof value === 'object' && value !== null);

type AskThread = (ask: ThreadAsk, bytes?: ArrayBuffer) => Promise<ThreadAnswer>;

/** Asks a thread one thing after another. `ask` rejects when the thread ends, or the limit does. */
function conversation(thread: Worker, limit: Limit): { readonly ask: AskThread; readonly over: () => void } {
  let answered = Promise.withResolvers<ThreadAnswer>();
  const onMessage = (message: unknown) => answered.resolve(Answer.parse(message));
  const onEnd = () => answered.reject(new Error('the thread that reads replies ended'));
  thread.on('message', onMessage).once('exit', onEnd);
  limit.whenEnded = onEnd;
  return {
    async ask(ask, bytes) {
      answered = Promise.withResolvers();
      thread.postMessage(ask, bytes ? [bytes] : []);
      return answered.promise;
    },
    over: () => void thread.off('message', onMessage).off('exit', onEnd),
  };
}

async function askAll<Id extends ParsedId>(
  ask: AskThread,
  id: Id | undefined,
  bytes: Buffer,
): Promise<ReplyReading<ReplyOf<Id>>> {
  // Shared memory isn't copied; a copy of anything else is handed over.
  const isShared = bytes.buffer instanceof SharedArrayBuffer;
  const given = isShared ? bytes : new Uint8Array(bytes);
  const first = await ask({ read: id, bytes: given }, given.buffer instanceof ArrayBuffer ? given.buffer : undefined);
  if ('entries' in first) throw new Error('the thread that reads replies answered something else');
  if (!('rest' in first)) return first;
  for (const [index, { path, length }] of first.lists.entries())
    for (let from = 0; from < length; ) {
      // Each part comes in a turn of the event loop of its own.
      const part = await ask({ list: index, from });
      if (!('entries' in part) || part.entries.length === 0) throw new Error('a part of a list is missing');
      putBack(first.rest, path, part.entries);
      from += part.entries.length;
    }
  // The same function read it as here: its type is that of the endpoint.
  const value = z.custom<ReplyOf<Id> | undefined>(() => true).parse(first.rest);
  return { form: first.form, body: first.head, value };
}
