import { invalid } from '../../core/command/problem.ts';
import { verbatim } from '../../core/text/text.ts';
import { operations } from '../../operations/index.ts';
import { problemMessage } from './tell-problem.ts';

const why = verbatim('Not valid.');

test('unknown names: the number of others includes those that have no button', () => {
  const nearest = Array.from({ length: 10 }, (_, index) => ({ value: `c${index}`, label: `web-${index}` }));
  const said = (others: boolean) => {
    const problem = { problem: 'unknown-name', param: 'component', why, nearest, more: 1, others } as const;
    return problemMessage(
      problem,
      { request: { operation: 'monitor', given: {} }, prefix: '' },
      { lang: 'en', zone: 'UTC' },
    );
  };
  expect(said(true).text).toContain('Available (6 more not listed):');
  expect(said(false).text).toContain('There are 6 more.');
});

test.each([
  ['watch.silence', { id: ['k3j2x7'], for: ['soon'] }, 'for', '/watch silence k3j2x7 4h'],
  ['watch.silence', {}, 'id', undefined],
  ['port.open', { component: ['web'], port: ['99999'] }, 'port', '/port open web 8000 for=2h'],
  ['port.close', { component: ['web'], port: ['8080'] }, 'at', '/port close web 8080 at=22:00'],
  ['port.open', { component: ['web'], port: ['80'], side: ['outer'] }, 'at', '/port open web 80 outer at=22:00'],
])(
  'an example of a valid request has the names that were typed, and no invented id: %s %o',
  (id, given, param, shown) => {
    const operation = operations.find((each) => each.id === id);
    const request = { operation: id, given };
    const { text } = problemMessage(
      invalid(param, why),
      { request, prefix: '', operation },
      { lang: 'en', zone: 'UTC' },
    );
    expect(/For example: `(.*)`/.exec(text)?.[1]).toBe(shown);
  },
);
