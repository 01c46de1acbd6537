import { placeKey } from '../../core/command/context.ts';
import { type Problem, refused } from '../../core/command/problem.ts';
import type { Ask } from '../../core/operation.ts';
import type { SettingServices } from '../shared/define.ts';
import { channelAccess } from '../shared/place/channel-access.ts';
import { refuseChangeOf } from '../shared/place/refuse-posting.ts';
import { type Watch, watchRecords } from '../shared/watch/stored-watch.ts';
import { onlyWatchOf, ownWatchesFirst, watchesOf, watchNotFound } from './find-watch.ts';
import { gatherWatches } from './watch-list.ts';
import { watchMsg } from './watch-messages.ts';

interface OwnWatch {
  readonly watch: Watch;
  readonly version: number;
}

/**
 * Returns a watch that the person may change, or why not.
 * @param id of the watch, or the name of a component that only one watch is about
 */
export async function findOwnWatch(id: string, ask: Ask, settings: SettingServices): Promise<OwnWatch | Problem> {
  const stored = await watchRecords.get(settings, id);
  const watch = stored?.body;
  if (!watch || !(await isKnownHere(watch, ask, settings))) {
    const { watches, names } = await gatherWatches(ask, settings);
    const found = watchesOf(id, ownWatchesFirst(watches, ask.channel), names.values());
    const only = onlyWatchOf(found);
    return only ? findOwnWatch(only.id, ask, settings) : watchNotFound(id, found);
  }
  const refusal = await refuseChangeOf(watch.by.id, watch.channel, ask, settings, 'watch');
  return refusal ?? { watch, version: stored.version };
}

async function isKnownHere(watch: Watch, ask: Ask, settings: SettingServices): Promise<boolean> {
  if (placeKey(watch.context) !== placeKey(ask.context) && watch.channel !== ask.channel) return false;
  return channelAccess(ask, settings).mayKnow(watch.channel);
}

/** Refuses to edit, pause or delete a watch of the policy file. Used as `next`, undefined deletes any other watch. */
export function refuseInFile({ id, configured }: Watch): Problem | undefined {
  return configured && refused(watchMsg.inFile({ id }));
}
