import { createCanvas, loadImage } from 'canvas';
import fc from 'fast-check';
import { theme } from '../layout/theme.ts';
import { createPalette, rgbOf } from './palette.ts';
import { createPngEncoder, type IndexedPixels } from './png.ts';

const palette = createPalette();
const { colors } = palette;
const encode = createPngEncoder(palette);

async function decoded(png: Uint8Array): Promise<number[][]> {
  const image = await loadImage(Buffer.from(png));
  const context = createCanvas(image.width, image.height).getContext('2d');
  context.drawImage(image, 0, 0);
  const { data } = context.getImageData(0, 0, image.width, image.height);
  return Array.from({ length: data.length / 4 }, (_, at) => [...data.subarray(at * 4, at * 4 + 3)]);
}

const pictures = fc.integer({ min: 1, max: 300 }).chain((width) =>
  fc
    .array(fc.tuple(fc.nat(colors.length - 1), fc.integer({ min: 1, max: 400 })), { minLength: 1, maxLength: 20 })
    .map((runs): IndexedPixels => {
      const pixels = runs.flatMap(([color, length]) => Array.from({ length }, () => color));
      const height = Math.ceil(pixels.length / width);
      const rows = new Uint8Array((width + 1) * height);
      for (const [at, color] of pixels.entries()) rows[at + Math.floor(at / width) + 1] = color;
      return { rows, width, height };
    }),
);

test('every picture comes back as it was', () =>
  fc.assert(
    fc.asyncProperty(pictures, async (picture) => {
      const pixels = picture.rows.filter((_, at) => at % (picture.width + 1) > 0);
      const png = encode(picture);
      expect(await decoded(png)).toEqual(Array.from(pixels, (index) => [...(colors[index] ?? [])]));
    }),
    { numRuns: 60 },
  ));

test('a dark picture has the dark colors in the same places', async () => {
  const { hues, dark, background } = theme;
  const places = [background, ...hues].map((color) => colors.findIndex((each) => `${each}` === `${rgbOf(color)}`));
  const picture = { rows: Uint8Array.from([0, ...places]), width: places.length, height: 1 };
  expect(await decoded(encode(picture, true))).toEqual(
    [dark.background, ...dark.hues].map((color) => [...rgbOf(color)]),
  );
});
