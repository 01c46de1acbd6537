import type { ComponentRun } from './component-run.ts';
import type { StatusPromise } from './component-status.ts';
import type { RememberedEvent } from './seen-event.ts';

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

/** A rollout begins at once after its build, in ms of the platform's clocks, which may differ a little. */
const rolloutWithin = 10 * 60_000;
const clocksDiffer = 30_000;

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
  const rollouts = rolloutsOf(done);
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
        ...(by === undefined ? {} : { by }),
      };
    })
    .toSorted((one, other) => one.began - other.began);
  return found.map(({ own, ...run }, index) => {
    const next = found[index + 1]?.began ?? Number.POSITIVE_INFINITY;
    return {
      ...run,
      run: componentRun(
        own,
        run.parts,
        pods.filter((each) => isWithin(each, run.began, next)),
      ),
    };
  });
}

function isWithin(pod: RememberedEvent, from: number, to: number): boolean {
  return beganAt(pod) >= from && beganAt(pod) < to;
}

function componentRun(
  own: RememberedEvent,
  parts: readonly RememberedEvent[],
  pods: readonly RememberedEvent[],
): ComponentRun {
  const scan = parts.find(({ type }) => type === 'source-scan');
  const rollout = parts.find((part) => part !== own && part !== scan);
  const failedScan = scan !== undefined && (scan.state === 'failed' || scan.state === 'timed-out');
  return {
    pods,
    others: [],
    own,
    ...(rollout ? { rollout } : {}),
    ...(failedScan && own.state !== 'succeeded' ? { ahead: scan } : {}),
  };
}

function beganAt(event: RememberedEvent): number {
  return event.since ?? event.seen;
}

/** When an event ended: by the platform's clock where that is plausible, otherwise when it was seen to. */
export function endedAt(event: RememberedEvent): number | undefined {
  return event.over === undefined ? undefined : (toldEnd(event) ?? event.over);
}

/** What is seen later than this after it happened doesn't tell when that was, in ms: nobody could read the platform then. */
export const seenWithin = 90_000;

/** Zones differ by whole half hours, in ms. */
const zoneStep = 30 * 60_000;

/**
 * When an event that is over ended by the platform's clock. The platform labels ends with a zone that may be wrong
 * (docs/platform.md#events): what lies outside of the time in which it can have ended is moved by half hours into it.
 * @returns undefined where what it says can't be right
 */
export function toldEnd({ over, since, ended, seen, ran }: RememberedEvent): number | undefined {
  if (over === undefined || ended === undefined) return undefined;
  const running = seen === over ? Number.NEGATIVE_INFINITY : (ran ?? seen) - clocksDiffer;
  const first = Math.max(since ?? Number.NEGATIVE_INFINITY, running);
  const last = over + clocksDiffer;
  if (ended >= first && ended <= last) return ended;
  const moved = ended + Math.floor((last - ended) / zoneStep) * zoneStep;
  // Of several moments, none is known to be right.
  return moved >= first && moved - zoneStep < first ? moved : undefined;
}

/** Whether an event ended long before it was seen to. */
export function isSeenLate(event: RememberedEvent): boolean {
  const { over, since, seen } = event;
  if (over === undefined) return false;
  const ended = toldEnd(event);
  if (ended !== undefined) return over - ended > seenWithin;
  return event.ended !== undefined || (seen === over && over - (since ?? over) > seenWithin);
}

/** The scan of each build. */
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
        (next === undefined || beganAt(event) < beganAt(next)),
    );
    if (build) found.set(build, scan);
  }
  return found;
}

/** The rollout of each build that has one. */
function rolloutsOf(done: readonly RememberedEvent[]): ReadonlyMap<RememberedEvent, RememberedEvent> {
  const found = new Map<RememberedEvent, RememberedEvent>();
  for (const rollout of done.filter(({ type, by }) => type === 'upgrade' && by === undefined)) {
    const builds = done.filter(
      (event) => event.type === 'build-service' && !found.has(event) && mayCause(event, rollout),
    );
    const at = beganAt(rollout);
    const before = builds.filter((build) => (endedAt(build) ?? 0) <= at + clocksDiffer);
    const last = (before.length > 0 ? before : builds).toSorted((one, other) => {
      const difference = (endedAt(other) ?? 0) - (endedAt(one) ?? 0);
      return before.length > 0 ? difference : -difference;
    });
    if (last[0]) found.set(last[0], rollout);
  }
  return found;
}

function mayCause(build: RememberedEvent, rollout: RememberedEvent): boolean {
  if (build.state !== 'succeeded' || build.over === undefined) return false;
  // A rollout that was there while the build still ran is another one's.
  if (rollout.seen < build.over) return false;
  const at = beganAt(rollout);
  return at >= beganAt(build) && at <= (endedAt(build) ?? build.over) + rolloutWithin;
}
