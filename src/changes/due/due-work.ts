import { type Attempt, createJobs, type Jobs } from '../../delivery/jobs.ts';
import type { Held } from '../../store/claims.ts';
import type { Due } from '../../store/stored-types.ts';
import type { EngineContext } from '../engine-context.ts';
import { dueKindsOf } from '../request-commit.ts';
import { doDue } from './timers.ts';

/** Does what is due, each row by one replica. What failed is tried again, later each time. */
export function createDueWork(engine: EngineContext, pollMs: number): Jobs<Due> {
  const { world, store, count } = engine.services;
  const due = {
    what: 'due work',
    kinds: () => dueKindsOf(engine),
    slots: 64,
    retry: { firstMs: 1_000, mostMs: 60_000 },
    async work(held: Held<Due>): Promise<Attempt> {
      const { row } = held;
      const counted = (outcome: 'ok' | 'failed') => count?.dueDone(row.kind, outcome, world.now() - row.at);
      try {
        const again = await doDue(engine, held);
        counted('ok');
        return again === undefined ? 'over' : { again: again - world.now() };
      } catch (error) {
        counted('failed');
        throw error;
      }
    },
  };
  return createJobs(world, store.due, [due], { pollMs, holder: engine.holder });
}
