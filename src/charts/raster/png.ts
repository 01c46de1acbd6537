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
 * A chart is mostly level runs of one color: looking for these alone is the fastest that deflate has, and makes files no
 * larger than its levels 1 and 2 do. Filters make indexed color larger.
 */
const RUNS = { level: 1, strategy: constants.Z_RLE };
/** The default hands out 16 KiB at a time. */
const CHUNK_SIZE = 256 * 1024;

/**
 * Makes a function that encodes indexed pixels as PNG.
 * @param colors at most 256
 * @returns a file's bytes
 */
export function createPngEncoder(colors: Palette['colors']): (pixels: IndexedPixels) => Uint8Array {
  const table = Uint8Array.from(colors.flat());
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
      ['IDAT', deflateSync(rows, { ...RUNS, chunkSize: CHUNK_SIZE })],
      ['IEND', new Uint8Array(0)],
    ]);
  };
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
