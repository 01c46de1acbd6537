import type { InspectorStatus } from '../../inspector-protocol.ts';

/** Whether the platform has an active fault. */
export function isFaulty({ faults }: InspectorStatus): boolean {
  const { latencyMs, down, maintenance, monitoringDown, nextWrite, nextRead, regionFaults } = faults;
  const lasting = latencyMs > 0 || down !== 'no' || maintenance.length > 0 || monitoringDown;
  return lasting || nextWrite !== null || nextRead !== null || Object.keys(regionFaults).length > 0;
}
