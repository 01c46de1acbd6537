import { constants, crc32, deflateSync } from 'node:zlib';
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
const RUNS = { level: 1, strategy: constants.Z_RLE, memLevel: 6 };
/** The default hands out 16 KiB at a time. */
const CHUNK_SIZE = 256 * 1024;
/** The filter of a row that holds the differences to the row above it. */
const UP = 2;

/**
 * Makes a function that encodes indexed pixels as PNG.
 * @param colors at most 256
 * @returns a file's bytes
 */
export function createPngEncoder(colors: Palette['colors']): (pixels: IndexedPixels) => Uint8Array {
  const table = Uint8Array.from(colors.flat());
  const filter = createFilter();
  return ({ rows, width, height }) => {
    const header = new Uint8Array(13);
    const sizes = new DataView(header.buffer);
    sizes.setUint32(0, width);
    sizes.setUint32(4, height);
    // Eight bits a pixel, indexed color.
    header.set([8, 3, 0, 0, 0], 8);
    return fileOf([
      ['IHDR', header],
      ['PLTE', table],
      ['IDAT', deflateSync(filter(rows, width + 1), { ...RUNS, chunkSize: CHUNK_SIZE })],
      ['IEND', new Uint8Array(0)],
    ]);
  };
}

/**
 * Makes the function that replaces rows by their differences to the row above, where that leaves longer runs: edges of
 * letters and lines go on from row to row. Four pixels are looked at together, as one number: a pixel at a time took
 * three times as long.
 * @returns a copy of the rows, good until the next
 */
function createFilter(): (rows: Uint8Array, stride: number) => Uint8Array {
  let room = new Uint8Array(0);
  let [length, row, above, differences] = [0, emptyRow(0), emptyRow(0), emptyRow(0)];
  return (rows, stride) => {
    if (room.length < rows.length) room = new Uint8Array(rows.length);
    if (length !== stride)
      [length, row, above, differences] = [stride, emptyRow(stride), emptyRow(stride), emptyRow(stride)];
    const filtered = room.subarray(0, rows.length);
    filtered.set(rows);
    above.bytes.set(rows.subarray(0, stride));
    for (let start = stride; start < rows.length; start += stride) {
      row.bytes.set(rows.subarray(start, start + stride));
      subtract(row.words, above.words, differences.words);
      if (changesIn(differences.words) < changesIn(row.words)) {
        filtered.set(differences.bytes.subarray(0, stride), start);
        filtered[start] = UP;
      }
      [row, above] = [above, row];
    }
    return filtered;
  };
}

/** Bytes of a row, and the same memory in words of four. */
function emptyRow(length: number): { readonly bytes: Uint8Array; readonly words: Int32Array } {
  const words = new Int32Array(Math.ceil(length / 4));
  return { bytes: new Uint8Array(words.buffer), words };
}

const HIGH_BITS = 0x80808080 | 0;

/** Subtracts each byte from its own, modulo 256: no byte borrows from the next, since the highest bits are kept apart. */
function subtract(row: Int32Array, above: Int32Array, differences: Int32Array): void {
  for (let at = 0; at < row.length; at += 1) {
    const [one, other] = [row[at] ?? 0, above[at] ?? 0];
    differences[at] = ((one | HIGH_BITS) - (other & ~HIGH_BITS)) ^ ((one ^ ~other) & HIGH_BITS);
  }
}

/** How often a word isn't the one before it. */
function changesIn(words: Int32Array): number {
  let [changes, before] = [0, 0];
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? 0;
    if (word !== before) changes += 1;
    before = word;
  }
  return changes;
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
