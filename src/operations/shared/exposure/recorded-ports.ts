import { type Context, type Place, placeKey } from '../../../core/command/context.ts';
import type { ChangeRequest } from '../../../core/request/change-request.ts';
import { accessChangeOf } from '../access/opened-access.ts';
import { ruleOf } from '../access/port-state.ts';
import type { Reads } from '../define.ts';
import { accessRequestOf } from './compare-addresses.ts';
import { addressKey } from './exposed-address.ts';
import { type Expectations, expectationOf } from './exposure-rows.ts';
import { addressReadings, knownAddresses, type Opening } from './known-address.ts';
import { portKey } from './open-since.ts';
import { lastAccessOf, type PortOfComponent, type RanReads, ranRequests } from './opener.ts';

/** A port that is open to the internet as far as is recorded. */
export interface RecordedPort extends PortOfComponent {
  readonly componentName: string;
  readonly addresses: readonly string[];
  /** Those of its addresses, the one that has been open longest first. */
  readonly openings: readonly [Opening, ...Opening[]];
}

/** Record of an app's open ports, for a platform that doesn't answer. */
export interface RecordedPorts {
  readonly ports: readonly RecordedPort[];
  /** Time of the app's last reading, epoch ms. */
  readonly readAt: number | undefined;
}

const maxRequests = 200;

/** Returns the ports that the app's last reading showed and that requests opened since, without those closed since. */
export async function readRecordedPorts(
  place: Place,
  reads: Pick<Reads, 'records'> & RanReads,
): Promise<RecordedPorts> {
  const key = placeKey(place);
  const [known, reading, ran] = await Promise.all([
    knownAddresses.bodies(reads, { placeKey: key, isOpen: true }),
    reads.records.get(addressReadings.kind, key),
    ranRequests(place, maxRequests, reads),
  ]);
  const done = ran.filter(({ state }) => state === 'done');
  const all = [...known, ...done.flatMap((request) => openedBy(request, done))].toSorted(
    (one, other) => one.since - other.since,
  );
  const ports = [...Map.groupBy(all, portKey).values()].flatMap(([first, ...more]): RecordedPort[] => {
    if (!first || isClosedSince(first, [first, ...more], done)) return [];
    const { component, componentName, port } = first;
    const addresses = [...new Set([first, ...more].map(({ address }) => address))].filter((each) => each !== '');
    return [{ component, componentName, port, addresses, openings: [first, ...more] }];
  });
  return { ports, readAt: addressReadings.read(reading)?.body.at };
}

/** Returns the port that a request opened, if no later one opened or closed it. */
function openedBy(request: ChangeRequest, done: readonly ChangeRequest[]) {
  const rule = ruleOf(request.plan);
  const port = rule?.port ?? accessChangeOf(request)?.port;
  if (port === undefined) return [];
  const { component, componentName } = request.plan;
  const last = lastAccessOf({ component, port }, done);
  if (last?.is !== 'opened' || last.request.id !== request.id) return [];
  const opened = accessRequestOf(request);
  return [{ component, componentName, port, address: rule?.address ?? '', since: opened.at, opened }];
}

function isClosedSince(port: PortOfComponent, openings: readonly Opening[], done: readonly ChangeRequest[]): boolean {
  const last = lastAccessOf(port, done);
  if (last?.is !== 'closed') return false;
  const { at } = accessRequestOf(last.request);
  return openings.every(({ since }) => since <= at);
}

/** Checks whether people said that all recorded addresses of a port are meant to be open. @param now epoch ms */
export function isExpectedPort(
  { addresses, ...port }: Omit<RecordedPort, 'openings'>,
  context: Context,
  expectations: Expectations,
  now: number,
): boolean {
  return (
    addresses.length > 0 &&
    addresses.every((address) => {
      const kind = /^https?:/.test(address) ? 'http' : 'tcp';
      const exposed = { ...port, context, kind, address, key: addressKey(port, address), names: [] } as const;
      return expectationOf(exposed, expectations, now) !== undefined;
    })
  );
}
