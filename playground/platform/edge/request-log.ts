import type { Json } from '../../../src/core/text/json.ts';

/** Request and its answer. Headers aren't logged, because they contain the token. */
export type LogEntry = {
  readonly number: number;
  readonly at: number;
  readonly method: string;
  readonly path: string;
  readonly query: { readonly [name: string]: string };
  readonly body: Json;
  readonly status: number;
  readonly answer: Json;
  readonly ms: number;
  readonly fault?: string;
};

/** All requests in order. `subscribe` returns the function that unsubscribes. */
export type RequestLog = {
  readonly entries: readonly LogEntry[];
  subscribe(listener: (entry: LogEntry) => void): () => void;
  clear(): void;
};

export function openLog(keep = 5000): {
  readonly log: RequestLog;
  readonly add: (entry: Omit<LogEntry, 'number'>) => void;
} {
  const entries: LogEntry[] = [];
  const listeners = new Set<(entry: LogEntry) => void>();
  let count = 0;
  const add = (entry: Omit<LogEntry, 'number'>): void => {
    count += 1;
    const numbered = { number: count, ...entry };
    entries.push(numbered);
    if (entries.length > keep) entries.shift();
    for (const listener of listeners) listener(numbered);
  };
  const subscribe = (listener: (entry: LogEntry) => void) => {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  };
  const clear = (): void => {
    entries.length = 0;
  };
  return { log: { entries, subscribe, clear }, add };
}
