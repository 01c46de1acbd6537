import { type IncidentLine, isOfCrash } from '../../../core/incident/incident.ts';
import { LIMIT_SHARES } from '../../../platform/monitoring/resource-query.ts';
import type { LaterChange } from '../event/later-change.ts';

/** Operations that only take traffic away from a component. */
const endsTraffic: readonly string[] = ['port.close', 'port.delete', 'gateway.delete'];

/** Items that depend on what a component's containers do, so that less traffic can't make them worse. */
const ofContainers: readonly string[] = ['cpu', 'memory', ...LIMIT_SHARES, 'oom', 'restarts', 'abnormal'];

/** Returns whether a change of a component can have caused one of the conditions. A condition without item counts. */
export function isPossibleCause(operation: string, lines: readonly Pick<IncidentLine, 'item'>[]): boolean {
  if (!/^(port|gateway)\./.test(operation)) return true;
  // Opening access isn't why containers end, and closing it again wouldn't help.
  const isUnrelated = ({ item = '' }: Pick<IncidentLine, 'item'>) =>
    endsTraffic.includes(operation) ? ofContainers.includes(item) : isOfCrash({ item });
  return !lines.every(isUnrelated);
}

/** Returns when the first later change began that can have caused one of the conditions, epoch ms. */
export function firstCause(
  changes: readonly LaterChange[],
  lines: readonly Pick<IncidentLine, 'item'>[],
): number | undefined {
  return changes.find(({ operation }) => operation === undefined || isPossibleCause(operation, lines))?.at;
}
