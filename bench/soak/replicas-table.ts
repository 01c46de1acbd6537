import type { Line, Section } from '../report.ts';

/** What a run came to. Waits are in ms, from the approval to the start, ascending. */
export interface ReplicasMeasured {
  readonly waits: readonly number[];
  readonly approved: number;
  readonly doubles: number;
  /** Requests that are gone, and approved ones that never ended. */
  readonly lost: readonly string[];
  /** Requests whose approval no replica stored, with their state. Nobody was told that they are approved. */
  readonly neverApproved: readonly string[];
  /** From the first replica to the end of the last change, in seconds. */
  readonly seconds: number;
  /** Replicas, on average over the run. */
  readonly alive: number;
  readonly kills: number;
  readonly cuts: number;
  readonly stops: number;
}

/** The table of a run beside its budgets. */
export function replicasSection(
  faults: { readonly title: string; readonly changes: number; readonly kills: boolean; readonly replicas: number },
  measured: ReplicasMeasured,
): Section {
  const { waits, approved, doubles, lost, neverApproved, seconds, alive, kills, cuts, stops } = measured;
  const share = waits.filter((wait) => wait <= 20_000).length / Math.max(1, waits.length);
  const worst = waits.at(-1) ?? 0;
  const inSeconds = (ms: number | undefined) => `${((ms ?? 0) / 1_000).toFixed(1)} s`;
  const named = (ids: readonly string[]) => [ids.length, ...ids.slice(0, 5)].join(' ');
  const killed: readonly Line[] = [
    {
      what: 'kills per second (wanted: 0.5)',
      ours: `${(kills / seconds).toFixed(2)} (${kills} in ${seconds.toFixed(0)} s)`,
    },
    { what: `replicas alive on average, of ${faults.replicas}`, ours: alive.toFixed(1) },
    {
      what: 'approved changes that start within 20 s',
      ours: `${(100 * share).toFixed(1)} %`,
      budget: { text: '≥ 99 %', kept: share >= 0.99 },
    },
    { what: 'longest wait for a start', ours: inSeconds(worst), budget: { text: '≤ 40 s', kept: worst <= 40_000 } },
  ];
  return {
    title: faults.title,
    how: `Each change on a component of its own; ${kills} kills, ${cuts} connections cut, ${stops} stops. Median wait ${inSeconds(waits[Math.floor(waits.length / 2)])}.`,
    lines: [
      ...(faults.kills ? killed : [{ what: 'longest wait for a start', ours: inSeconds(worst) }]),
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
