import { crc32, deflateSync } from 'node:zlib';
import { pngQuantize } from '@napi-rs/image';
import { createCanvas, loadImage } from 'canvas';

/** Frame of an animation: a PNG, and the time for which it is shown, in ms. */
export interface AnimationFrame {
  readonly png: Uint8Array;
  readonly ms: number;
}

interface IndexedFrame {
  readonly indexes: Uint8Array;
  readonly ms: number;
}

/** Rectangle that contains all differences between two frames, in pixels. */
interface ChangedBox {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/**
 * Makes an animated PNG that repeats forever. All frames have the size of the first frame and one palette; later frames
 * contain only the rectangle that changed. Format: PNG, third edition, sections 11.3.6 and 12.
 */
export async function animatedPng(frames: readonly AnimationFrame[]): Promise<Buffer> {
  const { width, height, palette, indexed } = await index(frames);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 3, 0, 0, 0], 8);
  const shown: { frame: IndexedFrame; box: ChangedBox; ms: number }[] = [];
  for (const frame of indexed) {
    const last = shown.at(-1);
    const box = last ? changedBox(last.frame.indexes, frame.indexes, width) : { left: 0, top: 0, width, height };
    if (box) shown.push({ frame, box, ms: frame.ms });
    else if (last) last.ms += frame.ms;
  }
  let sequence = 0;
  const control = Buffer.alloc(8);
  control.writeUInt32BE(shown.length, 0);
  const parts = [chunk('IHDR', header), chunk('acTL', control), chunk('PLTE', palette)];
  for (const [at, { frame, box, ms }] of shown.entries()) {
    parts.push(chunk('fcTL', frameControl(sequence++, box, ms)));
    const data = deflateSync(rowsOf(frame.indexes, box, width), { level: 9 });
    if (at === 0) parts.push(chunk('IDAT', data));
    else {
      const number = Buffer.alloc(4);
      number.writeUInt32BE(sequence++);
      parts.push(chunk('fdAT', Buffer.concat([number, data])));
    }
  }
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([signature, ...parts, chunk('IEND', Buffer.alloc(0))]);
}

/**
 * Reduces the colors of all frames together, as one tall picture, so that unchanged pixels keep their color in spite of
 * dithering.
 */
async function index(frames: readonly AnimationFrame[]) {
  const images = await Promise.all(frames.map(({ png }) => loadImage(Buffer.from(png))));
  const { width = 1, height = 1 } = images[0] ?? {};
  const tall = createCanvas(width, height * images.length);
  const context = tall.getContext('2d');
  for (const [at, image] of images.entries()) context.drawImage(image, 0, at * height);
  const before = new Uint32Array(context.getImageData(0, 0, width, tall.height).data.buffer);
  context.drawImage(await loadImage(await pngQuantize(tall.toBuffer('image/png'), { colors: 256 })), 0, 0);
  const after = new Uint32Array(context.getImageData(0, 0, width, tall.height).data.buffer);
  const colors = new Map<number, number>();
  const size = width * height;
  const indexed: IndexedFrame[] = [];
  for (const [at, { ms }] of frames.entries()) {
    const previous = indexed.at(-1)?.indexes;
    const indexes = new Uint8Array(size);
    for (let pixel = 0; pixel < size; pixel += 1) {
      const here = at * size + pixel;
      if (previous && before[here] === before[here - size]) indexes[pixel] = previous[pixel] ?? 0;
      else indexes[pixel] = colorIndex(colors, after[here] ?? 0);
    }
    indexed.push({ indexes, ms });
  }
  const palette = Buffer.alloc(colors.size * 3);
  // Pixels are little-endian, so red is the lowest byte.
  for (const [color, at] of colors) palette.set([color & 255, (color >> 8) & 255, (color >> 16) & 255], at * 3);
  return { width, height, palette, indexed };
}

function colorIndex(colors: Map<number, number>, color: number): number {
  const index = colors.get(color);
  if (index !== undefined) return index;
  if (colors.size > 255) throw new Error('The frames have more than 256 colors.');
  colors.set(color, colors.size);
  return colors.size - 1;
}

function changedBox(a: Uint8Array, b: Uint8Array, width: number): ChangedBox | undefined {
  let [left, right, top, bottom] = [width, -1, -1, -1];
  for (let at = 0; at < b.length; at += 1) {
    if (a[at] === b[at]) continue;
    const [x, y] = [at % width, Math.floor(at / width)];
    if (top < 0) top = y;
    bottom = y;
    left = Math.min(left, x);
    right = Math.max(right, x);
  }
  return top < 0 ? undefined : { left, top, width: right - left + 1, height: bottom - top + 1 };
}

function rowsOf(indexes: Uint8Array, box: ChangedBox, width: number): Uint8Array {
  const rows = new Uint8Array(box.height * (box.width + 1));
  for (let y = 0; y < box.height; y += 1) {
    const from = (box.top + y) * width + box.left;
    rows.set(indexes.subarray(from, from + box.width), y * (box.width + 1) + 1);
  }
  return rows;
}

/** Returns the frame control chunk. The frame replaces the pixels under it and isn't removed (dispose 0, blend 0). */
function frameControl(sequence: number, box: ChangedBox, ms: number): Buffer {
  const data = Buffer.alloc(26);
  for (const [at, value] of [sequence, box.width, box.height, box.left, box.top].entries())
    data.writeUInt32BE(value, at * 4);
  data.writeUInt16BE(ms, 20);
  data.writeUInt16BE(1_000, 22);
  return data;
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const out = Buffer.alloc(body.length + 8);
  out.writeUInt32BE(data.length, 0);
  body.copy(out, 4);
  out.writeUInt32BE(crc32(body), body.length + 4);
  return out;
}
