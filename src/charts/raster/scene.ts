/*
 * Paints one byte per pixel instead of drawing on a canvas, and caches texts. The same layout by Vega's canvas and
 * Skia's paths, with our colors and file, takes 2.0 to 4.6 times as long and as much more CPU time
 * (docs/benchmarks.md#charts, "Vega and Skia lines").
 */

import type { View } from 'vega';
import { theme } from '../layout/theme.ts';
import type { Sheet } from './sheet.ts';
import type { Ink, Surface } from './surface.ts';
import type { TextRun, TextTiles } from './text-tiles.ts';

/** Vega's typings cover only a few of these fields. The mark decides which fields are set. */
interface SceneItem {
  readonly x?: number;
  readonly y?: number;
  readonly x2?: number;
  readonly y2?: number;
  readonly width?: number;
  readonly height?: number;
  readonly fill?: string;
  readonly stroke?: string;
  readonly strokeWidth?: number;
  readonly strokeDash?: readonly number[];
  readonly opacity?: number;
  readonly size?: number;
  readonly text?: unknown;
  readonly align?: string;
  readonly baseline?: string;
  readonly dx?: number;
  readonly dy?: number;
  readonly fontSize?: number;
  readonly fontWeight?: number | string;
  readonly datum?: unknown;
  readonly items?: unknown;
}

interface SceneMark {
  readonly marktype: string;
  readonly items: unknown;
}

type PaintLines = (sheet: Sheet, items: readonly unknown[], x: number, y: number) => void;

interface ScenePlace {
  readonly left: number;
  readonly top: number;
}

interface DrawingSurface {
  readonly sheet: Sheet;
  readonly tiles: TextTiles;
}

const SCALE = theme.scale;

/** Paints only the kinds of marks in our charts, parallel to the axes. `origin`: logical pixels. @throws for others */
export function paintScene(
  view: View,
  origin: ScenePlace,
  sheet: Sheet,
  tiles: TextTiles,
  paintLines: PaintLines,
): void {
  const scene: unknown = view.scenegraph();
  const root: unknown = Reflect.get(Object(scene), 'root');
  const { left: x, top: y } = origin;
  const texts: { readonly run: TextRun }[] = [];
  walk(root, x, y, (mark, items, dx, dy) => {
    if (mark === 'text') for (const item of items) texts.push(...runsOf(item, dx, dy));
  });
  tiles.prepare(texts.map(({ run }) => run));
  const setting = { sheet, tiles };
  walk(root, x, y, (mark, items, dx, dy) => {
    if (mark === 'shape') paintLines(sheet, items, dx * SCALE, dy * SCALE);
    else for (const item of items) paintItem(setting, mark, item, dx, dy);
  });
}

/** Visits each mark of the scene and its groups, with the group's position in logical pixels. */
function walk(
  mark: unknown,
  x: number,
  y: number,
  visit: (mark: string, items: readonly SceneItem[], x: number, y: number) => void,
): void {
  if (!isMark(mark)) return;
  const items = listOf(mark.items).filter(isItem);
  if (mark.marktype !== 'group') visit(mark.marktype, items, x, y);
  else
    for (const item of items)
      for (const inner of listOf(item.items)) walk(inner, x + (item.x ?? 0), y + (item.y ?? 0), visit);
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function isMark(value: unknown): value is SceneMark {
  return typeof value === 'object' && value !== null && 'marktype' in value && 'items' in value;
}

function isItem(value: unknown): value is SceneItem {
  return typeof value === 'object' && value !== null;
}

function paintItem({ sheet, tiles }: DrawingSurface, mark: string, item: SceneItem, x: number, y: number): void {
  if (item.opacity === 0) return;
  if (mark === 'rule') paintRule(sheet, item, x, y);
  else if (mark === 'rect') paintRectangle(sheet, item, x, y);
  else if (mark === 'symbol') paintDot(sheet, item, x, y);
  else if (mark === 'text')
    for (const { run, left, base, align } of runsOf(item, x, y)) tiles.paint(sheet, run, left, base, align);
  else throw new Error(`The scene has a ${mark}, which nothing here paints.`);
}

function paintRectangle(sheet: Sheet, item: SceneItem, x: number, y: number): void {
  if (!item.fill) return;
  const [left, top] = [(x + (item.x ?? 0)) * SCALE, (y + (item.y ?? 0)) * SCALE];
  const [right, bottom] = [left + (item.width ?? 0) * SCALE, top + (item.height ?? 0) * SCALE];
  coverRectangle(sheet, sheet.ink(item.fill), Math.round(left), top, Math.round(right), bottom);
  if (isHatched(item.datum)) hatch(sheet, [Math.round(left), Math.round(right)], [top, bottom]);
}

function isHatched(datum: unknown): boolean {
  return typeof datum === 'object' && datum !== null && 'isHatched' in datum && datum.isHatched === true;
}

/** Distance of diagonal lines and their thickness, in pixels of a row. */
const HATCH = { every: 16, thickness: 4 };

function hatch(sheet: Sheet, [left, right]: readonly [number, number], [top, bottom]: readonly [number, number]): void {
  const ink = sheet.ink(theme.zero);
  const [from, to] = [Math.max(0, left), Math.min(sheet.width, right)];
  for (let row = Math.ceil(top); row < Math.min(sheet.height, bottom); row += 1) {
    const first = from - ((from + row) % HATCH.every);
    for (let at = first; at < to; at += HATCH.every) {
      const [start, end] = [Math.max(from, at), Math.min(to, at + HATCH.thickness)];
      if (start < end) ink.coverAlong(row * sheet.stride + start, row * sheet.stride + end, 256);
    }
  }
}

export function coverRectangle(
  surface: Surface,
  ink: Ink,
  left: number,
  top: number,
  right: number,
  bottom: number,
): void {
  const { width, height, stride } = surface;
  const [from, to] = [Math.max(0, left), Math.min(width, right)];
  const [upper, lower] = [Math.max(0, top), Math.min(height, bottom)];
  if (from >= to) return;
  for (let row = Math.floor(upper); row < lower; row += 1) {
    const part = Math.min(lower, row + 1) - Math.max(upper, row);
    coverRow(ink, row * stride, from, to, part * 256);
  }
}

function paintRule(sheet: Sheet, item: SceneItem, x: number, y: number): void {
  if (!item.stroke || item.strokeWidth === 0) return;
  const ink = sheet.ink(item.stroke);
  const [x1, y1] = [(x + (item.x ?? 0)) * SCALE, (y + (item.y ?? 0)) * SCALE];
  const [x2, y2] = [(x + (item.x2 ?? item.x ?? 0)) * SCALE, (y + (item.y2 ?? item.y ?? 0)) * SCALE];
  const level = Math.abs(y2 - y1) < 1e-6;
  if (!level && Math.abs(x2 - x1) > 1e-6) throw new Error('A rule that is neither level nor vertical is not painted.');
  const half = ((item.strokeWidth ?? 1) * SCALE) / 2;
  const [from, to] = level ? [Math.min(x1, x2), Math.max(x1, x2)] : [Math.min(y1, y2), Math.max(y1, y2)];
  const [on = to - from, off = 0] = (item.strokeDash ?? []).map((length) => length * SCALE);
  for (let start = from; start < to; start += on + off) {
    const end = Math.min(to, start + on);
    if (level) coverRectangle(sheet, ink, start, y1 - half, end, y1 + half);
    else coverRectangle(sheet, ink, x1 - half, start, x1 + half, end);
    if (on + off <= 0) break;
  }
}

function paintDot(sheet: Sheet, item: SceneItem, x: number, y: number): void {
  const radius = (Math.sqrt(item.size ?? 0) / 2) * SCALE;
  const [centerX, centerY] = [(x + (item.x ?? 0)) * SCALE, (y + (item.y ?? 0)) * SCALE];
  if (item.fill) coverRing(sheet, sheet.ink(item.fill), centerX, centerY, radius, 0);
  const half = ((item.strokeWidth ?? 1) * SCALE) / 2;
  if (item.stroke) coverRing(sheet, sheet.ink(item.stroke), centerX, centerY, radius + half, radius - half);
}

function coverRing(surface: Surface, ink: Ink, x: number, y: number, outer: number, inner: number): void {
  const { width, height, stride } = surface;
  const reach = outer + 1;
  for (let row = Math.max(0, Math.floor(y - reach)); row < Math.min(height, y + reach); row += 1)
    for (let column = Math.max(0, Math.floor(x - reach)); column < Math.min(width, x + reach); column += 1) {
      const [aside, down] = [column + 0.5 - x, row + 0.5 - y];
      // Ten times as fast as Math.hypot.
      const distance = Math.sqrt(aside * aside + down * down);
      const outside = Math.min(1, Math.max(0, distance - outer + 0.5));
      const inside = inner === 0 ? 0 : Math.min(1, Math.max(0, inner - distance + 0.5));
      const share = Math.round((1 - outside - inside) * 256);
      if (share > 0) ink.cover(row * stride + column, share);
    }
}

/** Returns a text's lines, each with the start of its baseline in pixels, with the same offset as Vega's. */
function runsOf(item: SceneItem, x: number, y: number) {
  const size = item.fontSize ?? 11;
  const lines: readonly unknown[] = Array.isArray(item.text) ? item.text : [item.text ?? ''];
  const color = item.stroke ?? item.fill ?? theme.ink;
  const outline = item.stroke ? (item.strokeWidth ?? 1) * SCALE : 0;
  const weight = Number(item.fontWeight) >= 600 || item.fontWeight === 'bold' ? 600 : 400;
  const down = Math.round((BASELINES[item.baseline ?? 'alphabetic'] ?? 0) * size);
  return lines.flatMap((line, index) => {
    const text = String(line);
    if (text === '') return [];
    const run: TextRun = { text, size: size * SCALE, weight, color, outline };
    const base = (y + (item.y ?? 0) + (item.dy ?? 0) + down + index * (size + 2)) * SCALE;
    return [{ run, left: (x + (item.x ?? 0) + (item.dx ?? 0)) * SCALE, base, align: item.align ?? 'left' }];
  });
}

const BASELINES: Readonly<Record<string, number>> = { top: 0.79, middle: 0.3, bottom: -0.21, alphabetic: 0 };

function coverRow(ink: Ink, row: number, from: number, to: number, share: number): void {
  const [first, last] = [Math.floor(from), Math.ceil(to) - 1];
  if (first === last) {
    ink.cover(row + first, (to - from) * share);
    return;
  }
  ink.cover(row + first, (first + 1 - from) * share);
  ink.coverAlong(row + first + 1, row + last, share);
  ink.cover(row + last, (to - last) * share);
}
