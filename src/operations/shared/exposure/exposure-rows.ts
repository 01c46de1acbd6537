import { placeKey } from '../../../core/command/context.ts';
import type { Policy } from '../../../core/policy/policy.ts';
import { type AcceptedAddress, type ExpectedBy, expectationOf } from './expected-address.ts';
import { type KnownAddress, wasOpenedAround } from './known-address.ts';
import { type AddressRemark, type JudgedAddress, type Oddity, oddities, odditiesOf, remarksOf } from './odd-address.ts';
import { holdOfPort } from './opener.ts';
import type { AppExposure } from './read-exposure.ts';

/**
 * Groups of addresses, the most urgent first. People should look at `odd` and `new`. `new`: the address was opened
 * outside Portolan after the app's first reading. `unreviewed`: it was open before that, and nobody has marked it as
 * expected.
 */
const groups = ['odd', 'new', 'unreviewed', 'requested', 'temporary', 'expected'] as const;
type ExposureGroup = (typeof groups)[number];

export interface ExposureRow extends JudgedAddress {
  readonly record: KnownAddress | undefined;
  readonly expected: ExpectedBy | undefined;
  readonly odd: readonly Oddity[];
  readonly remarks: readonly AddressRemark[];
  readonly group: ExposureGroup;
}

/** Returns the addresses of apps. Addresses that need attention come first. `now`: epoch ms. */
export function exposureRows(
  apps: readonly AppExposure[],
  { policy, accepted }: { readonly policy: Policy; readonly accepted: ReadonlyMap<string, AcceptedAddress> },
  now: number,
): readonly ExposureRow[] {
  const remarks = remarksOf(apps.flatMap(({ addresses }) => addresses));
  const rows = apps.flatMap(({ addresses, recordsByKey, holds, context }) =>
    addresses.map((exposed): ExposureRow => {
      const record =
        exposed.remains === 'closed' || exposed.remains === 'refused' ? undefined : recordsByKey.get(exposed.key);
      const expected = expectationOf(exposed, policy.expected, accepted, now);
      const until = holdOfPort(exposed, placeKey(context), holds)?.until;
      const judged = { exposed, since: record?.since, until, isExpected: expected !== undefined };
      const odd = odditiesOf(judged, now);
      const row = { ...judged, record, expected, odd, remarks: remarks.get(exposed.key) ?? [] };
      return { ...row, group: groupOf(row) };
    }),
  );
  return sortedRows(rows);
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

/** Puts addresses that need attention first. Lists an address only once if it has just moved between apps. */
export function sortedRows(rows: readonly ExposureRow[]): readonly ExposureRow[] {
  const idOf = ({ exposed: { key, rule, remains } }: ExposureRow, index: number) =>
    `${key} ${rule ?? remains ?? index}`;
  const unique = new Map(rows.map((row, index) => [idOf(row, index), row]));
  const keyed = [...unique.values()].map((row) => ({ row, key: sortKey(row) }));
  return keyed.toSorted((one, other) => (one.key < other.key ? -1 : 1)).map(({ row }) => row);
}

function sortKey({ group, exposed, odd }: ExposureRow): string {
  const { context, componentName, port, address } = exposed;
  const order = [groups.indexOf(group), odd.length > 0 ? oddRank(odd) : 0];
  return [...order, placeKey(context), componentName, String(port).padStart(5, '0'), address].join('\u0000');
}

function oddRank(odd: readonly Oddity[]): number {
  return odd[0] === undefined ? 0 : oddities.indexOf(odd[0]);
}
