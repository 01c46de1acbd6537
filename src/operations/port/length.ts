import { printDuration } from '../../core/duration.ts';

/** A length of time as it is typed (`1h30m`) and as it is read (`1 h 30 m`). */
export function lengthWords(ms: number): { readonly typed: string; readonly shown: string } {
  const typed = printDuration(ms);
  const shown = typed
    .replace(/(\d+)([a-z])/g, (_all, count: string, unit: string) => `${count} ${unit === 'm' ? 'min' : unit} `)
    .trim();
  return { typed, shown };
}
