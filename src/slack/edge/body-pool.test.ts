import { expect, test } from 'vitest';
import { createBodyPool } from './body-pool.ts';

const block = 16 * 1024;

/** Creates a pool with a number of blocks, and the list of the bodies that the pool has dropped, by name. */
function poolOf(blocks: number) {
  const pool = createBodyPool(blocks * block);
  const dropped: string[] = [];
  return { dropped, open: (name: string) => pool.open(() => void dropped.push(name)) };
}

test('a body comes out as it came in, whatever its pieces', () => {
  const { open } = poolOf(8);
  const bytes = Buffer.from(Array.from({ length: 3 * block + 17 }, (_, index) => index % 251));
  for (const size of [1, 7, block - 1, block, block + 1, bytes.length]) {
    const body = open('one');
    for (let at = 0; at < bytes.length; at += size) body.add(bytes.subarray(at, at + size));
    expect(body.length).toBe(bytes.length);
    expect(Buffer.concat(body.pieces()).equals(bytes), `pieces of ${size}`).toBe(true);
    body.release();
  }
});

test('when memory is full the oldest body makes room', () => {
  const { open, dropped } = poolOf(3);
  const bodies = ['a', 'b', 'c'].map((name) => {
    const body = open(name);
    body.add(Buffer.alloc(block));
    return body;
  });
  const last = open('d');
  last.add(Buffer.alloc(2 * block));
  expect(dropped).toEqual(['a', 'b']);
  expect(last.length).toBe(2 * block);
  expect(bodies.map(({ length }) => length)).toEqual([0, 0, block]);
  // A dropped body accepts no more pieces, and returns its memory only once.
  bodies[0]?.add(Buffer.alloc(block));
  bodies[0]?.release();
  expect(bodies[0]?.length).toBe(0);
  open('e').add(Buffer.alloc(block));
  expect(dropped).toEqual(['a', 'b', 'c']);
});
