import { constants, crc32, deflateSync } from 'node:zlib';
import type { Palette } from './palette.ts';

export interface IndexedPixels {
  /** For each row, one filter byte (0 = none), then one palette index per pixel. */
  readonly rows: Uint8Array;
  readonly width: number;
  readonly height: number;
}

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
/** Size of a chunk's length, name and checksum together, in bytes. */
const AROUND = 12;
/** RLE is fastest for horizontal runs of one color. Less memory gives shorter blocks with separate codes. */
const RUNS = { level: 1, strategy: constants.Z_RLE, memLevel: 7 };
/** Output chunk size in bytes. Node's default is 16 KiB. */
const CHUNK_SIZE = 256 * 1024;
/** PNG filter: difference to the row above. */
const UP = 2;

/** Creates a PNG encoder for at most 256 colors. Overwrites the rows, so encode each picture once. */
export function createPngEncoder({
  colors,
  darkColors,
}: Pick<Palette, 'colors' | 'darkColors'>): (pixels: IndexedPixels, isDark?: boolean) => Uint8Array {
  const [light, dark] = [Uint8Array.from(colors.flat()), Uint8Array.from(darkColors.flat())];
  const filter = createFilter();
  return ({ rows, width, height }, isDark = false) => {
    const header = new Uint8Array(13);
    const sizes = new DataView(header.buffer);
    sizes.setUint32(0, width);
    sizes.setUint32(4, height);
    // Bit depth 8, indexed color.
    header.set([8, 3, 0, 0, 0], 8);
    filter(rows, width + 1);
    return fileOf([
      ['IHDR', header],
      ['PLTE', isDark ? dark : light],
      ['IDAT', deflateSync(rows, { ...RUNS, chunkSize: CHUNK_SIZE })],
      ['IEND', new Uint8Array(0)],
    ]);
  };
}

/** Number of rows with one decision. Deciding for each row takes twice as long and saves only 1 % of the file size. */
const ROWS_ALIKE = 4;

/** Replaces rows by their differences to the row above if that gives longer runs. Compares four pixels at a time. */
function createFilter(): (rows: Uint8Array, stride: number) => void {
  let [length, row, above] = [0, emptyRow(0), emptyRow(0)];
  return (rows, stride) => {
    if (length !== stride) [length, row, above] = [stride, emptyRow(stride), emptyRow(stride)];
    let isShorter = false;
    for (let start = rows.length - stride, at = 0; start > 0; start -= stride, at += 1) {
      if (at % ROWS_ALIKE > 0 && !isShorter) continue;
      row.bytes.set(rows.subarray(start, start + stride));
      above.bytes.set(rows.subarray(start - stride, start));
      if (at % ROWS_ALIKE === 0) isShorter = hasLongerRuns(row.words, above.words);
      if (!isShorter) continue;
      subtract(row.words, above.words);
      rows.set(row.bytes.subarray(0, stride), start);
      rows[start] = UP;
    }
  };
}

function emptyRow(length: number): { readonly bytes: Uint8Array; readonly words: Int32Array } {
  const words = new Int32Array(Math.ceil(length / 4));
  return { bytes: new Uint8Array(words.buffer), words };
}

function hasLongerRuns(row: Int32Array, above: Int32Array): boolean {
  let [changes, before, differenceBefore] = [0, 0, 0];
  for (let at = 0; at < row.length; at += 1) {
    const word = row[at] ?? 0;
    // XOR changes at the same places as the difference, and is faster.
    const difference = word ^ (above[at] ?? 0);
    if (difference !== differenceBefore) changes += 1;
    if (word !== before) changes -= 1;
    before = word;
    differenceBefore = difference;
  }
  return changes < 0;
}

const HIGH_BITS = 0x80808080 | 0;

/** Subtracts byte by byte, modulo 256. Treats the highest bits separately, so that no byte borrows from the next. */
function subtract(row: Int32Array, above: Int32Array): void {
  for (let at = 0; at < row.length; at += 1) {
    const [one, other] = [row[at] ?? 0, above[at] ?? 0];
    row[at] = ((one | HIGH_BITS) - (other & ~HIGH_BITS)) ^ ((one ^ ~other) & HIGH_BITS);
  }
}

function fileOf(chunks: readonly (readonly [string, Uint8Array])[]): Uint8Array {
  const file = new Uint8Array(SIGNATURE.length + chunks.reduce((sum, [, bytes]) => sum + AROUND + bytes.length, 0));
  const view = new DataView(file.buffer);
  file.set(SIGNATURE);
  let at = SIGNATURE.length;
  for (const [name, bytes] of chunks) {
    view.setUint32(at, bytes.length);
    for (let index = 0; index < 4; index += 1) file[at + 4 + index] = name.charCodeAt(index);
    file.set(bytes, at + 8);
    view.setUint32(at + 8 + bytes.length, crc32(file.subarray(at + 4, at + 8 + bytes.length)));
    at += AROUND + bytes.length;
  }
  return file;
}
