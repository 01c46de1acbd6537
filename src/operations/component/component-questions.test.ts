import { describe, expect, test } from 'vitest';
import { shapeOf } from '../../../test/answer-shape.ts';
import { ask } from '../../../test/operations/samples.ts';
import type { Named } from '../shared/find-component.ts';
import { componentList } from './component-list.ts';

const named = (name: string, more: Partial<Named> = {}): Named => ({
  id: `id-${name}`,
  alias: `gr-${name}`,
  name,
  ...more,
});
const list = (components: readonly Named[], search?: string, complete = true) =>
  shapeOf(componentList.answer({ search }, { complete, components }, ask));

describe('the list of components', () => {
  test('is sorted by name, then alias', () => {
    const all = [named('web'), named('api', { alias: 'b' }), named('api', { alias: 'a', id: 'other' })];
    expect(list(all).rows.map(([name, alias]) => [name, alias])).toEqual([
      ['api', 'a'],
      ['api', 'b'],
      ['web', 'gr-web'],
    ]);
  });

  test.each<[string, Partial<Named>, boolean]>([
    ['WEB', { name: 'web' }, true],
    ['ｗｅｂ', { name: 'web' }, true],
    ['gr7', { alias: 'gr7c01' }, true],
    ['cluster', { inCluster: 'in-cluster' }, true],
    ['c0de', { id: 'c0de01' }, true],
    ['zzz', { name: 'web' }, false],
  ])('“%s” finds a component by any of its names', (typed, more, isFound) => {
    expect(list([named('x', more)], typed).rows).toHaveLength(isFound ? 1 : 0);
  });

  test('every component has a button that names it by its id; only five fit', () => {
    const all = Array.from({ length: 7 }, (_, index) => named(`c${index}`));
    expect(list(all).buttons).toEqual([0, 1, 2, 3, 4].map((each) => `component.show component=id-c${each}`));
  });

  test('a long list is cut, and says how many there are', () => {
    const { rows, text } = list(Array.from({ length: 73 }, (_, index) => named(`c${index}`)));
    expect(rows).toHaveLength(50);
    expect(text).toMatch(/50.*73/s);
  });

  test('says why nothing is shown, differently when the platform has no list', () => {
    const texts = [list([]).text, list([], undefined, false).text, list([named('web')], 'mars').text];
    expect(new Set(texts).size).toBe(3);
    expect(texts[2]).toContain('mars');
  });

  test('a list that may be incomplete says so', () => {
    expect(list([named('web')], undefined, false).text).not.toBe(list([named('web')]).text);
  });
});
