import { timesOf } from '../../operations/watch/evaluation/evaluate-components.ts';
import { usualFor } from '../../operations/watch/watch-threshold.ts';
import { isMoving } from '../runs/moving-status.ts';
import { statusSample, type WatchCondition } from './watch-condition.ts';

const minute = 60_000;

test('what happened once fires at once; out of memory ends half an hour later', () => {
  expect((['restarts', 'oom', 'certificates', 'abnormal'] as const).map(usualFor)).toEqual([0, 0, 0, 5 * minute]);
  const oom: WatchCondition = { item: 'oom', side: 'above', threshold: 500, for: 0 };
  expect(timesOf(oom)).toEqual({ firesAfter: 0, endsAfter: 25 * minute });
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
