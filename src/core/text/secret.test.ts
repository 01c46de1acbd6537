import { inspect } from 'node:util';
import { describe, expect, test } from 'vitest';
import { certificateExpiry, gitUrlWithoutCredentials, Secret, shownPairsText, shownValue } from './secret.ts';

// A pair of self-signed certificates, made for this test; their keys were thrown away.
const SOONER = `-----BEGIN CERTIFICATE-----
MIIBtTCCAVugAwIBAgIUOADlzxviRKgzsMblZanH/yj4qwgwCgYIKoZIzj0EAwIw
MDEQMA4GA1UECgwHRXhhbXBsZTEcMBoGA1UEAwwTc29vbmVyLmV4YW1wbGUudGVz
dDAeFw0yNjExMjEwMDE3MTRaFw0zNjExMTgwMDE3MTRaMDAxEDAOBgNVBAoMB0V4
YW1wbGUxHDAaBgNVBAMME3Nvb25lci5leGFtcGxlLnRlc3QwWTATBgcqhkjOPQIB
BggqhkjOPQMBBwNCAAQM6GiykBzuW6NW4Qk89Ove7e12sVWTXAHA5M91y/uRmUtt
CVJFS/1pzasrIfJsRslqxDgu2PTxyKYOOfCXKsBWo1MwUTAdBgNVHQ4EFgQU1Vqn
z0+naHmJ4opp+jayPcYGCGMwHwYDVR0jBBgwFoAU1Vqnz0+naHmJ4opp+jayPcYG
CGMwDwYDVR0TAQH/BAUwAwEB/zAKBggqhkjOPQQDAgNIADBFAiEAu2h8LQHgmrAn
EDvtoDfZcHQ0mVReEbFCOj8tCZsguwQCIFzbYefIv2cTpOKSWOY8kELmER5+TnYv
1G7tWOpqBlbo
-----END CERTIFICATE-----`;
const LATER = `-----BEGIN CERTIFICATE-----
MIIBszCCAVmgAwIBAgIUdT0cKbqGick579Lppz6/biwhL3kwCgYIKoZIzj0EAwIw
LzEQMA4GA1UECgwHRXhhbXBsZTEbMBkGA1UEAwwSbGF0ZXIuZXhhbXBsZS50ZXN0
MB4XDTI2MTEyMTAwMTcxNFoXDTQ2MTExNjAwMTcxNFowLzEQMA4GA1UECgwHRXhh
bXBsZTEbMBkGA1UEAwwSbGF0ZXIuZXhhbXBsZS50ZXN0MFkwEwYHKoZIzj0CAQYI
KoZIzj0DAQcDQgAEizFO49RTAAOMWnAP9hicvWUH0mqsOoLktHwKNM/WUPiv0CzI
HZgTUXUaSYjktzsQaLSLKzZZ8yJvNMUsD+UWh6NTMFEwHQYDVR0OBBYEFJl1twmm
HJdriYesa3MMGh9zrvnPMB8GA1UdIwQYMBaAFJl1twmmHJdriYesa3MMGh9zrvnP
MA8GA1UdEwEB/wQFMAMBAf8wCgYIKoZIzj0EAwIDSAAwRQIgDCZpbULmfYebZZBS
FlYv5hmw24oCUb9oME0KXObBueECIQCQCrt7hxfkwmdcpBkTMol9cuULOg12HLGx
SyoY/wC9LQ==
-----END CERTIFICATE-----`;

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

  test('is revealed only on purpose', () => {
    expect(secret.reveal()).toBe('hunter2');
    expect(secret.isSet).toBe(true);
  });

  test.each([null, undefined, ''])('%o is not set', (value) => {
    expect(new Secret(value).isSet).toBe(false);
    expect(new Secret(value).reveal()).toBe('');
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
  ])('the value of %s is hidden: %s', (key, isHidden) => {
    expect(shownValue({ key, value: 'hush' })).toBe(isHidden ? '[secret]' : 'hush');
  });

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
  ])('%j', (text, shown) => {
    expect(shownPairsText(text)).toBe(shown);
  });
});

describe('certificateExpiry', () => {
  test('of one certificate', () => {
    expect(certificateExpiry(new Secret(LATER))).toEqual({
      kind: 'expires',
      at: Date.parse('Nov 16 00:17:14 2046 GMT'),
      subject: 'later.example.test',
      count: 1,
    });
  });

  test('of a bundle: the first to end', () => {
    expect(certificateExpiry(new Secret(`${LATER}\nsome words\n${SOONER}`))).toMatchObject({
      at: Date.parse('Nov 18 00:17:14 2036 GMT'),
      subject: 'sooner.example.test',
      count: 2,
    });
  });

  test.each([
    ['nothing', null],
    ['a path on the server', '/etc/goodrain/ssl/ca.pem'],
    ['what only looks like one', '-----BEGIN FAKE-----\nnot-a-real-cert\n-----END FAKE-----'],
    ['a broken one', '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----'],
  ])('of %s', (_what, text) => {
    expect(certificateExpiry(new Secret(text))).toEqual({ kind: 'not-readable' });
  });
});

describe('gitUrlWithoutCredentials', () => {
  test.each([
    ['https://user:pass@git.example.test/a/b.git', 'https://git.example.test/a/b.git'],
    ['https://token@git.example.test:8443/a.git?private_token=x#y', 'https://git.example.test:8443/a.git'],
    ['http://git.example.test/a', 'http://git.example.test/a'],
    ['git@git.example.test:team/app.git', 'git@git.example.test:team/app.git'],
    ['secret@git.example.test:team/app.git', 'git.example.test:team/app.git'],
    ['a:b@git.example.test:team/app.git', 'git.example.test:team/app.git'],
    ['ssh://git@git.example.test:22/a.git', 'ssh://git@git.example.test:22/a.git'],
    ['ssh://me:pw@git.example.test/a.git', 'ssh://git.example.test/a.git'],
    ['not an address', undefined],
    ['javascript:alert(1)', undefined],
    ['', undefined],
  ])('%s', (url, clean) => {
    expect(gitUrlWithoutCredentials(new Secret(url))).toBe(clean);
  });
});
