import type { World } from './core/world.ts';

/** A part of the stop: what it is, how long it is waited for at most (ms), and what ends it. */
export interface StopPart {
  readonly what: string;
  readonly ms: number;
  readonly end: () => readonly (Promise<unknown> | undefined)[];
}

/** Ends the parts one after another: each also where one before it failed or took too long. */
export async function stopParts(world: World, parts: readonly StopPart[]): Promise<void> {
  for (const { what, ms, end } of parts) {
    const ended = Promise.all(end());
    const done = new AbortController();
    const late = world.wait(ms, done.signal).then(() => 'late' as const);
    try {
      if ((await Promise.race([ended, late])) === 'late')
        world.log.warn('stopping: some work did not finish in time', { for: what });
    } catch (error) {
      world.log.error('stopping: a part failed to stop', { what, error });
    } finally {
      done.abort();
    }
  }
}
