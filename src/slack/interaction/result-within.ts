import type { World } from '../../core/world.ts';

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
