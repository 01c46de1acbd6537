import { contrastOf, linearLight } from '../../../test/contrast.ts';
import { rgbOf } from '../raster/palette.ts';
import { lineStyle } from './layout.ts';
import { theme } from './theme.ts';

/** Color vision matrices of Machado, Oliveira and Fernandes 2009, full severity, on linear RGB. */
const SIGHT: Record<string, readonly (readonly number[])[]> = {
  usual: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};

const linear = (hex: string) => rgbOf(hex).map((channel) => linearLight(channel / 255));

const times = (matrix: readonly (readonly number[])[], vector: readonly number[]): number[] =>
  matrix.map((row) => row.reduce((sum, each, index) => sum + each * (vector[index] ?? 0), 0));

function oklab(rgb: readonly number[]): number[] {
  const cones = times(
    [
      [0.4122214708, 0.5363325363, 0.0514459929],
      [0.2119034982, 0.6806995451, 0.1073969566],
      [0.0883024619, 0.2817188376, 0.6299787005],
    ],
    rgb.map((part) => Math.min(1, Math.max(0, part))),
  ).map(Math.cbrt);
  return times(
    [
      [0.2104542553, 0.793617785, -0.0040720468],
      [1.9779984951, -2.428592205, 0.4505937099],
      [0.0259040371, 0.7827717662, -0.808675766],
    ],
    cones,
  );
}

const contrast = (one: string, other: string) => contrastOf(rgbOf(one), rgbOf(other));

test.each(Object.entries(SIGHT))('the hues are told apart with %s sight', (_, matrix) => {
  const colors = [...theme.hues, theme.rest].map((hex) => oklab(times(matrix, linear(hex))));
  for (const [index, a] of colors.entries())
    for (const b of colors.slice(index + 1))
      expect(Math.hypot(...a.map((part, at) => part - (b[at] ?? 0)))).toBeGreaterThan(0.1);
});

test('lines, texts and notes stand out from the background', () => {
  for (const hue of theme.hues) expect(contrast(hue, theme.background)).toBeGreaterThan(2.95);
  expect(contrast(theme.ink, theme.background)).toBeGreaterThan(7);
  expect(contrast(theme.quietInk, theme.background)).toBeGreaterThan(4.5);
  expect(contrast(theme.quietInk, theme.band)).toBeGreaterThan(4.5);
});

test('ten lines have ten styles', () =>
  expect(new Set(Array.from({ length: 10 }, (_, place) => JSON.stringify(lineStyle(place, 2)))).size).toBe(10));
