import { type ComponentRun, ofNewPods } from './component-run.ts';
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
 * (docs/platform.md#builds-and-deploys). A restart is a stop and the start after it (docs/platform.md#operations).
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
  const starts = startsOf(done);
  const taken = new Set([...scans.values(), ...rollouts.values(), ...starts.values()]);
  const runs = done
    .filter((event) => !taken.has(event))
    .map((own): Omit<FoundRun, 'run'> & { readonly own: RememberedEvent } => {
      const start = starts.get(own);
      const parts = [scans.get(own), own, rollouts.get(own), start].flatMap((part) => part ?? []);
      const first = parts.reduce((one, other) => (other.seen < one.seen ? other : one));
      const by = own.by ?? scans.get(own)?.by;
      return {
        id: first.id,
        kind: start ? 'restart' : (kindOf[own.type] ?? 'upgrade'),
        own: start ?? own,
        parts,
        began: Math.min(...parts.map(beganAt)),
        by,
      };
    })
    .toSorted((one, other) => one.began - other.began);
  return runs.map(({ own, ...run }, index) => {
    const next = runs[index + 1]?.began ?? Number.POSITIVE_INFINITY;
    // Pods that a restart's stop ended aren't those of its start.
    const began = run.kind === 'restart' ? beganAt(own) : run.began;
    const since = pods.filter((pod) => beganAt(pod) >= began && beganAt(pod) < next);
    const earlier = pods.filter((pod) => beganAt(pod) < began);
    const mine = ofNewPods(since, earlier);
    const scan = run.parts.find(({ type }) => type === 'source-scan');
    const ahead = scan && isFailure(scan) && own.state !== 'succeeded' ? scan : undefined;
    return { ...run, run: { pods: mine, others: [], own, rollout: rollouts.get(own), ahead } };
  });
}

/** Beginning and end of a run's parts, and the link from a build to its rollout. The platform doesn't report it. */

/** Maximum time between a build and its rollout, in ms. `clocksDiffer`: how much the platform's clocks may differ. */
const rolloutWithin = 10 * 60_000;
const clocksDiffer = 30_000;
/** Maximum time by which a build's end may be listed later than its rollout, in ms: up to one poll. */
const endListedWithin = 6_000;

/** Returns when an event began: by the platform's clock if reported; in epoch ms. */
function beganAt(event: RememberedEvent): number {
  return event.since ?? event.seen;
}

/** Returns when an event ended: by the platform's clock if plausible, otherwise when the end was seen. */
export function endedAt(event: RememberedEvent): number | undefined {
  return event.over === undefined ? undefined : (reportedEnd(event) ?? event.over);
}

/** Maximum delay, in ms, with which the time of seeing still shows an event's time. Later: platform unreadable. */
export const seenWithin = 90_000;

/** Time zones differ by whole half hours, in ms. */
const zoneStep = 30 * 60_000;

/** Returns when an event ended, or undefined. Shifts impossible times of a wrong zone (docs/platform.md#events). */
export function reportedEnd({ over, since, ended, seen, ran }: RememberedEvent): number | undefined {
  if (over === undefined || ended === undefined) return undefined;
  const running = seen === over ? Number.NEGATIVE_INFINITY : (ran ?? seen) - clocksDiffer;
  const first = Math.max(since ?? Number.NEGATIVE_INFINITY, running);
  const last = over + clocksDiffer;
  if (ended >= first && ended <= last) return ended;
  const moved = ended + Math.floor((last - ended) / zoneStep) * zoneStep;
  // If several shifts fit, it isn't known which one is right.
  return moved >= first && moved - zoneStep < first ? moved : undefined;
}

/** Returns the rollout of each build that has one. @param rollouts in the order in which they began */
export function rolloutsOf<E extends RememberedEvent>(builds: readonly E[], rollouts: readonly E[]): ReadonlyMap<E, E> {
  const byBuild = new Map<E, E>();
  for (const rollout of rollouts) {
    const build = causeOf(
      rollout,
      builds.filter((each) => !byBuild.has(each)),
    );
    if (build) byBuild.set(build, rollout);
  }
  return byBuild;
}

/** Returns the most likely cause of a rollout: the build that ended closest to its beginning. */
function causeOf<E extends RememberedEvent>(rollout: E, builds: readonly E[]): E | undefined {
  const at = beganAt(rollout);
  const distance = (build: E) => {
    const since = at - (endedAt(build) ?? at);
    return since >= 0 ? since : clocksDiffer - since;
  };
  const [first] = builds
    .filter((build) => mayCause(build, rollout))
    .toSorted((one, other) => distance(one) - distance(other));
  return first;
}

/** The build must have ended before the rollout began. A rollout seen during the build belongs to an earlier build. */
function mayCause(build: RememberedEvent, rollout: RememberedEvent): boolean {
  if (build.state !== 'succeeded' || build.over === undefined) return false;
  if (rollout.seen < build.over - endListedWithin) return false;
  const at = rollout.since;
  if (at === undefined) return true;
  const ended = reportedEnd(build);
  if (ended !== undefined && at < ended - clocksDiffer) return false;
  return at >= beganAt(build) && at <= (ended ?? build.over) + rolloutWithin;
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

/** Maximum time between the end of a restart's stop and its start, in ms. */
const startWithin = 120_000;

/** Returns the start of each stop that belongs to a restart: the next event, soon after its end, by the same person. */
function startsOf(done: readonly RememberedEvent[]): ReadonlyMap<RememberedEvent, RememberedEvent> {
  return new Map(
    done.flatMap((stop, index) => {
      const start = done[index + 1];
      const ended = endedAt(stop);
      if (stop.type !== 'stop-service' || stop.state !== 'succeeded' || ended === undefined) return [];
      if (start?.type !== 'start-service') return [];
      return isStartOfRestart({ ended, by: stop.by }, { began: beganAt(start), by: start.by })
        ? [[stop, start] as const]
        : [];
    }),
  );
}

/** Checks whether a start belongs to the stop before it: soon after its end, by the same person. Times in epoch ms. */
export function isStartOfRestart(
  stop: { readonly ended: number; readonly by: string | undefined },
  start: { readonly began: number; readonly by: string | undefined },
): boolean {
  return start.by === stop.by && start.began <= stop.ended + startWithin;
}

function isUnlinkedRollout({ type, by }: RememberedEvent): boolean {
  return type === 'upgrade' && by === undefined;
}

/** Checks whether a run may still become part of another run, because a build's end may be listed later. */
export function mayBePart({ parts }: FoundRun, now: number): boolean {
  const [only, ...more] = parts;
  return only !== undefined && more.length === 0 && isUnlinkedRollout(only) && now - only.seen < partWait;
}
