import type { Interpretation } from '../command/interpret.ts';
import { readGiven } from '../command/params.ts';
import type { OperationSpec } from '../operation.ts';
import { readPlannedTime } from './planned-time.ts';

/** Converts times of day in a typed command to lengths, which a plan needs. They count from the command's `at`, or from now. */
export function withTypedTimes(
  meant: Interpretation,
  operation: OperationSpec | undefined,
  { now, zone }: { readonly now: number; readonly zone: string },
): Interpretation {
  if (meant.meaning === 'unknown' || !operation?.rewriteTimes) return meant;
  const { request } = meant;
  const at = request.at === undefined ? undefined : readPlannedTime(request.at, now, zone);
  const given = operation.rewriteTimes(request.given, at?.ok ? at.value : now, zone);
  if (given === request.given) return meant;
  const parsed = readGiven(operation, given);
  const others = meant.faults.filter(({ param }) => !Object.hasOwn(operation.params, param));
  return {
    ...meant,
    request: { ...request, given },
    faults: [...others, ...('faults' in parsed ? parsed.faults : [])],
  };
}
