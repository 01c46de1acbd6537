import type { ComponentChange } from '../../../charts/data/job.ts';
import type { Context } from '../../../core/command/context.ts';
import { isStartOfRestart } from '../../../core/runs/runs-of.ts';
import type { Text } from '../../../core/text/text.ts';
import type { Log } from '../../../core/world.ts';
import { PlatformError } from '../../../platform/errors/platform-error.ts';
import type { ComponentEvent } from '../../../platform/event/event-endpoints.ts';
import { understoodEvent } from '../../../platform/event/understood-event.ts';
import { RESOURCE_ITEMS } from '../../../platform/monitoring/resource-query.ts';
import type { Platform } from '../../../platform/platform.ts';
import { eventMarkMsg } from './event-mark-messages.ts';
import { eventPerson, eventStart } from './event-text.ts';
import { scaleMarkMsg } from './scale-mark-messages.ts';

export interface MarkedComponent {
  readonly id: string;
  readonly alias?: string;
  readonly name: string;
}

interface EventMark {
  readonly what: (name: string) => Text;
  readonly who?: string;
}

/** Change that the platform made to a component. Times are epoch seconds. */
export interface EventChange extends ComponentChange {
  readonly since: number;
  /** Label on the chart; undefined for a failure, which has a `failure` instead. */
  readonly mark?: EventMark;
  /** The platform hasn't reported its end. */
  readonly isGoing?: true;
  /** Items with a limit that it set. */
  readonly limits?: readonly string[];
  readonly failure?: EventMark;
  /** A build that failed: what ran before goes on. */
  readonly replacedNothing?: true;
  readonly component: MarkedComponent;
  /** Ids of the events that are this change. */
  readonly events: readonly string[];
}

/** Changes of some components. All changes after `knownSince` (epoch seconds) are included. */
export interface EventChanges {
  readonly changes: readonly EventChange[];
  readonly knownSince: number;
  /** Events, newest first. Absent if they can't be read, or if the platform's API has none. */
  readonly events?: readonly ComponentEvent[];
}

const perPage = 50;
const maxPages = 4;

const words: Readonly<Record<string, (name: string) => Text>> = {
  'build-service': (name) => eventMarkMsg.markDeploy({ name }),
  'upgrade-service': (name) => eventMarkMsg.markUpgrade({ name }),
  upgrade: (name) => eventMarkMsg.markUpgrade({ name }),
  'rollback-service': (name) => eventMarkMsg.markRollback({ name }),
  'start-service': (name) => eventMarkMsg.markStart({ name }),
  'stop-service': (name) => eventMarkMsg.markStop({ name }),
  'restart-service': (name) => eventMarkMsg.markRestart({ name }),
  'horizontal-service': (name) => scaleMarkMsg.mark({ name, changes: '' }),
  'vertical-service': (name) => scaleMarkMsg.mark({ name, changes: '' }),
};

/** Reads a component's events since a time (epoch seconds). `knownSince` is infinite if the events can't be read. */
export async function eventChanges(
  platform: Pick<Platform, 'listEvents'>,
  component: MarkedComponent,
  { team, region, app }: Context,
  since: number,
  log: Log,
): Promise<EventChanges> {
  const events: ComponentEvent[] = [];
  if (component.alias === undefined) return { changes: [], knownSince: Number.POSITIVE_INFINITY };
  let knownSince = Number.NEGATIVE_INFINITY;
  try {
    for (let page = 1; ; page += 1) {
      const asked = { team, region, app, service: component.alias, page, pageSize: perPage };
      const listed = await platform.listEvents(asked);
      if (!listed) return { changes: [], knownSince };
      const pageEvents = listed.events;
      events.push(...pageEvents);
      const oldest = Math.min(...pageEvents.flatMap((event) => eventStart(event) ?? [])) / 1_000;
      if (pageEvents.length < perPage || oldest < since) break;
      if (page < maxPages) continue;
      knownSince = oldest;
      break;
    }
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    log.warn('the events of a component could not be read for its marks', { error });
    return { changes: [], knownSince: Number.POSITIVE_INFINITY };
  }
  return { changes: changesAmong(events, component), knownSince, events };
}

/** Returns the changes in a list of events. A build and its rollout are one change, as are a restart's stop and start. */
export function changesAmong(events: readonly ComponentEvent[], component: MarkedComponent): readonly EventChange[] {
  const inOrder = events
    .filter(({ target, optType }) => target !== 'pod' && Object.hasOwn(words, optType))
    .flatMap((event) => {
      const start = eventStart(event);
      return start === undefined ? [] : [{ ...event, since: start / 1_000 }];
    })
    .sort((one, other) => one.since - other.since);
  const taken = new Set<ComponentEvent>();
  return inOrder.flatMap((event, index): readonly EventChange[] => {
    if (taken.has(event)) return [];
    const later = inOrder.slice(index + 1);
    const again = later.findIndex(({ optType }) => optType === event.optType);
    // After the next build, a rollout belongs to that one.
    const until = again === -1 ? later.length : again;
    const second = later.slice(0, until).find((each) => !taken.has(each) && isSecondPart(each, event));
    if (second) taken.add(second);
    const last = second ?? event;
    const { since } = event;
    const time = Math.max(since, last.endedAt === undefined ? last.since : last.endedAt / 1_000);
    const what = words[second && isStop(event) ? 'restart-service' : event.optType];
    const mark = what && { what, who: eventPerson(event) };
    const harmless = last.optType === 'build-service' ? ({ replacedNothing: true } as const) : {};
    const named = last.status === 'failure' ? { failure: mark, ...harmless } : { mark };
    const parts = [event, ...(second ? [second] : [])].map(({ eventId }) => eventId);
    const isScaled = event.optType === 'vertical-service' && last.status !== 'failure';
    const limits = isScaled ? { limits: RESOURCE_ITEMS } : {};
    const going = understoodEvent(last).state === 'running' ? ({ isGoing: true } as const) : {};
    return [{ since, time, component, components: [component.id], events: parts, ...going, ...limits, ...named }];
  });
}

function isStop({ optType }: ComponentEvent): boolean {
  return optType === 'stop-service';
}

function isSecondPart(
  later: ComponentEvent & { readonly since: number },
  first: ComponentEvent & { readonly since: number },
): boolean {
  if (first.status === 'failure') return false;
  if (first.optType === 'build-service') return later.optType === 'upgrade';
  if (!isStop(first) || later.optType !== 'start-service' || later.status === 'failure') return false;
  const stop = { ended: first.endedAt ?? first.since * 1_000, by: first.userName };
  return isStartOfRestart(stop, { began: later.since * 1_000, by: later.userName });
}
