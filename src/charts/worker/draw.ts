import { fileURLToPath } from 'node:url';
import { createCanvas, GlobalFonts, type SKRSContext2D } from 'canvas';
import * as vega from 'vega';
import { compile } from 'vega-lite';
import type { Picture } from '../layout/picture.ts';
import { dataNames, liteSpec } from '../layout/spec.ts';
import { theme } from '../layout/theme.ts';
import { createPalette } from '../raster/palette.ts';
import { createPngEncoder } from '../raster/png.ts';
import { paintScene } from '../raster/scene.ts';
import { paintLines, registerSeriesPath, withPaths } from '../raster/series-path.ts';
import { createSheets } from '../raster/sheet.ts';
import { createTextTiles } from '../raster/text-tiles.ts';
import { createDrawable } from '../text/drawable-text.ts';
import { lettersOf } from '../text/font-letters.ts';
import { fonts } from '../text/fonts.ts';
import type { Measure } from '../text/text-fit.ts';

/** Holds the thread's pixel memory and compiled shapes. */
export type Renderer = ReturnType<typeof createRenderer>;

/** Creates the renderer. Call this once per thread. */
export function createRenderer() {
  const drawable = createDrawable(loadFonts().flatMap(lettersOf));
  registerSeriesPath();
  const measure = measureWith(createCanvas(1, 1).getContext('2d'));
  layOutWith(measure);
  const palette = createPalette();
  const newSheet = createSheets(palette);
  const { scale } = theme;
  const tiles = createTextTiles(
    palette,
    // The layout already measured the same text in logical pixels, so its width is cached.
    ({ text, size, weight }) => measure(text, size / scale, weight >= 600 ? 600 : 400) * scale,
  );
  const encode = createPngEncoder(palette);
  const newView = createViews();
  return {
    measure,
    drawable,
    async paint(picture: Picture, isDark = false): Promise<Uint8Array> {
      const panels = picture.panels.length;
      const { view, keep } = newView(panels);
      await bindPicture(view, picture).runAsync();
      const sheet = newSheet(picture.width * theme.scale, Math.ceil(picture.height * theme.scale));
      paintScene(view, picture, sheet, tiles, paintLines);
      keep();
      return encode(sheet, isDark);
    },
  };
}

function loadFonts(): readonly string[] {
  return fonts.flatMap(({ family, files }) => {
    const paths = files.map((file) => fileURLToPath(import.meta.resolve(file)));
    for (const path of paths) {
      // Without fonts the canvas draws no text and reports no error, so throw.
      if (!GlobalFonts.registerFromPath(path, family)) throw new Error(`The font ${path} could not be loaded.`);
    }
    return paths.slice(0, 1);
  });
}

const USUAL_PANELS = 4;

/** Reuses views, because creating one is slower than drawing a small chart. Only `keep` puts a view into the cache. */
function createViews(): (panels: number) => { readonly view: vega.View; readonly keep: () => void } {
  const runtimes = new Map<number, vega.Runtime>();
  const views = new Map<number, vega.View>();
  return (panels) => {
    const runtime = runtimes.get(panels) ?? vega.parse(withPaths(compile(liteSpec(panels), { logger: quiet }).spec));
    runtimes.set(panels, runtime);
    const view = views.get(panels) ?? new vega.View(runtime, { renderer: 'none', logger: quiet });
    views.delete(panels);
    return { view, keep: () => void (panels <= USUAL_PANELS && views.set(panels, view)) };
  };
}

/** Measures texts and caches their widths, because names repeat. */
function measureWith(context: SKRSContext2D): Measure {
  const widths = new Map<string, number>();
  return (text, size, weight) => {
    const key = `${weight} ${size} ${text}`;
    const width = widths.get(key);
    if (width !== undefined) return width;
    context.font = `${weight} ${size}px ${theme.fonts}`;
    const measured = context.measureText(text).width;
    if (widths.size >= 4000) widths.clear();
    widths.set(key, measured);
    return measured;
  };
}

/** Makes Vega use measured text widths instead of estimates. Vega's typings omit this object. */
function layOutWith(measure: Measure): void {
  const metrics: unknown = Reflect.get(vega, 'textMetrics');
  if (typeof metrics !== 'object' || metrics === null)
    throw new Error('This version of Vega measures texts elsewhere.');
  Object.assign(metrics, {
    width: (item: { fontSize?: number; fontWeight?: unknown }, text: unknown) =>
      measure(String(text ?? ''), item.fontSize ?? 11, Number(item.fontWeight) >= 600 ? 600 : 400),
  });
}

export function bindPicture(view: vega.View, picture: Picture): vega.View {
  // In Vega, stacked panels have no height, so the picture below the first plot's top is padding.
  const { left, top, width, height, plotWidth } = picture;
  view.padding({ left, top, right: width - left - plotWidth, bottom: height - top });
  view.signal('width', picture.plotWidth).signal('childHeight', picture.plotHeight);
  view.signal('timeDomain', picture.timeDomain);
  const times = picture.timeTicks.map((tick) => tick.time * 1000);
  view.signal('timeTicks', times);
  view.signal('timeLabels', Object.fromEntries(picture.timeTicks.map((tick, index) => [times[index], tick.lines])));
  for (const [index, panel] of picture.panels.entries()) {
    const names = dataNames(index);
    const { domain, bend = null, ticks } = panel.axis;
    const values = ticks.map((tick) => tick.value);
    view.signal(`domain${index}`, domain).signal(`bend${index}`, bend).signal(`ticks${index}`, values);
    view.signal(`labels${index}`, Object.fromEntries(ticks.map((tick) => [tick.value, tick.label])));
    for (const name of ['areas', 'lines', 'rules', 'points', 'texts'] as const)
      view.data(names[name], [...panel[name]]);
    const haloed = panel.texts.filter((text) => text.halo > 0);
    view.data(names.halos, structuredClone(haloed));
  }
  return view;
}

const quiet = {
  level: () => quiet,
  warn: () => quiet,
  info: () => quiet,
  debug: () => quiet,
  error: (...reason: readonly unknown[]): never => {
    throw new Error(reason.map(String).join(' '));
  },
};
