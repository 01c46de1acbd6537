import type { Section } from '../report.ts';

/** What a run came to. Waits are in ms, from the approval to the start, ascending. */
export interface ReplicasMeasured {
  readonly waits: readonly number[];
  readonly approved: number;
  readonly doubles: number;
  /** Requests that are gone, and approved ones that never ended. */
  readonly lost: readonly string[];
  /** Requests whose approval no replica stored, with their state. Nobody was told that they are approved. */
  readonly neverApproved: readonly string[];
  readonly cuts: number;
  readonly stops: number;
}

/** The table of a run beside its budgets. */
export function replicasSection(
  faults: { readonly title: string; readonly changes: number },
  measured: ReplicasMeasured,
): Section {
  const { waits, approved, doubles, lost, neverApproved, cuts, stops } = measured;
  const worst = waits.at(-1) ?? 0;
  const inSeconds = (ms: number | undefined) => `${((ms ?? 0) / 1_000).toFixed(1)} s`;
  const named = (ids: readonly string[]) => [ids.length, ...ids.slice(0, 5)].join(' ');
  return {
    title: faults.title,
    how: `Each change on a component of its own; ${cuts} connections cut, ${stops} stops. Median wait ${inSeconds(waits[Math.floor(waits.length / 2)])}.`,
    lines: [
      { what: 'longest wait for a start', ours: inSeconds(worst) },
      { what: 'calls made twice', ours: String(doubles), budget: { text: '0', kept: doubles === 0 } },
      { what: 'requests lost', ours: named(lost), budget: { text: '0', kept: lost.length === 0 } },
      { what: 'requests never approved', ours: named(neverApproved) },
      {
        what: 'changes approved',
        ours: String(approved),
        budget: { text: `≥ ${faults.changes.toLocaleString('en')}`, kept: approved >= faults.changes },
      },
    ],
  };
}
