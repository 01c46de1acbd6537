import { type Place, placeKey } from '../../core/command/context.ts';
import type { ChangeRequest } from '../../core/request/change-request.ts';
import { findAppsOf } from '../../operations/shared/access/app-of-component.ts';
import { type PlatformError, unlessPlatformFails } from '../../platform/errors/platform-error.ts';
import type { RunSource } from '../../reader/run-reads.ts';
import type { EngineContext } from '../engine-context.ts';

/** How soon one that wasn't found is looked for again, in ms. */
const seekEvery = 60_000;
/** What was found is forgotten after this time, in ms: one that still runs is looked for again. */
const keptFor = 3_600_000;

/**
 * Reads something of a request's components where they are now: what its app doesn't have any more is looked for in the
 * team's other apps, and read there. What can't be read is left out.
 */
export async function readWhereTheyAre<T>(
  engine: EngineContext,
  request: ChangeRequest,
  components: readonly string[],
  read: (source: RunSource, these: readonly string[]) => Promise<ReadonlyMap<string, T> | undefined>,
): Promise<ReadonlyMap<string, T>> {
  const found = new Map<string, T>();
  /** @returns those that aren't there */
  const readAt = async (these: readonly string[], place: Place): Promise<readonly string[]> => {
    let canRead = true;
    const failed = (error: PlatformError) => {
      if (error.kind !== 'not-found') canRead = false;
      engine.services.world.log.warn('the events, the log or the status of a component could not be read', {
        card: request.id,
        error,
      });
    };
    for (const [id, value] of (await read({ place, failed }, these)) ?? []) found.set(id, value);
    return canRead ? these.filter((id) => !found.has(id)) : [];
  };
  const absent: string[] = [];
  for (const these of groupedByPlace(engine, request, components))
    absent.push(...(await readAt(these.components, these.place)));
  for (const [place, these] of await seek(engine, request, absent)) await readAt(these, place);
  return found;
}

function groupedByPlace({ sought }: EngineContext, request: ChangeRequest, components: readonly string[]) {
  const { team, region, app } = request.context;
  const placed = components.map((id) => ({
    id,
    place: sought.get(keyOf(request, id))?.place ?? { team, region, app },
  }));
  return [...Map.groupBy(placed, ({ place }) => placeKey(place)).values()].flatMap((these) =>
    these[0] ? [{ place: these[0].place, components: these.map(({ id }) => id) }] : [],
  );
}

/** @returns where components are now; without those that aren't found, or were looked for just now */
async function seek(
  { services, sought, searchTurn }: EngineContext,
  request: ChangeRequest,
  components: readonly string[],
): Promise<ReadonlyMap<Place, readonly string[]>> {
  const { world } = services;
  for (const [key, { at }] of sought) if (world.now() - at > keptFor) sought.delete(key);
  const wanted = components.filter((id) => {
    const known = sought.get(keyOf(request, id));
    return !known || world.now() - known.at >= seekEvery;
  });
  if (wanted.length === 0) return new Map();
  const found = await unlessPlatformFails(
    () => findAppsOf(wanted, request.context, services, searchTurn),
    (error) =>
      world.log.warn('components that are not in their application could not be looked for', { ids: wanted, error }),
  );
  if (!found) return new Map();
  const places = found === 'no-lists' ? undefined : found;
  for (const id of wanted) {
    const place = places?.get(id);
    sought.set(keyOf(request, id), { at: world.now(), place });
  }
  const moved = Map.groupBy(places ?? [], ([, place]) => place);
  return new Map([...moved].map(([place, these]) => [place, these.map(([id]) => id)]));
}

function keyOf({ id }: ChangeRequest, component: string): string {
  return `${id} ${component}`;
}
