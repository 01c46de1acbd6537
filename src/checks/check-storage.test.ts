import { expect, test } from 'vitest';
import { postgresText } from './check-storage.ts';

test.each([
  ['', '(without TLS)'],
  ['?sslmode=disable', '(without TLS)'],
  ['?ssl=true', '(TLS, its certificate verified)'],
  ['?sslrootcert=/ca.pem', '(TLS, its certificate verified)'],
  ['?sslmode=require', '(TLS, its certificate verified)'],
  ['?sslmode=verify-full', '(TLS, its certificate verified)'],
  ['?sslmode=no-verify', '(TLS, its certificate not verified)'],
  ['?uselibpqcompat=true&sslmode=require', '(TLS, its certificate not verified)'],
])('the address with %j is PostgreSQL %s', (query, says) => {
  expect(postgresText(`postgres://bot:pass@db/portolan${query}`)).toBe(`PostgreSQL ${says}`);
});
