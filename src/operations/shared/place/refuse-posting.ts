import { isAskedAlone } from '../../../core/command/direct-message.ts';
import { notAllowed, type Problem, refused } from '../../../core/command/problem.ts';
import type { Ask } from '../../../core/operation.ts';
import { maySetting } from '../../../core/policy/decide.ts';
import type { Setting } from '../../../core/policy/policy.ts';
import type { Text } from '../../../core/text/text.ts';
import type { SettingServices } from '../define.ts';
import { sharedMsg } from '../operation-messages.ts';

/** Returns why this person can't set up anything that posts to the channel, or undefined. */
export async function refusePosting(
  { channel, person }: Pick<Ask, 'channel' | 'person'>,
  settings: SettingServices,
  setting: Setting,
): Promise<Problem | undefined> {
  if (await settings.cannotPost(channel)) return refused(sharedMsg.notInChannel({ channel: { channel } }));
  const refusal = maySetting(settings.policy, setting, await settings.actor(person, channel));
  return refusal && notAllowed(refusal);
}

/** Like `refusePosting`, but also refuses places that only one person reads. */
export async function refuseSharedPosting(
  ask: Ask,
  settings: SettingServices,
  setting: Setting,
  { noChannel }: { readonly noChannel: () => Text },
): Promise<Problem | undefined> {
  if (isAskedAlone(ask)) return refused(noChannel());
  return refusePosting(ask, settings, setting);
}

/** Returns why the person isn't allowed to change settings of `owner` in a channel, or undefined. */
export async function refuseChangeOf(
  owner: string,
  channel: string,
  { person }: Pick<Ask, 'person'>,
  settings: SettingServices,
  setting: Setting,
): Promise<Problem | undefined> {
  const which = owner === person.id ? setting : 'end_others';
  const refusal = maySetting(settings.policy, which, await settings.actor(person, channel));
  return refusal && notAllowed(refusal);
}
