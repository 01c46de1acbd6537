import { placeKey } from '../../core/command/context.ts';
import { contextsOf, type Policy } from '../../core/policy/policy.ts';
import type { Commit } from '../../store/store.ts';
import type { Outgoing, StoredRecord } from '../../store/stored-types.ts';
import { Follow } from './stored-follow.ts';

/** Of the rows that tell the one who had a channel follow an app that nothing is posted there any more. */
export const pausedKind = 'follow-paused';

/**
 * What pauses a follow, and tells its creator: together, so that it is told even if the process dies in between. Saved only
 * where nobody changed it meanwhile.
 * @returns undefined where it is paused already
 */
export function pausing(stored: StoredRecord, code: string, now: number): Commit | undefined {
  const follow = Follow.safeParse(stored.body).data;
  if (!follow || follow.paused !== undefined) return undefined;
  const { version: expect, ...record } = stored;
  const next = { ...record, isOpen: false, at: now, body: { ...follow, paused: code } };
  return { at: now, records: [{ next, expect }], outbox: [pausedRow(follow.channel, now)] };
}

function pausedRow(channel: string, now: number): Outgoing {
  return { id: `${pausedKind}:${channel}:${now}`, kind: pausedKind, at: now, body: { channel } };
}

/** Whether the policy file still lets a channel follow an app. */
export function isAllowed({ context }: Follow, policy: Policy): boolean {
  const listed = contextsOf(policy);
  return !listed || listed.some((each) => placeKey(each) === placeKey(context));
}
