import { isAskedAlone } from '../../../core/command/direct-message.ts';
import { notAllowed, type Problem, refused } from '../../../core/command/problem.ts';
import type { Ask } from '../../../core/operation.ts';
import { maySetting } from '../../../core/policy/decide.ts';
import type { Setting } from '../../../core/policy/policy.ts';
import type { Mention, Text } from '../../../core/text/text.ts';
import type { SettingServices } from '../define.ts';

/** Returns why this person can't set up anything that posts to the channel, or undefined. */
export async function refusePosting(
  { channel, person }: Pick<Ask, 'channel' | 'person'>,
  settings: SettingServices,
  setting: Setting,
  notInChannel: (given: { readonly channel: Mention }) => Text,
): Promise<Problem | undefined> {
  if (await settings.cannotPost(channel)) return refused(notInChannel({ channel: { channel } }));
  const refusal = maySetting(settings.policy, setting, await settings.actor(person, channel));
  return refusal && notAllowed(refusal);
}

/** Like `refusePosting`, but also refuses places that only one person reads. `says.noChannel`: the text for these. */
export async function refuseSharedPosting(
  ask: Ask,
  settings: SettingServices,
  setting: Setting,
  says: { readonly noChannel: () => Text; readonly notInChannel: Parameters<typeof refusePosting>[3] },
): Promise<Problem | undefined> {
  if (isAskedAlone(ask)) return refused(says.noChannel());
  return refusePosting(ask, settings, setting, says.notInChannel);
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
