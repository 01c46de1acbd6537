import * as z from 'zod';
import { Place, placeKey } from '../../../core/command/context.ts';
import type { ExpectedAddresses, Policy } from '../../../core/policy/policy.ts';
import { matchesPlace } from '../../../core/policy/policy-decision.ts';
import { recordKind } from '../../../store/kept/record-kind.ts';
import type { Reads } from '../define.ts';
import { bareRule } from '../port-addresses.ts';
import type { ExposedAddress } from './exposed-address.ts';

/** Address that a person accepted as expected. The record's id is the address's key. Times are epoch ms. */
export const AcceptedAddress = z.object({
  key: z.string(),
  place: Place,
  component: z.string(),
  componentName: z.string(),
  port: z.number(),
  address: z.string(),
  reason: z.string(),
  until: z.number(),
  at: z.number(),
  by: z.object({ id: z.string(), name: z.string() }),
});
export type AcceptedAddress = z.infer<typeof AcceptedAddress>;
export const acceptedAddresses = recordKind('accepted-address', AcceptedAddress);

export type ExpectedBy =
  | { readonly by: 'file'; readonly entry: ExpectedAddresses }
  | { readonly by: 'person'; readonly accepted: AcceptedAddress };

type MatchedAddress = Pick<ExposedAddress, 'component' | 'port' | 'address'> & {
  readonly place: Place;
  readonly names: readonly string[];
};

export function hasEnded({ until }: { readonly until?: number | undefined }, now: number): boolean {
  return until !== undefined && until <= now;
}

/** Returns the parts of an entry that don't match an address. The list is empty if the entry matches. */
export function mismatchesOf(
  { component, address, port, context }: ExpectedAddresses,
  exposed: MatchedAddress,
): readonly ('component' | 'address' | 'port' | 'context')[] {
  const names = [...exposed.names, exposed.component];
  const isPlace = context?.some((pattern) => matchesPlace(pattern, exposed.place));
  return [
    ...(component === undefined || names.some((name) => fits(component, name)) ? [] : (['component'] as const)),
    ...(address === undefined || fits(bareRule(address), bareRule(exposed.address)) ? [] : (['address'] as const)),
    ...(port === undefined || port === exposed.port ? [] : (['port'] as const)),
    ...(isPlace === false ? (['context'] as const) : []),
  ];
}

export function matchesExpected(entry: ExpectedAddresses, exposed: MatchedAddress): boolean {
  return mismatchesOf(entry, exposed).length === 0;
}

export function unmatchedEntries(
  entries: Policy['expected'],
  addresses: readonly MatchedAddress[],
  now: number,
): readonly ExpectedAddresses[] {
  return (entries ?? []).filter(
    (each) => !hasEnded(each, now) && !addresses.some((exposed) => matchesExpected(each, exposed)),
  );
}

/** Checks whether a name matches a pattern with `*`, in any letter case. */
function fits(pattern: string, name: string): boolean {
  const parts = pattern.toLowerCase().split('*').map(RegExp.escape);
  return new RegExp(`^${parts.join('.*')}$`).test(name.toLowerCase());
}

export async function readAccepted(
  reads: Pick<Reads, 'records'>,
  place?: Place,
): Promise<ReadonlyMap<string, AcceptedAddress>> {
  const all = await acceptedAddresses.bodies(reads, place ? { placeKey: placeKey(place) } : {});
  return new Map(all.map((each) => [each.key, each]));
}
