import { Secret } from '../../core/text/secret.ts';
import { plain } from '../operation-catalog.ts';
import { expiryText } from '../shared/access/expiry-text.ts';
import { expiryValue } from '../watch/watched-items.ts';
import { certificateExpiry } from './region-show.ts';

// Self-signed certificates, created for this test; their keys were deleted.
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

describe('certificateExpiry', () => {
  test('of one certificate', () =>
    expect(certificateExpiry(new Secret(LATER))).toEqual({
      kind: 'expires',
      at: Date.parse('Nov 16 00:17:14 2046 GMT'),
      subject: 'later.example.test',
      count: 1,
    }));

  test('of a bundle: the first to end', () =>
    expect(certificateExpiry(new Secret(`${LATER}\nsome words\n${SOONER}`))).toMatchObject({
      at: Date.parse('Nov 18 00:17:14 2036 GMT'),
      subject: 'sooner.example.test',
      count: 2,
    }));

  test.each([
    ['nothing', null],
    ['a path on the server', '/etc/goodrain/ssl/ca.pem'],
    ['what only looks like one', '-----BEGIN FAKE-----\nnot-a-real-cert\n-----END FAKE-----'],
    ['a broken one', '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----'],
  ])('of %s', (_what, text) => expect(certificateExpiry(new Secret(text))).toEqual({ kind: 'not-readable' }));
});

test('every reader sees the same day of a certificate’s end, in whatever zone, in a list and in an alert', () => {
  const expiresAt = Date.UTC(2026, 11, 2, 18);
  for (const text of [expiryText({ expiresAt, hasExpired: false }, 0), expiryValue(expiresAt, 0)])
    for (const zone of ['Europe/Berlin', 'Asia/Shanghai']) expect(plain(text, 'en', zone)).toContain('2 Dec 2026');
});
