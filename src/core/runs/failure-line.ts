/** What is known of the log of a failure. Times are epoch ms. */
export interface FailureLog {
  /** The line that matters, where it was found. */
  readonly line: string | undefined;
  /** Since when it is looked for: a log's lines appear some seconds after the failure. */
  readonly sought: number | undefined;
}

/**
 * Whether a failure is told now, with the line of its log that matters or without one, or its log is looked for a little longer.
 * @param wait how long it is looked for, in ms
 * @returns since when it is looked for; undefined once it is told
 */
export function soughtSince({ line, sought }: FailureLog, wait: number, now: number): number | undefined {
  const since = sought ?? now;
  return line === undefined && now - since < wait ? since : undefined;
}
