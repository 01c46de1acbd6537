import type { Policy } from '../../src/core/policy/policy.ts';
import { parsePolicy } from '../../src/policy-file/parse.ts';

/** Returns the policy of a policy file. @throws with the file's errors */
export function policyOf(...lines: readonly string[]): Policy {
  const read = parsePolicy(lines.join('\n'));
  if ('faults' in read) throw new Error(JSON.stringify(read.faults));
  return read.policy;
}
