import { channelMembers } from '../core/policy/policy.ts';
import type { ChangeRequest } from '../core/request/change-request.ts';
import type { EngineContext } from './engine-context.ts';

/** Maximum number of people to notify directly, because a role may be a large user group. */
const maxDirect = 20;

/**
 * Returns the approvers to notify by direct message that a change ran without approval, because no approver is in its
 * channel. If channel members approve and the channel has no other members, returns the people of the break-glass role.
 * @returns user ids, empty if an approver can read the channel; `complete` is false if Slack didn't return everyone
 */
export async function approversElsewhere(engine: EngineContext, request: ChangeRequest) {
  const { people } = engine.services;
  const { ruling, breakGlass } = request.decision;
  const { channel } = request.shown;
  const others = async (query: Parameters<typeof people.candidates>[0]) => {
    const elsewhere = await people.candidates(query);
    const ids = elsewhere.people
      .filter(({ id, standing }) => standing === 'member' && id !== breakGlass?.by)
      .map(({ id }) => id);
    return { ids, complete: elsewhere.others !== 'unreadable' };
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
