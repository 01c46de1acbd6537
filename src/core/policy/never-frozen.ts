/**
 * What is never frozen, unless a freeze names it under `also`: what people need to end a problem. The first four are
 * declared by operations; `undo` is the undo of any request, and `incident` a change that is asked for in the thread of a
 * firing incident about its component.
 */
export const neverFrozen = ['close', 'stop', 'start', 'restart', 'undo', 'incident'] as const;
export type NeverFrozen = (typeof neverFrozen)[number];

/** What freezes have to know of an operation: whether they cover it if they don't say what, or why they never do. */
export type FreezeClass = 'covered' | 'close' | 'stop' | 'start' | 'restart';

/** What of the list applies to a change. What exposes something is more than closing, such as a later closing time. */
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
