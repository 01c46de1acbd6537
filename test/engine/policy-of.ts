import type { Policy } from '../../src/core/policy/policy.ts';
import { parsePolicy } from '../../src/policy-file/parse.ts';

/** Returns the policy of a policy file. @throws with the file's errors */
export function policyOf(...lines: readonly string[]): Policy {
  const parsed = parsePolicy(lines.join('\n'));
  if ('faults' in parsed) throw new Error(JSON.stringify(parsed.faults));
  return parsed.policy;
}
