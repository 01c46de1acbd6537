import { crc32 } from 'node:zlib';
import type { Pixels } from './stroke.ts';

/** Where a deflated stream stands: whole bytes written, the bits that wait for more, and Adler's two sums. */
interface Stream {
  at: number;
  held: number;
  count: number;
  a: number;
  b: number;
}

/** The longest run that one code stands for, in pixels of three bytes. */
const LONGEST = 86;
/** Deflate's fixed codes of the bytes 0 to 255, first bit lowest; those from 144 on have nine bits, the others eight. */
const BYTES = Int32Array.from({ length: 256 }, (_, byte) =>
  byte < 144 ? reversed(48 + byte, 8) : reversed(400 + byte - 144, 9),
);
/** The codes of runs by their pixels, their bits counted in the byte above. */
const RUNS = Int32Array.from({ length: LONGEST + 1 }, (_, pixels) => codeOfRun(pixels * 3));
const MODULUS = 65_521;
/** The signature, the header's chunk, and the length and name of the one that follows. */
const BEFORE = 41;

/**
 * Makes a function that encodes opaque pixels as PNG. Beside the row above it, a chart is mostly nothing, and what is
 * left often repeats itself: one pass over whole pixels finds the runs. Unlike an encoder behind native code it leaves
 * nothing to be collected but the file. The function keeps its working memory.
 * @returns a file's bytes
 */
export function createPngEncoder(): (pixels: Pixels) => Uint8Array {
  let room = new Uint8Array(0);
  return (pixels) => {
    const { width, height } = pixels;
    // More than nine bits for every byte cannot come out.
    const most = BEFORE + 64 + Math.ceil((height * (width * 3 + 1) * 9) / 8);
    if (room.length < most) room = new Uint8Array(most);
    const view = new DataView(room.buffer);
    room.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
    view.setUint32(16, width);
    view.setUint32(20, height);
    // Eight bits a channel, three channels.
    room.set([8, 2, 0, 0, 0], 24);
    closeChunk(view, 8, 'IHDR', 13);
    const end = deflate(pixels, room, BEFORE);
    closeChunk(view, BEFORE - 8, 'IDAT', end - BEFORE);
    closeChunk(view, end + 4, 'IEND', 0);
    return room.slice(0, end + 16);
  };
}

/** Writes a chunk's length and name before its bytes, and its checksum behind them. */
function closeChunk(view: DataView, at: number, name: string, length: number): void {
  view.setUint32(at, length);
  for (let index = 0; index < 4; index += 1) view.setUint8(at + 4 + index, name.charCodeAt(index));
  view.setUint32(at + 8 + length, crc32(new Uint8Array(view.buffer, at + 4, length + 4)));
}

/** Writes all rows as one block with deflate's fixed codes in a zlib stream. @returns where the stream ends */
function deflate(pixels: Pixels, out: Uint8Array, start: number): number {
  out[start] = 0x78;
  out[start + 1] = 0x01;
  const stream: Stream = { at: start + 2, held: 0b011, count: 3, a: 1, b: 0 };
  for (let row = 0; row < pixels.height; row += 1) codeRow(pixels, row, out, stream);
  // Seven zeros end the block; what is held is filled up to whole bytes.
  for (let bits = stream.count + 7; bits > 0; bits -= 8) {
    out[stream.at] = stream.held;
    stream.at += 1;
    stream.held >>>= 8;
  }
  new DataView(out.buffer).setUint32(stream.at, stream.b * 65_536 + stream.a);
  return stream.at + 4;
}

/**
 * Codes a row as its filter "up" and runs of pixels that differ equally from those above them: the first in its three
 * bytes, the others as a copy of what stands three bytes before.
 */
function codeRow({ data, width }: Pixels, row: number, out: Uint8Array, stream: Stream): void {
  let { at, held, count, a, b } = stream;
  held |= (BYTES[2] ?? 0) << count;
  count += 8;
  a += 2;
  b += a;
  const end = (row + 1) * width;
  for (let index = row * width; index < end; ) {
    const change = changeAt(data, index, width);
    const run = runAt(data, index, end, width, change);
    const [red, green, blue] = [change & 255, (change >> 8) & 255, change >> 16];
    held |= ((BYTES[red] ?? 0) << count) | 0;
    count += red < 144 ? 8 : 9;
    for (; count >= 8; count -= 8, held >>>= 8) out[at++] = held;
    held |= (BYTES[green] ?? 0) << count;
    count += green < 144 ? 8 : 9;
    held |= (BYTES[blue] ?? 0) << count;
    count += blue < 144 ? 8 : 9;
    for (; count >= 8; count -= 8, held >>>= 8) out[at++] = held;
    for (let left = run - 1; left > 0; left -= LONGEST) {
      const code = RUNS[left < LONGEST ? left : LONGEST] ?? 0;
      held |= (code & 0xffffff) << count;
      count += code >> 24;
      for (; count >= 8; count -= 8, held >>>= 8) out[at++] = held;
    }
    // The sums over all bytes of the run at once; a row keeps them exact.
    const all = red + green + blue;
    b += run * (3 * a + 3 * red + 2 * green + blue) + (3 * all * run * (run - 1)) / 2;
    a += run * all;
    index += run;
  }
  Object.assign(stream, { at, held, count, a: a % MODULUS, b: b % MODULUS });
}

/** How many pixels from here on differ from those above them as the first one does. */
function runAt(data: Int32Array, from: number, end: number, width: number, change: number): number {
  let index = from + 1;
  if (change === 0 && from >= width) while (index < end && data[index] === data[index - width]) index += 1;
  else while (index < end && changeAt(data, index, width) === change) index += 1;
  return index - from;
}

/** A pixel less the one above it, channel by channel. */
function changeAt(data: Int32Array, index: number, width: number): number {
  const pixel = data[index] ?? 0;
  const above = index < width ? 0 : (data[index - width] ?? 0);
  if (pixel === above) return 0;
  return (
    ((pixel - above) & 255) |
    ((((pixel >> 8) - (above >> 8)) & 255) << 8) |
    ((((pixel >> 16) - (above >> 16)) & 255) << 16)
  );
}

function reversed(code: number, bits: number): number {
  let out = 0;
  for (let bit = 0; bit < bits; bit += 1) out |= ((code >> bit) & 1) << (bits - 1 - bit);
  return out;
}

/** The code for a copy of so many bytes from three bytes before. */
function codeOfRun(bytes: number): number {
  const over = Math.max(0, bytes - 3);
  const extra = bytes === 258 || over < 4 ? 0 : Math.floor(Math.log2(over)) - 2;
  const symbol = bytes === 258 ? 29 : 1 + extra * 4 + (over >> extra);
  const bits = symbol < 24 ? 7 : 8;
  const code = reversed(symbol < 24 ? symbol : 0xc0 + symbol - 24, bits);
  const rest = over & ((1 << extra) - 1);
  return code | (rest << bits) | (0b01000 << (bits + extra)) | ((bits + extra + 5) << 24);
}
