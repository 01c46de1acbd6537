import { brotliDecompress, gunzip, inflate, inflateRaw } from 'node:zlib';
import type { Dispatcher } from 'undici';
import type { Breakdown } from '../errors/platform-error.ts';
import type { Limit } from './limit.ts';

/** One HTTP exchange to be made. */
export interface HttpExchange {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** With query. */
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body?: string;
  /** Most bytes of a good answer, counted after decompression. */
  readonly mostBytes: number;
  /** Ask for the connection to be closed afterwards. */
  readonly lastOne?: boolean;
}

/** A whole answer. */
export interface HttpAnswer {
  readonly status: number;
  readonly page: boolean;
  readonly requestId: string | undefined;
  /** Decompressed. Undefined when the answer is a failure whose body was too large or broken: its status still tells. */
  readonly bytes: Buffer | undefined;
}

/** A call that brought no whole answer. Never leaves the client: `mapBreakdown` makes a PlatformError of it. */
export class BrokenExchange extends Error {
  readonly breakdown: Omit<Breakdown, 'asked'>;

  constructor(breakdown: Omit<Breakdown, 'asked'>) {
    super('no whole answer');
    this.breakdown = breakdown;
  }
}

/** Most bytes of an answer that tells of a failure. */
const MOST_FAILURE_BYTES = 1024 * 1024;

/**
 * Makes one exchange within `limit`, counting bytes as they come. Follows no redirect.
 * @throws BrokenExchange
 */
export async function exchange(dispatcher: Dispatcher, wanted: HttpExchange, limit: Limit): Promise<HttpAnswer> {
  const collector = new Collector(wanted.mostBytes, limit);
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
          ...(wanted.lastOne ? { reset: true } : {}),
        },
        collector,
      );
    const raw = await collector.whole;
    const bytes = raw.encoding === undefined ? raw.bytes : await decompress(raw);
    return { status: raw.status, page: raw.page, requestId: raw.requestId, bytes };
  } finally {
    limit.whenEnded = undefined;
  }
}

/** An answer of this size is gathered in one piece from the start. */
const LARGE_BYTES = 4 * 1024 * 1024;

interface RawAnswer {
  readonly status: number;
  readonly page: boolean;
  readonly requestId: string | undefined;
  readonly encoding: string | undefined;
  readonly bytes: Buffer | undefined;
  readonly mostBytes: number;
}

type Headers = Readonly<Record<string, string | string[] | undefined>>;

/** Gathers one answer: a bare undici handler, since a stream for each answer costs more than parsing it. */
class Collector implements Dispatcher.DispatchHandler {
  readonly whole: Promise<RawAnswer>;
  readonly #limit: Limit;
  #mostBytes: number;
  #resolve: (answer: RawAnswer) => void = () => {};
  #reject: (error: BrokenExchange) => void = () => {};
  #controller: Dispatcher.DispatchController | undefined;
  #settled = false;
  #status = 0;
  #headers: Headers = {};
  #chunks: Buffer[] = [];
  /** Where a large answer of known size is gathered: shared, so that a worker reads it without a copy. */
  #large: Buffer | undefined;
  #size = 0;

  constructor(mostBytes: number, limit: Limit) {
    this.#mostBytes = mostBytes;
    this.#limit = limit;
    this.whole = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
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
    if (status < 200 || status >= 300) this.#mostBytes = Math.min(this.#mostBytes, MOST_FAILURE_BYTES);
    const length = Number(headers['content-length']);
    if (length > this.#mostBytes) this.#tooLarge();
    else if (length > LARGE_BYTES && headers['content-encoding'] === undefined)
      this.#large = Buffer.from(new SharedArrayBuffer(length));
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    const at = this.#size;
    this.#size += chunk.length;
    if (this.#size > this.#mostBytes) this.#tooLarge();
    else if (this.#large) chunk.copy(this.#large, at);
    else this.#chunks.push(chunk);
  }

  onResponseEnd(): void {
    const [first] = this.#chunks;
    if (this.#large) this.#succeed(this.#large.subarray(0, this.#size));
    else this.#succeed(this.#chunks.length === 1 && first ? first : Buffer.concat(this.#chunks));
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.#fail('network', 'code' in error && typeof error.code === 'string' ? error.code : undefined);
  }

  /** Gives the exchange up because its limit has ended. */
  end(): void {
    this.#fail(this.#limit.ended ?? 'aborted');
  }

  #tooLarge(): void {
    if (this.#status >= 200 && this.#status < 300) this.#fail('too-large');
    else this.#succeed(undefined);
    this.#controller?.abort(new Error('too large'));
  }

  #succeed(bytes: Buffer | undefined): void {
    if (this.#settled) return;
    this.#settled = true;
    const encoding = headerText(this.#headers['content-encoding'])?.toLowerCase();
    this.#resolve({
      status: this.#status,
      page: headerText(this.#headers['content-type'])?.includes('html') === true,
      requestId: headerText(this.#headers['x-request-id']),
      encoding: encoding === 'identity' || bytes === undefined ? undefined : encoding,
      bytes,
      mostBytes: this.#mostBytes,
    });
  }

  #fail(cause: Breakdown['cause'], code?: string): void {
    if (this.#settled) return;
    this.#settled = true;
    this.#reject(
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

type Decoder = (
  bytes: Buffer,
  options: { readonly maxOutputLength: number },
  done: (error: Error | null, decoded: Buffer) => void,
) => void;

const DECODERS: ReadonlyMap<string, Decoder> = new Map<string, Decoder>([
  ['gzip', gunzip],
  ['x-gzip', gunzip],
  ['br', brotliDecompress],
  ['deflate', inflateEither],
]);

/** Some servers send "deflate" without its zlib header. */
function inflateEither(...[bytes, options, done]: Parameters<Decoder>): void {
  if (((bytes[0] ?? 0) & 0x0f) === 8) inflate(bytes, options, done);
  else inflateRaw(bytes, options, done);
}

/** Decompresses off the event loop, and stops at the limit: a small bomb costs no more than an honest answer. */
async function decompress(raw: RawAnswer): Promise<Buffer | undefined> {
  const { encoding, bytes } = raw;
  if (!bytes || bytes.length === 0) return bytes;
  const decode = DECODERS.get(encoding ?? '');
  const result = await new Promise<Buffer | Error>((resolve) => {
    if (!decode) return resolve(new Error('unknown encoding'));
    decode(bytes, { maxOutputLength: raw.mostBytes }, (error, decoded) => resolve(error ?? decoded));
  });
  if (Buffer.isBuffer(result)) return result;
  if (raw.status < 200 || raw.status >= 300) return undefined;
  const tooLarge = 'code' in result && result.code === 'ERR_BUFFER_TOO_LARGE';
  throw new BrokenExchange({
    cause: tooLarge ? 'too-large' : 'broken-encoding',
    code: undefined,
    mayBeSent: true,
    status: raw.status,
    requestId: raw.requestId,
  });
}
