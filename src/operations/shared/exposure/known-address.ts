import * as z from 'zod';
import { Place, placeKey } from '../../../core/command/context.ts';
import { recordKind } from '../../../store/kept/record-kind.ts';
import type { RecordChange } from '../../../store/store.ts';

/** A request of Portolan that opened or closed an address. */
export const AccessRequest = z.object({
  request: z.string(),
  at: z.number(),
  by: z.object({ id: z.string(), name: z.string() }),
  link: z.string().optional(),
  /** The bot itself did it, as the end of temporary access. */
  automatic: z.literal(true).optional(),
});
export type AccessRequest = z.infer<typeof AccessRequest>;

/**
 * Something that happened to an address: when a reading showed it, and what of Portolan did it, or which user of the
 * platform, if that is known.
 */
const AddressEvent = z.object({
  at: z.number(),
  what: z.enum(['seen', 'opened', 'closed', 'deleted', 'moved']),
  request: AccessRequest.optional(),
  user: z.string().optional(),
});

/**
 * An address that was seen open, with its history. Rules of the console have neither a creator nor a time
 * (docs/platform.md#reading-gateway-rules): who opened it is known of requests of Portolan, and of openings between two
 * readings by the platform's events. Times are epoch ms.
 */
export const KnownAddress = z.object({
  key: z.string(),
  place: Place,
  component: z.string(),
  componentName: z.string(),
  port: z.number(),
  kind: z.enum(['http', 'tcp']),
  address: z.string(),
  /** The id that its rule has or had. */
  rule: z.string().optional(),
  /** Since when it is open: by the request that opened it, otherwise when it was first seen. */
  since: z.number(),
  opened: AccessRequest.optional(),
  /** The platform user who opened it elsewhere. */
  openedBy: z.string().optional(),
  /** Its rule is gone while its port is open. */
  isDeleted: z.literal(true).optional(),
  closed: z.number().optional(),
  history: z.array(AddressEvent),
});
export type KnownAddress = z.infer<typeof KnownAddress>;
/** Since when an address is open, and by whom. */
export type Opening = Pick<KnownAddress, 'since' | 'opened' | 'openedBy'>;
export const knownAddresses = recordKind('exposed-address', KnownAddress);

/** When the addresses of an app were read last, epoch ms: what wasn't there then has been opened since. */
const AddressesRead = z.object({ at: z.number() });
export const addressReadings = recordKind('exposed-addresses-read', AddressesRead);

/** What is stored of the addresses of an app. */
export interface StoredAddresses {
  readonly known: readonly KnownAddress[];
  /** When they were read last, epoch ms. */
  readonly readAt: number | undefined;
  readonly versions: ReadonlyMap<string, number>;
  readonly readVersion: number | undefined;
}

/** Whether an address was open already when its app was read for the first time. */
export function wasFirstSeen({ history }: Pick<KnownAddress, 'history'>): boolean {
  return history.findLast(({ what }) => what === 'seen' || what === 'opened')?.what === 'seen';
}

/** What stores the addresses of an app after a reading. */
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
