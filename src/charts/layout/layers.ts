import type { Canvas, SKRSContext2D } from 'canvas';
import type { View } from 'vega';
import { isLines, strokeWaiting } from '../raster/series-path.ts';
import type { Pixels } from '../raster/stroke.ts';
import { theme } from './theme.ts';

/** One drawn panel in Vega's scene: axes and marks, the last one on top. */
interface PanelItem {
  items: readonly object[];
}

/**
 * Draws what stands below the lines, the lines, and what stands above them. The lines of all panels go at once, because
 * getting at the canvas' memory has its price.
 */
export async function drawLayers(view: View, context: SKRSContext2D): Promise<void> {
  await view.runAsync();
  const panels = panelsOf(view).map((panel) => ({
    panel,
    all: panel.items,
    above: panel.items.findIndex(isLines) + 1,
  }));
  for (const { panel, all, above } of panels) panel.items = all.slice(0, above);
  await view.toCanvas(theme.scale, { externalContext: context });
  strokeWaiting(pixelsOf(context.canvas));
  for (const { panel, all, above } of panels) panel.items = all.slice(above);
  context.setTransform(1, 0, 0, 1, 0, 0);
  await view.toCanvas(theme.scale, { externalContext: context });
}

/**
 * The canvas' own memory, after everything drawn so far has arrived there; what is drawn later comes on top. It is
 * good until Skia draws again, so nobody keeps it.
 */
export function pixelsOf(canvas: Canvas): Pixels {
  const { width, height } = canvas;
  const { buffer, byteOffset } = canvas.data();
  return { data: new Int32Array(buffer, byteOffset, width * height), width, height };
}

/** The panels stand in the one group of the scene's root; Vega's typings know neither. */
function panelsOf(view: View): readonly PanelItem[] {
  const scene: unknown = view.scenegraph();
  const [frame] = itemsOf(Reflect.get(Object(scene), 'root'));
  return itemsOf(frame).flatMap((mark) => itemsOf(mark).filter(isPanel));
}

function itemsOf(value: unknown): readonly unknown[] {
  const items: unknown = Reflect.get(Object(value), 'items');
  return Array.isArray(items) ? items : [];
}

function isPanel(value: unknown): value is PanelItem {
  return itemsOf(value).some(isLines);
}
