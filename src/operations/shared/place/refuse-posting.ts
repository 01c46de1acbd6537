import { isAskedAlone } from '../../../core/command/direct-message.ts';
import { notAllowed, type Problem, refused } from '../../../core/command/problem.ts';
import type { Ask } from '../../../core/operation.ts';
import { maySetting } from '../../../core/policy/decide.ts';
import type { Setting } from '../../../core/policy/policy.ts';
import type { Mention, Text } from '../../../core/text/text.ts';
import type { SettingServices } from '../define.ts';

/**
 * Why nothing can be set up that posts to the channel of a command, or why this person may not decide it; undefined
 * where neither is so.
 * @param notInChannel says that the bot isn't in the channel
 */
export async function refusePosting(
  { channel, person }: Pick<Ask, 'channel' | 'person'>,
  settings: SettingServices,
  setting: Setting,
  notInChannel: (given: { readonly channel: Mention }) => Text,
): Promise<Problem | undefined> {
  if (await settings.cannotPost(channel)) return refused(notInChannel({ channel: { channel } }));
  const no = maySetting(settings.policy, setting, await settings.actor(person, channel));
  return no && notAllowed(no);
}

/**
 * The same of what is only posted where several people read it.
 * @param says.noChannel says that the command was run where nobody else is
 */
export async function refuseSharedPosting(
  ask: Ask,
  settings: SettingServices,
  setting: Setting,
  says: { readonly noChannel: () => Text; readonly notInChannel: Parameters<typeof refusePosting>[3] },
): Promise<Problem | undefined> {
  if (isAskedAlone(ask)) return refused(says.noChannel());
  return refusePosting(ask, settings, setting, says.notInChannel);
}

/** Why this person may not change or end what `owner` has set up in a channel; undefined where they may. */
export async function refuseChangeOf(
  owner: string,
  channel: string,
  { person }: Pick<Ask, 'person'>,
  settings: SettingServices,
  setting: Setting,
): Promise<Problem | undefined> {
  const which = owner === person.id ? setting : 'end_others';
  const no = maySetting(settings.policy, which, await settings.actor(person, channel));
  return no && notAllowed(no);
}
