import { inflateSync } from 'node:zlib';
import { createCanvas, loadImage } from 'canvas';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createPngEncoder } from './png.ts';

const encode = createPngEncoder();

/** What another decoder sees. */
async function decoded(png: Uint8Array): Promise<Int32Array> {
  const image = await loadImage(Buffer.from(png));
  const context = createCanvas(image.width, image.height).getContext('2d');
  context.drawImage(image, 0, 0);
  return new Int32Array(context.getImageData(0, 0, image.width, image.height).data.buffer);
}

/** The rows as they were deflated. Node's own inflate checks Adler's sum, which picture decoders may skip. */
function inflated(png: Uint8Array): Uint8Array {
  return inflateSync(png.subarray(41, 41 + new DataView(png.buffer).getUint32(33)));
}

const colours = fc.array(
  fc.integer({ min: 0, max: 0xffffff }).map((colour) => colour | 0xff000000),
  { minLength: 1, maxLength: 4 },
);
const pictures = fc.record({ width: fc.integer({ min: 1, max: 700 }), colours }).chain(({ width, colours: few }) =>
  fc.array(fc.tuple(fc.constantFrom(...few), fc.integer({ min: 1, max: 900 })), { minLength: 1 }).map((runs) => {
    const pixels = runs.flatMap(([colour, length]) => Array.from({ length }, () => colour));
    const height = Math.ceil(pixels.length / width);
    const data = new Int32Array(width * height).fill(-1);
    data.set(pixels);
    return { data, width, height };
  }),
);

test('every picture comes back as it was', () =>
  fc.assert(
    fc.asyncProperty(pictures, async (picture) => {
      const png = encode(picture);
      expect(await decoded(png)).toEqual(picture.data);
      expect(inflated(png)).toHaveLength(picture.height * (picture.width * 3 + 1));
    }),
    { numRuns: 150 },
  ));

test('noise comes back as it was', async () => {
  let seed = 1;
  const data = Int32Array.from({ length: 300 * 200 }, () => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) | 0;
    return seed | 0xff000000;
  });
  const png = encode({ data, width: 300, height: 200 });
  expect(await decoded(png)).toEqual(data);
  expect(inflated(png)).toHaveLength(200 * 901);
});
