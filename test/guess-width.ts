import type { Measure } from '../src/charts/text/text-fit.ts';

/** Guesses the width of a text without a font: 1 em for full-width characters, a bit more than half for others. */
export const guessWidth: Measure = (text, size, weight) => {
  let ems = 0;
  for (const character of text) ems += (character.codePointAt(0) ?? 0) > 0x2e80 ? 1 : weight === 600 ? 0.6 : 0.56;
  return ems * size;
};
