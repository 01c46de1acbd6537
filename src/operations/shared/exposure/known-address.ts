import * as z from 'zod';
import { Place, placeKey } from '../../../core/command/context.ts';
import { recordKind } from '../../../store/kept/record-kind.ts';
import type { RecordChange } from '../../../store/store.ts';

export const AccessRequest = z.object({
  request: z.string(),
  at: z.number(),
  by: z.object({ id: z.string(), name: z.string() }),
  link: z.string().optional(),
  /** Name of the person who approved it, if everyone can read the request's card. */
  approver: z.string().optional(),
  /** It ran by break glass, without the approval that it needed. */
  glass: z.literal(true).optional(),
  /** Whether Portolan opened or closed the address automatically at the end of temporary access. */
  automatic: z.literal(true).optional(),
});
export type AccessRequest = z.infer<typeof AccessRequest>;

/** Change of an address: the time of the reading, and the request or platform user that caused it, if known. */
const AddressEvent = z.object({
  at: z.number(),
  what: z.enum(['seen', 'opened', 'closed', 'deleted', 'moved']),
  request: AccessRequest.optional(),
  user: z.string().optional(),
});

/**
 * Address that was seen open, with its history. The console's rules have no creator and no time
 * (docs/platform.md#reading-gateway-rules). The person is found in Portolan's requests, or in the platform's events
 * between two readings. Times are epoch ms.
 */
export const KnownAddress = z.object({
  key: z.string(),
  place: Place,
  component: z.string(),
  componentName: z.string(),
  port: z.number(),
  kind: z.enum(['http', 'tcp']),
  address: z.string(),
  rule: z.string().optional(),
  /** Time of the request that opened it, or of the first reading that showed it. */
  since: z.number(),
  opened: AccessRequest.optional(),
  /** Platform user who opened it outside Portolan. */
  openedBy: z.string().optional(),
  /** Whether the address's rule was deleted while its port stays open. */
  isDeleted: z.literal(true).optional(),
  /** Whether external access of the address's port is off, although its rule stays. */
  isShut: z.literal(true).optional(),
  closed: z.number().optional(),
  history: z.array(AddressEvent),
});
export type KnownAddress = z.infer<typeof KnownAddress>;
export type Opening = Pick<KnownAddress, 'since' | 'opened' | 'openedBy'> & Partial<Pick<KnownAddress, 'history'>>;
export const knownAddresses = recordKind('exposed-address', KnownAddress);

/** Time of an app's last reading, epoch ms. An address that this reading didn't show was opened later. */
const AddressesRead = z.object({ at: z.number() });
export const addressReadings = recordKind('exposed-addresses-read', AddressesRead);

export interface StoredAddresses {
  readonly addresses: readonly KnownAddress[];
  /** Time of the last reading, epoch ms. */
  readonly readAt: number | undefined;
  readonly versions: ReadonlyMap<string, number>;
  readonly readVersion: number | undefined;
}

/** Checks whether an address was already open when its app was first read. */
export function wasFirstSeen({ history = [] }: Partial<Pick<KnownAddress, 'history'>>): boolean {
  return history.findLast(({ what }) => what === 'seen' || what === 'opened')?.what === 'seen';
}

/** Checks whether an address was opened outside Portolan after its app was first read, without approval. */
export function wasOpenedAround(address: Pick<KnownAddress, 'opened' | 'history'>): boolean {
  return address.opened === undefined && !wasFirstSeen(address);
}

export function addressRecords(
  context: Place,
  at: number,
  changed: readonly KnownAddress[],
  { versions, readVersion }: StoredAddresses,
): readonly RecordChange[] {
  const key = placeKey(context);
  return [
    addressReadings.save({ at }, { id: key, placeKey: key, at }, readVersion),
    ...changed.map((each) => {
      const { key: id, place, closed, since } = each;
      const row = { id, placeKey: placeKey(place), isOpen: closed === undefined, at: closed ?? since };
      return knownAddresses.save(each, row, versions.get(id));
    }),
  ];
}
