import type { Part } from '../../../core/command/answer.ts';
import { type Place, placeKey } from '../../../core/command/context.ts';
import { readRequests } from '../../../core/request/change-request.ts';
import { verbatimList } from '../../../core/text/joined.ts';
import type { Port } from '../../../platform/port/port-endpoints.ts';
import { ruleOf } from '../access/port-state.ts';
import type { Reads } from '../define.ts';
import { bareRule } from '../port-addresses.ts';
import { addressMsg } from './address-messages.ts';
import { sinceText } from './address-text.ts';
import { accessRequestOf } from './compare-addresses.ts';
import { addressReadings, type KnownAddress, knownAddresses } from './known-address.ts';
import type { PortOfComponent } from './opener.ts';

type KnownOpening = Pick<KnownAddress, 'address' | 'since' | 'opened' | 'openedBy'>;
/** Known addresses by `portKey`, the one that has been open longest first. */
export type OpenSince = ReadonlyMap<string, readonly KnownOpening[]>;

export function portKey({ component, port }: PortOfComponent): string {
  return `${component}:${port}`;
}

type OpenSinceReads = Pick<Reads, 'records'> & { readonly requests: Pick<Reads['requests'], 'ran'> };

export async function readOpenSince(place: Place, reads: OpenSinceReads): Promise<OpenSince> {
  const readings = await knownAddresses.bodies(reads, { placeKey: placeKey(place), isOpen: true });
  const addresses = [...readings, ...(await createdAfterReading(place, readings, reads))];
  const oldestFirst = addresses.toSorted((one, other) => one.since - other.since);
  return Map.groupBy(oldestFirst, portKey);
}

const maxRequests = 20;

/** Returns the addresses of gateway rules that requests created after the app's last reading. */
async function createdAfterReading(
  place: Place,
  known: readonly KnownAddress[],
  { records, requests }: OpenSinceReads,
): Promise<readonly (KnownOpening & PortOfComponent)[]> {
  const key = placeKey(place);
  const readAt = addressReadings.read(await records.get(addressReadings.kind, key))?.body.at;
  if (readAt === undefined) return [];
  const isKnown = new Set(known.map(({ address }) => bareRule(address)));
  return readRequests(await requests.ran(key, maxRequests)).flatMap((request) => {
    const rule = ruleOf(request.plan);
    const opened = accessRequestOf(request);
    const isNew = request.state === 'done' && rule?.there === true && opened.at >= readAt;
    if (!isNew || isKnown.has(bareRule(rule.address))) return [];
    const { component, port, address } = rule;
    return [{ component, port, address, since: opened.at, opened }];
  });
}

/** Identifies who opened an address: a request, a platform user, or somebody outside Portolan. */
function originOf({ opened, openedBy }: KnownOpening): string {
  return `${opened?.request ?? ''} ${openedBy ?? ''}`;
}

const maxListed = 5;

export async function openSinceNotes(
  {
    context,
    component,
    ports,
  }: { readonly context: Place; readonly component: string; readonly ports: readonly Port[] },
  reads: OpenSinceReads,
): Promise<readonly Part[]> {
  const openSince = await readOpenSince(context, reads);
  return ports
    .filter(({ isOuterService }) => isOuterService)
    .slice(0, maxListed)
    .flatMap(({ containerPort: port }) => {
      const byOrigin = Map.groupBy(openSince.get(portKey({ component, port })) ?? [], originOf);
      return [...byOrigin.values()].flatMap((same): Part[] => {
        // All were opened before the newest was first seen.
        const newest = same.at(-1);
        if (!newest) return [];
        const addresses = verbatimList(same.map(({ address }) => address));
        const of = { port, says: sinceText(newest) };
        const text = byOrigin.size === 1 ? addressMsg.ofPort(of) : addressMsg.ofAddresses({ ...of, addresses });
        return [{ part: 'note', text }];
      });
    })
    .slice(0, maxListed);
}
