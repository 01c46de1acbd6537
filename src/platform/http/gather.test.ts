import { Gathering } from './transport.ts';

const mib = 1024 * 1024;
const max = 16 * mib;

function gather(total: number, expected?: number): Buffer | undefined {
  const gathering = new Gathering(max);
  if (expected !== undefined) gathering.expect(expected);
  for (let at = 0; at < total; at += 60_000)
    if (!gathering.add(Buffer.alloc(Math.min(60_000, total - at), `${at}`))) return undefined;
  return gathering.whole();
}

function piecesOf(total: number): Buffer {
  const pieces: Buffer[] = [];
  for (let at = 0; at < total; at += 60_000) pieces.push(Buffer.alloc(Math.min(60_000, total - at), `${at}`));
  return Buffer.concat(pieces);
}

test.each([
  ['nothing', 0, undefined, false],
  ['one piece', 10, undefined, false],
  ['as much as is not shared', 4 * mib, undefined, false],
  ['a large answer of unknown length', 4 * mib + 1, undefined, true],
  ['a large answer of known length', 5 * mib, 5 * mib, true],
  ['an answer that is shorter than it said', 4 * mib, 5 * mib, true],
  ['as much as is taken', max, undefined, true],
])('%s is gathered byte for byte', (_name, total, expected, isShared) => {
  const whole = gather(total, expected);
  expect(whole?.equals(piecesOf(total))).toBe(true);
  expect(whole?.buffer instanceof SharedArrayBuffer).toBe(isShared);
});

test('beyond the limit nothing is taken, whatever the answer said', () => {
  expect(gather(max + 1)).toBeUndefined();
  expect(gather(max + 1, 2 * max)).toBeUndefined();
  expect(gather(6 * mib, 5 * mib)?.equals(piecesOf(6 * mib))).toBe(true);
});
