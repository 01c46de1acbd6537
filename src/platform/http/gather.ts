/** An answer beyond this size is gathered in shared memory: a worker reads it there without a copy. */
const largeBytes = 4 * 1024 * 1024;

/** Gathers the pieces of an answer as they come, so that no moment at the end has to copy all of them. */
export class Gathering {
  readonly #mostBytes: number;
  #pieces: Buffer[] = [];
  #shared: Buffer | undefined;
  #size = 0;

  /** @param mostBytes what is beyond is not taken */
  constructor(mostBytes: number) {
    this.#mostBytes = mostBytes;
  }

  /** Prepares for an answer that says how long it is. */
  expect(length: number): void {
    if (length > largeBytes && length <= this.#mostBytes) this.#shared = Buffer.from(new SharedArrayBuffer(length));
  }

  /** Takes a piece. @returns false when it is beyond the limit */
  add(piece: Buffer): boolean {
    const at = this.#size;
    this.#size += piece.length;
    if (this.#size > this.#mostBytes) return false;
    if (this.#size > (this.#shared?.length ?? largeBytes)) this.#share();
    if (this.#shared) piece.copy(this.#shared, at);
    else this.#pieces.push(piece);
    return true;
  }

  /** Memory for the longest answer: the system provides what is written to, and no more. */
  #share(): void {
    const taken = this.#shared ? [this.#shared] : this.#pieces.splice(0);
    this.#shared = Buffer.from(new SharedArrayBuffer(this.#mostBytes));
    let at = 0;
    for (const piece of taken) at += piece.copy(this.#shared, at);
  }

  /** Everything that was taken, in order. */
  whole(): Buffer {
    const [first] = this.#pieces;
    if (this.#shared) return this.#shared.subarray(0, this.#size);
    return this.#pieces.length === 1 && first ? first : Buffer.concat(this.#pieces);
  }
}
