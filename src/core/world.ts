/** Time, random numbers, ids and the log. Passed to all code as arguments, so that code depends only on its input. */
export interface World {
  /** Returns the current time, epoch ms. */
  readonly now: () => number;
  /** Returns a new id that nobody can guess: 22 characters of `A-Za-z0-9_-`. */
  readonly newId: () => string;
  /** Returns 32 random bytes as base64url, for a secret that people get. */
  readonly newSecret: () => string;
  /** Returns a number `x` with 0 ≤ x < 1. */
  readonly random: () => number;
  /** Resolves after `ms`, or immediately if the signal is aborted. */
  readonly wait: (ms: number, signal?: AbortSignal) => Promise<void>;
  readonly log: Log;
}

/** Returns the result of `work`, or undefined if `work` takes longer than `ms`. `work` isn't stopped then. */
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

/** Structured log. Fields are redacted on output, but callers must not pass secrets in the first place. */
export interface Log {
  debug(what: string, fields?: LogFields): void;
  info(what: string, fields?: LogFields): void;
  warn(what: string, fields?: LogFields): void;
  error(what: string, fields?: LogFields): void;
}
export type LogFields = Readonly<Record<string, unknown>>;
