import { ask } from '../../../test/operations/samples.ts';
import type { Watch } from '../shared/watch/stored-watch.ts';
import { onlyWatchOf, ownWatchesFirst, watchesOf, watchNotFound } from './find-watch.ts';

const watch = (id: string, item: Watch['condition']['item'], name?: string): Watch => ({
  id,
  channel: 'C1',
  context: ask.context,
  notify: [],
  at: 0,
  condition: { item, side: 'above', threshold: 1, for: 0 },
  by: { id: 'U9', name: 'Ada', lang: 'en', zone: 'UTC' },
  ...(name === undefined ? {} : { components: [{ id: `id-${name}`, name }] }),
});
const all = [watch('a', 'cpu', 'api'), watch('b', 'memory', 'API'), watch('c', 'abnormal'), watch('d', 'certificates')];
const found = (name: string) => watchesOf(name, all, ['api', 'web']).map(({ id }) => id);

test('a component’s name means its own watches, and those of all components; another word means none', () => {
  expect([found('Api'), found('web'), found('edit')]).toEqual([['a', 'b', 'c'], ['c'], []]);
});

test('a watch of another channel that reads the same isn’t offered, because the channel’s own one is meant', () => {
  const elsewhere = [watch('x', 'cpu', 'api'), watch('y', 'restarts')].map((each) => ({ ...each, channel: 'C2' }));
  const offered = (channel: string) => ownWatchesFirst([...elsewhere, ...all], channel).map(({ id }) => id);
  expect(offered('C1')).toEqual(['a', 'b', 'c', 'd', 'y']);
  expect(offered('C2')).toEqual(['x', 'y', 'b', 'c', 'd']);
});

test('a component’s name is enough for the only watch of this component, not for a watch of all components', () => {
  expect(onlyWatchOf([watch('a', 'cpu', 'api')])?.id).toBe('a');
  expect(onlyWatchOf([watch('c', 'abnormal')])).toBeUndefined();
  expect(onlyWatchOf([watch('a', 'cpu', 'api'), watch('c', 'abnormal')])).toBeUndefined();
});

test('what wasn’t found offers the list; a component’s name offers all watches that may be meant', () => {
  const offered = (watches: readonly Watch[]) => {
    const problem = watchNotFound('api', watches);
    if (problem.problem === 'ambiguous') return problem.choices.map(({ value }) => value);
    return problem.problem === 'refused' ? (problem.offers ?? []).map(({ operation }) => operation) : [];
  };
  expect(offered([])).toEqual(['watch.list']);
  const many = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
  expect(offered(many.map((id) => watch(id, 'cpu')))).toEqual(many);
});
