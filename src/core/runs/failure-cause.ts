import { type ComponentRun, lastEventOf, lastTrouble } from './component-run.ts';
import type { RunPhase } from './run-phase.ts';
import type { RememberedEvent, SeenEvent } from './seen-event.ts';

interface FailureCause<E extends SeenEvent> {
  readonly said?: string;
  readonly trouble?: RememberedEvent<E>;
}

/** Returns why a run failed. Successful events only report a success. @param line from the last event's log */
export function failureCause<E extends SeenEvent>(
  run: ComponentRun<E>,
  phase: RunPhase,
  line?: string,
): FailureCause<E> {
  const said = phase === 'failed' ? (line ?? lastEventOf(run)?.said) : undefined;
  if (said !== undefined && said !== '') return { said };
  const trouble = lastTrouble(run);
  return trouble ? { trouble } : {};
}
