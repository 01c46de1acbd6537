/** Total time limit of a call with its retries. The caller can also cancel the call. */
export interface Limit {
  /** Reason why the call must end now, or undefined. */
  readonly ended: 'deadline' | 'aborted' | undefined;
  /** Called once when the call must end. There is only one listener at a time: the code that is waiting. */
  whenEnded: (() => void) | undefined;
  [Symbol.dispose](): void;
}

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
