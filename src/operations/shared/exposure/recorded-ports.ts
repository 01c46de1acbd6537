import { type Context, type Place, placeKey } from '../../../core/command/context.ts';
import type { ChangeRequest } from '../../../core/request/change-request.ts';
import type { TemporaryAccess } from '../../../core/request/temporary-access.ts';
import { namesIn } from '../../../core/text/joined.ts';
import { accessChangeOf } from '../access/opened-access.ts';
import { endsRules } from '../access/overtaken.ts';
import { type OpenedAccess, readAccess, ruleOf } from '../access/port-state.ts';
import type { Reads } from '../define.ts';
import { bareRule, type RuleKind } from '../port-addresses.ts';
import { accessRequestOf, isShutBy } from './compare-addresses.ts';
import { createdSince, wasDeleted } from './created-addresses.ts';
import { addressKey } from './exposed-address.ts';
import { type Expectations, expectationOf } from './exposure-rows.ts';
import { addressReadings, type KnownAddress, knownAddresses, type Opening } from './known-address.ts';
import { portKey } from './open-since.ts';
import { lastAccessOf, type PortOfComponent, type RanReads, ranRequests } from './opener.ts';

/** A port that is open to the internet as far as is recorded. */
export interface RecordedPort extends PortOfComponent {
  readonly componentName: string;
  readonly addresses: readonly string[];
  /** Time at which the platform last showed all of the addresses, epoch ms. Undefined without an address. */
  readonly shownAt?: number | undefined;
  /** Those of its addresses, the one that has been open longest first. */
  readonly openings: readonly Opening[];
  /** Addresses that may still answer, because their rules were deleted while the port stayed open. */
  readonly deleted?: readonly string[];
  /** Whether external access is off, although the rules of its addresses stay. */
  readonly isShut?: boolean | undefined;
  readonly access?: (TemporaryAccess & OpenedAccess) | undefined;
}

/** Record of an app's open ports, for a platform that doesn't answer. */
export interface RecordedPorts {
  readonly ports: readonly RecordedPort[];
  /** Time of the app's last reading, epoch ms. */
  readonly readAt: number | undefined;
}

const maxRequests = 200;

/**
 * Returns the ports that the app's last reading showed, that requests opened since, or that have temporary access.
 * Omits those that were closed since. The readers of the app may see all of them.
 */
export async function readRecordedPorts(
  place: Place,
  reads: Pick<Reads, 'records' | 'temporaryAccess'> & RanReads,
): Promise<RecordedPorts> {
  const key = placeKey(place);
  const [seen, reading, ran, stored] = await Promise.all([
    knownAddresses.bodies(reads, { placeKey: key }),
    reads.records.get(addressReadings.kind, key),
    ranRequests(place, maxRequests, reads),
    reads.temporaryAccess.list({ placeKey: key }),
  ]);
  const readAt = addressReadings.read(reading)?.body.at;
  const done = ran.filter(({ state }) => state === 'done');
  const timed = stored.flatMap((access) => {
    const body = readAccess(access);
    return body?.sides.includes('outer') ? [{ ...access, ...body }] : [];
  });
  const open = seen.filter(({ closed }) => closed === undefined);
  const created = createdSince(readAt ?? 0, open, done);
  const openings: readonly RecordedOpening[] = [
    ...open.map((each) => ({ ...each, isShut: isShutBy(each, readAt, done), shownAt: readAt, isSeen: true as const })),
    ...created.map((each) => ({ ...each, isShut: isShutBy(each, readAt, done), shownAt: each.since })),
    ...done.flatMap((request) => openedBy(request, done)).filter((opening) => !wasSeenClosed(opening, seen)),
  ];
  const byPort = Map.groupBy(openings, portKey);
  const ports = [...new Set([...timed.map(portKey), ...byPort.keys()])].flatMap((each): RecordedPort[] => {
    const access = timed.find((one) => portKey(one) === each);
    const ofPort = (byPort.get(each) ?? [])
      .filter((opening) => access !== undefined || !isClosedSince(opening, done))
      .toSorted((one, other) => one.since - other.since);
    const first = access ?? ofPort[0];
    if (!first) return [];
    const { component, componentName = ofPort[0]?.componentName ?? component, port } = first;
    // The address of a deleted rule may still answer, but the port's other addresses certainly do.
    const isGone = (opening: RecordedOpening) => opening.isDeleted === true || wasDeleted(opening, done);
    const kept = ofPort.filter((opening) => !isGone(opening));
    const shown = lastShown(kept.length > 0 ? kept : ofPort);
    const { addresses: deleted } = lastShown(ofPort.filter(isGone));
    const isShut = kept.length > 0 && kept.every((opening) => opening.isShut);
    return [{ component, componentName, port, ...shown, deleted, isShut, openings: ofPort, access }];
  });
  return { ports, readAt };
}

/** Checks whether a later reading showed that the port was closed, such as in the console. */
function wasSeenClosed(opening: RecordedOpening, seen: readonly KnownAddress[]): boolean {
  const ofPort = seen.filter((each) => portKey(each) === portKey(opening));
  const isOpen = ofPort.some(({ closed }) => closed === undefined);
  return !isOpen && ofPort.some(({ closed = 0 }) => closed > opening.since);
}

type RecordedOpening = Opening &
  PortOfComponent & {
    readonly componentName: string;
    readonly address: string;
    readonly shownAt: number | undefined;
    readonly isSeen?: true;
    readonly isDeleted?: true | undefined;
    readonly isShut?: boolean | undefined;
  };

/** Returns each address once, and the time at which the platform last showed all of them. */
function lastShown(openings: readonly RecordedOpening[]): Pick<RecordedPort, 'addresses' | 'shownAt'> {
  const named = openings.filter(({ address }) => address !== '');
  const times = new Map<string, number>();
  for (const { address, shownAt = 0 } of named)
    times.set(bareRule(address), Math.max(shownAt, times.get(bareRule(address)) ?? 0));
  // A reading may have an http rule beside an https rule of the same address. A request's address may lack its scheme.
  const seen = named.flatMap(({ isSeen, address }) => (isSeen ? [address] : []));
  const known = new Set(seen.map(bareRule));
  const told = named.filter(({ address }) => !known.has(bareRule(address)));
  const addresses = [
    ...new Set([...seen, ...new Map(told.map(({ address }) => [bareRule(address), address])).values()]),
  ];
  const shownAt = Math.min(...times.values());
  return { addresses, shownAt: shownAt > 0 && addresses.length > 0 ? shownAt : undefined };
}

/**
 * Returns the port that a request opened, with the addresses that it read back, if no later one opened or closed it. The
 * rules that requests created have addresses of their own.
 */
function openedBy(request: ChangeRequest, done: readonly ChangeRequest[]): readonly RecordedOpening[] {
  const port = ruleOf(request.plan) ? undefined : accessChangeOf(request)?.port;
  if (port === undefined) return [];
  const { component, componentName } = request.plan;
  const last = lastAccessOf({ component, port }, done);
  if (last?.is !== 'opened' || last.request.id !== request.id) return [];
  const opened = accessRequestOf(request);
  const told = request.run.says?.flatMap(({ with: { addresses } }) => namesIn(addresses)) ?? [];
  const of = { component, componentName, port, since: opened.at, opened, shownAt: opened.at };
  return (told.length > 0 ? told : ['']).map((address) => ({ ...of, address }));
}

function isClosedSince(opening: RecordedOpening, done: readonly ChangeRequest[]): boolean {
  const last = lastAccessOf(opening, done);
  if (last?.is !== 'closed') return false;
  const { at } = accessRequestOf(last.request);
  return opening.since <= at && endsRules(last.request, ruleKindOf(opening.address));
}

/** Checks whether one request opened all addresses of a port. One for another address didn't open the port. */
export function isOpenedByOne({ openings }: Pick<RecordedPort, 'openings'>): boolean {
  return openings.every(({ opened }) => opened?.request === openings[0]?.opened?.request);
}

/** Returns the access with the id of the request that opened the port, also if a later one set the closing time. */
export function withRecordedOpener<T extends Pick<OpenedAccess, 'opener' | 'side'>>(
  access: T,
  port: Pick<RecordedPort, 'openings'> | undefined,
): T {
  const [first] = port && isOpenedByOne(port) && access.side === 'outer' ? port.openings : [];
  return { ...access, opener: access.opener ?? first?.opened?.request };
}

/** Checks whether people said that all recorded addresses of a port are meant to be open. @param now epoch ms */
export function isExpectedPort(
  { component, componentName, port, addresses }: Omit<RecordedPort, 'openings'>,
  context: Context,
  expectations: Expectations,
  now: number,
): boolean {
  return (
    addresses.length > 0 &&
    addresses.every((address) => {
      const of = { component, componentName, port };
      const exposed = {
        ...of,
        context,
        kind: ruleKindOf(address),
        address,
        key: addressKey(of, address),
        names: [],
      } as const;
      return expectationOf(exposed, expectations, now) !== undefined;
    })
  );
}

function ruleKindOf(address: string): RuleKind {
  return /^https?:/.test(address) ? 'http' : 'tcp';
}
