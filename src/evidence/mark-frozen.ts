import { placeOfKey } from '../core/command/context.ts';
import { defaultPolicy, type Policy } from '../core/policy/policy.ts';
import { keptPolicies, noPolicyFile } from '../operations/shared/evidence/kept-policy.ts';
import { frozenThen } from '../operations/shared/freeze/freezes-then.ts';
import { calendarFrom, freezeRecords } from '../operations/shared/freeze/stored-freeze.ts';
import { parsePolicy } from '../policy-file/parse.ts';
import type { EvidenceSources } from './collect-requests.ts';
import { type OutsideChange, toldOf } from './outside-change.ts';

export async function markFrozen(
  sources: EvidenceSources,
  outside: readonly OutsideChange[],
): Promise<readonly OutsideChange[]> {
  if (outside.length === 0) return outside;
  const begun = await freezeRecords.bodies(sources);
  const policyAt = await policiesInTime(sources);
  const marked: OutsideChange[] = [];
  for (const each of outside) {
    const kept = await policyAt(each.at);
    const policy = kept ?? defaultPolicy;
    const then = { kind: each.what, context: placeOfKey(each.contextKey), at: each.at };
    const found = frozenThen(policy, calendarFrom(policy, begun), then);
    const frozen = each.frozen ?? (found ? toldOf(found) : kept ? undefined : { by: 'unknown' });
    marked.push(frozen ? { ...each, frozen } : each);
  }
  return marked;
}

/** Returns a function that gives the policy in force at a time, or undefined if that policy version wasn't kept. */
async function policiesInTime(sources: EvidenceSources): Promise<(at: number) => Promise<Policy | undefined>> {
  const versions: { at: number; hash: string }[] = [];
  for await (const { at, kind, details } of sources.audit.matching({ placeKey: '' }))
    if (kind === 'policy' && typeof details?.policy === 'string') versions.push({ at, hash: details.policy });
  const read = new Map<string, Policy | undefined>([[noPolicyFile, defaultPolicy]]);
  return async (at) => {
    // If the log has no such entries, there was no policy file in the time for which versions are kept.
    const hash = versions.length === 0 ? noPolicyFile : versions.findLast((each) => each.at <= at)?.hash;
    if (hash === undefined) return undefined;
    if (!read.has(hash)) {
      const kept = await keptPolicies.get(sources, hash);
      const parsed = kept && parsePolicy(kept.body.text);
      read.set(hash, parsed && 'policy' in parsed ? parsed.policy : undefined);
    }
    return read.get(hash);
  };
}
