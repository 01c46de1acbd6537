import { type Place, placeKey } from '../../core/command/context.ts';
import { defined } from '../../core/defined.ts';
import type { ChangeRequest } from '../../core/request/change-request.ts';
import { findAppOf } from '../../operations/shared/access/app-of-component.ts';
import { PlatformError } from '../../platform/errors/platform-error.ts';
import type { RunSource } from '../../reader/run-reads.ts';
import type { EngineContext } from '../engine-context.ts';

/** How soon one that wasn't found is looked for again, in ms. */
const seekEvery = 60_000;

/**
 * Reads something of a request's components where they are now: what its app doesn't have any more is looked for in the
 * team's other apps, and read there. What can't be read is left out.
 */
export async function readWhereTheyAre<T>(
  engine: EngineContext,
  card: ChangeRequest,
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
        card: card.id,
        error,
      });
    };
    for (const [id, value] of (await read({ place, failed }, these)) ?? []) found.set(id, value);
    return canRead ? these.filter((id) => !found.has(id)) : [];
  };
  for (const these of groupedByPlace(engine, card, components))
    for (const id of await readAt(these.components, these.place)) {
      const place = await seek(engine, card, id);
      if (place) await readAt([id], place);
    }
  return found;
}

function groupedByPlace({ sought }: EngineContext, card: ChangeRequest, components: readonly string[]) {
  const { team, region, app } = card.context;
  const placed = components.map((id) => ({ id, place: sought.get(keyOf(card, id))?.place ?? { team, region, app } }));
  return [...Map.groupBy(placed, ({ place }) => placeKey(place)).values()].flatMap((these) =>
    these[0] ? [{ place: these[0].place, components: these.map(({ id }) => id) }] : [],
  );
}

/** @returns where a component is now; undefined if it isn't found, or was looked for just now */
async function seek(
  { services, sought, searchTurn }: EngineContext,
  card: ChangeRequest,
  component: string,
): Promise<Place | undefined> {
  const { world } = services;
  const key = keyOf(card, component);
  const known = sought.get(key);
  if (known && world.now() - known.at < seekEvery) return undefined;
  try {
    const found = await findAppOf(component, card.context, services, searchTurn);
    const place = found === 'no-lists' ? undefined : found;
    sought.set(key, { at: world.now(), ...defined({ place }) });
    return place;
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    world.log.warn('a component that is not in its application could not be looked for', { id: component, error });
    return undefined;
  }
}

function keyOf({ id }: ChangeRequest, component: string): string {
  return `${id} ${component}`;
}
