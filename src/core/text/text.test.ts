import { plain } from '../../slack/slack-catalog.ts';
import { catalogOf } from './catalog.ts';
import { join, messages, verbatim } from './text.ts';

test.each([
  ['web\n✓ *Approved* by Sam', 'web ✓ *Approved* by Sam'],
  ['web\r\n\t  shop', 'web shop'],
  ['web\u2028shop', 'web shop'],
  ['网 站', '网 站'],
])('a name is written on one line: %j', (name, written) => expect(plain(verbatim(name), 'en')).toBe(written));

test('the lines of a text itself stay', () =>
  expect(plain(join([verbatim('one\nmore'), verbatim('two')], '\n'), 'en')).toBe('one more\ntwo'));

test('a text of a message that is gone, as an older version stored it, is its values', () =>
  expect(plain({ key: 'test.gone', with: { component: 'web', port: 8080 } }, 'en')).toBe('web 8080'));

test('a message without values takes none from who calls it', () => {
  const msg = messages('test', { done: { en: 'Done.', zh: '完成。' } });
  const callWith = (make: (incident: { readonly opened: Date }) => unknown) => make({ opened: new Date(Number.NaN) });
  expect(callWith(msg.done)).toEqual({ key: 'test.done', with: {} });
});

test('a name with braces in it is written as it is', () => {
  const msg = messages('test', { moved: { en: 'Moved {port} to {name}.', zh: '已将 {port} 移至 {name}。' } });
  expect(msg.moved({ name: '$& {port}', port: 80 })).toEqual({
    key: 'test.moved',
    with: { name: '$& {port}', port: 80 },
  });
  expect(msg.moved.en({ name: '$& {port}', port: 80 })).toBe('Moved 80 to $& {port}.');
  // @ts-expect-error: a value is missing
  msg.moved({ name: 'web' });
});

test('a name in braces can have the forms of a plural, or a format of Chinese', () => {
  const msg = messages('test', {
    moved: {
      en: '{count:# port is|# ports are} moved: {names}',
      zh: '{count} 个端口已移至{names:apart}：{names:list}',
    },
    wrong: { en: 'Wrong {name}', zh: '错误 {name:lsit}' },
  });
  const given = { count: 1, names: 'web, api' };
  expect(msg.moved.en(given)).toBe('1 port is moved: web, api');
  expect(msg.moved.en({ ...given, count: 21 })).toBe('21 ports are moved: web, api');
  expect(msg.moved.zh(given)).toBe('1 个端口已移至 web, api ：web、api');
  expect(() => msg.wrong.zh({ name: 'web' })).toThrow('lsit');
});

test('without marks, a text loses the asterisks of its messages, and no asterisk of a value', () => {
  const msg = messages('test', {
    stops: { en: '*{host}* stops. *Careful.*', zh: '*{host}* 停止。' },
    hint: { en: '*Careful*: www.shop.test or *.shop.test.', zh: '*小心*：www.shop.test 或 *.shop.test。' },
  });
  expect(catalogOf({ msg }).unmarked(msg.stops({ host: '*.shop.test' }), 'en')).toBe('*.shop.test stops. Careful.');
  expect(catalogOf({ msg }).unmarked(msg.hint(), 'en')).toBe('Careful: www.shop.test or *.shop.test.');
});
