import type { ChangeRequest } from '../../../core/request/change-request.ts';
import type { ComponentEvent } from '../../../platform/event/event-reply.ts';
import { accessChangeOf } from '../access/opened-access.ts';
import { eventPerson, eventStart } from '../event/event-text.ts';
import type { AddressReading } from './compare-addresses.ts';
import type { KnownAddress } from './known-address.ts';

/** Ports of one component that were opened or closed to the outside between two readings, without a request. */
export interface UnexplainedAccess {
  readonly component: string;
  readonly what: 'opened' | 'closed';
  readonly addresses: readonly KnownAddress[];
  readonly ports: number;
}

/** Maximum time that an event may seem to begin before its request, in ms, because clocks differ. */
const clocksDiffer = 30_000;
/** The platform returns times in whole seconds. */
const secondMs = 1_000;

/** Finds openings and closings that the platform's events might explain. Omits new addresses of open ports. */
export function unexplainedAccess(
  before: readonly KnownAddress[],
  current: readonly KnownAddress[],
  { at }: Pick<AddressReading, 'at'>,
): readonly UnexplainedAccess[] {
  const isOpen = ({ closed }: KnownAddress) => closed === undefined;
  const portOf = ({ component, port }: KnownAddress) => `${component}:${port}`;
  const wereOpen = new Set(before.filter(isOpen).map(portOf));
  const areOpen = new Set(current.filter(isOpen).map(portOf));
  const unchanged = new Set(before);
  const unexplained = current.filter((each) => {
    const event = each.history.at(-1);
    if (unchanged.has(each) || event?.at !== at || event.request) return false;
    return event.what === 'opened'
      ? !wereOpen.has(portOf(each))
      : event.what === 'closed' && !areOpen.has(portOf(each));
  });
  const groups = Map.groupBy(unexplained, (each) => `${each.component} ${each.history.at(-1)?.what}`);
  return [...groups.values()].flatMap((addresses) => {
    const [first] = addresses;
    if (!first) return [];
    const what = first.closed === undefined ? 'opened' : 'closed';
    return [{ component: first.component, what, addresses, ports: new Set(addresses.map(portOf)).size }];
  });
}

/**
 * Returns the platform user who opened or closed some ports of a component. Events don't name the port
 * (docs/platform.md#events), so there must be at least one event per port, all by the same person.
 * @param after last reading with the ports in the other state, epoch ms
 * @param requests of the application
 */
export function platformUserOf(
  { component, what, ports }: UnexplainedAccess,
  events: readonly ComponentEvent[],
  after: number,
  requests: readonly ChangeRequest[],
): string | undefined {
  const [did, does] = what === 'opened' ? (['open', 'opens'] as const) : (['close', 'closes'] as const);
  const ours = requests.filter((request) => {
    const change = accessChangeOf(request);
    const isSame = !change || change[does].includes('outer');
    return isSame && (request.plan.locks ?? [request.plan.component]).includes(component);
  });
  const isOurs = (at: number) =>
    ours.some(
      ({ started = Number.POSITIVE_INFINITY, ended = Number.POSITIVE_INFINITY }) =>
        at >= started - clocksDiffer && at <= ended,
    );
  const own = events.filter((event) => {
    const began = eventStart(event);
    const isThis = event.optType === 'handle-service-outerport' && event.access === did && event.status === 'success';
    return isThis && began !== undefined && began + secondMs > after && !isOurs(began);
  });
  const people = new Set(own.map(eventPerson));
  const [only] = people;
  return people.size === 1 && own.length >= ports ? only : undefined;
}

export function withPlatformUser(address: KnownAddress, user: string): KnownAddress {
  const last = address.history.at(-1);
  if (!last) return address;
  const history = [...address.history.slice(0, -1), { ...last, user }];
  return last.what === 'opened' ? { ...address, history, openedBy: user } : { ...address, history };
}
