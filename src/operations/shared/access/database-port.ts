import { exposes, type Warning } from '../../../core/request/plan.ts';
import type { Port } from '../../../platform/port/port-endpoints.ts';
import type { ComponentFacts } from '../change-facts.ts';
import { exposureMsg } from './exposure-messages.ts';

interface PortWithImage {
  readonly port: number;
  readonly protocol?: string | undefined;
  /** Image of the component. */
  readonly image?: string | undefined;
}

const databasePorts: ReadonlySet<number> = new Set([
  ...[1433, 1521, 2379, 3306, 5432, 5984, 6379, 9042, 9200, 9300, 11211, 27017, 27018, 33060],
]);
const databaseProtocols: readonly string[] = ['mysql', 'postgres', 'postgresql', 'redis', 'mongo', 'mongodb'];
const databaseImage =
  /^(?:mysql|mariadb|postgres|postgresql|redis|valkey|mongo|mongodb|memcached|elasticsearch|opensearch|clickhouse|clickhouse-server|cassandra|etcd|couchdb|tidb|mssql|oracle|dm8|kingbase|opengauss)(?:-server|-cluster|-ha)?$/;

export function isDatabase({ port, protocol, image }: PortWithImage): boolean {
  const called = image?.split('@')[0]?.split('/').at(-1)?.split(':')[0]?.toLowerCase() ?? '';
  return databasePorts.has(port) || databaseProtocols.includes(protocol ?? '') || databaseImage.test(called);
}

/** Returns a warning if a port to be opened belongs to a database, as Home and the list of addresses see it. */
export function warnDatabase(
  { component, detail }: ComponentFacts,
  { containerPort: port, protocol }: Port,
  isTimed: boolean,
): readonly Warning[] {
  const isOne = isDatabase({ port, protocol, image: detail?.image });
  const says = isTimed ? exposureMsg.warnDatabase : exposureMsg.warnDatabaseStays;
  return isOne ? [{ ...exposes(says({ component: component.name })), lasts: 'asks' }] : [];
}
