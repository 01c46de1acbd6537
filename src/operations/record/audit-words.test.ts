import { expect, test } from 'vitest';
import { cardStates, StepRun } from '../../core/card.ts';
import { plain } from '../../core/text.ts';
import { auditKinds } from '../../store/audit-entry.ts';
import { sayKind, sayState } from './audit-words.ts';

test.each(auditKinds)('an entry of kind %s is told in both languages', (kind) => {
  expect(plain(sayKind(kind), 'zh')).toMatch(/\p{Script=Han}/u);
});

test.each([...cardStates, ...StepRun.shape.state.options, 'before', 'after', 'closed', 'by-hand', 'kept', 'extended'])(
  'the state %s is told in both languages',
  (state) => {
    expect(plain(sayState(state), 'en')).not.toContain('-');
    expect(plain(sayState(state), 'zh')).toMatch(/\p{Script=Han}/u);
  },
);

test.each(['', 'toString', 'something newer'])('a code that nobody knows stands as it is: “%s”', (code) => {
  expect(plain(sayKind(code), 'zh')).toBe(code);
  expect(plain(sayState(code), 'zh')).toBe(code);
});
