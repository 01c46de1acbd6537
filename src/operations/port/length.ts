import { printDuration } from '../../core/duration.ts';
import { sayDuration } from '../../core/duration-sentences.ts';
import type { Text } from '../../core/text.ts';

/** A length of time, given in ms, as it is typed (`1h30m`) and as it is read (`1 h 30 min`). */
export function lengthWords(ms: number): { readonly typed: string; readonly shown: Text } {
  return { typed: printDuration(ms), shown: sayDuration(ms) };
}
