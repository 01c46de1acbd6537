import { createCanvas, loadImage } from 'canvas';
import { expect, test } from 'vitest';
import { animatedPng } from './animated-png.ts';

/** A white picture with a square of a color. */
function square(color: string, x: number): Uint8Array {
  const canvas = createCanvas(40, 20);
  const context = canvas.getContext('2d');
  context.fillStyle = 'white';
  context.fillRect(0, 0, 40, 20);
  context.fillStyle = color;
  context.fillRect(x, 5, 10, 10);
  return canvas.toBuffer('image/png');
}

/** The chunks of a PNG, by their type. */
function chunksOf(png: Buffer): readonly { readonly type: string; readonly data: Buffer }[] {
  const found: { type: string; data: Buffer }[] = [];
  for (let at = 8; at < png.length; ) {
    const length = png.readUInt32BE(at);
    found.push({ type: png.toString('latin1', at + 4, at + 8), data: png.subarray(at + 8, at + 8 + length) });
    at += length + 12;
  }
  return found;
}

test('an animation holds each change once, in its rectangle, and shows what stays longer', async () => {
  const png = await animatedPng([
    { png: square('red', 0), ms: 500 },
    { png: square('red', 0), ms: 250 },
    { png: square('blue', 10), ms: 1_000 },
  ]);
  const chunks = chunksOf(png);
  expect(chunks.map(({ type }) => type)).toEqual(['IHDR', 'acTL', 'PLTE', 'fcTL', 'IDAT', 'fcTL', 'fdAT', 'IEND']);
  const controls = chunks.filter(({ type }) => type === 'fcTL').map(({ data }) => data);
  const numbers = (data: Buffer) => [0, 4, 8, 12, 16].map((at) => data.readUInt32BE(at)).concat(data.readUInt16BE(20));
  // Sequence number, width, height, x, y, milliseconds: the sequence counts every fcTL and fdAT.
  expect(controls.map(numbers)).toEqual([
    [0, 40, 20, 0, 0, 750],
    [1, 20, 10, 0, 5, 1_000],
  ]);
  expect(chunks.find(({ type }) => type === 'fdAT')?.data.readUInt32BE(0)).toBe(2);
});

test('a viewer that knows no animation shows the first frame', async () => {
  const png = await animatedPng([
    { png: square('red', 0), ms: 500 },
    { png: square('blue', 10), ms: 500 },
  ]);
  const canvas = createCanvas(40, 20);
  const context = canvas.getContext('2d');
  context.drawImage(await loadImage(png), 0, 0);
  expect([...context.getImageData(5, 10, 1, 1).data]).toEqual([255, 0, 0, 255]);
  expect([...context.getImageData(30, 10, 1, 1).data]).toEqual([255, 255, 255, 255]);
});
