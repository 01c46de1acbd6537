import type { IncidentLine } from '../../../core/incident/incident.ts';

/** Operations that only take traffic away from a component. */
const endsTraffic: readonly string[] = ['port.close', 'port.delete', 'gateway.delete'];

/** Items that depend on what a component's containers do, so that less traffic can't make them worse. */
const ofContainers: readonly string[] = ['cpu', 'memory', 'memory_share', 'oom', 'restarts', 'abnormal'];

/** Items that say that containers end. Opening access isn't why they do, and closing it again wouldn't help. */
const ofCrashes: readonly string[] = ['oom', 'restarts', 'abnormal'];

/** Returns whether a change of a component can have caused one of the conditions. A condition without item counts. */
export function isPossibleCause(operation: string, lines: readonly Pick<IncidentLine, 'item'>[]): boolean {
  if (!/^(port|gateway)\./.test(operation)) return true;
  const unrelated = endsTraffic.includes(operation) ? ofContainers : ofCrashes;
  return lines.some(({ item }) => item === undefined || !unrelated.includes(item));
}
