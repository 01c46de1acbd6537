import { untracked } from '../../core/waits.ts';
import type { World } from '../../core/world.ts';

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
    size: () => active.size,
    /** Resolves when no work is left, including work that began during the wait. */
    async ended(): Promise<void> {
      while (active.size > 0) await Promise.all(active);
    },
  };
}
