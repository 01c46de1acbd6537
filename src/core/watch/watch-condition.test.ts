import { describe, expect, test } from 'vitest';
import {
  isFurther,
  isMoving,
  positionOf,
  statusSample,
  timesOf,
  usualFor,
  type WatchCondition,
} from './watch-condition.ts';

const minute = 60_000;
const condition = (changes: Partial<WatchCondition> = {}): WatchCondition => ({
  ...{ item: 'request_time', side: 'above', threshold: 500, for: 5 * minute },
  ...changes,
});

describe('a value', () => {
  test.each([
    [500.1, 'beyond'],
    [500, 'between'],
    [450.1, 'between'],
    [450, 'inside'],
  ] as const)('%d ms lies %s what is watched for more than 500 ms', (value, position) => {
    expect(positionOf(condition(), value)).toBe(position);
  });

  test.each([
    [4.9, 'beyond'],
    [5, 'between'],
    [5.5, 'inside'],
  ] as const)('%d requests lie %s what is watched for fewer than 5', (value, position) => {
    expect(positionOf(condition({ item: 'request', side: 'below', threshold: 5 }), value)).toBe(position);
  });

  test('has no margin where it isn’t measured', () => {
    expect(positionOf(condition({ item: 'restarts', threshold: 3 }), 3)).toBe('inside');
    expect(positionOf(condition({ item: 'certificates', side: 'below', threshold: 14 }), 14)).toBe('inside');
  });

  test('is further the farther it is beyond', () => {
    expect(isFurther({ side: 'above' })(2, 1)).toBe(true);
    expect(isFurther({ side: 'below' })(2, 1)).toBe(false);
  });
});

test('what happened once fires at once; out of memory ends half an hour later', () => {
  expect((['restarts', 'oom', 'certificates', 'abnormal'] as const).map(usualFor)).toEqual([0, 0, 0, 5 * minute]);
  expect(timesOf(condition({ item: 'oom', for: 0 }))).toEqual({ firesAfter: 0, endsAfter: 25 * minute });
});

describe('a status', () => {
  test.each(['abnormal', 'some_abnormal', 'failure'])('%s is abnormal', (status) =>
    expect(statusSample(status, undefined, minute).position).toBe('beyond'),
  );

  test.each(['running', 'closed', 'stopping', 'undeploy', 'succeeded', 'paused', 'build_failure', 'building'])(
    '%s is not',
    (status) => expect(statusSample(status, undefined, minute).position).toBe('inside'),
  );

  test.each([undefined, '', 'unknow', 'unknown'])('%s says nothing', (status) =>
    expect(statusSample(status, undefined, minute).position).toBe('missing'),
  );

  test.each(['waiting', 'starting', 'upgrade'])('%s is abnormal after 15 minutes', (status) => {
    expect(isMoving(status)).toBe(true);
    expect(statusSample(status, 0, 14 * minute).position).toBe('inside');
    expect(statusSample(status, 0, 15 * minute)).toEqual({ at: 15 * minute, position: 'beyond', lasted: 15 * minute });
  });
});
