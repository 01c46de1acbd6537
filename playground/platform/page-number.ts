import { crash, PlatformRefusal } from './platform-answer.ts';

/** Parses a number in a query; crashes as the console does if it is invalid. `where` is `file:line function`. */
export function pageNumber(text: string | null, usual: number, where: string): number {
  if (text === null) return usual;
  if (/^\s*[+-]?\d+\s*$/.test(text)) return Number(text);
  throw new PlatformRefusal(crash('ValueError', `invalid literal for int() with base 10: '${text}'`, where));
}
