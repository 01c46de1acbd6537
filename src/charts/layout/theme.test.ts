import { contrastOf, linearLight } from '../../../test/contrast.ts';
import { BAND_SHARE, mixOf, rgbOf } from '../raster/palette.ts';
import { lineStyle } from './layout.ts';
import { type ChartColors, theme } from './theme.ts';

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

function hueAngle(hex: string): number {
  const [, a = 0, b = 0] = oklab(linear(hex));
  return (Math.atan2(b, a) * 180) / Math.PI;
}

const contrast = (one: string, other: string) => contrastOf(rgbOf(one), rgbOf(other));

describe.each<[string, ChartColors]>([
  ['light', theme],
  ['dark', theme.dark],
])('in a %s picture', (_look, { hues, background, ...look }) => {
  test.each(Object.entries(SIGHT))('the hues are told apart with %s sight', (_, matrix) => {
    const colors = [...hues, look.rest].map((hex) => oklab(times(matrix, linear(hex))));
    for (const [index, a] of colors.entries())
      for (const b of colors.slice(index + 1))
        expect(Math.hypot(...a.map((part, at) => part - (b[at] ?? 0)))).toBeGreaterThan(0.1);
  });

  test('lines, texts and notes stand out from the background, and lines from their bands', () => {
    for (const hue of hues) {
      expect(contrast(hue, background), hue).toBeGreaterThan(2.95);
      expect(contrastOf(rgbOf(hue), mixOf(rgbOf(background), rgbOf(hue), BAND_SHARE)), hue).toBeGreaterThan(2.3);
    }
    expect(contrast(look.ink, background)).toBeGreaterThan(7);
    expect(contrast(look.quietInk, background)).toBeGreaterThan(4.5);
    expect(contrast(look.quietInk, look.band)).toBeGreaterThan(4.5);
    expect(contrast(look.grid, background)).toBeLessThan(1.6);
  });
});

test('a dark picture has Slack’s dark background, and its lines stand out more', () => {
  const { background, hues } = theme.dark;
  for (const channel of rgbOf(background)) expect(Math.abs(channel - 29)).toBeLessThan(8);
  for (const hue of hues) {
    expect(contrast(hue, background), hue).toBeGreaterThan(3.5);
    expect(contrastOf(rgbOf(hue), mixOf(rgbOf(background), rgbOf(hue), BAND_SHARE)), hue).toBeGreaterThan(2.5);
  }
});

test('a hue of a dark picture has the name of the light one', () => {
  for (const [place, hue] of theme.hues.entries()) {
    const [light = 0, dark = 0] = [hue, theme.dark.hues[place] ?? ''].map(hueAngle);
    expect(Math.abs(((light - dark + 540) % 360) - 180), hue).toBeLessThan(30);
  }
});

test('ten lines have ten styles', () =>
  expect(new Set(Array.from({ length: 10 }, (_, place) => JSON.stringify(lineStyle(place, 2)))).size).toBe(10));
