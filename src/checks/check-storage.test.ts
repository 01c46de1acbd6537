import { checkEvidence, postgresText } from './check-storage.ts';
import { plain } from './report/doctor-catalog.ts';

test.each([
  ['', '(without TLS)'],
  ['?sslmode=disable', '(without TLS)'],
  ['?ssl=true', '(TLS, its certificate verified)'],
  ['?sslrootcert=/ca.pem', '(TLS, its certificate verified)'],
  ['?sslmode=require', '(TLS, its certificate verified)'],
  ['?sslmode=verify-full', '(TLS, its certificate verified)'],
  ['?sslmode=no-verify', '(TLS, its certificate not verified)'],
  ['?uselibpqcompat=true&sslmode=require', '(TLS, its certificate not verified)'],
])('the address with %j is PostgreSQL %s', (query, says) =>
  expect(plain(postgresText(`postgres://bot:pass@db/portolan${query}`), 'en')).toBe(`PostgreSQL ${says}`),
);

test('the key of evidence is named by its fingerprint, or said to be missing', () => {
  const key = { publicKey: '', fingerprint: 'sha256:ab', sign: () => Buffer.from('') };
  expect(checkEvidence(key)).toMatchObject({ level: 'ok', found: 'signed with the key sha256:ab' });
  expect(checkEvidence(undefined)).toMatchObject({ level: 'ok', found: expect.stringContaining('unsigned') });
});
