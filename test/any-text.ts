import fc from 'fast-check';

const codePoint = fc.oneof(fc.integer({ min: 0, max: 0xd7ff }), fc.integer({ min: 0xe000, max: 0x10ffff }));

/**
 * Any text at all, of any characters that there can be. fast-check's own (`unit: 'binary'`) first makes a map of a million
 * characters in each process, which takes a second and 100 MB.
 * @param lengths how many characters
 */
export function anyText(lengths: fc.ArrayConstraints = {}): fc.Arbitrary<string> {
  return fc.array(codePoint, lengths).map((points) => String.fromCodePoint(...points));
}
