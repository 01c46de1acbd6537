import type { Place } from '../../core/command/context.ts';
import type { ReadTurns } from '../../reader/background-reads.ts';
import type { ListReading } from '../../reader/reader-subscriber.ts';
import { locateComponent, secondListAfter } from '../shared/place/gone-component.ts';
import type { Services } from '../shared/services.ts';

/** Components missing from their app's list, by id. `sought`: time of the last search; `place`: the new place. */
export type AbsentComponents = Map<
  string,
  { readonly since: number; readonly sought?: number; readonly place?: Place | undefined }
>;

/** Returns a missing component's new app; `deleted` if no app lists it even later; undefined if not known yet. */
export async function lookForAbsent(
  id: string,
  { app, at }: Pick<ListReading, 'app' | 'at'>,
  absent: AbsentComponents,
  { services, turns }: { readonly services: Services; readonly turns: ReadTurns },
): Promise<Place | 'deleted' | undefined> {
  const known = absent.get(id) ?? { since: at };
  if (known.place) return known.place;
  if (known.sought !== undefined && at - known.sought < secondListAfter) return undefined;
  const found = await locateComponent(id, app.place, services, turns);
  const place = typeof found === 'object' && found.app !== app.place.app ? found : undefined;
  absent.set(id, { since: known.since, sought: at, place });
  return found === 'nowhere' && at - known.since >= secondListAfter ? 'deleted' : place;
}
