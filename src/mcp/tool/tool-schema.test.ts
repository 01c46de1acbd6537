import { componentScale } from '../../operations/lifecycle/component-scale.ts';
import { readArguments, unknownField } from './tool-schema.ts';

const { params } = componentScale;
const notText = 'component: use a text, a number, true or false, or a list of them.';

test.each([
  [
    { component: 'web', instances: 3 },
    { component: ['web'], instances: ['3'] },
  ],
  [{ component: true }, { component: ['yes'] }],
  [{ component: false }, { component: ['no'] }],
  [{ component: 'web', instances: null }, { component: ['web'] }],
])('%j is read as its operation reads it', (given, expected) =>
  expect(readArguments(params, given)).toEqual({ given: expected }),
);

test.each([
  ['an object', { name: 'web' }],
  ['no number', Number.NaN],
  ['a list in a list', [['web']]],
  ['a list with an object', ['web', {}]],
  ['more than a hundred', Array(101).fill('a')],
  ['a text that no parameter takes', 'x'.repeat(2_001)],
])('%s is a mistake', (_what, component) =>
  expect(readArguments(params, { component })).toEqual({ faults: [notText] }),
);

test('a field that there isn’t is named, shortened, with the nearest one', () => {
  expect(readArguments(params, { component: 'web', instnces: 3 })).toEqual({
    faults: [unknownField('instnces', Object.keys(params))],
  });
  expect(unknownField('instnces', ['component', 'instances'])).toBe(
    '"instnces" isn’t a parameter. Did you mean instances? There are: component, instances.',
  );
  expect(unknownField('x'.repeat(100), [])).toBe(`"${'x'.repeat(60)}" isn’t a parameter. There are: none.`);
});
