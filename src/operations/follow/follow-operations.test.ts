import { interpret } from '../../core/command/interpret.ts';
import { operations } from '../index.ts';
import { isSameFollow } from './follow-operations.ts';

test('a component that was created again under its name isn’t followed already', () => {
  const web = { id: 'c1', name: 'web' };
  const context = { team: 't', region: 'r', app: '1' };
  const follow = { context, only: 'deploys' as const, components: [web] };
  expect(isSameFollow(follow, { ...follow, components: [{ ...web }] })).toBe(true);
  expect(isSameFollow(follow, { ...follow, components: [{ ...web, id: 'c2' }] })).toBe(false);
  expect(isSameFollow(follow, { ...follow, components: undefined })).toBe(false);
  expect(isSameFollow(follow, { ...follow, only: 'all' })).toBe(false);
  expect(isSameFollow({ ...follow, paused: 'no-bot' }, follow)).toBe(false);
});

test.each([
  ['web deploys', { component: ['web'], only: ['deploys'] }],
  ['web api failures', { component: ['web', 'api'], only: ['failures'] }],
  ['失败', { only: ['failures'] }],
  ['部署', { only: ['deploys'] }],
  ['“deploys”', { component: ['deploys'] }],
])('a word that says what to follow isn’t taken for a component: %s', (words, given) =>
  expect(interpret(operations, 'follow', words)).toMatchObject({
    request: { operation: 'follow.add', given },
    faults: [],
  }),
);
