import { createCanvas } from 'canvas';
import { noise } from '../../../test/gallery/gallery-cases.ts';
import { trueColorSurface } from '../../../test/true-color.ts';
import { decimate, type PixelPath } from '../data/decimate.ts';
import { createStroker, type StrokeStyle } from './stroke.ts';

const [width, height] = [640, 240];
const gap = Number.NaN;

function pathOf(points: readonly (readonly [number, number])[]): PixelPath {
  return { x: Float64Array.from(points, ([x]) => x), y: Float64Array.from(points, ([, y]) => y) };
}

/** `step`: distance between points in path units. A path unit is two pixels. */
function every(step: number, y: (index: number) => number): PixelPath {
  const count = Math.floor(310 / step);
  return pathOf(Array.from({ length: count }, (_, index) => [4 + index * step, y(index)]));
}

const shapes: Record<string, PixelPath> = {
  'noise, two samples a pixel': every(0.5, (at) => 10 + 100 * noise(at)),
  'quiet noise': every(0.5, (at) => 60 + 6 * noise(at)),
  'noise, wide apart': every(4, (at) => 10 + 100 * noise(at * 3)),
  'a level line between pixels': every(1, () => 60.15),
  'a slow slope': every(1, (at) => 20 + at * 0.031),
  waves: every(1, (at) => 60 + 50 * Math.sin(at / 9)),
  'small waves': every(0.5, (at) => 60 + 3 * Math.sin(at / 3)),
  'one spike from the ground': every(1, (at) => (at === 150 ? 2 : 118)),
  spikes: every(0.5, (at) => (at % 37 === 0 ? 5 + (at % 11) : 118 - (at % 5))),
  'steps up and down': every(0.5, (at) => (Math.floor(at / 40) % 2 === 0 ? 20 : 100)),
  'a saw': every(1, (at) => 110 - (at % 20) * 5),
  'a comb, one tooth a pixel': every(0.5, (at) => (at % 2 === 0 ? 20 : 100)),
  gaps: pathOf(
    Array.from({ length: 300 }, (_, at) => (at % 13 === 0 ? [gap, gap] : [4 + at, 60 + 40 * Math.sin(at / 5)])),
  ),
  'a spike of 1e9 in small noise': decimate(
    {
      times: Float64Array.from({ length: 1440 }, (_, at) => at * 60),
      values: Float64Array.from({ length: 1440 }, (_, at) => (at === 700 ? 1e9 : noise(at))),
      breaks: new Uint32Array(0),
      spacing: 60,
      dropped: 0,
    },
    { start: 0, end: 86_340, low: 0, high: 1.1e9, width: 310, height: 118 },
  ),
  'sharp corners far apart': pathOf([
    [5, 110],
    [60, 10],
    [65, 110],
    [200, 105],
    [201, 15],
    [290, 14],
    [300, 119],
  ]),
};

function skia(path: PixelPath, pencil: StrokeStyle): Uint8ClampedArray {
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  context.fillStyle = '#FFFFFF';
  context.fillRect(0, 0, width, height);
  context.setTransform(pencil.scale, 0, 0, pencil.scale, pencil.dx, pencil.dy);
  context.strokeStyle = pencil.color;
  context.lineWidth = pencil.width;
  context.lineJoin = 'bevel';
  context.beginPath();
  let down = false;
  for (const [index, x] of path.x.entries()) {
    if (Number.isNaN(x)) down = false;
    else if (down) context.lineTo(x, path.y[index] ?? 0);
    else context.moveTo(x, path.y[index] ?? 0);
    if (!Number.isNaN(x)) down = true;
  }
  context.stroke();
  return context.getImageData(0, 0, width, height).data;
}

function own(path: PixelPath, pencil: StrokeStyle): Uint8ClampedArray {
  const surface = trueColorSurface(width, height);
  createStroker()(surface, path, pencil);
  return surface.data;
}

/** Returns the average and maximum difference (0 to 255) of drawn pixels. `off` counts differences of more than 48. */
function compare(one: Uint8ClampedArray, two: Uint8ClampedArray) {
  let [inked, sum, max, off, balance] = [0, 0, 0, 0, 0];
  for (let at = 0; at < one.length; at += 4) {
    let apart = 0;
    for (const channel of [0, 1, 2]) {
      const difference = (one[at + channel] ?? 0) - (two[at + channel] ?? 0);
      apart = Math.max(apart, Math.abs(difference));
      balance += difference;
    }
    if ((one[at] ?? 0) < 255 || (two[at] ?? 0) < 255) inked += 1;
    sum += apart;
    max = Math.max(max, apart);
    if (apart > 48) off += 1;
  }
  return { mean: sum / inked, most: max, off: off / inked, balance: balance / 3 / inked };
}

test.each(Object.entries(shapes))('%s looks as Skia draws it', (_, path) => {
  for (const [lineWidth, color] of [
    [2, '#0067B1'],
    [1.5, '#D9580D'],
    [0.5, '#B9C1CA'],
  ] as const) {
    const pencil = { color, width: lineWidth, dot: 0, scale: 2, dx: 3.5, dy: 1 };
    const difference = compare(own(path, pencil), skia(path, pencil));
    expect(difference.mean).toBeLessThan(9);
    expect(difference.most).toBeLessThan(110);
    expect(difference.off).toBeLessThan(0.004);
    expect(Math.abs(difference.balance)).toBeLessThan(7);
  }
});
