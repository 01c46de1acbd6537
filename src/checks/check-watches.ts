import { placeText } from '../core/command/context.ts';
import type { Policy } from '../core/policy/policy.ts';
import { plain } from '../core/text/text.ts';
import { pausedText } from '../operations/follow/run-text.ts';
import { isAllowed, noContext } from '../operations/watch/pause-watches.ts';
import { Watch } from '../operations/watch/stored-watch.ts';
import { watchText } from '../operations/watch/watch-text.ts';
import type { StoredRecord } from '../store/stored-types.ts';
import { about, type Finding } from './finding.ts';

/** Watches that nobody has paused and that aren't evaluated all the same, or won't be from the next start on. */
export function checkWatches(stored: readonly StoredRecord[], policy: Policy): readonly Finding[] {
  const { ok, warning } = about('watches');
  const watches = stored.flatMap(({ body }) => Watch.safeParse(body).data ?? []);
  if (watches.length === 0) return [];
  const paused = watches.flatMap((watch) => {
    const why = watch.paused ?? (isAllowed(watch, policy) ? undefined : noContext);
    if (why === undefined || why === 'person') return [];
    const { channel, context, by, id } = watch;
    const what = plain(watchText(watch), 'en', 'UTC');
    return [
      warning(
        `watch ${id} of ${placeText(context)} in channel ${channel} is paused: ${plain(pausedText(why), 'en')}.`,
        {
          why: `${by.name} had this channel watch ${what}.`,
          fix:
            why === noContext
              ? 'Add the context to the policy file, then resume the watch.'
              : 'Invite the bot, then resume the watch.',
        },
      ),
    ];
  });
  return paused.length > 0 ? paused : [ok(watches.length === 1 ? 'one watch' : `${watches.length} watches`)];
}
