import { placeKey, placeText } from '../core/command/context.ts';
import { defaultPolicy } from '../core/policy/policy.ts';
import { calendarFrom, type StoredFreeze } from '../operations/shared/freeze/stored-freeze.ts';
import { parsePolicy } from '../policy-file/parse.ts';
import type { ListedFreeze } from './evidence-summary.ts';

/** Returns all freezes of the range, from versions of the policy file and from Slack, sorted by their start. Pure. */
export function listedFreezes(
  policies: readonly string[],
  begun: readonly StoredFreeze[],
  time: { readonly since: number; readonly until: number; readonly names: ReadonlyMap<string, string> },
): readonly ListedFreeze[] {
  const ofFiles = policies.flatMap((text) => {
    const read = parsePolicy(text);
    return 'policy' in read ? (read.policy.freezes ?? []) : [];
  });
  const all = [...ofFiles, ...calendarFrom(defaultPolicy, begun).freezes]
    .filter(({ from = -Infinity, to = Infinity }) => from < time.until && to > time.since)
    .map(({ from, to, reason, by, place }): ListedFreeze => {
      const context = place && (time.names.get(placeKey(place)) ?? placeText(place));
      return { from, to, reason, by, context };
    });
  // Several versions of the policy file can contain the same freeze.
  const unique = new Map(all.map((each) => [JSON.stringify(each), each]));
  return [...unique.values()].toSorted((one, other) => (one.from ?? 0) - (other.from ?? 0));
}
