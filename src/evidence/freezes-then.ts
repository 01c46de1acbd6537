import type { Place } from '../core/command/context.ts';
import { blockersOf } from '../core/policy/freeze.ts';
import { exemptionsOf, type FreezeClass } from '../core/policy/never-frozen.ts';
import { defaultPolicy, type Freeze, type Policy, type Risk } from '../core/policy/policy.ts';
import { keptPolicies, noPolicyFile } from '../operations/shared/evidence/kept-policy.ts';
import { freezeOf, freezeRecords } from '../operations/shared/freeze/stored-freeze.ts';
import { parsePolicy } from '../policy-file/parse.ts';
import type { EvidenceSources } from './collect-requests.ts';
import type { OutsideChange } from './outside-change.ts';

/** The change through Portolan that is like each one outside it. */
const likeOutside: Readonly<Record<OutsideChange['what'], readonly [operation: string, risk: Risk, FreezeClass?]>> = {
  deploy: ['component.build', 'disrupt', 'covered'],
  upgrade: ['component.upgrade', 'disrupt', 'covered'],
  rollback: ['component.image', 'disrupt', 'covered'],
  start: ['component.start', 'disrupt', 'start'],
  stop: ['component.stop', 'disrupt', 'stop'],
  restart: ['component.restart', 'disrupt', 'restart'],
  scale: ['component.scale', 'disrupt', 'covered'],
  resize: ['component.scale', 'disrupt', 'covered'],
  opened: ['port.open', 'expose'],
  closed: ['port.close', 'change', 'close'],
  'rule-deleted': ['gateway.delete', 'destroy'],
};

/** Marks changes outside Portolan that a freeze covered, or for which no window was open. */
export async function markFrozen(
  sources: EvidenceSources,
  outside: readonly OutsideChange[],
  placeOf: (key: string) => Place,
): Promise<readonly OutsideChange[]> {
  if (outside.length === 0) return outside;
  const begun = (await freezeRecords.bodies(sources)).map(freezeOf);
  const policyAt = await policiesInTime(sources);
  const marked: OutsideChange[] = [];
  for (const each of outside) {
    const frozen = frozenThen(each, await policyAt(each.at), begun, placeOf(each.contextKey));
    marked.push(frozen ? { ...each, frozen } : each);
  }
  return marked;
}

/** The policy in force at a time; undefined if that version wasn't kept. */
async function policiesInTime(sources: EvidenceSources): Promise<(at: number) => Promise<Policy | undefined>> {
  const versions: { at: number; hash: string }[] = [];
  for await (const { at, kind, details } of sources.audit.matching({ placeKey: '' }))
    if (kind === 'policy' && typeof details?.policy === 'string') versions.push({ at, hash: details.policy });
  const read = new Map<string, Policy | undefined>([[noPolicyFile, defaultPolicy]]);
  return async (at) => {
    // Without any entry, there has been no policy file since versions are kept.
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

function frozenThen(
  { what, at }: OutsideChange,
  policy: Policy | undefined,
  begun: readonly Freeze[],
  context: Place,
): OutsideChange['frozen'] {
  const [operation, risk, freezes] = likeOutside[what];
  // Nobody asked for it: freezes for some people's requests don't cover it.
  const asked = { context, channel: '', asker: { id: '', groups: [] } };
  const input = { ...asked, risk, operation, freezes, exempt: exemptionsOf({ freezes, risk }) };
  const calendar = { freezes: [...(policy?.freezes ?? []), ...begun], windows: policy?.windows ?? [] };
  const [first] = blockersOf(policy ?? defaultPolicy, calendar, input, at);
  if (!first) return policy ? undefined : { by: 'unknown' };
  return { by: 'hours' in first ? 'window' : 'freeze', reason: first.reason };
}
