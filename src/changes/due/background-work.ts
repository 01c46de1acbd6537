import { untracked } from '../../core/waits.ts';
import type { World } from '../../core/world.ts';

/** Work of the engine that nobody waits for until it stops: what it throws is logged under its name. */
export function createBackgroundWork({ log }: Pick<World, 'log'>) {
  const active = new Set<Promise<void>>();
  return {
    begin(name: string, work: () => Promise<unknown>): void {
      const done: Promise<void> = untracked(work)
        .then(
          () => undefined,
          (error: unknown) => log.error(`${name} failed`, { error }),
        )
        .finally(() => active.delete(done));
      active.add(done);
    },
    /** How much is under way. */
    size: () => active.size,
    /** Resolves when nothing is under way any more, what began meanwhile included. */
    async ended(): Promise<void> {
      while (active.size > 0) await Promise.all(active);
    },
  };
}
