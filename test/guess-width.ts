import type { Measure } from '../src/charts/text/text-fit.ts';

/** Guesses widths without a font: full-width scripts take an em, others a bit more than half. */
export const guessWidth: Measure = (text, size, weight) => {
  let ems = 0;
  for (const character of text) ems += (character.codePointAt(0) ?? 0) > 0x2e80 ? 1 : weight === 600 ? 0.6 : 0.56;
  return ems * size;
};
