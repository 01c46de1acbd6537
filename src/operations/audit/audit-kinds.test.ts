import { expect, test } from 'vitest';
import { requestStateNames, StepRun } from '../../core/request/change-request.ts';
import { auditKinds } from '../../store/audit/audit-entry.ts';
import { plain } from '../operation-catalog.ts';
import { kindText, recordStateText } from './audit-kinds.ts';

test.each(auditKinds)('an entry of kind %s is told in both languages', (kind) => {
  expect(plain(kindText(kind), 'zh')).toMatch(/\p{Script=Han}/u);
});

test.each([
  ...requestStateNames,
  ...StepRun.shape.state.options,
  'before',
  'after',
  'closed',
  'by-hand',
  'closed-now',
  'partly',
  'kept',
  'extended',
])('the state %s is told in both languages', (state) => {
  expect(plain(recordStateText(state), 'en')).not.toContain('-');
  expect(plain(recordStateText(state), 'zh')).toMatch(/\p{Script=Han}/u);
});
