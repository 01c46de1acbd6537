/** How long a call may take in all, its retries included, and whether its caller has given it up. */
export interface Limit {
  /** Why the call must end now, or undefined while it may go on. */
  readonly ended: 'deadline' | 'aborted' | undefined;
  /** Called once when the call must end; one at a time, set by the waiting code. */
  whenEnded: (() => void) | undefined;
  [Symbol.dispose](): void;
}

/** Starts the clock: `ms` from now, or when `signal` fires. */
export function startLimit(ms: number, signal?: AbortSignal): Limit {
  let ended: Limit['ended'];
  const endLimit = (why: 'deadline' | 'aborted') => {
    if (ended) return;
    ended = why;
    limit.whenEnded?.();
  };
  const onAbort = () => endLimit('aborted');
  const timer = setTimeout(endLimit, ms, 'deadline' as const);
  const limit: Limit = {
    get ended() {
      return ended;
    },
    whenEnded: undefined,
    [Symbol.dispose]() {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
    },
  };
  if (signal?.aborted) ended = 'aborted';
  else signal?.addEventListener('abort', onAbort, { once: true });
  return limit;
}

/** Waits, at most until the limit ends. */
export function pause(ms: number, limit: Limit): Promise<void> {
  return new Promise((resolve) => {
    if (limit.ended) return resolve();
    const timer = setTimeout(done, ms);
    function done() {
      clearTimeout(timer);
      limit.whenEnded = undefined;
      resolve();
    }
    limit.whenEnded = done;
  });
}
