import { placeKey } from '../../core/command/context.ts';
import type { Ask } from '../../core/command/operation.ts';
import { type Problem, refused } from '../../core/command/problem.ts';
import { maySetting } from '../../core/policy/decide.ts';
import { channelContext, channelMembers, type Policy } from '../../core/policy/policy.ts';
import type { Reads } from '../shared/define.ts';
import { msg } from './audit-messages.ts';

/**
 * Whether somebody may read the record of the context in which they ask. That of a channel's own context is for who is
 * in the channel; any other is a right of its own (product, section 6). What people set with `use` makes a context
 * nobody's own: they could set it for themselves. It tells only, while the right is left to members, which channels
 * are concerned; direct messages are never.
 * @returns undefined when they may
 */
export async function mayReadAudit(ask: Ask, reads: Reads): Promise<Problem | undefined> {
  const key = placeKey(ask.context);
  const bound = boundChannels(key, reads.policy);
  if (bound.includes(ask.channel)) return ofChannels([ask.channel], ask, reads);
  // The one context of everybody, unless the policy file gives it to a channel.
  if (bound.length === 0 && reads.fallback && placeKey(reads.fallback) === key) return undefined;
  if (reads.policy.may.read_audit !== channelMembers) {
    const no = maySetting(reads.policy, 'read_audit', await reads.actor(ask.person, ask.channel));
    return no && refused(no.no);
  }
  const concerned = bound.length > 0 ? bound : await channelsOfUse(key, reads);
  return concerned.length === 0
    ? refused(msg.auditNoChannel({ command: `/${ask.prefix}portolan` }))
    : ofChannels(concerned, ask, reads);
}

/** Whether somebody is in one of the channels. Asking in one shows it, unless Slack says otherwise: a form may name any. */
async function ofChannels(channels: readonly string[], ask: Ask, reads: Reads): Promise<Problem | undefined> {
  const policy: Policy = { ...reads.policy, may: { ...reads.policy.may, read_audit: channelMembers } };
  let no: Problem | undefined;
  for (const channel of channels) {
    const who = await reads.actor(ask.person, channel);
    const here = channel === ask.channel && who.inChannel !== false;
    const found = maySetting(policy, 'read_audit', here ? { ...who, inChannel: true } : who);
    if (!found) return undefined;
    no ??= refused(found.no);
  }
  return no;
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

/** The channels that `use` gave it, where the policy file does not say something else of them; no direct messages. */
async function channelsOfUse(key: string, { contexts, policy }: Pick<Reads, 'contexts' | 'policy'>) {
  const stored = await contexts.list();
  return stored
    .filter(({ scope, key: channel, context }) => {
      const shared = scope === 'channel' && !channel.startsWith('D');
      return shared && !channelContext(policy, channel) && placeKey(context) === key;
    })
    .map(({ key: channel }) => channel);
}
