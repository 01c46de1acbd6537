import { closeSync, openSync, readSync } from 'node:fs';

/** Range of code points, both ends included. */
type CodeRange = readonly [from: number, to: number];

/** Reads a .ttf file's largest Unicode `cmap` subtable (https://learn.microsoft.com/typography/opentype/spec/cmap). */
export function lettersOf(path: string): readonly CodeRange[] {
  const table = readTable(path, 'cmap');
  const subtables = Array.from({ length: table.readUInt16BE(2) }, (_, index) => {
    const offset = table.readUInt32BE(8 + 8 * index);
    return { platform: table.readUInt16BE(4 + 8 * index), format: table.readUInt16BE(offset), offset };
  }).filter(({ platform, format }) => (platform === 0 || platform === 3) && (format === 4 || format === 12));
  const best = subtables.find(({ format }) => format === 12) ?? subtables[0];
  if (!best) return [];
  return best.format === 12 ? groupsOf(table.subarray(best.offset)) : segmentsOf(table.subarray(best.offset));
}

function readTable(path: string, tag: string): Buffer {
  const file = openSync(path, 'r');
  try {
    const readBytes = (at: number, length: number) => {
      const bytes = Buffer.alloc(length);
      readSync(file, bytes, 0, length, at);
      return bytes;
    };
    const count = readBytes(0, 12).readUInt16BE(4);
    const directory = readBytes(12, 16 * count);
    for (let at = 0; at < directory.length; at += 16)
      if (directory.toString('latin1', at, at + 4) === tag)
        return readBytes(directory.readUInt32BE(at + 8), directory.readUInt32BE(at + 12));
    throw new Error(`The font ${path} has no table ${tag}.`);
  } finally {
    closeSync(file);
  }
}

function groupsOf(subtable: Buffer): CodeRange[] {
  return Array.from({ length: subtable.readUInt32BE(12) }, (_, index) => [
    subtable.readUInt32BE(16 + 12 * index),
    subtable.readUInt32BE(20 + 12 * index),
  ]);
}

/** Reads a subtable of format 4. Its segments can include code points without a glyph. */
function segmentsOf(subtable: Buffer): CodeRange[] {
  const size = subtable.readUInt16BE(6);
  const ranges: CodeRange[] = [];
  for (let segment = 0; segment < size; segment += 2) {
    const end = subtable.readUInt16BE(14 + segment);
    const start = subtable.readUInt16BE(16 + size + segment);
    const delta = subtable.readUInt16BE(16 + 2 * size + segment);
    const place = 16 + 3 * size + segment;
    const offset = subtable.readUInt16BE(place);
    for (let code = start; code <= end && code < 0xffff; code += 1) {
      const glyph = offset === 0 ? code + delta : subtable.readUInt16BE(place + offset + 2 * (code - start));
      if ((glyph & 0xffff) !== 0) ranges.push([code, code]);
    }
  }
  return ranges;
}
