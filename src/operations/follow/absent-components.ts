import type { Place } from '../../core/command/context.ts';
import type { ReadTurns } from '../../reader/background-reads.ts';
import type { ListReading } from '../../reader/reader-subscriber.ts';
import { locateComponent, secondListAfter } from '../shared/place/gone-component.ts';
import type { Services } from '../shared/services.ts';

/** Components missing from their app's list, by id. `sought`: time of the last search; `place`: the new place. */
export type AbsentComponents = Map<
  string,
  { readonly since: number; readonly searchedAt?: number; readonly place?: Place | undefined }
>;

/** Returns a missing component's new app; `deleted` if no app lists it even later; undefined if not known yet. */
export async function lookForAbsent(
  id: string,
  { app, at }: Pick<ListReading, 'app' | 'at'>,
  absent: AbsentComponents,
  { services, turns }: { readonly services: Services; readonly turns: ReadTurns },
): Promise<Place | 'deleted' | undefined> {
  const absence = absent.get(id) ?? { since: at };
  if (absence.place) return absence.place;
  if (absence.searchedAt !== undefined && at - absence.searchedAt < secondListAfter) return undefined;
  const located = await locateComponent(id, app.place, services, turns);
  const place = typeof located === 'object' && located.app !== app.place.app ? located : undefined;
  absent.set(id, { since: absence.since, searchedAt: at, place });
  return located === 'nowhere' && at - absence.since >= secondListAfter ? 'deleted' : place;
}
