import { createClaims, type Held } from '../../store/claims.ts';
import type { Due } from '../../store/stored-types.ts';
import type { EngineContext } from '../engine-context.ts';
import { dueKinds } from '../request-commit.ts';
import { doDue } from './timers.ts';

/** How many due rows are worked on at a time. */
const atOnce = 64;

/**
 * Does what is due, each row by one replica. What failed is tried again, later each time.
 * @param size how much the engine has under way
 */
export function createDueWork(engine: EngineContext, size: () => number) {
  const { world, store, count } = engine.services;
  const claims = createClaims(world, store.due, engine.holder);

  async function doRow(held: Held<Due>): Promise<void> {
    const { row } = held;
    try {
      const again = await doDue(engine, held);
      count?.dueDone(row.kind, 'ok', world.now() - row.at);
      await held.release(again);
    } catch (error) {
      world.log.error('due work failed', { row: row.id, kind: row.kind, error });
      count?.dueDone(row.kind, 'failed', world.now() - row.at);
      const wait = Math.min(60_000, 1_000 * 2 ** Math.min(row.attempts - 1, 6));
      await held.release(world.now() + wait);
    }
  }

  return {
    /** Begins all that is due now, as far as there is room. */
    async take(): Promise<void> {
      if (size() >= atOnce) return;
      for (const held of await claims.take(dueKinds, atOnce - size()))
        engine.background(`due ${held.row.kind}`, () => doRow(held));
    },
    stop: claims.stop,
  };
}
