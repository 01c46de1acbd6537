import type { Server as HttpServer } from 'node:http';
import { createServer, type Server, type Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { edgeLimits } from '../blocks/limits.ts';
import { createPacer, type PacedSource, type Pacer } from './pacer.ts';

/*
 * Why connections aren't left to Node's HTTP server: its parser calls back for each chunk of a body, up to 11,000 times for
 * one read, and nothing can come between (docs/security.md). The simpler way, Node's server with its time limits and
 * our limit on bodies, costs no code, but then a flood of one-byte chunks keeps acks waiting for as long as it lasts:
 * `npm run soak -- --only floods` measures that it doesn't.
 */

/** To copy and digest so many bytes costs about as much as one chunk does. */
const bytesPerChunk = 256;
const lineBreak = 10;

/**
 * A connection whose bytes are inspected before the HTTP server gets them, and passed on when the pacer allows it.
 * Nothing is read from the system before all that was read has been passed on.
 */
export class PacedSocket extends Duplex implements PacedSource {
  spent = 0;
  readonly #raw: Socket;
  readonly #pacer: Pacer;
  readonly #onFlood: () => void;
  #hasBegun = false;
  /** Whether the HTTP server takes more. */
  #wants = false;
  #held: Buffer | undefined;
  #hasEnded = false;

  /** @param raw paused, and with a high-water mark of 0: it reads only when it's told to */
  constructor(raw: Socket, pacer: Pacer, onFlood: () => void) {
    super();
    this.#raw = raw;
    this.#pacer = pacer;
    this.#onFlood = onFlood;
    raw.on('end', () => {
      this.#hasEnded = true;
      if (!this.#held) this.push(null);
    });
    raw.on('timeout', () => this.emit('timeout'));
    raw.on('error', (error) => this.destroy(error));
    raw.on('close', () => this.destroy());
  }

  /** The last request was signed: the next one has the same chance as the first one of a connection. */
  verified(): void {
    this.spent = 0;
  }

  pass(): number {
    const bytes = this.#held;
    if (!bytes || this.destroyed) return 0;
    const breaks = countLineBreaks(bytes);
    const cost = 1 + breaks + bytes.length / bytesPerChunk;
    this.spent += cost;
    this.#held = undefined;
    this.#wants = false;
    if (breaks > edgeLimits.lineBreaks) {
      this.#onFlood();
      this.destroy();
      free(bytes);
      return bytes.length / bytesPerChunk;
    }
    this.push(bytes);
    // The parser has copied what it keeps: there is no need to wait for the garbage collector.
    if (this.readableLength === 0) free(bytes);
    if (this.#hasEnded) this.push(null);
    return cost;
  }

  readOnce(): void {
    if (this.#hasBegun) this.#raw.read(0);
    else this.#raw.on('readable', () => this.#take());
    this.#hasBegun = true;
  }

  #take(): void {
    const bytes: unknown = this.#raw.read();
    if (!Buffer.isBuffer(bytes) || this.destroyed) return;
    this.#held = bytes;
    if (this.#wants) this.#pacer.hold(this);
  }

  override _read(): void {
    if (this.#wants || this.destroyed) return;
    this.#wants = true;
    if (this.#held) this.#pacer.hold(this);
    else this.#pacer.drain(this);
  }

  override _write(piece: Uint8Array, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this.#raw.write(piece, done);
  }

  override _writev(pieces: readonly { readonly chunk: Uint8Array }[], done: (error?: Error | null) => void): void {
    this.#raw.cork();
    for (const [index, { chunk }] of pieces.entries())
      this.#raw.write(chunk, index === pieces.length - 1 ? done : undefined);
    this.#raw.uncork();
  }

  override _final(done: (error?: Error | null) => void): void {
    this.#raw.end(done);
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#pacer.remove(this);
    this.#held = undefined;
    this.#raw.destroy();
    done(error);
  }

  /** Node's HTTP server calls this one and the next where a connection has them. */
  setTimeout(ms: number): this {
    this.#raw.setTimeout(ms);
    return this;
  }

  destroySoon(): void {
    if (this.writableFinished) this.destroy();
    else this.once('finish', () => this.destroy()).end();
  }
}

/**
 * Makes the server that listens in place of `http`. Node's HTTP parser calls back for each chunk of a body, some 11,000
 * times for one read of one-byte chunks, and can't be stopped meanwhile: such a read is refused before it is parsed.
 * @param onFlood called when that happens
 */
export function createPacedServer(http: HttpServer, onFlood: () => void): Server {
  const pacer = createPacer(setImmediate);
  const options = { allowHalfOpen: true, pauseOnConnect: true, noDelay: true, highWaterMark: 0 };
  const server = createServer(options, (raw) => http.emit('connection', new PacedSocket(raw, pacer, onFlood)));
  // Node's HTTP server begins to watch its time limits when it listens.
  server.on('listening', () => http.emit('listening'));
  return server;
}

/** Counts up to the limit and one more. */
function countLineBreaks(bytes: Buffer): number {
  let count = 0;
  for (
    let at = bytes.indexOf(lineBreak);
    at >= 0 && count <= edgeLimits.lineBreaks;
    at = bytes.indexOf(lineBreak, at + 1)
  )
    count += 1;
  return count;
}

function free({ buffer, byteLength }: Buffer): void {
  if (byteLength === buffer.byteLength && buffer instanceof ArrayBuffer) buffer.transfer(0);
}
