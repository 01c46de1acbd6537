import { isAppName, type Place, placeText } from '../core/command/context.ts';
import { hasContext, type Policy } from '../core/policy/policy.ts';
import { noContext, type Subscription } from '../delivery/subscription.ts';
import { followRecords } from '../operations/follow/stored-follow.ts';
import { readSchedules, stoppedText } from '../operations/schedule/stored-schedule.ts';
import { pausedText } from '../operations/shared/place/paused-text.ts';
import { watchRecords } from '../operations/watch/stored-watch.ts';
import { watchText } from '../operations/watch/watch-text.ts';
import { plain } from '../slack/slack-catalog.ts';
import type { StoredRecord, StoredSchedule } from '../store/stored-types.ts';
import { about, type Finding } from './report/finding.ts';

interface Stopped {
  readonly found: string;
  readonly why: string;
  readonly fix: string;
}

/** Finds channels that follow an app but get no posts any more, or won't after the next start. */
export function checkFollowing(stored: readonly StoredRecord[], policy: Policy): readonly Finding[] {
  const follows = stored.flatMap((each) => followRecords.read(each)?.body ?? []);
  const stopped = follows.flatMap((follow): readonly Stopped[] => {
    const code = pausedBy(follow, policy);
    if (code === undefined) return [];
    const { channel, context, by } = follow;
    return [
      {
        found: `builds and deploys of ${placeText(context)} aren’t posted in channel ${channel}: ${reason(code)}.`,
        why: `${by.name} had this channel follow the app.`,
        fix: `${code === noContext ? 'Add the context to the policy file' : 'Invite the bot'}, then have the channel follow the app again.`,
      },
    ];
  });
  return findings('following', stopped, follows.length, ['one channel follows an app', 'channels follow an app']);
}

/** Finds watches that aren't evaluated although nobody paused them, or won't be after the next start. */
export function checkWatches(stored: readonly StoredRecord[], policy: Policy): readonly Finding[] {
  const watches = stored.flatMap((each) => watchRecords.read(each)?.body ?? []);
  const stopped = watches.flatMap((watch): readonly Stopped[] => {
    const { channel, context, by, id, configured } = watch;
    // A configured watch is removed together with its line in the policy file, which requires the context.
    const code = configured ? watch.paused : pausedBy(watch, policy);
    if (code === undefined || code === 'person') return [];
    const invite = configured ? 'Invite the bot, then restart Portolan.' : 'Invite the bot, then resume the watch.';
    const isLost = code === noContext && !configured;
    return [
      {
        found: `watch ${id} of ${placeText(context)} in channel ${channel} is paused: ${reason(code)}.`,
        why: `${by.name} ${configured ? 'has' : 'had'} this channel watch ${plain(watchText(watch), 'en', 'UTC')}.`,
        fix: isLost ? 'Add the context to the policy file, then resume the watch.' : invite,
      },
    ];
  });
  return findings('watches', stopped, watches.length, ['one watch', 'watches']);
}

export function checkSchedules(stored: readonly StoredSchedule[]): readonly Finding[] {
  const schedules = readSchedules(stored);
  const stopped = schedules.flatMap(({ id, words, channel, owner, disabled }): readonly Stopped[] => {
    if (disabled === undefined) return [];
    const why = plain(stoppedText(disabled), 'en', 'UTC');
    return [
      {
        found: `schedule ${id} in channel ${channel} has stopped: ${why}.`,
        why: `${owner.name} had ${words} posted there.`,
        fix: 'Fix the cause, then resume the schedule in that channel.',
      },
    ];
  });
  return findings('schedules', stopped, schedules.length, ['one schedule', 'schedules']);
}

function findings(
  check: 'following' | 'watches' | 'schedules',
  stopped: readonly Stopped[],
  count: number,
  [one, many]: readonly [string, string],
): readonly Finding[] {
  const { ok, warning } = about(check);
  if (count === 0) return [];
  if (stopped.length > 0) return stopped.map(({ found, why, fix }) => warning(found, { why, fix }));
  return [ok(count === 1 ? one : `${count} ${many}`)];
}

/** Returns why a subscription is paused now or after the next start, or undefined. */
function pausedBy({ paused, context }: Subscription, policy: Policy): string | undefined {
  return paused ?? (mayHaveContext(policy, context) ? undefined : noContext);
}

function reason(code: string): string {
  return plain(pausedText(code), 'en', 'UTC');
}

/** Checks whether the policy file may allow a stored context. The file's app names are resolved only at startup. */
function mayHaveContext(policy: Policy, place: Place): boolean {
  const isNamed = policy.contexts?.some(
    ({ team, region, app }) => isAppName(app) && team === place.team && region === place.region,
  );
  return isNamed || hasContext(policy, place);
}
