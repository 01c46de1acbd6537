import { isAppName, type Place, placeText } from '../core/command/context.ts';
import { hasContext, type Policy } from '../core/policy/policy.ts';
import { noContext } from '../delivery/subscription.ts';
import { Follow } from '../operations/follow/stored-follow.ts';
import { pausedText } from '../operations/shared/place/paused-text.ts';
import { plain } from '../slack/slack-catalog.ts';
import type { StoredRecord } from '../store/stored-types.ts';
import { about, type Finding } from './finding.ts';

/** The channels that follow an app and aren't told of it any more, or won't be from the next start on. */
export function checkFollowing(stored: readonly StoredRecord[], policy: Policy): readonly Finding[] {
  const { ok, warning } = about('following');
  const follows = stored.flatMap(({ body }) => Follow.safeParse(body).data ?? []);
  if (follows.length === 0) return [];
  const paused = follows.flatMap((follow) => {
    const why = follow.paused ?? (mayHaveContext(policy, follow.context) ? undefined : noContext);
    if (why === undefined) return [];
    const { channel, context, by } = follow;
    const reason = plain(pausedText(why), 'en', 'UTC');
    return [
      warning(`builds and deploys of ${placeText(context)} aren’t posted in channel ${channel}: ${reason}.`, {
        why: `${by.name} had this channel follow the app.`,
        fix:
          why === noContext
            ? 'Add the context to the policy file, then have the channel follow the app again.'
            : 'Invite the bot, then have the channel follow the app again.',
      }),
    ];
  });
  if (paused.length > 0) return paused;
  return [ok(follows.length === 1 ? 'one channel follows an app' : `${follows.length} channels follow an app`)];
}

/**
 * Whether the policy file may let a context be used: which app it means by a name is only looked up by a start, and what
 * is stored has the app's number.
 */
export function mayHaveContext(policy: Policy, place: Place): boolean {
  const isNamed = policy.contexts?.some(
    ({ team, region, app }) => isAppName(app) && team === place.team && region === place.region,
  );
  return isNamed || hasContext(policy, place);
}
