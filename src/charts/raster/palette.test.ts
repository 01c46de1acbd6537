import { expect, test } from 'vitest';
import { noise } from '../../../test/gallery/gallery-cases.ts';
import { theme } from '../layout/theme.ts';
import { createPalette, rgbOf } from './palette.ts';
import { createSheets, type Sheet } from './sheet.ts';
import { createStroker } from './stroke.ts';
import { coverRectangle, type Surface } from './surface.ts';
import { trueColorSurface } from './true-color.ts';

const [width, height] = [1200, 400];
const palette = createPalette();

/** The largest difference of a channel between indexed and true color, over all pixels. */
function worst(paint: (surface: Surface) => void): number {
  const exact = trueColorSurface(width, height);
  const sheet: Sheet = createSheets(palette)(width, height);
  paint(exact);
  paint(sheet);
  let most = 0;
  for (const [at, index] of sheet.data.entries())
    for (const channel of [0, 1, 2] as const)
      most = Math.max(most, Math.abs((palette.colors[index]?.[channel] ?? 0) - (exact.data[at * 4 + channel] ?? 0)));
  return most;
}

function waves(line: number) {
  const x = Float64Array.from({ length: 1100 }, (_, at) => at / 2);
  const y = x.map((at) => 95 + 60 * Math.sin(at / (9 + line) + line) + 25 * noise(at * 2 + line * 5000));
  return { x, y };
}

const shared = { width: 2, dot: 2, scale: 2, dx: 4, dy: 0 };

test('a palette has 256 different colors, the background first', () => {
  expect(palette.colors[0]).toEqual(rgbOf(theme.background));
  expect(new Set(palette.colors.map(String)).size).toBe(256);
});

test('flat areas have exactly the theme’s colors', () => {
  const { hues, background, ink, quietInk, grid, zero, axis, band, rest } = theme;
  for (const color of [...hues, background, ink, quietInk, grid, zero, axis, band, rest])
    expect(worst((surface) => coverRectangle(surface, surface.ink(color), 10, 10, 200, 90))).toBe(0);
});

test.each(theme.hues)('a line of %s alone is at most 8 of 255 off', (color) => {
  const stroke = createStroker();
  expect(worst((surface) => stroke(surface, waves(3), { ...shared, color }))).toBeLessThanOrEqual(8);
});

test('where lines cross, it is at most 32 off', () => {
  const stroke = createStroker();
  for (const [one, under] of theme.hues.entries())
    for (const over of theme.hues.slice(one + 1))
      expect(
        worst((surface) => {
          stroke(surface, waves(one), { ...shared, color: under });
          stroke(surface, waves(one + 7), { ...shared, color: over });
        }),
      ).toBeLessThanOrEqual(32);
});
