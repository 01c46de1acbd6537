import type { Risk } from '../core/policy/policy.ts';

/**
 * Kind of control over a request that ran. `two-people`: someone other than the requester approved it. `one-person`:
 * the policy requires no other person. `automatic`: Portolan made the request, for example at the end of temporary
 * access.
 */
export const separations = ['two-people', 'one-person', 'break-glass', 'automatic'] as const;
export type Separation = (typeof separations)[number];

export function separationOf(request: {
  readonly decisions: readonly {
    readonly kind: string;
    readonly who: { readonly id: string };
    readonly counts: boolean;
  }[];
  readonly requester: string | undefined;
  readonly isAutomatic: boolean;
}): Separation {
  const counted = request.decisions.filter(({ counts }) => counts);
  if (counted.some(({ kind }) => kind === 'break_glass')) return 'break-glass';
  if (counted.some(({ kind, who }) => kind === 'approved' && isAnother(who.id, request.requester))) return 'two-people';
  return request.isAutomatic ? 'automatic' : 'one-person';
}

/** Checks whether a person certainly isn't the requester. Returns false if the requester is unknown. */
function isAnother(who: string, requester: string | undefined): boolean {
  return requester !== undefined && who !== requester;
}

/** Numbers of requests of one risk, by kind of control. `agents` and `exceptions` count some requests again. */
export interface SeparationCounts extends Record<Separation, number> {
  total: number;
  agents: number;
  exceptions: number;
}

export type SeparationTable = Map<Risk | 'unknown', SeparationCounts>;

export function sumOf(table: SeparationTable): SeparationCounts {
  const sum = { 'two-people': 0, 'one-person': 0, 'break-glass': 0, automatic: 0, total: 0, agents: 0, exceptions: 0 };
  for (const counts of table.values())
    for (const name of [...separations, 'total', 'agents', 'exceptions'] as const) sum[name] += counts[name];
  return sum;
}
