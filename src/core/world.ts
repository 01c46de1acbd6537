/** Time, random numbers, ids and the log. They are passed in, so that all code depends only on its input. */
export interface World {
  /** Epoch ms. */
  readonly now: () => number;
  /** Unguessable, 22 characters of `A-Za-z0-9_-`. */
  readonly newId: () => string;
  /** 32 random bytes as base64url, for secrets given to people. */
  readonly newSecret: () => string;
  /** 0 ≤ x < 1. */
  readonly random: () => number;
  /** Resolves after `ms`, or at once if the signal is aborted. */
  readonly wait: (ms: number, signal?: AbortSignal) => Promise<void>;
  readonly log: Log;
}

/** Returns the result of work, or undefined if it takes longer than `ms`. The work continues unobserved. */
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

/** Structured log. Fields are redacted on output, and must not contain secrets in the first place. */
export interface Log {
  debug(what: string, fields?: LogFields): void;
  info(what: string, fields?: LogFields): void;
  warn(what: string, fields?: LogFields): void;
  error(what: string, fields?: LogFields): void;
}
export type LogFields = Readonly<Record<string, unknown>>;
