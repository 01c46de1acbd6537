import { placeKey } from '../../core/command/context.ts';
import type { Ask } from '../../core/operation.ts';
import { maySetting } from '../../core/policy/decide.ts';
import { channelContext, channelMembers, type Policy } from '../../core/policy/policy.ts';
import type { Text } from '../../core/text/text.ts';
import type { AuditRow } from '../../store/audit/audit-entry.ts';
import type { Reads } from '../shared/define.ts';
import type { ChannelAccess } from '../shared/place/channel-access.ts';
import { auditMsg } from './audit-messages.ts';

/** Which entries of a context someone may read. */
export type AuditAccess =
  | { readonly all: true }
  /** `mayRead` decides for each entry; `why` says why not all. */
  | {
      readonly all: false;
      readonly mayRead: (of: Pick<AuditRow, 'who' | 'channel'>) => Promise<boolean>;
      readonly why: Text;
    };

/**
 * Who may read what of a context's audit log (docs/deployment.md#who-may-read-the-audit-log). All of it: those
 * whom the policy's `read_audit` names by a role, members of the channels to which the policy file binds the context,
 * and everyone where it is `PLATFORM_CONTEXT` and bound to no channel. Others: their own entries, and those of
 * requests whose card is in a channel that they are in now. What people set with `use` grants nothing: they could set
 * it for themselves.
 */
export async function auditAccess(ask: Ask, reads: Reads, channels: ChannelAccess): Promise<AuditAccess> {
  const no = await noToAll(ask, reads);
  if (!no) return { all: true };
  return {
    all: false,
    mayRead: async ({ who, channel }) =>
      who.id === ask.person.id || (channel !== undefined && (await channels.isMember(channel)) === true),
    why: no,
  };
}

/** Why someone may not read all of a context's entries; undefined when they may. */
async function noToAll(ask: Ask, reads: Reads): Promise<Text | undefined> {
  const { policy, fallback } = reads;
  const key = placeKey(ask.context);
  const bound = boundChannels(key, policy);
  if (bound.length === 0 && fallback && placeKey(fallback) === key) return undefined;
  if (bound.includes(ask.channel) && !(await noToChannel(ask.channel, ask, reads))) return undefined;
  if (policy.may.read_audit !== channelMembers)
    return maySetting(policy, 'read_audit', await reads.actor(ask.person, ask.channel))?.no;
  let no: Text | undefined;
  for (const channel of bound) {
    const found = await noToChannel(channel, ask, reads);
    if (!found) return undefined;
    no ??= found;
  }
  return no ?? auditMsg.auditNotBound();
}

/** Why someone isn't taken for a member of a channel. Only a definite yes of Slack's counts. */
async function noToChannel(channel: string, ask: Ask, reads: Reads): Promise<Text | undefined> {
  const ofMembers: Policy = { ...reads.policy, may: { ...reads.policy.may, read_audit: channelMembers } };
  return maySetting(ofMembers, 'read_audit', await reads.actor(ask.person, channel))?.no;
}

/** The channels whose context it is by the policy file. */
function boundChannels(key: string, policy: Policy): readonly string[] {
  const named = [
    ...(policy.channels?.keys() ?? []),
    ...(policy.contexts ?? []).flatMap(({ channel }) => channel ?? []),
  ];
  return [...new Set(named)].filter((channel) => {
    const context = channelContext(policy, channel);
    return context !== undefined && placeKey(context) === key;
  });
}
