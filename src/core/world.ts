/** Time, random numbers, ids and the log, passed in so that everything inside stays a function of its input. */
export interface World {
  /** Epoch ms. */
  readonly now: () => number;
  /** Unguessable, 22 characters of `A-Za-z0-9_-`. */
  readonly newId: () => string;
  /** 32 random bytes as base64url: a secret that is handed out. */
  readonly newSecret: () => string;
  /** 0 ≤ x < 1. */
  readonly random: () => number;
  /** Resolves after `ms`, or at once when the signal is aborted. */
  readonly wait: (ms: number, signal?: AbortSignal) => Promise<void>;
  readonly log: Log;
}

/** The result of work, or undefined where it takes longer than `ms`: then it goes on, and nobody waits for it. */
export async function resultWithin<T>(
  { wait }: Pick<World, 'wait'>,
  ms: number,
  work: Promise<T>,
): Promise<T | undefined> {
  const stop = new AbortController();
  try {
    return await Promise.race([work, wait(ms, stop.signal).then(() => undefined)]);
  } finally {
    stop.abort();
  }
}

/** Structured logging; what is logged is redacted at the edge, and is never a secret in the first place. */
export interface Log {
  debug(what: string, fields?: LogFields): void;
  info(what: string, fields?: LogFields): void;
  warn(what: string, fields?: LogFields): void;
  error(what: string, fields?: LogFields): void;
}
export type LogFields = Readonly<Record<string, unknown>>;
