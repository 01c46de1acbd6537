import type { Json } from '../../../src/core/text/json.ts';

/** One request as it came and what became of it. Headers are not kept: the token is in them. */
export type LogEntry = {
  readonly number: number;
  /** Epoch milliseconds. */
  readonly at: number;
  readonly method: string;
  readonly path: string;
  readonly query: { readonly [name: string]: string };
  readonly body: Json;
  /** 0: the connection was broken before an answer. */
  readonly status: number;
  readonly answer: Json;
  readonly ms: number;
  /** Which fault changed the course, if one did. */
  readonly fault?: string;
};

/** Every request in order; `subscribe` hands out new entries and gives back how to stop. */
export type RequestLog = {
  readonly entries: readonly LogEntry[];
  subscribe(listener: (entry: LogEntry) => void): () => void;
  clear(): void;
};

/** An empty log and the way to add to it; the oldest entries go when there are more than `keep`. */
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
