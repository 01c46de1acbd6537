import { galleryCases } from '../../../test/gallery/gallery-cases.ts';
import { trueColorSurface } from '../../../test/true-color.ts';
import { decimate } from '../data/decimate.ts';
import { readChart } from '../layout/chart.ts';
import { layOut } from '../layout/layout.ts';
import { theme } from '../layout/theme.ts';
import { createPalette } from './palette.ts';
import { coverRectangle } from './scene.ts';
import { noiseBand, paintLines } from './series-path.ts';
import { createSheets, type Sheet } from './sheet.ts';
import type { Surface } from './surface.ts';

const [small, whole] = [
  { width: 1120, height: 400 },
  { width: 1600, height: 600 },
];
const palette = createPalette();

/** Returns the largest channel difference between indexed and true color. */
function worst(paint: (surface: Surface) => void, { width, height } = small): number {
  const exact = trueColorSurface(width, height);
  const sheet: Sheet = createSheets(palette)(width, height);
  paint(exact);
  paint(sheet);
  let max = 0;
  for (let row = 0; row < height; row += 1)
    for (let column = 0; column < width; column += 1) {
      const color = palette.packed[sheet.data[row * sheet.stride + column] ?? 0] ?? 0;
      for (let channel = 0; channel < 3; channel += 1) {
        const value = (color >> (16 - 8 * channel)) & 255;
        max = Math.max(max, Math.abs(value - (exact.data[(row * width + column) * 4 + channel] ?? 0)));
      }
    }
  return max;
}

test('flat areas have exactly the theme’s colors', () => {
  const { hues, background, ink, quietInk, grid, zero, axis, band, changing, rest } = theme;
  for (const color of [...hues, background, ink, quietInk, grid, zero, axis, band, changing, rest])
    expect(worst((surface) => coverRectangle(surface, surface.ink(color), 10, 10, 200, 90))).toBe(0);
});

const crowded = galleryCases().filter(({ name }) =>
  /-(ten-lines|fifty-lines|spikes|chinese|seven-days|two-panels|of-ten|of-fifty|same-level|compared-a-day|everything)$/.test(
    name,
  ),
);

test.each(crowded)('$name: no pixel of bands and lines is more than 44 off', ({ job }) => {
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
    expect(worst((surface) => paintLines(surface, items, 0, 0), whole)).toBeLessThanOrEqual(44);
  }
});
