import { placeKey } from '../../core/command/context.ts';
import type { Ask } from '../../core/operation.ts';
import { maySetting } from '../../core/policy/decide.ts';
import { channelContext, channelMembers, type Policy } from '../../core/policy/policy.ts';
import type { Text } from '../../core/text/text.ts';
import type { AuditRow } from '../../store/audit/audit-entry.ts';
import type { Reads } from '../shared/define.ts';
import type { ChannelAccess } from '../shared/place/channel-access.ts';
import { auditMsg } from './audit-messages.ts';

export type AuditAccess =
  | { readonly all: true }
  | {
      readonly all: false;
      readonly mayRead: (row: Pick<AuditRow, 'who' | 'channel'>) => Promise<boolean>;
      readonly why: Text;
    };

/**
 * Returns the audit log entries of a context that someone may read (docs/deployment.md#who-may-read-the-audit-log).
 * People with a role in the policy's `read_audit` and members of channels that the policy file binds to the context may
 * read all entries. If the context is `PLATFORM_CONTEXT` and bound to no channel, everyone may read all. Otherwise,
 * people may read their own entries, and requests in channels that they are in now. A context set with `use` gives no
 * rights, because anyone can set it.
 */
export async function auditAccess(ask: Ask, reads: Reads, channels: ChannelAccess): Promise<AuditAccess> {
  const refusal = await noToAll(ask, reads);
  if (!refusal) return { all: true };
  return {
    all: false,
    mayRead: async ({ who, channel }) =>
      who.id === ask.person.id || (channel !== undefined && (await channels.isMember(channel)) === true),
    why: refusal,
  };
}

async function noToAll(ask: Ask, reads: Reads): Promise<Text | undefined> {
  const { policy, fallback } = reads;
  const key = placeKey(ask.context);
  const bound = boundChannels(key, policy);
  if (bound.length === 0 && fallback && placeKey(fallback) === key) return undefined;
  if (bound.includes(ask.channel) && !(await noToChannel(ask.channel, ask, reads))) return undefined;
  if (policy.may.read_audit !== channelMembers)
    return maySetting(policy, 'read_audit', await reads.actor(ask.person, ask.channel))?.refusal;
  let refusal: Text | undefined;
  for (const channel of bound) {
    const refused = await noToChannel(channel, ask, reads);
    if (!refused) return undefined;
    refusal ??= refused;
  }
  return refusal ?? auditMsg.auditNotBound();
}

/** Returns why someone doesn't count as a member of a channel, or undefined. Only a certain yes from Slack counts. */
async function noToChannel(channel: string, ask: Ask, reads: Reads): Promise<Text | undefined> {
  const ofMembers: Policy = { ...reads.policy, may: { ...reads.policy.may, read_audit: channelMembers } };
  return maySetting(ofMembers, 'read_audit', await reads.actor(ask.person, channel))?.refusal;
}

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
