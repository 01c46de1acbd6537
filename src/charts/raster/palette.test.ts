import { expect, test } from 'vitest';
import { galleryCases, noise } from '../../../test/gallery/gallery-cases.ts';
import { decimate } from '../data/decimate.ts';
import { readChart } from '../layout/chart.ts';
import { theme } from '../layout/theme.ts';
import { noiseBand, paintBand } from './noise-band.ts';
import { createPalette, rgbOf } from './palette.ts';
import { createSheets, type Sheet } from './sheet.ts';
import { createStroker } from './stroke.ts';
import { coverColumn, coverRectangle, type Surface } from './surface.ts';
import { trueColorSurface } from './true-color.ts';

const [width, height] = [1200, 400];
const palette = createPalette();

/** The largest difference of a channel between indexed and true color, for each pixel. */
function differences(paint: (surface: Surface) => void): Uint8Array {
  const exact = trueColorSurface(width, height);
  const sheet: Sheet = createSheets(palette)(width, height);
  paint(exact);
  paint(sheet);
  return Uint8Array.from({ length: width * height }, (_, at) => {
    const index = sheet.data[Math.floor(at / width) * sheet.stride + (at % width)] ?? 0;
    const off = (channel: 0 | 1 | 2) =>
      Math.abs((palette.colors[index]?.[channel] ?? 0) - (exact.data[at * 4 + channel] ?? 0));
    return Math.max(off(0), off(1), off(2));
  });
}

function worst(paint: (surface: Surface) => void): number {
  return differences(paint).reduce((most, each) => Math.max(most, each), 0);
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

test('a band of noise has exactly its share of the hue', () => {
  for (const color of theme.hues)
    expect(
      worst((surface) => {
        for (let column = 10; column < 200; column += 1) coverColumn(surface, surface.ink(color), column, 20, 90, 48);
      }),
    ).toBeLessThanOrEqual(1);
});

test('ten noisy lines of a day over ten bands: a pixel in a thousand is more than 32 off, none more than 48', () => {
  const job = galleryCases().find(({ name }) => name === '03-ten-lines')?.job;
  const chart = job && readChart(job);
  if (!chart || 'fault' in chart) throw new Error('no chart');
  const frame = { start: job.start, end: job.end, low: 0, high: 900, width: width / 2, height: height / 2 };
  const stroke = createStroker();
  const lines = chart.panels[0]?.lines.map(({ series }, index) => {
    const band = noiseBand(series, frame);
    return { band, path: band?.mean ?? decimate(series, frame), color: theme.hues[index % theme.hues.length] ?? '' };
  });
  expect(lines).toHaveLength(10);
  expect(lines?.filter(({ band }) => band).length).toBeGreaterThan(5);
  const off = differences((surface) => {
    for (const { band, color } of lines ?? []) if (band) paintBand(surface, surface.ink(color), band, 32, shared);
    for (const { path, color } of lines ?? []) stroke(surface, path, { ...shared, width: 1.5, color });
  });
  expect(Math.max(...new Set(off))).toBeLessThanOrEqual(48);
  expect(off.filter((each) => each > 32).length).toBeLessThan(off.filter((each) => each > 0).length / 1000);
});
