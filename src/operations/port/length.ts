import { printDuration } from '../../core/text/duration.ts';
import { durationText } from '../../core/text/duration-messages.ts';
import type { Text } from '../../core/text/text.ts';

/** A length of time, given in ms, as it is typed (`1h30m`) and as it is read (`1 h 30 min`). */
export function lengthWords(ms: number): { readonly typed: string; readonly shown: Text } {
  return { typed: printDuration(ms), shown: durationText(ms) };
}
