import { verbatim } from '../../core/text/text.ts';
import { operations } from '../../operations/index.ts';
import { firstMissing, isMissing } from './open-form.ts';

const named = (id: string) => {
  const operation = operations.find((each) => each.id === id);
  if (!operation) throw new Error(`no operation ${id}`);
  return operation;
};
const [alias, http] = [named('port.alias'), named('gateway.http')];
const why = verbatim('x');

test.each([
  ['nothing given', alias, {}, 'component'],
  ['the first given', alias, { component: ['web'] }, 'port'],
  ['the first blank', alias, { component: [' '], port: ['80'] }, 'component'],
  ['one between', alias, { component: ['web'], alias: ['A'] }, 'port'],
  ['one of several values given', alias, { component: ['', 'web'] }, 'port'],
  ['all that is required given', alias, { component: ['web'], port: ['80'], alias: ['A'] }, undefined],
  ['only what is optional left', http, { component: ['web'], port: ['80'], domain_name: ['a.test'] }, undefined],
])('a form that opens begins with the first required input that is empty: %s', (_what, operation, given, first) =>
  expect(firstMissing(operation, given)).toBe(first),
);

test.each([
  ['said to be missing', { param: 'service', why, missing: true as const }, {}, true],
  ['required and not given', { param: 'port', why }, {}, true],
  ['required and blank', { param: 'port', why }, { port: [' '] }, true],
  ['required and wrong', { param: 'port', why }, { port: ['x'] }, false],
  ['optional and not given', { param: 'service', why }, {}, false],
  ['of no parameter', { param: 'in', why }, {}, false],
])('only what is wrong is an error in a form that opens: %s', (_what, fault, given, missing) =>
  expect(isMissing(alias, given, fault)).toBe(missing),
);
