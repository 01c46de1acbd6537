import { aCertificate } from '../../../../test/operations/samples.ts';
import type { Certificate } from '../../../platform/certificate/certificate-endpoints.ts';
import { isDatabase } from '../access/database-port.ts';
import type { ExposedAddress } from './exposed-address.ts';
import { type JudgedAddress, odditiesOf, remarksOf } from './exposure-rows.ts';

const now = Date.parse('2026-11-20T12:00:00Z');
const day = 86_400_000;
const web: ExposedAddress = {
  key: 'c1:8080:shop.test',
  context: { team: 'shop', region: 'east-1', app: '12' },
  component: 'c1',
  componentName: 'web',
  names: ['web'],
  port: 8080,
  kind: 'http',
  address: 'http://shop.test',
  rule: 'r1',
};
const db: ExposedAddress = {
  ...web,
  key: 'c2:7777:x',
  component: 'c2',
  port: 7777,
  kind: 'tcp',
  address: '10.2.0.9:30021',
};
const certificate = (more: Partial<Certificate>) =>
  aCertificate({ issuedTo: ['shop.test', 'www.shop.test'], expiresAt: now + day, ...more });

const judged = (exposed: Partial<ExposedAddress>, more: Partial<JudgedAddress> = {}, base = web): JudgedAddress => {
  return { exposed: { ...base, ...exposed }, since: now - day, until: undefined, isExpected: false, ...more };
};

describe('what is odd about an address', () => {
  test.each<[string, JudgedAddress, readonly string[]]>([
    ['an http address, however old', judged({}, { since: now - 400 * day }), []],
    ['a tcp address that is new', judged({}, {}, db), []],
    ['a tcp address of over 30 days without an end', judged({}, { since: now - 31 * day }, db), ['no-end']],
    ['the same with an end', judged({}, { since: now - 31 * day, until: now + day }, db), []],
    ['one that couldn’t be closed yet', judged({}, { until: now + 60_000, tries: 1 }), ['end-passed']],
    ['the same, expected', judged({}, { since: now - 31 * day, isExpected: true }, db), []],
    ['the same, of which nothing is known', judged({}, { since: undefined }, db), []],
    ['temporary access whose end has passed', judged({}, { until: now - 1 }), ['end-passed']],
    ['the same, expected', judged({}, { until: now - 1, isExpected: true }), ['end-passed']],
    ['a gone component', judged({ missing: 'component' }), ['component-gone']],
    ['a gone port', judged({ missing: 'port' }), ['port-gone']],
    ['a rule that closing the port didn’t end', judged({ isShut: true, port: 3306 }), ['shut']],
    ['a deleted rule', judged({ remains: 'deleted' }), ['deleted']],
    ['a closed node port', judged({ remains: 'closed', port: 3306 }, { since: undefined }, db), ['may-answer']],
    ['a refused opening', judged({ remains: 'refused' }, { since: undefined }, db), ['may-answer']],
    ['a certificate that expired', judged({ certificate: certificate({ expiresAt: now - 1 }) }), ['expired']],
    ['one that says so', judged({ certificate: certificate({ expiresAt: undefined, hasExpired: true }) }), ['expired']],
    ['one for other names', judged({ certificate: certificate({ issuedTo: ['a.test', 'b.test'] }) }), ['other-names']],
    ['one for a single other name: maybe wrong', judged({ certificate: certificate({ issuedTo: ['a.test'] }) }), []],
    [
      'a wildcard that covers it',
      judged({ address: 'https://a.shop.test', certificate: certificate({ issuedTo: ['*.shop.test', 'x.test'] }) }),
      [],
    ],
    ['a database, also by its age', judged({ port: 5432 }, { since: now - 31 * day }, db), ['database', 'no-end']],
    ['an expected database', judged({ port: 5432 }, { isExpected: true }, db), []],
  ])('%s', (_what, address, odd) => expect(odditiesOf(address, now)).toEqual(odd));

  test.each([
    [{ image: 'registry.test:5000/library/mysql:8.0' }, true],
    [{ image: 'redis@sha256:abc' }, true],
    [{ image: 'bitnami/redis-cluster:7' }, true],
    [{ image: 'oliver006/redis_exporter:v1' }, false],
    [{ image: 'phpmyadmin:5' }, false],
    [{ protocol: 'mysql' }, true],
    [{ port: 27017 }, true],
    [{ port: 9000 }, false],
    [{}, false],
  ])('%j is a database: %s', (of, is) => expect(isDatabase({ ...db, ...of })).toBe(is));

  test('remarks: a domain of two ports, a stopped component', () => {
    const other: ExposedAddress = {
      ...web,
      key: 'c3:80:shop.test',
      component: 'c3',
      port: 80,
      address: 'https://shop.test/',
    };
    const stopped: ExposedAddress = { ...db, status: 'closed' };
    const remarks = remarksOf([web, other, stopped, { ...web, key: 'a', address: 'http://a.test' }]);
    expect(Object.fromEntries(remarks)).toEqual({
      [web.key]: ['same-domain'],
      [other.key]: ['same-domain'],
      [stopped.key]: ['stopped'],
      a: [],
    });
  });
});
