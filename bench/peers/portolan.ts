import { Canvas, type SKRSContext2D } from 'canvas';
import { parse, View } from 'vega';
import { compile } from 'vega-lite';
import { decimate, type PixelPath } from '../../src/charts/data/decimate.ts';
import type { ChartJob } from '../../src/charts/data/job.ts';
import { readChart } from '../../src/charts/layout/chart.ts';
import { layOut } from '../../src/charts/layout/layout.ts';
import type { Picture } from '../../src/charts/layout/picture.ts';
import { liteSpec } from '../../src/charts/layout/spec.ts';
import { theme } from '../../src/charts/layout/theme.ts';
import { createPalette, type Palette } from '../../src/charts/raster/palette.ts';
import { createPngEncoder } from '../../src/charts/raster/png.ts';
import { noiseBand, withPaths } from '../../src/charts/raster/series-path.ts';
import { bindPicture, createRenderer } from '../../src/charts/worker/draw.ts';
import { jobOf, type Peer } from './cases.ts';

/** Portolan's charts, from the bytes of the reply to the PNG: parsing, statistics, layout and drawing. */
export async function openPortolan(): Promise<Peer> {
  const painter = createRenderer();
  const jobs = new Map<string, ChartJob>();
  let drawn = 0;
  return async (one) => {
    const job = jobs.get(one.name) ?? jobOf(one);
    jobs.set(one.name, job);
    drawn += 1;
    // Use a new title each time: drawn texts are cached, and a real chart always has some new text.
    const chart = readChart({ ...job, title: `bench ${drawn}` });
    if ('fault' in chart) throw new Error(chart.fault);
    return painter.paint(layOut(chart, painter.measure));
  };
}

/** Draws Portolan's charts with Vega's canvas and Skia's paths, to measure the effect of `src/charts/raster`. */
export async function openVegaSkia(): Promise<Peer> {
  const { measure } = createRenderer();
  const palette = createPalette();
  const encode = createPngEncoder(palette);
  const views = new Map<number, View>();
  let drawn = 0;
  return async (one) => {
    drawn += 1;
    const chart = readChart({ ...jobOf(one), title: `bench ${drawn}` });
    if ('fault' in chart) throw new Error(chart.fault);
    const picture = layOut(chart, measure);
    const panels = picture.panels.map((panel) => ({ ...panel, lines: [] }));
    const view =
      views.get(panels.length) ??
      new View(parse(withPaths(compile(liteSpec(panels.length)).spec)), { renderer: 'none' });
    views.set(panels.length, view);
    const bound = bindPicture(view.background(theme.background), { ...picture, panels });
    const canvas: unknown = await bound.toCanvas(theme.scale);
    if (!(canvas instanceof Canvas)) throw new Error('no canvas');
    drawLines(canvas.getContext('2d'), picture);
    return encode(indexed(canvas, palette));
  };
}

/** Finds each pixel's nearest color. Reuses the result if the pixel equals the previous pixel. */
function indexed(canvas: Canvas, palette: Palette) {
  const { width, height } = canvas;
  const bytes = canvas.data();
  const pixels = new Uint32Array(bytes.buffer, bytes.byteOffset, width * height);
  const rows = new Uint8Array((width + 1) * height);
  let [last, index] = [-1, 0];
  for (let at = 0; at < pixels.length; at += 1) {
    const pixel = pixels[at] ?? 0;
    if (pixel !== last) index = palette.near(((pixel & 255) << 16) | (pixel & 0xff00) | ((pixel >> 16) & 255));
    last = pixel;
    rows[at + Math.floor(at / width) + 1] = index;
  }
  return { rows, width, height };
}

function drawLines(
  context: SKRSContext2D,
  { panels, left, top, pitch, plotWidth, plotHeight, timeDomain }: Picture,
): void {
  const [start, end] = [timeDomain[0] / 1_000, timeDomain[1] / 1_000];
  for (const [index, { axis, lines }] of panels.entries()) {
    const frame = { start, end, low: axis.domain[0], high: axis.domain[1], width: plotWidth, height: plotHeight };
    context.setTransform(theme.scale, 0, 0, theme.scale, left * theme.scale, (top + index * pitch) * theme.scale);
    for (const { series, form, stroke, width, dash, band: drawn } of lines) {
      const band = form === 'samples' ? undefined : noiseBand(series, frame);
      context.strokeStyle = stroke;
      context.lineWidth = width;
      context.setLineDash([...dash]);
      if (band && drawn === 'filled') {
        context.beginPath();
        const { top: high, bottom: low } = band;
        const around = (there: Float64Array, back: Float64Array) => Float64Array.of(...there, ...back.toReversed());
        trace(context, { x: around(high.x, low.x), y: around(high.y, low.y) });
        context.fillStyle = `${stroke}33`;
        context.fill();
      }
      context.beginPath();
      trace(context, (form === 'max' ? band?.top : band?.mean) ?? decimate(series, frame));
      context.stroke();
    }
  }
}

function trace(context: SKRSContext2D, { x, y }: PixelPath): void {
  for (let at = 0; at < x.length; at += 1) {
    const isFirst = at === 0 || Number.isNaN(x[at - 1]);
    if (!Number.isNaN(x[at])) context[isFirst ? 'moveTo' : 'lineTo'](x[at] ?? 0, y[at] ?? 0);
  }
}
