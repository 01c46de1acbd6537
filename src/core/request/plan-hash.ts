import { createHash } from 'node:crypto';
import { canonical } from './plan.ts';

/** A hash of a plan, as the audit log has it. @param plan also as it is stored */
export function planHash(plan: unknown): string {
  return createHash('sha256').update(canonical(plan)).digest('hex');
}
