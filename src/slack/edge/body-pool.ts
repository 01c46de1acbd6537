/** Small enough for a usual payload, large enough that 16 MiB aren't many blocks. */
const blockSize = 16 * 1024;

/** The body of one request while it arrives. */
export interface IncomingBody {
  readonly length: number;
  /** Copies a piece behind what has come so far. When memory is full, the oldest body is dropped, if need be this one. */
  add(piece: Uint8Array): void;
  /** What has come, in order and without a copy: valid until the body is released. */
  pieces(): readonly Buffer[];
  /** Gives the memory back. Safe to call twice. */
  release(): void;
}

export type BodyPool = ReturnType<typeof createBodyPool>;

/**
 * The memory for bodies whose sender isn't verified yet. Bodies are copied into blocks that are reused, so that neither
 * many small pieces nor garbage that waits for its collection take more than `limit` bytes.
 */
export function createBodyPool(limit: number) {
  const most = Math.floor(limit / blockSize);
  const free: Buffer[] = [];
  /** In the order in which they began. */
  const open = new Map<IncomingBody, () => void>();
  let made = 0;

  function takeBlock(): Buffer | undefined {
    const block = free.pop();
    if (block) return block;
    if (made >= most) return undefined;
    made += 1;
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
    /** @param dropped called when this body has to make room: its memory is gone then */
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
