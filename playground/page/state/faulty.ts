import type { InspectorStatus } from '../../inspector-protocol.ts';

export function isFaulty({ faults }: InspectorStatus): boolean {
  return Object.values(faults).some(isSet);
}

function isSet(fault: unknown): boolean {
  if (typeof fault === 'object' && fault !== null) return Object.keys(fault).length > 0;
  return fault !== null && fault !== 0 && fault !== false && fault !== 'no';
}
