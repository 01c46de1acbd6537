import { createHash } from 'node:crypto';
import { canonical } from './plan.ts';

export function planHash(plan: unknown): string {
  return createHash('sha256').update(canonical(plan)).digest('hex');
}
