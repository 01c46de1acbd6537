import { ask } from '../../../test/operations/samples.ts';
import { plain } from '../operation-catalog.ts';
import type { Watch } from '../shared/watch/stored-watch.ts';
import { watchesOf, watchNotFound } from './find-watch.ts';

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

test('a component’s name means its own watches, or those of all components; another word means none', () => {
  expect([found('Api'), found('web'), found('edit')]).toEqual([['a', 'b'], ['c'], []]);
});

test('what wasn’t found always offers the list, and the watches that may be meant', () => {
  const offered = (watches: readonly Watch[]) => {
    const problem = watchNotFound('api', watches);
    return problem.problem === 'refused' ? (problem.offers ?? []).map(({ operation }) => operation) : [];
  };
  expect(offered([])).toEqual(['watch.list']);
  expect(offered(all.slice(0, 2))).toEqual(['watch.show', 'watch.show', 'watch.list']);
});

test('if more watches are about a component than are offered, that is said', () => {
  const problem = watchNotFound(
    'web',
    ['a', 'b', 'c', 'd', 'e', 'f'].map((id) => watch(id, 'cpu')),
  );
  expect('why' in problem && problem.why && plain(problem.why, 'en')).toBe(
    'Several watches are about web. Choose one, or open the list, which has 2 more.',
  );
});
