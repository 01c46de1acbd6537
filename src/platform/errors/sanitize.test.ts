import fc from 'fast-check';
import { anyCharacter } from '../../../test/any-character.ts';
import { LONGEST_TEXT, sanitizeText } from './sanitize.ts';

const port80 = 'Service is invalid: spec.ports[0].nodePort: Invalid value: 80: not in 30000-32767';
const image = 'spec.template.spec.containers[0].image and metadata.name are required';

describe('sanitizeText', () => {
  test.each([
    ['端口已存在', '端口已存在'],
    ['  two\n\tlines ', 'two lines'],
    ['database locked', 'database locked'],
    ['see https://10.2.0.9:8443/v2/x?y=1 now', 'see […] now'],
    ['host 10.2.0.9:30021 is down', 'host […] is down'],
    ['host [fe80::1]:80 or fe80:0:0::1 down', 'host […] or […] down'],
    ['dial rbd-api.rbd-system.svc.cluster.local:8443 failed', 'dial […] failed'],
    ['dial rbd-api:8443 failed', 'dial […] failed'],
    ['open /etc/goodrain/ssl/key.pem', 'open […]'],
    ['key 0123456789abcdef0123456789abcdef01234567 seen', 'key […] seen'],
    ['password=hunter2 wrong', 'password=[…] wrong'],
    [`query failed {'apitype': 'x', 'url': 'http://region.test:8443/api/v1/query?query=up'}`, 'query failed'],
    ['bad env {"DB_PASSWORD": "hunter2"}', 'bad env {"DB_PASSWORD": "[…]"}'],
    [port80, port80],
    [image, image],
    ['at metadata.google.internal, status.shop.test and spec.db.svc:8443', 'at […], […] and […]'],
    ['Bearer abcdefgh12345678', 'Bearer […]'],
    ['token validation failed', 'token validation failed'],
    ['<b>bold</b> text', 'bold text'],
    ['<html><body>secret</body></html>', undefined],
    ['ab\u202Ecd\u0007ef\u200Bgh', 'ab cd ef gh'],
    ['Traceback (most recent call last):\n  File "/app/x.py"', undefined],
    ["object of type 'NoneType' has no len()", undefined],
    ["MaxRetryErrorHTTPConnectionPool(host='10.2.0.9', port=8443)", undefined],
    ['KeyError: 1', undefined],
    ['', undefined],
    ['…', undefined],
    [{ msg: 1 }, undefined],
    [undefined, undefined],
  ])('%j', (raw, clean) => expect(sanitizeText(raw)).toBe(clean));

  test('cuts the token out wherever it stands', () =>
    expect(sanitizeText('no user for s3cr3t!', ['s3cr3t'])).toBe('no user for […]!'));

  const names = ['shop.test', 'www.shop.test', '10.0.0.7:30021'];
  test.each([
    ['host shop.test or www.shop.test at rbd-api.rbd-system.svc:8443', 'host shop.test or www.shop.test at […]'],
    ['route to 10.0.0.7:30021 is taken on 10.0.0.8:30021', 'route to 10.0.0.7:30021 is taken on […]'],
    ['see http://shop.test/x, db.shop.test and shop.test:8443', 'see […] […] and […]'],
    ['域名shop.test已被www.shop.test使用', '域名shop.test已被www.shop.test使用'],
  ])('keeps names that people know: %s', (raw, clean) => expect(sanitizeText(raw, [], names)).toBe(clean));

  test.each([
    ['a secret of three characters could be any word', 'no abc here', ['abc'], [], 'no abc here'],
    ['one of four is cut out', 'no abcd here', ['abcd'], [], 'no […] here'],
    ['a name of two characters isn’t kept', 'at a.b:80 now', [], ['a.b:80', ':b'], 'at a.b:80 now'],
    ['of two names the longer is whole', 'at eu.shop.test', [], ['shop.test', 'eu.shop.test'], 'at eu.shop.test'],
    ['what is said first is kept of a long text', `full ${' '.repeat(4_000)}disk`, [], [], 'full'],
    ['the last character that is looked at', `full${' '.repeat(3_992)}disk`, [], [], 'full disk'],
    ['and the first that isn’t', `full${' '.repeat(3_993)}disk`, [], [], 'full dis'],
    ['300 characters stay', 'ab '.repeat(100).trim().concat('.'), [], [], 'ab '.repeat(100).trim().concat('.')],
    ['301 are cut', `${'ab '.repeat(100)}.`, [], [], `${'ab '.repeat(100).slice(0, 299)}…`],
    ['one letter alone says nothing', 'a 1 …', [], [], undefined],
    ['two do', '端口', [], [], '端口'],
  ])('%s', (_what, raw, secrets, names, clean) => expect(sanitizeText(raw, secrets, names)).toBe(clean));

  test('is short, and ends on a whole character', () => {
    const text = sanitizeText('𠮷'.repeat(1_000)) ?? '';
    expect(text.length).toBeLessThanOrEqual(LONGEST_TEXT);
    expect(text.isWellFormed()).toBe(true);
    expect(text.endsWith('…')).toBe(true);
  });

  const word = fc.stringMatching(/^[a-z]{1,8}$/);
  const secretish = fc.oneof(
    fc.ipV4(),
    fc.webUrl({ withQueryParameters: true }),
    fc.stringMatching(/^[0-9a-f]{40}$/),
    fc.stringMatching(/^eyJ[A-Za-z0-9]{10,20}\.[A-Za-z0-9]{10,20}\.[A-Za-z0-9]{10,20}$/),
    fc.tuple(word, word, word).map(([a, b, c]) => `${a}1.${b}.${c}zz:8443`),
    fc.tuple(word, word).map(([a, b]) => `/usr/${a}/${b}.py`),
  );

  test('lets no address, path or token through, whatever stands around it', () =>
    fc.assert(
      fc.property(fc.array(word), secretish, fc.array(word), (before, secret, after) => {
        expect((sanitizeText([...before, secret, ...after].join(' ')) ?? '').includes(secret)).toBe(false);
      }),
      { numRuns: 500 },
    ));

  test('never fails, never grows, never shows what cannot be seen, is stable', () =>
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter, maxLength: 600 }), (raw) => {
        const text = sanitizeText(raw);
        if (text === undefined) return;
        expect(text.length).toBeLessThanOrEqual(LONGEST_TEXT);
        expect(text).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}]/u);
        expect(sanitizeText(text)).toBe(text);
      }),
      { numRuns: 500 },
    ));

  test('takes no time over long input', () => {
    for (const raw of ['a.'.repeat(200_000), '/a'.repeat(200_000), '<a '.repeat(100_000), 'a:'.repeat(200_000)])
      expect((sanitizeText(raw) ?? '').length).toBeLessThanOrEqual(LONGEST_TEXT);
  });
});
