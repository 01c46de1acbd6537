import type { Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw, gunzipSync } from 'node:zlib';
import type { Dispatcher } from 'undici';
import type { Breakdown } from '../errors/platform-error.ts';
import type { Limit } from './limit.ts';

/** Minimum size of an answer that uses shared memory, in bytes. A worker reads shared memory without a copy. */
const largeBytes = 4 * 1024 * 1024;

/** Collects the pieces of an answer when they arrive, because one long copy at the end would be slow. */
export class Gathering {
  readonly #maxBytes: number;
  #pieces: Buffer[] = [];
  #shared: Buffer | undefined;
  #size = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  expect(length: number): void {
    if (length > largeBytes && length <= this.#maxBytes) this.#shared = Buffer.from(new SharedArrayBuffer(length));
  }

  add(piece: Buffer): boolean {
    const at = this.#size;
    this.#size += piece.length;
    if (this.#size > this.#maxBytes) return false;
    if (this.#size > (this.#shared?.length ?? largeBytes)) this.#share();
    if (this.#shared) piece.copy(this.#shared, at);
    else this.#pieces.push(piece);
    return true;
  }

  /** Reserves memory for the longest answer. The system provides only the part that is really used. */
  #share(): void {
    const taken = this.#shared ? [this.#shared] : this.#pieces.splice(0);
    this.#shared = Buffer.from(new SharedArrayBuffer(this.#maxBytes));
    let at = 0;
    for (const piece of taken) at += piece.copy(this.#shared, at);
  }

  whole(): Buffer {
    const [first] = this.#pieces;
    if (this.#shared) return this.#shared.subarray(0, this.#size);
    return this.#pieces.length === 1 && first ? first : Buffer.concat(this.#pieces);
  }
}

/*
 * Dispatches to undici directly: `pool.request` with an abort signal and a counted stream reaches 12,900 calls per
 * second instead of 20,800, at 32 µs of CPU time instead of 24 (16 at a time, small replies over loopback, two shared
 * cores).
 */

export interface HttpExchange {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body?: string;
  /** Maximum size of a successful answer after decompression, in bytes. */
  readonly maxBytes: number;
  readonly lastOne?: boolean;
}

export interface HttpAnswer {
  readonly status: number;
  readonly page: boolean;
  readonly requestId: string | undefined;
  readonly location: string | undefined;
  /** Epoch ms. */
  readonly date: number | undefined;
  /** Decompressed body; undefined for a failure if the body is too large or broken. */
  readonly bytes: Buffer | undefined;
}

/** Call without a complete answer. It never leaves the client: `mapBreakdown` converts it to a PlatformError. */
export class BrokenExchange extends Error {
  readonly breakdown: Omit<Breakdown, 'asked'>;

  constructor(breakdown: Omit<Breakdown, 'asked'>) {
    super('no whole answer');
    this.breakdown = breakdown;
  }
}

export function isGood(status: number): boolean {
  return status >= 200 && status < 300;
}

const MAX_FAILURE_BYTES = 256 * 1024;

/** Makes one exchange within `limit`. Doesn't follow redirects. @throws BrokenExchange */
export async function exchange(dispatcher: Dispatcher, wanted: HttpExchange, limit: Limit): Promise<HttpAnswer> {
  const collector = new Collector(wanted.maxBytes, limit);
  try {
    if (limit.ended) collector.end();
    else
      dispatcher.dispatch(
        {
          method: wanted.method,
          path: wanted.path,
          headers: wanted.headers,
          body: wanted.body ?? null,
          idempotent: wanted.method === 'GET',
          reset: wanted.lastOne ? true : undefined,
        },
        collector,
      );
    const raw = await collector.whole;
    const bytes = raw.encoding === undefined ? raw.bytes : await decompress(raw);
    const { status, page, requestId, location, date } = raw;
    return { status, page, requestId, location, date, bytes };
  } finally {
    limit.whenEnded = undefined;
  }
}

interface RawAnswer extends HttpAnswer {
  readonly encoding: string | undefined;
  readonly maxBytes: number;
}

type Headers = Readonly<Record<string, string | string[] | undefined>>;

/** Uses undici's handler interface, because a stream for each answer costs more than parsing the answer. */
class Collector implements Dispatcher.DispatchHandler {
  readonly #whole = Promise.withResolvers<RawAnswer>();
  readonly whole = this.#whole.promise;
  readonly #limit: Limit;
  #maxBytes: number;
  #controller: Dispatcher.DispatchController | undefined;
  #settled = false;
  #status = 0;
  #headers: Headers = {};
  #gathering: Gathering | undefined;

  constructor(maxBytes: number, limit: Limit) {
    this.#maxBytes = maxBytes;
    this.#limit = limit;
    limit.whenEnded = () => this.end();
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    if (this.#settled) controller.abort(new Error('given up'));
    else this.#controller = controller;
  }

  onResponseStart(_controller: Dispatcher.DispatchController, status: number, headers: Headers): void {
    if (status < 200) return;
    this.#status = status;
    this.#headers = headers;
    if (!isGood(status)) this.#maxBytes = Math.min(this.#maxBytes, MAX_FAILURE_BYTES);
    this.#gathering = new Gathering(this.#maxBytes);
    const length = Number(headers['content-length']);
    if (length > this.#maxBytes) this.#tooLarge();
    else if (headers['content-encoding'] === undefined) this.#gathering.expect(length);
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#gathering?.add(chunk) === false) this.#tooLarge();
  }

  onResponseEnd(): void {
    this.#succeed(this.#gathering?.whole());
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.#fail('network', 'code' in error && typeof error.code === 'string' ? error.code : undefined);
  }

  end(): void {
    this.#fail(this.#limit.ended ?? 'aborted');
  }

  #tooLarge(): void {
    if (isGood(this.#status)) this.#fail('too-large');
    else this.#succeed(undefined);
    this.#controller?.abort(new Error('too large'));
  }

  #succeed(bytes: Buffer | undefined): void {
    if (this.#settled) return;
    this.#settled = true;
    const encoding = headerText(this.#headers['content-encoding'])?.toLowerCase();
    this.#whole.resolve({
      status: this.#status,
      page: headerText(this.#headers['content-type'])?.includes('html') === true,
      requestId: headerText(this.#headers['x-request-id']),
      location: headerText(this.#headers.location),
      date: dateIn(this.#headers.date),
      encoding: encoding === 'identity' || bytes === undefined ? undefined : encoding,
      bytes,
      maxBytes: this.#maxBytes,
    });
  }

  #fail(cause: Breakdown['cause'], code?: string): void {
    if (this.#settled) return;
    this.#settled = true;
    this.#whole.reject(
      new BrokenExchange({
        cause,
        code,
        mayBeSent: this.#controller !== undefined,
        ...(this.#status === 0 ? {} : { status: this.#status }),
        requestId: headerText(this.#headers['x-request-id']),
      }),
    );
    this.#controller?.abort(new Error('given up'));
  }
}

function headerText(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value;
}

function dateIn(header: string | string[] | undefined): number | undefined {
  const at = Date.parse(headerText(header) ?? '');
  return Number.isNaN(at) ? undefined : at;
}

/** Large chunks, because each chunk must be passed between threads. */
const options = { chunkSize: 64 * 1024 };

const DECODERS: ReadonlyMap<string, (bytes: Buffer) => Transform> = new Map<string, (bytes: Buffer) => Transform>([
  ['gzip', () => createGunzip(options)],
  ['x-gzip', () => createGunzip(options)],
  ['br', () => createBrotliDecompress(options)],
  // Some servers send "deflate" without its zlib header.
  ['deflate', ([first = 0]: Buffer) => ((first & 0x0f) === 8 ? createInflate(options) : createInflateRaw(options))],
]);

/** Maximum size of a reply that is decompressed on this thread, in bytes. For small ones, another thread is slower. */
const maxAtOnce = 32 * 1024;

/** Returns undefined if the reply is broken or isn't small. */
function smallReply({ encoding, bytes, maxBytes }: RawAnswer): Buffer | undefined {
  if (encoding !== 'gzip' || !bytes || bytes.length > maxAtOnce) return undefined;
  try {
    return gunzipSync(bytes, { maxOutputLength: Math.min(maxBytes, maxAtOnce) });
  } catch {
    return undefined;
  }
}

/** Stops at the limit, so that a compression bomb costs no more than a normal answer. */
async function decompress(raw: RawAnswer): Promise<Buffer | undefined> {
  const { encoding, bytes } = raw;
  if (!bytes || bytes.length === 0) return bytes;
  const small = smallReply(raw);
  if (small) return small;
  const decoder = DECODERS.get(encoding ?? '')?.(bytes);
  const result = decoder ? await decoded(decoder, bytes, raw.maxBytes) : 'broken-encoding';
  if (Buffer.isBuffer(result)) return result;
  if (!isGood(raw.status)) return undefined;
  throw new BrokenExchange({
    cause: result,
    code: undefined,
    mayBeSent: true,
    status: raw.status,
    requestId: raw.requestId,
  });
}

function decoded(
  decoder: Transform,
  bytes: Buffer,
  maxBytes: number,
): Promise<Buffer | 'too-large' | 'broken-encoding'> {
  const gathering = new Gathering(maxBytes);
  return new Promise((resolve) => {
    decoder.on('data', (piece: Buffer) => {
      if (gathering.add(piece)) return;
      decoder.destroy();
      resolve('too-large');
    });
    decoder.on('end', () => resolve(gathering.whole()));
    decoder.on('error', () => resolve('broken-encoding'));
    decoder.end(bytes);
  });
}
