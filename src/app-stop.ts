import type { World } from './core/world.ts';

/** A part of the stop: what it is, how long it may take (ms), and what ends it. */
export interface StopPart {
  readonly what: string;
  readonly ms: number;
  readonly end: () => readonly (Promise<unknown> | undefined)[];
}

/**
 * Ends the parts one after another: each also if one before it failed or took too long. The time that a part leaves, the
 * parts after it have as well.
 */
export async function stopParts(world: Pick<World, 'wait' | 'log'>, parts: readonly StopPart[]): Promise<void> {
  const done = new AbortController();
  let all = 0;
  const limited = parts.map((part) => {
    all += part.ms;
    return { ...part, late: world.wait(all, done.signal).then(() => 'late' as const) };
  });
  for (const { what, late, end } of limited) {
    try {
      if ((await Promise.race([Promise.all(end()), late])) === 'late')
        world.log.warn('stopping: some work did not finish in time', { part: what });
    } catch (error) {
      world.log.error('stopping: a part failed to stop', { part: what, error });
    }
  }
  done.abort();
}
