import type { Place } from '../../../core/command/context.ts';
import { defined } from '../../../core/defined.ts';
import { hasContext } from '../../../core/policy/policy.ts';
import { unlessPlatformFails } from '../../../platform/errors/platform-error.ts';
import type { ReadTurns } from '../../../reader/read-turns.ts';
import { findAppOf } from '../access/app-of-component.ts';
import type { Services } from '../services.ts';

/** What became of a component that isn't in its app any more. `movedTo`: where channels may know of that app. */
export type GoneComponent = { readonly is: 'deleted' } | { readonly is: 'moved'; readonly movedTo?: string };

/** Finds out what became of a component that its app's list lacks; undefined if that can't be read, or it is back. */
export async function findGoneComponent(
  id: string,
  place: Place,
  services: Pick<Services, 'platform' | 'policy' | 'world'>,
  turns: ReadTurns,
): Promise<GoneComponent | undefined> {
  const { policy, world } = services;
  const turn = () => turns.take(place, async () => {});
  const there = await unlessPlatformFails(
    async () => (await findAppOf(id, place, services, turn)) ?? 'nowhere',
    (error) => world.log.warn('a component that is not in its application could not be looked for', { id, error }),
  );
  if (there === undefined || there === 'no-lists') return undefined;
  if (there === 'nowhere') return { is: 'deleted' };
  if (there.app === place.app) return undefined;
  return { is: 'moved', ...defined({ movedTo: hasContext(policy, there) ? (there.appName ?? there.app) : undefined }) };
}
