/** Size of a block, in bytes: small enough for a typical payload, large enough that 16 MiB are few blocks. */
const blockSize = 16 * 1024;

export interface IncomingBody {
  readonly length: number;
  /** Copies a piece to the end. If the memory is full, the oldest body is dropped, which may be this one. */
  add(piece: Uint8Array): void;
  /** The received pieces in order, not copied. They are valid until the body is released. */
  pieces(): readonly Buffer[];
  /** Returns the memory to the pool. A second call does nothing. */
  release(): void;
}

export type BodyPool = ReturnType<typeof createBodyPool>;

/** Memory for bodies of unverified senders. Pieces are copied into reused blocks, so memory stays within `limit`. */
export function createBodyPool(limit: number) {
  const max = Math.floor(limit / blockSize);
  const free: Buffer[] = [];
  /** Bodies in the order of their start, each with its `dropped`. */
  const open = new Map<IncomingBody, () => void>();
  let created = 0;

  function takeBlock(): Buffer | undefined {
    const block = free.pop();
    if (block) return block;
    if (created >= max) return undefined;
    created += 1;
    return Buffer.allocUnsafeSlow(blockSize);
  }

  function dropOldest(): void {
    for (const [body, dropped] of open) {
      body.release();
      dropped();
      return;
    }
  }

  return {
    /** @param dropped called after the memory of this body was taken for another body */
    open(dropped: () => void): IncomingBody {
      const blocks: Buffer[] = [];
      let length = 0;
      const body: IncomingBody = {
        get length() {
          return length;
        },
        add(piece) {
          let rest = piece;
          while (rest.length > 0 && open.has(body)) {
            const used = length % blockSize;
            if (used === 0) {
              const block = takeBlock();
              if (!block) {
                dropOldest();
                continue;
              }
              blocks.push(block);
            }
            const part = rest.subarray(0, blockSize - used);
            blocks.at(-1)?.set(part, used);
            length += part.length;
            rest = rest.subarray(part.length);
          }
        },
        pieces: () => blocks.map((block, index) => block.subarray(0, Math.min(blockSize, length - index * blockSize))),
        release() {
          open.delete(body);
          free.push(...blocks.splice(0));
          length = 0;
        },
      };
      open.set(body, dropped);
      return body;
    },
  };
}
