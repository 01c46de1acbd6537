import { statusKind } from '../../../core/runs/component-status.ts';
import { covers } from '../access/certificate-names.ts';
import { bareRule } from '../port-addresses.ts';
import { type ExposedAddress, hostOf } from './exposed-address.ts';

/** Reasons why an open address needs attention, the most important first. */
export const oddities = [
  'end-passed',
  'database',
  'may-answer',
  'deleted',
  'component-gone',
  'port-gone',
  'expired',
  'other-names',
  'no-end',
] as const;
export type Oddity = (typeof oddities)[number];

export type AddressRemark = 'same-domain' | 'stopped';

export interface JudgedAddress {
  readonly exposed: ExposedAddress;
  readonly since: number | undefined;
  readonly until: number | undefined;
  readonly isExpected: boolean;
}

/** Maximum time that an address without a closing time normally stays open, in ms. */
const longOpen = 30 * 86_400_000;

const databasePorts: ReadonlySet<number> = new Set([
  ...[1433, 1521, 2379, 3306, 5432, 5984, 6379, 9042, 9200, 9300, 11211, 27017, 27018, 33060],
]);
const databaseProtocols: readonly string[] = ['mysql', 'postgres', 'postgresql', 'redis', 'mongo', 'mongodb'];
const databaseImage =
  /^(?:mysql|mariadb|postgres|postgresql|redis|valkey|mongo|mongodb|memcached|elasticsearch|opensearch|clickhouse|clickhouse-server|cassandra|etcd|couchdb|tidb|mssql|oracle|dm8|kingbase|opengauss)(?:-server|-cluster|-ha)?$/;

export function isDatabase({ port, protocol, image }: ExposedAddress): boolean {
  const called = image?.split('@')[0]?.split('/').at(-1)?.split(':')[0]?.toLowerCase() ?? '';
  return databasePorts.has(port) || databaseProtocols.includes(protocol ?? '') || databaseImage.test(called);
}

/** @param now epoch ms */
export function odditiesOf({ exposed, since, until, isExpected }: JudgedAddress, now: number): readonly Oddity[] {
  const { kind, address, missing, remains, certificate } = exposed;
  const hasExpired = certificate?.hasExpired === true || (certificate?.expiresAt ?? Number.POSITIVE_INFINITY) <= now;
  // Skip a certificate with one name, because the console may report a wrong name (docs/platform.md#certificates).
  const isForOthers =
    certificate !== undefined && certificate.issuedTo.length > 1 && !covers(certificate.issuedTo, hostOf(address));
  const isLong = kind === 'tcp' && until === undefined && since !== undefined && now - since > longOpen;
  const isOdd: Readonly<Record<Oddity, boolean>> = {
    'end-passed': until !== undefined && until <= now,
    database: !isExpected && remains === undefined && isDatabase(exposed),
    'may-answer': remains === 'closed' || remains === 'refused',
    deleted: remains === 'deleted',
    'component-gone': missing === 'component',
    'port-gone': missing === 'port',
    expired: certificate !== undefined && hasExpired,
    'other-names': isForOthers && !hasExpired,
    'no-end': !isExpected && remains === undefined && isLong,
  };
  return oddities.filter((each) => isOdd[each]);
}

export function remarksOf(all: readonly ExposedAddress[]): ReadonlyMap<string, readonly AddressRemark[]> {
  const http = all.filter(({ kind, remains }) => kind === 'http' && remains === undefined);
  const targets = Map.groupBy(http, ({ address }) => bareRule(address));
  return new Map(
    all.map((each) => {
      const same = new Set(targets.get(bareRule(each.address))?.map(({ component, port }) => `${component}:${port}`));
      const isStopped = each.status !== undefined && statusKind(each.status) === 'stopped';
      const remarks: readonly AddressRemark[] = [
        ...(each.kind === 'http' && same.size > 1 ? (['same-domain'] as const) : []),
        ...(isStopped ? (['stopped'] as const) : []),
      ];
      return [each.key, remarks] as const;
    }),
  );
}
