import type { Operation } from '../shared/define.ts';
import { definePolicy, requests } from './audit.ts';
import { defineAudit } from './audit-log-question.ts';
import { evidence } from './evidence.ts';
import { openings } from './openings.ts';

export function auditOperations(operations: () => readonly Operation[]): readonly Operation[] {
  return [requests, openings, defineAudit(operations), evidence, definePolicy(operations)];
}
