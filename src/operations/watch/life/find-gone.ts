import { isOngoing } from '../../../core/incident/incident.ts';
import type { ComponentSummary } from '../../../platform/component/component-reply.ts';
import type { ReadTurns } from '../../../reader/background-reads.ts';
import type { ReadApp } from '../../../reader/reader-subscriber.ts';
import { incidentRecords } from '../../shared/incident/incident-rows.ts';
import { findGoneComponent, type GoneComponent } from '../../shared/place/gone-component.ts';
import type { Services } from '../../shared/services.ts';
import type { MinuteReading } from '../evaluation/evaluate-watches.ts';
import type { Watch } from '../stored-watch.ts';

/** Time that the state of a missing component is cached, in ms, so that it isn't searched for every minute. */
const rememberedFor = 10 * 60_000;

/** Cached states of components that an app's list lacks. `isSure`: no second search is needed. */
export type GoneMemory = Map<string, { readonly at: number; readonly gone: GoneComponent; readonly isSure: boolean }>;

/** Searches for watched or firing components that have left their app. Omits a component if its search failed. */
export async function findGone(
  { services, turns }: { readonly services: Services; readonly turns: ReadTurns },
  { place, key }: ReadApp,
  watches: readonly Watch[],
  list: readonly ComponentSummary[],
  memory: GoneMemory,
): Promise<MinuteReading['gone']> {
  const { store, world } = services;
  const ids = new Set(list.map(({ serviceId }) => serviceId));
  const open = await incidentRecords.bodies(store, { placeKey: key, isOpen: true });
  const lines = open.flatMap((incident) => incident.lines);
  const wanted = [
    ...lines.filter(isOngoing).flatMap(({ component }) => component?.id ?? []),
    ...watches.flatMap(({ components = [] }) => components.map(({ id }) => id)),
  ];
  const now = world.now();
  const gone = new Map<string, GoneComponent>();
  for (const id of new Set(wanted.filter((each) => !ids.has(each)))) {
    const remembered = memory.get(id);
    const isFresh = remembered?.isSure === true && now - remembered.at < rememberedFor;
    const became = isFresh ? remembered.gone : await findGoneComponent(id, place, services, turns);
    if (!became) continue;
    gone.set(id, became);
    // A component that no app contains may be moving to another app, so search for it twice.
    const isSure = became.is === 'moved' || remembered?.gone.is === 'deleted';
    if (!isFresh) memory.set(id, { at: now, gone: became, isSure });
  }
  return gone;
}
