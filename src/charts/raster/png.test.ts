import { createCanvas, loadImage } from 'canvas';
import fc from 'fast-check';
import { contrastOf } from '../../../test/contrast.ts';
import { theme } from '../layout/theme.ts';
import { createPalette, rgbOf } from './palette.ts';
import { createPngEncoder, darkOf, type IndexedPixels } from './png.ts';

const { colors } = createPalette();
const encode = createPngEncoder(colors);

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

const background = darkOf(rgbOf(theme.background));

test('a dark picture has Slack’s dark background, and its texts can be read on it', () => {
  for (const channel of background) expect(Math.abs(channel - 29)).toBeLessThan(8);
  expect(contrastOf(darkOf(rgbOf(theme.ink)), background)).toBeGreaterThan(12);
  expect(contrastOf(darkOf(rgbOf(theme.quietInk)), background)).toBeGreaterThan(4.5);
});

test('every line stands out from it, the grid hardly', () => {
  for (const hue of theme.hues) expect(contrastOf(darkOf(rgbOf(hue)), background), hue).toBeGreaterThan(3);
  expect(contrastOf(darkOf(rgbOf(theme.grid)), background)).toBeLessThan(1.6);
});

test('lines stay apart', () => {
  const shown = theme.hues.map((hue) => darkOf(rgbOf(hue)));
  for (const [index, one] of shown.entries())
    for (const other of shown.slice(index + 1))
      expect(Math.max(...one.map((channel, at) => Math.abs(channel - (other[at] ?? 0))))).toBeGreaterThan(40);
});
