import type { ChartMark } from '../charts/data/job.ts';
import type { ChartOrder } from '../core/command/answer.ts';
import { type Context, placeKey } from '../core/command/context.ts';
import { type Lang, plain, type Text } from '../core/text/text.ts';
import type { World } from '../core/world.ts';
import type { Services } from '../operations/shared/services.ts';
import { PlatformError } from '../platform/errors/platform-error.ts';
import type { Platform } from '../platform/platform.ts';
import type { ComponentEvent } from '../platform/resources/models.ts';
import type { AuditRow } from '../store/audit/audit-entry.ts';
import type { AuditLog } from '../store/store.ts';
import { msg } from './question-messages.ts';

/** More aren't drawn; one beyond tells that there are more. */
const most = 31;
/** A change is looked for among the requests of so many ms before the range: requests expire long before. */
const requestedWithin = 7 * 86_400_000;
/** For charts of more components, the platform isn't asked for events: it lists those of one component at a time. */
const mostWithEvents = 5;
const eventsPerComponent = 50;
/** A slow platform doesn't hold up the chart for longer, in ms. */
const eventsTimeout = 3_000;

/** How much earlier than the run of a change an event of its own may seem to begin: clocks differ. In seconds. */
const clocksDiffer = 30;

/** What marks are read from. */
export type MarkSources = Pick<Services, 'operations'> & {
  readonly store: { readonly audit: Pick<AuditLog, 'search'> };
  readonly platform: Pick<Platform, 'listEvents'>;
  readonly world: Pick<World, 'wait' | 'log'>;
};

/**
 * Finds what was changed in the context of a chart while its range lasted: changes that the audit log knows, and what
 * the platform itself tells of the components. The labels name the operation, the component and its requester, and no
 * value that was set.
 */
export async function changeMarks(
  services: MarkSources,
  order: ChartOrder,
  context: Context,
  lang: Lang,
): Promise<readonly ChartMark[]> {
  const stop = new AbortController();
  const [changes, events] = await Promise.all([
    auditMarks(services, order, context, lang),
    Promise.race([
      eventMarks(services, order, context, lang),
      services.world.wait(eventsTimeout, stop.signal).then((): readonly FoundMark[] => []),
    ]).finally(() => stop.abort()),
  ]);
  const others = events.filter((event) => !changes.some((change) => isPartOf(event, change)));
  const marks = [...changes, ...others].sort((one, other) => one.time - other.time);
  return marks.map(({ time, since, label }) => ({ time, ...(since === undefined ? {} : { since }), label }));
}

/** A mark with the components that were changed. */
interface FoundMark extends ChartMark {
  readonly names: readonly string[];
  /** Whether the platform's own events report the change, so that they aren't marked once more. */
  readonly hasEvents?: boolean;
}

/** Whether an event of the platform is what a change of ours did, and not another change. */
function isPartOf(event: FoundMark, { names, hasEvents, since, time }: FoundMark): boolean {
  if (!hasEvents || since === undefined) return false;
  return event.time >= since - clocksDiffer && event.time <= time && event.names.every((name) => names.includes(name));
}

async function auditMarks(
  { store, operations }: MarkSources,
  { start, end, components }: ChartOrder,
  context: Context,
  lang: Lang,
): Promise<readonly FoundMark[]> {
  const names = components?.map(({ name }) => name);
  const place = placeKey(context);
  const isDone = ({ kind, outcome, at, request, details }: AuditRow) =>
    kind === 'outcome' &&
    outcome === 'done' &&
    at <= end * 1_000 &&
    request !== undefined &&
    (names === undefined || changedNames(details).some((name) => names.includes(name)));
  const done = await store.audit.search({ placeKey: place, since: start * 1_000, mayRead: isDone, limit: most });
  if (done.length === 0) return [];
  const ids = new Set(done.map(({ request }) => request));
  const earlier = await store.audit.search({
    placeKey: place,
    since: start * 1_000 - requestedWithin,
    until: Math.max(...done.map(({ seq }) => seq)),
    mayRead: ({ kind, request }) => (kind === 'proposed' || kind === 'run') && ids.has(request),
    limit: ids.size * 2,
  });
  const rowsOf = (wanted: AuditRow['kind']) =>
    new Map(earlier.filter(({ kind }) => kind === wanted).map((row) => [row.request, row]));
  const [requests, runs] = [rowsOf('proposed'), rowsOf('run')];
  return done.flatMap(({ at, request, operation: id, details }): FoundMark[] => {
    const operation = operations.find((each) => each.id === id);
    if (!operation) return [];
    const row = requests.get(request);
    const { title: _title, ...about } = row?.details ?? { component: details?.component ?? '' };
    const what = plain(operation.title ?? operation.summary, lang);
    const label = msg.changeMark({ what, about: Object.values(about).join(' ') });
    const since = runs.get(request)?.at;
    return [
      {
        time: at / 1_000,
        ...(since === undefined || since >= at ? {} : { since: since / 1_000 }),
        label: plain(row ? msg.markBy({ label, who: row.who.name }) : label, lang),
        names: changedNames(details),
        hasEvents: operation.kind === 'change' && operation.verify === 'event',
      },
    ];
  });
}

/** The components of a change: several are kept in one text. */
function changedNames(details: AuditRow['details']): readonly string[] {
  return String(details?.component ?? '').split(', ');
}

const eventTexts: Readonly<Record<string, () => Text>> = {
  'build-service': msg.eventDeploy,
  'upgrade-service': msg.eventUpgrade,
  upgrade: msg.eventUpgrade,
  'rollback-service': msg.eventRollback,
  'start-service': msg.eventStart,
  'stop-service': msg.eventStop,
  'restart-service': msg.eventRestart,
  'horizontal-service': msg.eventScale,
  'vertical-service': msg.eventResize,
};

/** A build and the rollout that the platform begins by itself after it are one change (facts to follow, 3). */
function withoutRollouts(events: readonly ComponentEvent[]): readonly ComponentEvent[] {
  const inOrder = events.toSorted((one, other) => (one.startedAt ?? 0) - (other.startedAt ?? 0));
  const rollouts = new Set<ComponentEvent>();
  for (const [index, { optType, status }] of inOrder.entries()) {
    if (optType !== 'build-service' || status === 'failure') continue;
    const next = inOrder.slice(index + 1).find((each) => each.optType === 'upgrade' && !rollouts.has(each));
    if (next) rollouts.add(next);
  }
  return events.filter((event) => !rollouts.has(event));
}

/** Only a console has events. A chart is drawn without them where they can't be read. */
async function eventMarks(
  { platform, world }: MarkSources,
  { start, end, components = [] }: ChartOrder,
  { team, region, app }: Context,
  lang: Lang,
): Promise<readonly FoundMark[]> {
  if (components.length > mostWithEvents) return [];
  const marks = components.map(async ({ alias, name }): Promise<readonly FoundMark[]> => {
    if (alias === undefined) return [];
    try {
      const page = await platform.listEvents({
        team,
        region,
        app,
        service: alias,
        page: 1,
        pageSize: eventsPerComponent,
      });
      return withoutRollouts(page?.events ?? []).flatMap(
        ({ optType, target, startedAt, createdAt, userName, status }) => {
          const what = Object.hasOwn(eventTexts, optType) ? eventTexts[optType]?.() : undefined;
          const at = (startedAt ?? createdAt ?? Number.NaN) / 1_000;
          if (!what || target === 'pod' || status === 'failure' || !(at >= start && at <= end)) return [];
          const label = msg.changeMark({ what, about: name });
          const isPlatform = userName === undefined || userName === '' || userName === 'system';
          return [
            { time: at, label: plain(isPlatform ? label : msg.markBy({ label, who: userName }), lang), names: [name] },
          ];
        },
      );
    } catch (error) {
      if (!(error instanceof PlatformError)) throw error;
      world.log.warn('the events of a component could not be read for a chart', { error });
      return [];
    }
  });
  return (await Promise.all(marks)).flat();
}
