import { objectOf, parseJson } from '../../slack/json-values.ts';
import { readTour, type TourProgress } from './tour.ts';
import type { Theme } from './ui-state.ts';

export type Memory = {
  readonly theme: Theme;
  readonly tour: TourProgress;
  readonly lastRead: Readonly<Record<string, string>>;
};

const name = 'portolan-playground';

function stored(): string {
  try {
    return window.localStorage.getItem(name) ?? '';
  } catch {
    return '';
  }
}

/** Reads the stored state. Returns an empty state in private windows and for invalid content. */
export function recall(): Memory {
  const kept = objectOf(parseJson(stored()));
  const lastRead = Object.entries(objectOf(kept.lastRead)).flatMap(([key, ts]): [string, string][] =>
    typeof ts === 'string' ? [[key, ts]] : [],
  );
  const theme = kept.theme === 'light' || kept.theme === 'dark' ? kept.theme : 'auto';
  return { theme, tour: readTour(kept.tour), lastRead: Object.fromEntries(lastRead) };
}

export function remember(memory: Memory): void {
  try {
    window.localStorage.setItem(name, JSON.stringify(memory));
  } catch {
    // Only the stored state is lost. The page works without it.
  }
}
