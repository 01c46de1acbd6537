import { expect, test } from 'vitest';
import { galleryCases, noise } from '../../../test/gallery/gallery-cases.ts';
import { trueColorSurface } from '../../../test/true-color.ts';
import { decimate } from '../data/decimate.ts';
import { readChart } from '../layout/chart.ts';
import { layOut } from '../layout/layout.ts';
import { theme } from '../layout/theme.ts';
import { type NoiseBand, noiseBand, paintBand } from './noise-band.ts';
import { createPalette, rgbOf } from './palette.ts';
import { paintLines } from './series-path.ts';
import { createSheets, type Sheet } from './sheet.ts';
import { createStroker } from './stroke.ts';
import { coverRectangle, type Surface } from './surface.ts';

/** Room for the lines of these tests, and for a chart. */
const [small, whole] = [
  { width: 1120, height: 400 },
  { width: 1600, height: 600 },
];
const palette = createPalette();

/** The largest difference of a channel between indexed and true color, of all pixels. */
function worst(paint: (surface: Surface) => void, { width, height } = small): number {
  const exact = trueColorSurface(width, height);
  const sheet: Sheet = createSheets(palette)(width, height);
  paint(exact);
  paint(sheet);
  let most = 0;
  for (let row = 0; row < height; row += 1)
    for (let column = 0; column < width; column += 1) {
      const color = palette.packed[sheet.data[row * sheet.stride + column] ?? 0] ?? 0;
      for (let channel = 0; channel < 3; channel += 1) {
        const value = (color >> (16 - 8 * channel)) & 255;
        most = Math.max(most, Math.abs(value - (exact.data[(row * width + column) * 4 + channel] ?? 0)));
      }
    }
  return most;
}

function waves(line: number) {
  const x = Float64Array.from({ length: 1100 }, (_, at) => at / 2);
  const y = x.map((at) => 95 + 60 * Math.sin(at / (9 + line) + line) + 25 * noise(at * 2 + line * 5000));
  return { x, y };
}

const shared = { width: 2, dot: 2, scale: 2, dx: 4, dy: 0 };

test('a palette has 255 different colors, the background first: one place says that there is none', () => {
  expect(palette.colors[0]).toEqual(rgbOf(theme.background));
  expect(new Set(palette.colors.map(String)).size).toBe(255);
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
          const crossing = surface.crossing();
          stroke(crossing, waves(one), { ...shared, color: under });
          stroke(crossing, waves(one + 7), { ...shared, color: over });
        }),
      ).toBeLessThanOrEqual(32);
});

function levelBand(top: number, bottom: number): NoiseBand {
  const level = (y: number) => ({ x: Float64Array.of(10, 200), y: Float64Array.of(y, y) });
  return { mean: level((top + bottom) / 2), top: level(top), bottom: level(bottom) };
}

test('bands of noise are exact, also where they lie over one another', () => {
  for (const [index, color] of theme.hues.entries())
    for (const other of theme.hues.slice(index))
      expect(
        worst((surface) => {
          paintBand(surface, surface.tint(color), levelBand(20, 45), shared);
          paintBand(surface, surface.tint(other), levelBand(30, 60), shared);
          paintBand(surface, surface.tint(color), levelBand(40, 50), shared);
        }),
      ).toBeLessThanOrEqual(1);
});

const crowded = galleryCases().filter(({ name }) =>
  /-(ten-lines|fifty-lines|spikes|chinese|seven-days|two-panels|of-ten|of-fifty|same-level|compared-a-day|everything)$/.test(
    name,
  ),
);

test.each(crowded)('$name: no pixel of bands and lines is more than 36 off', ({ job }) => {
  const chart = readChart(job);
  if (!chart || 'fault' in chart) return;
  const { panels, timeDomain, plotWidth, plotHeight } = layOut(chart, (text, size) => (text.length * size) / 2);
  const [start, end] = timeDomain;
  for (const { lines, axis } of panels) {
    const [low, high] = axis.domain;
    const frame = { start: start / 1000, end: end / 1000, low, high, width: plotWidth, height: plotHeight };
    const items = lines.map((datum) => {
      const band = datum.form === 'samples' ? undefined : noiseBand(datum.series, frame);
      const path = (datum.form === 'max' ? band?.top : band?.mean) ?? decimate(datum.series, frame);
      return { datum, band, path, stroke: datum.stroke, strokeWidth: datum.width };
    });
    expect(worst((surface) => paintLines(surface, items, 0, 0), whole)).toBeLessThanOrEqual(36);
  }
});
