import type { Part } from '../../../core/command/answer.ts';
import { type Place, placeKey } from '../../../core/command/context.ts';
import type { Port } from '../../../platform/port/port-endpoints.ts';
import type { Reads } from '../define.ts';
import { addressMsg } from './address-messages.ts';
import { sinceText } from './address-text.ts';
import { knownAddresses, type Opening } from './known-address.ts';
import type { PortOfComponent } from './opener.ts';

/** Known addresses by `portKey`. If a port has several addresses, the address that has been open longest. */
export type OpenSince = ReadonlyMap<string, Opening>;

export function portKey({ component, port }: PortOfComponent): string {
  return `${component}:${port}`;
}

export async function readOpenSince(place: Place, reads: Pick<Reads, 'records'>): Promise<OpenSince> {
  const addresses = await knownAddresses.bodies(reads, { placeKey: placeKey(place), isOpen: true });
  const newestFirst = addresses.toSorted((one, other) => other.since - one.since);
  return new Map(newestFirst.map((each) => [portKey(each), each]));
}

const maxListed = 5;

export async function openSinceNotes(
  {
    context,
    component,
    ports,
  }: { readonly context: Place; readonly component: string; readonly ports: readonly Port[] },
  reads: Pick<Reads, 'records'>,
): Promise<readonly Part[]> {
  const openSince = await readOpenSince(context, reads);
  return ports
    .filter(({ isOuterService }) => isOuterService)
    .slice(0, maxListed)
    .flatMap(({ containerPort: port }): Part[] => {
      const says = sinceText(openSince.get(portKey({ component, port })));
      return says ? [{ part: 'note', text: addressMsg.ofPort({ port, says }) }] : [];
    });
}
