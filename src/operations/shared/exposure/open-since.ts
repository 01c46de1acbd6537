import type { Part } from '../../../core/command/answer.ts';
import { type Place, placeKey } from '../../../core/command/context.ts';
import type { Ask } from '../../../core/operation.ts';
import { notAllowedHere } from '../../../core/policy/policy-decision.ts';
import type { ChangeRequest } from '../../../core/request/change-request.ts';
import { momentNear } from '../../../core/text/instant-text.ts';
import { verbatimList } from '../../../core/text/joined.ts';
import { type Text, verbatim } from '../../../core/text/text.ts';
import type { Port } from '../../../platform/port/port-endpoints.ts';
import { accessMsg } from '../access/access-messages.ts';
import type { OpenedAccess } from '../access/port-state.ts';
import type { Reads } from '../define.ts';
import { addressMsg } from './address-messages.ts';
import { requestValue, sinceText } from './address-text.ts';
import { accessRequestOf, isShutBy } from './compare-addresses.ts';
import { createdSince, wasDeleted } from './created-addresses.ts';
import { addressReadings, type KnownAddress, knownAddresses, type Opening } from './known-address.ts';
import { lastAccessOf, type PortOfComponent, type RanReads, ranRequests } from './opener.ts';

type KnownOpening = Opening & Pick<KnownAddress, 'address' | 'isDeleted'> & { readonly isShut?: boolean };
/** Known addresses by `portKey`, the one that has been open longest first. */
export type OpenSince = ReadonlyMap<string, readonly KnownOpening[]>;

export function portKey({ component, port }: PortOfComponent): string {
  return `${component}:${port}`;
}

type OpenSinceReads = Pick<Reads, 'records'> & RanReads;

const maxRequests = 20;

/** Returns the addresses of the app's last reading, and of the gateway rules that requests created after it. */
export async function readOpenSince(place: Place, reads: OpenSinceReads): Promise<OpenSince> {
  const key = placeKey(place);
  const [seen, reading] = await Promise.all([
    knownAddresses.bodies(reads, { placeKey: key, isOpen: true }),
    reads.records.get(addressReadings.kind, key),
  ]);
  const readAt = addressReadings.read(reading)?.body.at;
  const ran = await ranRequests(place, maxRequests, reads);
  const addresses = [...seen, ...(readAt === undefined ? [] : createdSince(readAt, seen, ran))];
  const oldestFirst = addresses.toSorted((one, other) => one.since - other.since);
  return Map.groupBy(
    oldestFirst.map((each) => ({ ...each, isShut: isShutBy(each, readAt, ran) })),
    portKey,
  );
}

/** Identifies who opened an address: a request, a platform user, or somebody outside Portolan. */
function originOf({ opened, openedBy }: KnownOpening): string {
  return `${opened?.request ?? ''} ${openedBy ?? ''}`;
}

const maxListed = 5;

interface OpenPorts {
  readonly ask: Pick<Ask, 'context' | 'channel' | 'now'>;
  readonly component: string;
  readonly ports: readonly Port[];
  readonly temporary: readonly Pick<OpenedAccess, 'port' | 'sides' | 'opener'>[];
}

/** Says since when ports are open and who opened them, unless their temporary access says so. Offers to close them. */
export async function openSinceNotes(
  { ask, component, ports, temporary }: OpenPorts,
  reads: OpenSinceReads & Pick<Reads, 'policy'>,
): Promise<readonly Part[]> {
  const openSince = await readOpenSince(ask.context, reads);
  const ran = await ranRequests(ask.context, maxRequests, reads);
  const done = ran.filter(({ state }) => state === 'done');
  const mayClose = notAllowedHere(reads.policy, { risk: 'change', ...ask }) === undefined;
  return ports
    .filter(({ isOuterService }) => isOuterService)
    .slice(0, maxListed)
    .flatMap(({ containerPort: port }) => {
      const known = openSince.get(portKey({ component, port })) ?? openedByRequest({ component, port }, done);
      const byOrigin = Map.groupBy(known, originOf);
      const timed = temporary.filter((each) => each.port === port && each.sides.includes('outer'));
      if (timed.length > 0 && byOrigin.size < 2) return [];
      return [...byOrigin.values()].flatMap((same): Part[] => {
        // All were opened before the newest was first seen.
        const newest = same.at(-1);
        if (!newest || timed.some(({ opener }) => opener && opener === newest.opened?.request)) return [];
        const addresses = verbatimList(same.map(({ address }) => address));
        const of = { port, says: sinceText(newest, ask.now) };
        if (byOrigin.size > 1) {
          const isGone = same.every((each) => each.isDeleted || wasDeleted(each, done));
          return [{ part: 'note', text: addressMsg[isGone ? 'ofDeleted' : 'ofAddresses']({ ...of, addresses }) }];
        }
        const { opened, since } = newest;
        if (!opened) return [{ part: 'note', text: addressMsg.ofPort(of) }];
        const [at, who] = [momentNear(since, ask.now), verbatim(opened.by.name)];
        const text = addressMsg.portOpened({ port, at, who, request: requestValue(opened) });
        const close = { label: accessMsg.close(), operation: 'port.close', given: { side: ['outer'] } };
        const menu = { given: { component: [component], port: [String(port)] }, entries: [close] };
        return [{ part: 'row', text, ...(mayClose ? { menu } : {}) }];
      });
    })
    .slice(0, maxListed);
}

/** Returns who created an address with which request, and when, if it is on record. */
export async function readCreator(
  address: string,
  { context, now }: Pick<Ask, 'context' | 'now'>,
  reads: OpenSinceReads,
): Promise<Text | undefined> {
  const known = [...(await readOpenSince(context, reads)).values()].flat();
  const opened = known.find((each) => each.address === address)?.opened;
  if (!opened) return undefined;
  const [at, who] = [momentNear(opened.at, now), verbatim(opened.by.name)];
  return addressMsg.createdBy({ who, at, request: requestValue(opened) });
}

/** Returns the opening by a request that no reading has seen yet. */
function openedByRequest(port: PortOfComponent, done: readonly ChangeRequest[]): readonly KnownOpening[] {
  const last = lastAccessOf(port, done);
  if (last?.is !== 'opened') return [];
  const opened = accessRequestOf(last.request);
  return [{ address: '', since: opened.at, opened }];
}
