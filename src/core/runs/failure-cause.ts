import { type ComponentRun, lastTrouble } from './component-run.ts';
import type { RunPhase } from './run-phase.ts';
import type { RememberedEvent, SeenEvent } from './seen-event.ts';

/** Why a run failed: what an event or its log says, or what the pods went through. */
export interface FailureCause<E extends SeenEvent> {
  readonly said?: string;
  readonly trouble?: RememberedEvent<E>;
}

/**
 * Returns why a run failed. If its events have ended well, they and their log only report a success.
 * @param line the line of the last event's log that matters
 */
export function failureCause<E extends SeenEvent>(
  run: ComponentRun<E>,
  phase: RunPhase,
  line?: string,
): FailureCause<E> {
  const last = run.ahead ?? run.rollout ?? run.own;
  const said = phase === 'failed' ? (line ?? last?.said) : undefined;
  if (said !== undefined && said !== '') return { said };
  const trouble = lastTrouble(run);
  return trouble ? { trouble } : {};
}
