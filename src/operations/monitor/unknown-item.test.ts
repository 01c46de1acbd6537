import { describe, expect, test } from 'vitest';
import { isProblem } from '../../core/command/problem.ts';
import { plain } from '../../core/text/text.ts';
import { unknownItem } from './unknown-item.ts';

describe('items that a reply does not hold', () => {
  test('names those that there are, those of the reply too, and offers the nearest', () => {
    const problem = unknownItem(['requst', 'foo'], ['request', 'disk']);
    if (!isProblem(problem) || problem.problem !== 'unknown-name') throw new Error('no problem');
    expect(plain(problem.why, 'en')).toBe(
      'There is no monitoring item called `requst, foo`. Use one of these: request_time, request, request_client, disk.',
    );
    expect(plain(problem.why, 'zh')).toBe(
      '没有名为 `requst、foo` 的监控项。可用的有：request_time、request、request_client、disk。',
    );
    expect(problem).toMatchObject({ param: 'item', typed: 'requst' });
    expect(problem.nearest[0]).toEqual({ value: 'request', label: 'request' });
  });

  test.each<[string, readonly string[], readonly string[]]>([
    ['one of them is the platform’s own', ['foo', 'request_client'], ['request']],
    ['one of them is in the reply', ['foo', 'disk'], ['disk']],
    ['the reply holds no item at all', ['foo'], []],
    ['none was asked for', [], ['request']],
  ])('nothing is said where %s', (_case, asked, held) => {
    expect(unknownItem(asked, held)).toBeUndefined();
  });
});
