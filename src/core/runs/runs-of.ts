import { type ComponentRun, ofNewPods } from './component-run.ts';
import type { StatusPromise } from './component-status.ts';
import { beganAt, clocksDiffer, endedAt, rolloutsOf } from './run-parts.ts';
import { isFailure, type RememberedEvent } from './seen-event.ts';

/** Kinds of runs. `deploy` is a build with its rollout. */
export const runKinds = ['deploy', 'upgrade', 'rollback', 'start', 'stop', 'restart', 'scale', 'resize'] as const;
export type RunKind = (typeof runKinds)[number];

/** The first event type of each kind (docs/platform.md#operations, docs/platform.md#builds-and-deploys). */
const kindOf: Readonly<Record<string, RunKind>> = {
  'source-scan': 'deploy',
  'build-service': 'deploy',
  'upgrade-service': 'upgrade',
  upgrade: 'upgrade',
  'rollback-service': 'rollback',
  'start-service': 'start',
  'stop-service': 'stop',
  'restart-service': 'restart',
  'horizontal-service': 'scale',
  'vertical-service': 'resize',
};

export const promiseOf: Readonly<Record<RunKind, StatusPromise>> = {
  deploy: 'running',
  upgrade: 'running',
  rollback: 'running',
  start: 'running',
  stop: 'stopped',
  restart: 'running',
  scale: 'kept',
  resize: 'kept',
};

/** Time that a rollout without a known build waits for one, in ms. A build's end is listed within this time. */
const partWait = 20_000;

export interface FoundRun {
  /** Id of the part that was seen first, so a run's id never changes. */
  readonly id: string;
  readonly kind: RunKind;
  readonly run: ComponentRun;
  /** All parts except pod events, in the order in which they began. */
  readonly parts: readonly RememberedEvent[];
  /** In epoch ms, by the platform's clock if reported. */
  readonly began: number;
  /** Absent if the platform began the run. */
  readonly by?: string;
}

/**
 * Groups a component's events into runs. The platform doesn't link events. A source scan belongs to the build that
 * begins with or after it. An `upgrade` without a user belongs to the build that ended last before it
 * (docs/platform.md#builds-and-deploys).
 * @param events in the order in which they began
 */
export function runsOf(events: readonly RememberedEvent[]): readonly FoundRun[] {
  const pods = events.filter(({ pod }) => pod !== undefined);
  const done = events.filter(({ pod, type }) => pod === undefined && Object.hasOwn(kindOf, type));
  const scans = scansOf(done);
  const rollouts = rolloutsOf(
    done.filter(({ type }) => type === 'build-service'),
    done.filter(isUnlinkedRollout),
  );
  const taken = new Set([...scans.values(), ...rollouts.values()]);
  const runs = done
    .filter((event) => !taken.has(event))
    .map((own): Omit<FoundRun, 'run'> & { readonly own: RememberedEvent } => {
      const rollout = rollouts.get(own);
      const parts = [scans.get(own), own, rollout].flatMap((part) => part ?? []);
      const first = parts.reduce((one, other) => (other.seen < one.seen ? other : one));
      const by = own.by ?? scans.get(own)?.by;
      return {
        id: first.id,
        kind: kindOf[own.type] ?? 'upgrade',
        own,
        parts,
        began: Math.min(...parts.map(beganAt)),
        by,
      };
    })
    .toSorted((one, other) => one.began - other.began);
  return runs.map(({ own, ...run }, index) => {
    const next = runs[index + 1]?.began ?? Number.POSITIVE_INFINITY;
    const since = pods.filter((pod) => beganAt(pod) >= run.began && beganAt(pod) < next);
    const earlier = pods.filter((pod) => beganAt(pod) < run.began);
    const mine = ofNewPods(since, earlier);
    const scan = run.parts.find(({ type }) => type === 'source-scan');
    const ahead = scan && isFailure(scan) && own.state !== 'succeeded' ? scan : undefined;
    return { ...run, run: { pods: mine, others: [], own, rollout: rollouts.get(own), ahead } };
  });
}

/** Returns the scan of each build. If a scan has failed, its build is already listed or will never be listed. */
function scansOf(done: readonly RememberedEvent[]): ReadonlyMap<RememberedEvent, RememberedEvent> {
  const byBuild = new Map<RememberedEvent, RememberedEvent>();
  const scans = done.filter(({ type }) => type === 'source-scan');
  for (const [index, scan] of scans.entries()) {
    const next = scans[index + 1];
    const build = done.find(
      (event) =>
        event.type === 'build-service' &&
        !byBuild.has(event) &&
        beganAt(event) >= beganAt(scan) - clocksDiffer &&
        (next === undefined || beganAt(event) < beganAt(next)) &&
        (!isFailure(scan) || beganAt(event) <= (endedAt(scan) ?? 0)),
    );
    if (build) byBuild.set(build, scan);
  }
  return byBuild;
}

function isUnlinkedRollout({ type, by }: RememberedEvent): boolean {
  return type === 'upgrade' && by === undefined;
}

/** Checks whether a run may still become part of another run, because a build's end may be listed later. */
export function mayBePart({ parts }: FoundRun, now: number): boolean {
  const [only, ...more] = parts;
  return only !== undefined && more.length === 0 && isUnlinkedRollout(only) && now - only.seen < partWait;
}
