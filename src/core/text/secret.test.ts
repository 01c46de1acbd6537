import { inspect } from 'node:util';
import { Secret, shownPairsText, shownValue } from './secret.ts';

describe('Secret', () => {
  const secret = new Secret('hunter2');

  test('hides in every way of showing', () => {
    const shown = [
      String(secret),
      `${secret}`,
      JSON.stringify({ secret }),
      inspect(secret),
      inspect({ deep: [secret] }, { depth: 9, showHidden: true }),
      inspect(secret, { customInspect: false, showHidden: true }),
      [secret].join(),
      `${Object.entries(secret)}`,
      `${Reflect.ownKeys(secret).map(String)}`,
    ].join('\n');
    expect(shown).not.toContain('hunter2');
    expect(String(secret)).toBe('[secret]');
    expect(JSON.stringify([secret])).toBe('["[secret]"]');
  });

  test.each([null, undefined, '', 'x'])('%o is set only with a text, and is revealed on purpose', (value) => {
    expect(new Secret(value).isSet).toBe(value === 'x');
    expect(new Secret(value).reveal()).toBe(value ?? '');
  });
});

describe('what may be shown of pairs', () => {
  test.each([
    ['Authorization', true],
    ['X-Auth', true],
    ['x-auth-request-user', true],
    ['OAuth2', true],
    ['session_token', true],
    ['PHPSESSID', true],
    ['connect.sid', true],
    ['Api-Key', true],
    ['apikey', true],
    ['DB_PWD', true],
    ['Set-Cookie', true],
    ['X-Hub-Signature-256', true],
    ['X-JWT', true],
    ['canary', false],
    ['X-Forwarded-Proto', false],
    ['X-Author', false],
    [':authority', false],
    ['X-Side', false],
    ['Idempotency-Key', false],
  ])('the value of %s is hidden: %s', (key, isHidden) =>
    expect(shownValue({ key, value: 'hush' })).toBe(isHidden ? '[secret]' : 'hush'),
  );

  test.each([
    ['Authorization:Bearer hush', 'Authorization:[secret]'],
    ['Authorization: Digest user="a", realm="hush"', 'Authorization: [secret]'],
    ['authorization Bearer hush', 'authorization [secret]'],
    ['session_token:hush', 'session_token:[secret]'],
    ['session_token = hush', 'session_token = [secret]'],
    ['version:beta;session_token=hush;hush', 'version:beta;session_token=[secret]'],
    ['token:hush;version:beta', 'token:[secret];version:beta'],
    ['version:beta, x-api-key: hush', 'version:beta, x-api-key: [secret]'],
    ['{"password": "hush"}', '{"password": "[secret]'],
    ['X-Any:Authorization:hush', 'X-Any:Authorization:[secret]'],
    ['canary:yes', 'canary:yes'],
    ['X-Forwarded-Proto:https', 'X-Forwarded-Proto:https'],
    ['X-Note: no secret at all', 'X-Note: no secret at all'],
    ['session_token', 'session_token'],
    ['a;b', 'a;b'],
    ['', ''],
  ])('%j', (text, shown) => expect(shownPairsText(text)).toBe(shown));
});
