import { constants, crc32, deflateSync } from 'node:zlib';
import { darkOf } from './dark.ts';
import type { Palette } from './palette.ts';

/** A picture in indexed color. */
export interface IndexedPixels {
  /** Row by row: a byte for the filter, which is none, and for each pixel its place in a palette. */
  readonly rows: Uint8Array;
  readonly width: number;
  readonly height: number;
}

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
/** A chunk's length, name and checksum. */
const AROUND = 12;
/**
 * A chart is mostly level runs of one color: looking for these alone is the fastest that deflate has. Less memory means
 * shorter blocks, each with codes of its own: letters and lines have different colors.
 */
const RUNS = { level: 1, strategy: constants.Z_RLE, memLevel: 7 };
/** The default hands out 16 KiB at a time. */
const CHUNK_SIZE = 256 * 1024;
/** The filter of a row that holds the differences to the row above it. */
const UP = 2;

/**
 * Makes a function that encodes indexed pixels as PNG, and leaves other numbers in their rows: a picture is encoded once.
 * @param colors at most 256
 * @returns a file's bytes; those of a dark picture have other colors, and the same pixels
 */
export function createPngEncoder(colors: Palette['colors']): (pixels: IndexedPixels, isDark?: boolean) => Uint8Array {
  const light = Uint8Array.from(colors.flat());
  const dark = Uint8Array.from(colors.flatMap(darkOf));
  const filter = createFilter();
  return ({ rows, width, height }, isDark = false) => {
    const header = new Uint8Array(13);
    const sizes = new DataView(header.buffer);
    sizes.setUint32(0, width);
    sizes.setUint32(4, height);
    // Eight bits a pixel, indexed color.
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

/** So many rows are filtered alike: looking at each would take twice as long, for a file that is a hundredth smaller. */
const ROWS_ALIKE = 4;

/**
 * Makes the function that replaces rows by their differences to the row above, where that leaves longer runs: edges of
 * letters and lines go on from row to row. Four pixels are looked at together, as one number: a pixel at a time took
 * three times as long. From the last row up, so that no copy is needed of those above.
 */
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

/** Bytes of a row, and the same memory in words of four. */
function emptyRow(length: number): { readonly bytes: Uint8Array; readonly words: Int32Array } {
  const words = new Int32Array(Math.ceil(length / 4));
  return { bytes: new Uint8Array(words.buffer), words };
}

/** Whether a row's differences to the row above it change less often than the row itself. */
function hasLongerRuns(row: Int32Array, above: Int32Array): boolean {
  let [changes, before, differenceBefore] = [0, 0, 0];
  for (let at = 0; at < row.length; at += 1) {
    const word = row[at] ?? 0;
    // Changes where the difference does, and is faster.
    const difference = word ^ (above[at] ?? 0);
    if (difference !== differenceBefore) changes += 1;
    if (word !== before) changes -= 1;
    before = word;
    differenceBefore = difference;
  }
  return changes < 0;
}

const HIGH_BITS = 0x80808080 | 0;

/** Subtracts each byte from its own, modulo 256: none borrows from the next, since the highest bits are kept apart. */
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
