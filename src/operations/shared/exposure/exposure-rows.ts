import { placeKey } from '../../../core/command/context.ts';
import type { Policy } from '../../../core/policy/policy.ts';
import { statusKind } from '../../../core/runs/component-status.ts';
import { covers } from '../access/certificate-names.ts';
import { isDatabase } from '../access/database-port.ts';
import { bareRule } from '../port-addresses.ts';
import { type AcceptedAddress, type ExpectedBy, hasEnded, matchesExpected } from './expected-address.ts';
import type { ExposedAddress } from './exposed-address.ts';
import { type KnownAddress, wasOpenedAround } from './known-address.ts';
import { accessToPort } from './opener.ts';
import type { AppExposure } from './read-exposure.ts';

/**
 * Groups of addresses, the most urgent first. People should look at `odd` and `new`. `new`: the address was opened
 * outside Portolan after the app's first reading. `unreviewed`: it was open before that, and nobody has marked it as
 * expected.
 */
const groups = ['odd', 'new', 'temporary', 'unreviewed', 'requested', 'expected'] as const;
type ExposureGroup = (typeof groups)[number];

export interface ExposureRow extends JudgedAddress {
  readonly record: KnownAddress | undefined;
  readonly expected: ExpectedBy | undefined;
  readonly odd: readonly Oddity[];
  readonly remarks: readonly AddressRemark[];
  readonly group: ExposureGroup;
}

/** Reasons why an open address needs attention, the most important first. */
const oddities = [
  'end-passed',
  'database',
  'may-answer',
  'shut',
  'deleted',
  'component-gone',
  'port-gone',
  'expired',
  'other-names',
  'no-end',
] as const;
export type Oddity = (typeof oddities)[number];

type AddressRemark = 'same-domain' | 'stopped';

export interface JudgedAddress {
  readonly exposed: ExposedAddress;
  readonly since: number | undefined;
  readonly until: number | undefined;
  /** Number of attempts to close it. `until` is then the time of the next one. */
  readonly tries?: number | undefined;
  readonly isExpected: boolean;
}

/** Maximum time that an address without a closing time normally stays open, in ms. */
const longOpen = 30 * 86_400_000;

/** @param now epoch ms */
export function odditiesOf(
  { exposed, since, until, tries = 0, isExpected }: JudgedAddress,
  now: number,
): readonly Oddity[] {
  const { kind, address, missing, remains, certificate, isShut = false } = exposed;
  const hasExpired = certificate?.hasExpired === true || (certificate?.expiresAt ?? Number.POSITIVE_INFINITY) <= now;
  // Skip a certificate with one name, because the console may report a wrong name (docs/platform.md#certificates).
  const isForOthers =
    certificate !== undefined && certificate.issuedTo.length > 1 && !covers(certificate.issuedTo, hostOf(address));
  const isLong = kind === 'tcp' && until === undefined && since !== undefined && now - since > longOpen;
  const isOdd: Readonly<Record<Oddity, boolean>> = {
    'end-passed': until !== undefined && (until <= now || tries > 0),
    database: !isExpected && !isShut && remains === undefined && isDatabase(exposed),
    'may-answer': remains === 'closed' || remains === 'refused',
    shut: isShut && remains === undefined,
    deleted: remains === 'deleted',
    'component-gone': missing === 'component',
    'port-gone': missing === 'port',
    expired: certificate !== undefined && hasExpired,
    'other-names': isForOthers && !hasExpired,
    'no-end': !isExpected && remains === undefined && isLong,
  };
  return oddities.filter((each) => isOdd[each]);
}

function hostOf(address: string): string {
  return bareRule(address).split('/')[0] ?? '';
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

export interface Expectations {
  readonly policy: Pick<Policy, 'expected'>;
  readonly accepted: ReadonlyMap<string, AcceptedAddress>;
}

/** Returns the addresses of apps. Addresses that need attention come first. `now`: epoch ms. */
export function exposureRows(
  apps: readonly AppExposure[],
  { policy, accepted }: Expectations,
  now: number,
): readonly ExposureRow[] {
  const remarks = remarksOf(apps.flatMap(({ addresses }) => addresses));
  const rows = apps.flatMap(({ addresses, recordsByKey, temporaryAccess, context }) =>
    addresses.map((exposed): ExposureRow => {
      const record =
        exposed.remains === 'closed' || exposed.remains === 'refused' ? undefined : recordsByKey.get(exposed.key);
      const expected = expectationOf(exposed, { policy, accepted }, now);
      const { until, tries } = accessToPort(exposed, placeKey(context), temporaryAccess) ?? {};
      const judged = { exposed, since: record?.since, until, tries, isExpected: expected !== undefined };
      const odd = odditiesOf(judged, now);
      const row = { ...judged, record, expected, odd, remarks: remarks.get(exposed.key) ?? [] };
      return { ...row, group: groupOf(row) };
    }),
  );
  return sortedRows(rows);
}

export function expectationOf(
  exposed: ExposedAddress,
  { policy, accepted }: Expectations,
  now: number,
): ExpectedBy | undefined {
  const entry = policy.expected?.find(
    (each) => !hasEnded(each, now) && matchesExpected(each, { ...exposed, place: exposed.context }),
  );
  if (entry) return { by: 'file', entry };
  const acceptance = accepted.get(exposed.key);
  return acceptance && !hasEnded(acceptance, now) ? { by: 'person', accepted: acceptance } : undefined;
}

function groupOf({ odd, expected, until, record }: Omit<ExposureRow, 'group'>): ExposureGroup {
  if (odd.length > 0) return 'odd';
  if (expected) return 'expected';
  if (until !== undefined) return 'temporary';
  if (record?.opened) return 'requested';
  return record && wasOpenedAround(record) ? 'new' : 'unreviewed';
}

/** Checks whether a person should look at an address now. */
export function isToLookAt({ group }: Pick<ExposureRow, 'group'>): boolean {
  return group === 'odd' || group === 'new';
}

/** Puts addresses that need attention first, then those that close soonest. Lists an address only once if it has just moved between apps. */
export function sortedRows(rows: readonly ExposureRow[]): readonly ExposureRow[] {
  const idOf = ({ exposed: { key, rule, remains } }: ExposureRow, index: number) =>
    `${key} ${rule ?? remains ?? index}`;
  const unique = new Map(rows.map((row, index) => [idOf(row, index), row]));
  const keyed = [...unique.values()].map((row) => ({ row, key: sortKey(row) }));
  return keyed.toSorted((one, other) => (one.key < other.key ? -1 : 1)).map(({ row }) => row);
}

function sortKey({ group, exposed, odd, until = 0 }: ExposureRow): string {
  const { context, componentName, port, address } = exposed;
  const order = [groups.indexOf(group), odd.length > 0 ? oddRank(odd) : 0];
  const end = group === 'temporary' ? String(until).padStart(15, '0') : '';
  return [...order, end, placeKey(context), componentName, String(port).padStart(5, '0'), address].join('\u0000');
}

function oddRank(odd: readonly Oddity[]): number {
  return odd[0] === undefined ? 0 : oddities.indexOf(odd[0]);
}
