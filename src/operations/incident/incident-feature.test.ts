import { verbatim } from '../../core/text/text.ts';
import { firingBefore } from './incident-feature.ts';

test('an earlier firing that went on past a change’s start is named only until the start', () => {
  const what = verbatim('web: latency');
  const firing = (from: number, to: number) => ({ from, to, peaks: [{ what }] });
  const before = (from: number, to: number) => firingBefore({ firings: [firing(from, to)] }, [{ what }], 100);
  expect(before(50, 150)).toEqual({ from: 50, to: 100 });
  expect(before(50, 80)).toEqual({ from: 50, to: 80 });
  expect(before(100, 150)).toBeUndefined();
});
