import { isAppName, type Place, placeText } from '../core/command/context.ts';
import { hasContext, type Policy } from '../core/policy/policy.ts';
import type { Text } from '../core/text/text.ts';
import { noContext, type Subscription } from '../delivery/subscription.ts';
import { followRecords } from '../operations/follow/stored-follow.ts';
import { readSchedules, stoppedText } from '../operations/schedule/stored-schedule.ts';
import { pausedText } from '../operations/shared/place/paused-text.ts';
import { watchRecords } from '../operations/shared/watch/stored-watch.ts';
import { watchText } from '../operations/watch/watch-text.ts';
import type { StoredRecord, StoredSchedule } from '../store/stored-types.ts';
import { inBoth } from './problem-text.ts';
import { about, type Finding } from './report/finding.ts';
import { keptCheckMsg } from './report/kept-check-messages.ts';

interface Stopped {
  readonly found: Text;
  readonly why: Text;
  readonly fix: Text;
}

/** Finds channels that follow an app but get no posts now, or won't get any after the next start. */
export function checkFollowing(stored: readonly StoredRecord[], policy: Policy): readonly Finding[] {
  const follows = stored.flatMap((each) => followRecords.read(each)?.body ?? []);
  const stopped = follows.flatMap((follow): readonly Stopped[] => {
    const code = pausedBy(follow, policy);
    if (code === undefined) return [];
    const { channel, context, by } = follow;
    return [
      {
        found: keptCheckMsg.notFollowed({ where: placeText(context), channel, ...inBoth(pausedText(code)) }),
        why: keptCheckMsg.followedBy({ who: by.name }),
        fix: code === noContext ? keptCheckMsg.addFollowed() : keptCheckMsg.inviteFollowing(),
      },
    ];
  });
  return findings('following', stopped, follows.length, keptCheckMsg.follows);
}

/** Finds watches that nobody paused but that aren't evaluated now, or won't be after the next start. */
export function checkWatches(stored: readonly StoredRecord[], policy: Policy): readonly Finding[] {
  const watches = stored.flatMap((each) => watchRecords.read(each)?.body ?? []);
  const stopped = watches.flatMap((watch): readonly Stopped[] => {
    const { channel, context, by, id, configured } = watch;
    // A configured watch is removed together with its line in the policy file, which requires the context.
    const code = configured ? watch.paused : pausedBy(watch, policy);
    if (code === undefined || code === 'person') return [];
    const watchedBy = configured ? keptCheckMsg.watchedByFile : keptCheckMsg.watchedBy;
    const invite = configured ? keptCheckMsg.inviteRestart() : keptCheckMsg.inviteWatching();
    const isLost = code === noContext && !configured;
    return [
      {
        found: keptCheckMsg.watchPaused({ id, where: placeText(context), channel, ...inBoth(pausedText(code)) }),
        why: watchedBy({ who: by.name, ...inBoth(watchText(watch)) }),
        fix: isLost ? keptCheckMsg.addWatched() : invite,
      },
    ];
  });
  return findings('watches', stopped, watches.length, keptCheckMsg.watches);
}

export function checkSchedules(stored: readonly StoredSchedule[]): readonly Finding[] {
  const schedules = readSchedules(stored);
  const stopped = schedules.flatMap(({ id, words, channel, owner, disabled }): readonly Stopped[] => {
    if (disabled === undefined) return [];
    return [
      {
        found: keptCheckMsg.scheduleStopped({ id, channel, ...inBoth(stoppedText(disabled)) }),
        why: keptCheckMsg.scheduledBy({ who: owner.name, words }),
        fix: keptCheckMsg.resumeSchedule(),
      },
    ];
  });
  return findings('schedules', stopped, schedules.length, keptCheckMsg.schedules);
}

function findings(
  check: 'following' | 'watches' | 'schedules',
  stopped: readonly Stopped[],
  count: number,
  fine: (given: { readonly count: number }) => Text,
): readonly Finding[] {
  const { ok, warning } = about(check);
  if (count === 0) return [];
  if (stopped.length > 0) return stopped.map(({ found, why, fix }) => warning(found, { why, fix }));
  return [ok(fine({ count }))];
}

/** Returns why a subscription is paused now or after the next start, or undefined. */
function pausedBy({ paused, context }: Subscription, policy: Policy): string | undefined {
  return paused ?? (mayHaveContext(policy, context) ? undefined : noContext);
}

/** Checks whether the policy file might allow a stored context: app names in the file are resolved only at startup. */
function mayHaveContext(policy: Policy, place: Place): boolean {
  const isNamed = policy.contexts?.some(
    ({ team, region, app }) => isAppName(app) && team === place.team && region === place.region,
  );
  return isNamed || hasContext(policy, place);
}
