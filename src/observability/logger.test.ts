import fc from 'fast-check';
import { Secret } from '../core/text/secret.ts';
import { createRedactor } from './logger.ts';

// Tokens are assembled from parts, so that secret scanners don't report this file as a leak.
const bot = ['xoxb', '123456789012', 'AbCdEfGhIjKl'].join('-');
const app = ['xapp', '1', 'A0123', '456', 'abcdef'].join('-');
const platform = '0123456789abcdef'.repeat(3).slice(0, 40);
const responseUrl = 'https://hooks.slack.com/commands/T01/123/AbCdEf';
const { text, value } = createRedactor([new Secret('my own odd token'), new Secret('')]);

test.each([
  [`token ${bot} refused`, 'token [secret] refused'],
  [`xoxe.${bot}`, '[secret]'],
  [`(${app})`, '([secret])'],
  [`GET /x ${platform}!`, 'GET /x [secret]!'],
  [`chain head ${platform}${'a'.repeat(24)}`, `chain head ${platform}${'a'.repeat(24)}`],
  [`posting to ${responseUrl} failed`, 'posting to [secret] failed'],
  [`{"response_url":"http://127.0.0.1:4/r/9","ok":true}`, '{"response_url":"[secret]","ok":true}'],
  ['Authorization: Bearer abc.def', 'Authorization: [secret]'],
  ['{"authorization":"two words"}', '{"authorization":"[secret]"}'],
  ['sent Bearer abcdefgh12345', 'sent Bearer [secret]'],
  ['postgres://bot:pa55@db/portolan', 'postgres://[secret]@db/portolan'],
  ['https://host/a?x=1&access_token=abc&y=2', 'https://host/a?x=1&access_token=[secret]'],
  ['https://host/a?x=1&sig=abc&y=2', 'https://host/a?x=1&sig=[secret]&y=2'],
  ['a -----BEGIN PRIVATE KEY-----\nMII\n-----END PRIVATE KEY----- and more', 'a [secret]\n and more'],
  ['it was my own odd token.', 'it was [secret].'],
  ['port 8080 of web in shop/east-1/12', 'port 8080 of web in shop/east-1/12'],
])('texts: %j', (from, to) => expect(text(from)).toBe(to));

describe('values', () => {
  test('go by the names of their keys, at any depth', () =>
    expect(
      value({
        platform_token: 'short',
        'X-Auth-Token': 'y',
        responseUrl: 'z',
        tokenAccepted: true,
        token: null,
        list: [{ password: 'x', port: 8080 }],
        secret: new Secret('x'),
        note: new Secret('x'),
      }),
    ).toEqual({
      platform_token: '[secret]',
      'X-Auth-Token': '[secret]',
      responseUrl: '[secret]',
      tokenAccepted: true,
      token: null,
      list: [{ password: '[secret]', port: 8080 }],
      secret: '[secret]',
      note: '[secret]',
    }));

  test('pairs go by their names, in the fields of a gateway rule as well', () =>
    expect(
      value({
        domain_header: 'Authorization:Bearer hush',
        domainCookie: 'canary:yes;session_token:hush',
        set_headers: [
          { key: 'X-Auth', value: 'hush' },
          { key: 'X-Forwarded-Proto', value: 'https' },
        ],
      }),
    ).toEqual({
      domain_header: 'Authorization:[secret]',
      domainCookie: 'canary:yes;session_token:[secret]',
      set_headers: [
        { key: 'X-Auth', value: '[secret]' },
        { key: 'X-Forwarded-Proto', value: 'https' },
      ],
    }));

  test('errors are told with their cause, without what their texts gave away', () => {
    const error = Object.assign(new Error(`bad ${bot}`, { cause: new Error(platform) }), { code: 'E1' });
    const text = JSON.stringify(value({ error }));
    expect(text).toContain('"code":"E1"');
    expect(text).not.toMatch(/xoxb-1|0123456789abcdef/);
  });

  test('circles, depths, bytes and odd things do not break a line', () => {
    const circle: Record<string, unknown> = { big: 1n, bytes: new Uint8Array(3), map: new Map([['a', 1]]), f: () => 1 };
    circle.self = circle;
    expect(value(circle)).toEqual({ big: '1', bytes: '[3 bytes]', map: { a: 1 }, self: '[circular]' });
    expect(value(new Map([[{ toString: false }, 1]]))).toEqual({ '[object]': 1 });
    fc.assert(
      fc.property(
        fc.anything({ withBigInt: true, withMap: true, withDate: true }),
        (any) => void JSON.stringify(value(any)),
      ),
    );
  });
});
