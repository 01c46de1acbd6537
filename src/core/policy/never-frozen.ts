/**
 * Never frozen, unless a freeze lists it under `also`: actions that end a problem. Operations declare the first four.
 * `incident`: requested in the thread of a firing incident, for its component.
 */
export const neverFrozen = ['close', 'stop', 'start', 'restart', 'undo', 'incident'] as const;
export type NeverFrozen = (typeof neverFrozen)[number];

/** Whether freezes cover an operation by default, or why they never cover it. */
export type FreezeClass = 'covered' | 'close' | 'stop' | 'start' | 'restart';

/** Returns the exemptions of a change. A later closing time exposes something, so it isn't a closing. */
export function exemptionsOf(change: {
  readonly freezes?: FreezeClass | undefined;
  readonly risk: string;
  readonly isUndo?: boolean;
  readonly inIncident?: boolean;
}): readonly NeverFrozen[] {
  const { freezes, risk, isUndo, inIncident } = change;
  const own =
    freezes === undefined || freezes === 'covered' || (freezes === 'close' && risk === 'expose') ? [] : [freezes];
  return [...own, ...(isUndo ? (['undo'] as const) : []), ...(inIncident ? (['incident'] as const) : [])];
}
