import { channelMembers } from '../core/policy/policy.ts';
import type { ChangeRequest } from '../core/request/change-request.ts';
import type { EngineContext } from './engine-context.ts';

/** So many people are told directly at most: a role may be a large user group. */
const maxDirect = 20;

/**
 * Who has to be told directly that a change ran without approval, because no approver is in its channel: the people of
 * the role that approves; of the break-glass role where the channel's members approve and there are no others.
 * @returns user ids, none where an approver can read the channel; not `complete` where Slack didn't tell of everyone
 */
export async function approversElsewhere(engine: EngineContext, request: ChangeRequest) {
  const { people } = engine.services;
  const { ruling, channel, breakGlass } = request;
  const others = async (of: Parameters<typeof people.candidates>[0]) => {
    const found = await people.candidates(of);
    const ids = found.people
      .filter(({ id, standing }) => standing === 'member' && id !== breakGlass?.by)
      .map(({ id }) => id);
    return { ids, complete: found.others !== 'unreadable' };
  };
  if (ruling.from === channelMembers) {
    const here = await others({ channel });
    if (!here.complete || here.ids.length > 0) return { ...here, ids: [] };
  }
  const { users, groups } = ruling.from === channelMembers ? (ruling.breakGlass ?? ruling) : ruling;
  const approvers = await others({ users, groups });
  const ids = approvers.ids.slice(0, maxDirect);
  for (const id of ids) {
    const { inChannel } = await people.actor({ id, standing: 'member' }, channel);
    if (inChannel === true) return { ids: [], complete: true };
  }
  return { ids, complete: approvers.complete };
}
