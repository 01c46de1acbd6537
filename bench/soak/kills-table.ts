import { quantile } from '../quantile.ts';
import type { Section } from '../report.ts';

/** What became of an approved change. */
export interface ApprovedChange {
  /** From the acknowledged press to the first call that reached the platform, in ms; absent where none did. */
  readonly wait?: number;
  readonly calls: number;
  readonly state: string;
  /** Whether a call was marked as sent. */
  readonly marked: boolean;
}

export interface KilledRun {
  readonly faults: 'kills' | 'cuts';
  readonly wanted: number;
  readonly seconds: number;
  readonly kills: number;
  readonly killedStarting: number;
  readonly alive: number;
  /** Approved changes that had not ended when the run was over. */
  readonly unfinished: number;
  readonly approved: readonly ApprovedChange[];
}

/** The table of a run beside its budgets. */
export function killsSection(run: KilledRun): Section {
  const { faults, approved, kills, seconds } = run;
  const waits = approved.map(({ wait = Number.POSITIVE_INFINITY }) => wait).toSorted((a, b) => a - b);
  const share = (ms: number) => waits.filter((wait) => wait <= ms).length / Math.max(1, waits.length);
  const unsent = approved.filter(({ state, calls, marked }) => state === 'failed' && calls === 0 && !marked);
  const given = approved.filter(({ state, calls, marked }) => state === 'failed' && calls === 0 && marked);
  const twice = approved.filter(({ calls }) => calls > 1).length;
  const states = Map.groupBy(approved, ({ state }) => state);
  const percent = (part: number) => `${(100 * part).toFixed(1)} %`;
  const inSeconds = (ms: number | undefined) =>
    ms === undefined || ms === Number.POSITIVE_INFINITY ? 'never' : `${(ms / 1_000).toFixed(1)} s`;
  return {
    title: `Three replicas of \`npm start\` on PostgreSQL, ${faults === 'kills' ? 'one killed every 2 s whatever its state' : 'connections cut every 5 s, one stopped for 40 s'}`,
    how: `${kills} kills in ${seconds.toFixed(0)} s, ${run.killedStarting} of them during a start; ${run.alive.toFixed(1)} of 3 replicas ready on average. Waits from the acknowledged press to the call that reaches the platform: median ${inSeconds(quantile(waits, 0.5))}. How they ended: ${[...states].map(([state, all]) => `${all.length} ${state}`).join(', ')}.`,
    lines: [
      {
        what: 'changes approved',
        ours: String(approved.length),
        budget: { text: `≥ ${run.wanted}`, kept: approved.length >= run.wanted },
      },
      {
        what: 'that failed with nothing sent',
        ours: String(unsent.length),
        budget: { text: '0', kept: unsent.length === 0 },
      },
      {
        what: 'that were given up because the process died between marking the call as sent and sending it',
        ours: String(given.length),
      },
      {
        what: 'that reach the platform within 20 s',
        ours: percent(share(20_000)),
        ...(faults === 'kills' ? { budget: { text: '≥ 99 %', kept: share(20_000) >= 0.99 } } : {}),
      },
      {
        what: 'that reach the platform within 60 s (longest)',
        ours: `${percent(share(60_000))} (${inSeconds(waits.at(-1))})`,
        ...(faults === 'kills' ? { budget: { text: '100 %', kept: share(60_000) === 1 } } : {}),
      },
      { what: 'calls made twice', ours: String(twice), budget: { text: '0', kept: twice === 0 } },
      {
        what: 'requests that never ended',
        ours: String(run.unfinished),
        budget: { text: '0', kept: run.unfinished === 0 },
      },
    ],
  };
}
