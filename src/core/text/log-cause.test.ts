import { logCommit } from './log-cause.ts';

test('a commit is read only from the platform’s own line, the last one if a build was tried twice', () => {
  const line = (commit: string) => `CodeVersion:${commit} Author:mei Commit:Show prices `;
  expect(logCommit(['Start', line('8f2ac41'), line('1d09be7'), 'done'])).toBe('1d09be7');
  expect(
    logCommit(['fix CodeVersion:8f2ac41', 'CodeVersion: Author: Commit: ', 'CodeVersion:<!here>']),
  ).toBeUndefined();
});
