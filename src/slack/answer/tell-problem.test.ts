import { invalid } from '../../core/command/problem.ts';
import { verbatim } from '../../core/text/text.ts';
import { operations } from '../../operations/index.ts';
import { problemMessage } from './tell-problem.ts';

const why = verbatim('Not valid.');

test.each([
  ['watch.silence', { id: ['k3j2x7'], for: ['soon'] }, 'for', '/watch silence k3j2x7 4h'],
  ['watch.silence', {}, 'id', undefined],
  ['port.open', { component: ['web'], port: ['99999'] }, 'port', '/port open web 8000'],
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
