import { type ComponentRun, ofNewPods } from './component-run.ts';
import type { StatusPromise } from './component-status.ts';
import { beganAt, clocksDiffer, endedAt, rolloutsOf } from './run-parts.ts';
import { isFailure, type RememberedEvent } from './seen-event.ts';

/** What can run on a component. `deploy` is a build with the rollout that it causes. */
export const runKinds = ['deploy', 'upgrade', 'rollback', 'start', 'stop', 'restart', 'scale', 'resize'] as const;
export type RunKind = (typeof runKinds)[number];

/** The type of the event that begins each kind (docs/platform.md#operations, docs/platform.md#builds-and-deploys). */
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

/** What a kind promises of the component's status. */
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

/** How long a rollout without a build waits for one, in ms: the end of the build is listed by then. */
const partWait = 20_000;

/** One run among everything that is remembered of a component, with its parts. */
export interface FoundRun {
  /** Of the part that was seen first: it stays the same, whatever is seen later. */
  readonly id: string;
  readonly kind: RunKind;
  readonly run: ComponentRun;
  /** All parts but those of pods, in the order in which they began. */
  readonly parts: readonly RememberedEvent[];
  /** When it began, by the platform's clock where that tells; epoch ms. */
  readonly began: number;
  /** Who began it; absent for the platform itself. */
  readonly by?: string;
}

/**
 * The runs that the remembered events of a component are parts of, in the order in which they began. The platform links
 * nothing: a source scan belongs to the build that begins with or after it, and an `upgrade` without a user to the build
 * that had ended last before it (docs/platform.md#builds-and-deploys).
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
  const found = done
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
  return found.map(({ own, ...run }, index) => {
    const next = found[index + 1]?.began ?? Number.POSITIVE_INFINITY;
    const since = pods.filter((pod) => beganAt(pod) >= run.began && beganAt(pod) < next);
    const earlier = pods.filter((pod) => beganAt(pod) < run.began);
    const mine = ofNewPods(since, earlier);
    const scan = run.parts.find(({ type }) => type === 'source-scan');
    const ahead = scan && isFailure(scan) && own.state !== 'succeeded' ? scan : undefined;
    return { ...run, run: { pods: mine, others: [], own, rollout: rollouts.get(own), ahead } };
  });
}

/** The scan of each build. After one that has failed, its build is there already, or never comes. */
function scansOf(done: readonly RememberedEvent[]): ReadonlyMap<RememberedEvent, RememberedEvent> {
  const found = new Map<RememberedEvent, RememberedEvent>();
  const scans = done.filter(({ type }) => type === 'source-scan');
  for (const [index, scan] of scans.entries()) {
    const next = scans[index + 1];
    const build = done.find(
      (event) =>
        event.type === 'build-service' &&
        !found.has(event) &&
        beganAt(event) >= beganAt(scan) - clocksDiffer &&
        (next === undefined || beganAt(event) < beganAt(next)) &&
        (!isFailure(scan) || beganAt(event) <= (endedAt(scan) ?? 0)),
    );
    if (build) found.set(build, scan);
  }
  return found;
}

/** Whether an event is what the platform begins by itself after a build. */
function isUnlinkedRollout({ type, by }: RememberedEvent): boolean {
  return type === 'upgrade' && by === undefined;
}

/**
 * Whether a run may turn out to be a part of another one: the end of the build that caused it may be listed after it.
 * @param now epoch ms
 */
export function mayBePart({ parts }: FoundRun, now: number): boolean {
  const [only, ...more] = parts;
  return only !== undefined && more.length === 0 && isUnlinkedRollout(only) && now - only.seen < partWait;
}
