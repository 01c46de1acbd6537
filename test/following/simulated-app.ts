import { readComponents } from '../../src/platform/component/component-endpoints.ts';
import { PlatformError } from '../../src/platform/errors/platform-error.ts';
import { type EventLog, type EventPage, readEvents } from '../../src/platform/event/event-endpoints.ts';

export interface SimulatedDeploy {
  readonly component: string;
  readonly by: string;
  readonly at: number;
  readonly buildMs: number;
  readonly rolloutMs: number;
  /** `hidden`: new pods fail while old pods still run, so the status shows no failure. */
  readonly fails?: 'build' | 'rollout' | 'pods' | 'hidden';
}

interface Row {
  readonly component: string;
  readonly id: string;
  readonly type: string;
  readonly by: string;
  readonly at: number;
  /** End of the run; absent if the run never ends. */
  readonly end?: number;
  readonly fails?: boolean;
  readonly pod?: string;
}

/**
 * Simulates an application with a known history. It answers like the platform at each time (docs/platform.md#events):
 * events of one component per read, sorted as text, end times in their own time zone, and no link from a build to its
 * rollout.
 */
export function simulateApp(names: readonly string[], deploys: readonly SimulatedDeploy[], now: () => number) {
  const rows: Row[] = [];
  const statuses: {
    readonly component: string;
    readonly from: number;
    readonly to: number;
    readonly status: string;
  }[] = [];
  const down: { readonly from: number; readonly to: number }[] = [];
  let ids = 0;
  const nextId = () => {
    ids += 1;
    return `e${String(ids).padStart(6, '0')}`;
  };
  const begun = deploys.map((deploy) => {
    const { component, by, at, buildMs, rolloutMs, fails } = deploy;
    const built = at + buildMs;
    const id = nextId();
    rows.push({ component, id, type: 'build-service', by, at, end: built, fails: fails === 'build' });
    const ready = built + 1_000 + rolloutMs;
    if (fails !== 'build') {
      const written = built + 4_000;
      const rollout = { component, id: nextId(), type: 'upgrade', by: '', at: built + 1_000, end: written };
      rows.push({ ...rollout, fails: fails === 'rollout' });
      if (fails !== 'rollout') {
        const ended = fails === 'hidden' ? 'upgrade' : fails ? 'abnormal' : 'running';
        statuses.push({ component, from: built + 1_000, to: ready, status: 'upgrade' });
        statuses.push({ component, from: ready, to: Number.POSITIVE_INFINITY, status: ended });
      }
    }
    return { ...deploy, id, built, ready };
  });

  const failing = () => {
    if (down.some(({ from, to }) => now() >= from && now() < to))
      throw new PlatformError({ asked: 'listComponents', kind: 'timeout', outcome: 'unknown', canRetry: true });
  };
  const statusOf = (component: string) =>
    statuses.findLast((each) => each.component === component && now() >= each.from && now() < each.to)?.status ??
    'running';

  const images = new Map<string, string>();
  const sources = new Map<string, string>();
  const displayNames = new Map<string, string>();
  const moved: string[] = [];
  return {
    begun,
    moves: (component: string) => void moved.push(component),
    images,
    sources,
    displayNames,
    happens: (row: Omit<Row, 'id'>) => void rows.push({ ...row, id: nextId() }),
    /** Makes the console fail between these times (epoch ms). */
    failsBetween: (from: number, to: number) => void down.push({ from, to }),
    platform: {
      readsUnderWay: () => 0,
      listApps: async () => [{ appId: '99', name: 'billing', componentCount: undefined, note: undefined }],
      async listComponents({ app }: { readonly app: string }) {
        failing();
        return readComponents(
          (app === '99' ? moved : names.filter((name) => !moved.includes(name))).map((name) => ({
            service_id: name,
            service_alias: name,
            service_cname: displayNames.get(name) ?? name,
            status: statusOf(name),
            image: images.get(name) ?? '',
            service_source: sources.get(name) ?? 'source_code',
          })),
        );
      },
      async readComponent(): Promise<never> {
        throw new Error('only requests read one component');
      },
      async listEvents({
        service,
        pageSize = 20,
      }: {
        readonly service: string;
        readonly pageSize?: number;
      }): Promise<EventPage | undefined> {
        failing();
        const events = rows
          .filter(({ component, at }) => component === service && at <= now())
          .map(({ id, type, by, at, end, fails, pod }) => {
            const isOver = end !== undefined && end <= now();
            return {
              event_id: id,
              opt_type: type,
              target: pod === undefined ? 'service' : 'pod',
              target_id: pod ?? service,
              user_name: by,
              status: isOver ? (fails ? 'failure' : 'success') : '',
              final_status: isOver ? 'complete' : '',
              message: isOver && fails ? 'it failed' : '',
              create_time: new Date(at).toISOString(),
              start_time: new Date(at).toISOString(),
              // The platform writes local time of another time zone, but labels it as China's time.
              end_time: isOver ? new Date(end).toISOString().replace('Z', '+08:00') : '',
            };
          })
          .toSorted((one, other) => (one.start_time < other.start_time ? 1 : -1));
        return readEvents({ total: events.length, events: events.slice(0, pageSize) });
      },
      async readEventLog({ event }: { readonly event: string }): Promise<EventLog> {
        failing();
        return { lines: [`error: ${event} broke, token=abcdefghijklmnop`] };
      },
    },
  };
}
