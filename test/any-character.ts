import fc from 'fast-check';

/**
 * Any character, for use as the unit of `fc.string`. fast-check's `unit: 'binary'` builds a map of a million characters
 * in each process, which takes 1 s and 100 MB.
 */
export const anyCharacter: fc.Arbitrary<string> = fc
  .oneof(fc.integer({ min: 0, max: 0xd7ff }), fc.integer({ min: 0xe000, max: 0x10ffff }))
  .map((point) => String.fromCodePoint(point));
