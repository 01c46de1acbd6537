import { parentPort } from 'node:worker_threads';
import type { ParsedId } from '../endpoints.ts';
import { type LongList, nextEntries, takeLists } from './long-lists.ts';
import { headOf, readReply } from './read-reply.ts';

/** What the thread is asked: to read a reply, then for its long lists part by part. */
export type ThreadAsk =
  | { readonly read: ParsedId | undefined; readonly bytes: Uint8Array }
  | { readonly list: number; readonly from: number };

/** What the thread answers. */
export type ThreadAnswer =
  | { readonly form: 'page' | 'garbled' | 'too-large' }
  | {
      readonly form: 'json' | 'empty';
      readonly head: unknown;
      readonly rest: unknown;
      readonly lists: readonly { readonly path: LongList['path']; readonly length: number }[];
    }
  | { readonly entries: readonly unknown[] };

let lists: readonly LongList[] = [];

function answer(ask: ThreadAsk): ThreadAnswer {
  if ('list' in ask) {
    const list = lists[ask.list];
    return { entries: list ? nextEntries(list, ask.from) : [] };
  }
  const { buffer, byteOffset, byteLength } = ask.bytes;
  const reading = readReply(ask.read, Buffer.from(buffer, byteOffset, byteLength));
  if (!('value' in reading)) return reading;
  const taken = takeLists(reading.value);
  lists = taken.lists;
  return {
    form: reading.form,
    head: headOf(reading.body),
    rest: taken.rest,
    lists: lists.map(({ path, entries }) => ({ path, length: entries.length })),
  };
}

parentPort?.on('message', (ask: ThreadAsk) => parentPort?.postMessage(answer(ask)));
