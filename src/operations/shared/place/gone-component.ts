import type { Context, Place } from '../../../core/command/context.ts';
import { unlessPlatformFails } from '../../../platform/errors/platform-error.ts';
import type { ReadTurns } from '../../../reader/background-reads.ts';
import { findAppOf } from '../access/app-of-component.ts';
import type { Services } from '../services.ts';

/** State of a component that is no longer in its app. `movedTo`: the new app, if channels are allowed to know it. */
export type GoneComponent = { readonly is: 'deleted' } | { readonly is: 'moved'; readonly movedTo?: string };

/** Minimum time between two lists that lack a component before it counts as gone, in ms. One list can be incomplete. */
export const secondListAfter = 60_000;

/** Finds the app that contains a component now: `nowhere` if no app of the team does, undefined if that is unknown. */
export async function locateComponent(
  id: string,
  place: Place,
  services: Pick<Services, 'platform' | 'world'>,
  turns: ReadTurns,
): Promise<Context | 'nowhere' | undefined> {
  const turn = () => turns.take(place, async () => {});
  const there = await unlessPlatformFails(
    async () => (await findAppOf(id, place, services, turn)) ?? 'nowhere',
    (error) =>
      services.world.log.warn('a component that is not in its application could not be looked for', { id, error }),
  );
  return there === 'no-lists' ? undefined : there;
}
