import { channelMembers } from '../core/policy/policy.ts';
import type { Card } from '../core/request/change-request.ts';
import type { EngineContext } from './engine-context.ts';

/** So many people are told directly at most: a role may be a large user group. */
const maxDirect = 20;

/**
 * Who has to be told directly that a change ran without approval, because no approver is in its channel: the people of
 * the role that approves; of the break-glass role where the channel's members approve and there are no others.
 * @returns user ids, none where an approver can read the channel; `unreadable` when Slack doesn't tell
 */
export async function approversElsewhere(engine: EngineContext, card: Card): Promise<readonly string[] | 'unreadable'> {
  const { people } = engine.services;
  const { ruling, channel, breakGlass } = card;
  const others = async (of: Parameters<typeof people.candidates>[0]) => {
    const found = await people.candidates(of);
    if (found === 'unreadable') return found;
    return found.filter(({ id, standing }) => standing === 'member' && id !== breakGlass?.by);
  };
  if (ruling.from === channelMembers) {
    const here = await others({ channel });
    if (here === 'unreadable' || here.length > 0) return here === 'unreadable' ? here : [];
  }
  const { users, groups } = ruling.from === channelMembers ? (ruling.breakGlass ?? ruling) : ruling;
  const approvers = await others({ users, groups });
  if (approvers === 'unreadable') return approvers;
  const told = approvers.slice(0, maxDirect);
  for (const person of told) {
    const { inChannel } = await people.actor(person, channel);
    if (inChannel === true) return [];
  }
  return told.map(({ id }) => id);
}
