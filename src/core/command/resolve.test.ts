import { verbatim } from '../text/text.ts';
import { matching, type NamedKind, resolve } from './resolve.ts';

interface Thing {
  readonly id: string;
  readonly alias?: string;
  readonly name: string;
}
const things: readonly Thing[] = [
  { id: '1', alias: 'grweb', name: 'Web' },
  { id: '2', alias: 'web', name: 'Shop' },
  { id: '3', name: '订单' },
  { id: 'grweb', name: 'shop' },
];
const kind: NamedKind<Thing> = {
  param: 'thing',
  idsOf: ({ id }) => [id],
  namesOf: ({ alias, name }) => [alias, name],
  choiceOf: ({ id, name }) => ({ value: id, label: name }),
  several: ({ typed, count }) => verbatim(`${typed}: ${count}`),
  unknown: verbatim('none'),
};

test.each([
  ['1', ['1']],
  ['grweb', ['grweb']], // an id takes precedence over a name
  ['web', ['2']], // an alias takes precedence over a name
  ['Web', ['1']], // the exact letter case takes precedence
  ['WEB', ['2']],
  ['ＷＥＢ', ['2']], // full-width letters
  ['shop', ['grweb']],
  ['SHOP', ['2', 'grweb']],
  ['shop ', []], // spaces may distinguish two names
  ['订单', ['3']],
  ['sho', []],
  ['', []],
])('a name: %j means %j', (typed, ids) => expect(matching(typed, things, kind).map(({ id }) => id)).toEqual(ids));

describe('an error', () => {
  const many = Array.from({ length: 25 }, (_, index): Thing => ({ id: `id${index}`, name: `thing-${index}` }));

  test.each([
    ['lists all if they are few, the nearest first', 'shap', things, ['2', 'grweb', '1', '3'], undefined, 0],
    ['lists the nearest of many, and says how many more there are', 'thing-2', many.slice(3), undefined, undefined, 17],
    ['lists some of many if none comes near', 'zzzzzz', many, many.slice(0, 10).map(({ id }) => id), true, 15],
  ])('%s', (_what, typed, all, values, others, more) => {
    const problem = resolve(typed, all, kind);
    expect(problem).toMatchObject({
      problem: 'unknown-name',
      ...(others ? { others } : {}),
      ...(more ? { more } : {}),
    });
    if ('problem' in problem && problem.problem === 'unknown-name' && values)
      expect(problem.nearest.map(({ value }) => value)).toEqual(values);
  });

  test('names everything that shares a name', () =>
    expect(resolve('SHOP', things, kind)).toMatchObject({
      problem: 'ambiguous',
      choices: [{ value: '2' }, { value: 'grweb' }],
    }));
});
