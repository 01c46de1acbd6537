import type { Operation } from '../shared/define.ts';
import { definePolicy, requests } from './audit.ts';
import { defineAudit } from './audit-log-question.ts';
import { evidence } from './evidence.ts';
import { openings } from './openings.ts';

/**
 * What can be asked of what happened and what may happen, in the order of the help; `operations` is everything there
 * is.
 */
export function auditOperations(operations: () => readonly Operation[]): readonly Operation[] {
  return [requests, openings, defineAudit(operations), evidence, definePolicy(operations)];
}
