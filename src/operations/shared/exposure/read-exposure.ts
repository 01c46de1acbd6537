import { type Context, type Place, placeKey } from '../../../core/command/context.ts';
import type { ChangeRequest } from '../../../core/request/change-request.ts';
import type { MayAnswer } from '../../../core/request/may-answer.ts';
import type { TemporaryAccess } from '../../../core/request/temporary-access.ts';
import type { Certificate } from '../../../platform/certificate/certificate-endpoints.ts';
import type { ComponentSummary } from '../../../platform/component/component-endpoints.ts';
import type { ComponentEvent } from '../../../platform/event/event-endpoints.ts';
import type { GatewayRules } from '../../../platform/gateway/gateway-endpoints.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Port } from '../../../platform/port/port-endpoints.ts';
import { retryRaces } from '../../../store/retry-races.ts';
import { findAppsOf } from '../access/app-of-component.ts';
import { readMayAnswer } from '../access/may-answer-list.ts';
import { accessChangeOf } from '../access/opened-access.ts';
import type { Reads } from '../define.ts';
import { eventPerson, eventStart } from '../event/event-text.ts';
import { orUndefined } from '../or-undefined.ts';
import { addressedRules } from '../port-addresses.ts';
import { type AddressReading, compareAddresses, isShutBy, type PortNow, withoutRule } from './compare-addresses.ts';
import { deletedUnseen } from './created-addresses.ts';
import { addressKey, type ExposedAddress, exposedAddresses, type ReadApplication } from './exposed-address.ts';
import {
  addressReadings,
  addressRecords,
  type KnownAddress,
  knownAddresses,
  type StoredAddresses,
} from './known-address.ts';
import { type RanReads, ranRequests } from './opener.ts';

type ExposureSources = Pick<Reads, 'records' | 'keepRecords' | 'turns' | 'clock' | 'temporaryAccess'> &
  RanReads & {
    readonly platform: Pick<Platform, 'listRules' | 'listComponents' | 'listPorts' | 'listApps' | 'listEvents'>;
  };

export interface AppExposure {
  readonly context: Context;
  /** Time at which the reading started, epoch ms. */
  readonly at: number;
  readonly addresses: readonly ExposedAddress[];
  /** Known addresses by key, including closed addresses that are still stored. */
  readonly recordsByKey: ReadonlyMap<string, KnownAddress>;
  readonly temporaryAccess: readonly TemporaryAccess[];
  readonly hasComponents: boolean;
}

/** Read queue for rules. Rules come from the console's database, which also answers if a region is down. */
const ofConsole = { region: '' };
/** Maximum number of reads of a component's ports, to find rules without a port. */
const maxPortReads = 20;
/** Limits for finding who opened or closed ports: number of components, and of events per component. */
const maxEventReads = 5;
const eventsRead = 50;
/** Number of an app's requests that are searched for the opening of a port. */
const maxRequests = 500;
/** Number of an app's last requests that are searched in each reading. */
const maxLately = 20;

/**
 * Reads an app's addresses that are reachable from outside, and stores changes.
 * @param given data that has already been read
 * @returns undefined if the platform has no list of rules
 * @throws PlatformError if the rules can't be read
 */
export async function readExposure(
  context: Context,
  sources: ExposureSources,
  given: {
    /** Rules, and when their read began, epoch ms. */
    readonly rules?: { readonly value: GatewayRules; readonly at: number };
    readonly components?: readonly ComponentSummary[] | undefined;
    readonly certificates?: readonly Certificate[] | undefined;
    readonly checksPorts?: boolean;
  } = {},
): Promise<AppExposure | undefined> {
  const { platform, turns } = sources;
  const at = given.rules?.at ?? sources.clock();
  const [rules, components] = await Promise.all([
    given.rules?.value ?? turns.take(ofConsole, () => platform.listRules(context)),
    given.components ?? orUndefined(turns.take(context, () => platform.listComponents(context))),
  ]);
  if (!rules) return undefined;
  const app = { context, rules, components, certificates: given.certificates };
  const { addresses: stored, ports } = await retryRaces(`addresses of ${placeKey(context)}`, () =>
    compareAndKeep({ ...app, ports: new Map() }, at, sources, given.checksPorts ?? false),
  );
  const byKey = new Map(stored.map((each) => [each.key, each]));
  const [temporaryAccess, mayAnswer] = await Promise.all([
    sources.temporaryAccess.list({ placeKey: placeKey(context) }),
    readMayAnswer(context, sources),
  ]);
  const { open } = exposedAddresses({ ...app, ports });
  // Include addresses of a component that has just moved here, because this app may have been read before the move.
  const here = new Set(open.map(({ component }) => component));
  const isOurs = ({ place, component }: KnownAddress) => placeKey(place) === placeKey(context) || !here.has(component);
  const deleted = stored.filter((each) => each.isDeleted && each.closed === undefined && isOurs(each));
  const addresses = [
    ...open,
    ...deleted.map((each) => ({ ...remaining(each, contextOf(each.place, context)), remains: 'deleted' as const })),
    ...mayAnswer.filter((each) => !isOpen(each, open)).flatMap((each) => remainingOf(each, context)),
  ];
  return { context, at, addresses, recordsByKey: byKey, temporaryAccess, hasComponents: components !== undefined };
}

function contextOf(place: Place, here: Context): Context {
  return placeKey(place) === placeKey(here) ? here : place;
}

function isOpen({ component, port }: MayAnswer, open: readonly ExposedAddress[]): boolean {
  return open.some((each) => each.component === component && each.port === port);
}

function remainingOf({ addresses, once, ...of }: MayAnswer, context: Context): readonly ExposedAddress[] {
  return addresses.map((address) => {
    return { ...remaining({ ...of, address, kind: 'tcp', key: addressKey(of, address) }, context), remains: once };
  });
}

function remaining(
  {
    key,
    component,
    componentName,
    port,
    kind,
    address,
  }: Pick<KnownAddress, 'key' | 'component' | 'componentName' | 'port' | 'kind' | 'address'>,
  context: Context,
): ExposedAddress {
  return { key, context, component, componentName, names: [componentName, component], port, kind, address };
}

/** @returns undefined if another reading was stored first */
async function compareAndKeep(
  app: ReadApplication,
  at: number,
  sources: ExposureSources,
  checksPorts: boolean,
): Promise<{ readonly addresses: readonly KnownAddress[]; readonly ports: ReadApplication['ports'] } | undefined> {
  const { context } = app;
  const { open: listed, off } = exposedAddresses(app);
  const stored = await loadAddresses(context, listed, sources);
  const lately = await ranRequests(context, maxLately, sources);
  const unseen = deletedUnseen(context, [...stored.addresses, ...listed], lately);
  const before = { ...stored, addresses: [...stored.addresses, ...unseen] };
  const lost = withoutRule(before, { context, open: listed, off });
  const shut = listed.filter(({ key, ...of }) => {
    const { isShut } = stored.addresses.find((each) => each.key === key) ?? {};
    return isShutBy({ ...of, isShut }, stored.readAt, lately);
  });
  const checked = checksPorts ? maybeWithoutPort(app.rules) : [];
  const wanted = [...new Set([...[...lost, ...shut].map(({ component }) => component), ...checked])];
  const portsOrPlaces = await readPorts(wanted, app, sources);
  const ports = new Map([...portsOrPlaces].flatMap(([id, each]) => (isPorts(each) ? [[id, each] as const] : [])));
  const shutKeys = new Set(shut.map(({ key }) => key));
  const open = exposedAddresses({ ...app, ports }).open.map((each) => ({
    ...each,
    isShut: each.isShut ?? shutKeys.has(each.key),
  }));
  if (before.readAt !== undefined && before.readAt > at) return { addresses: before.addresses, ports };
  const isNews = lost.length > 0 || open.some(({ key }) => isNew(key, before)) || off.size > 0;
  const reading: AddressReading = {
    context,
    at,
    open,
    off,
    portOf: ({ component, port }) => portNow(portsOrPlaces.get(component), port),
    requests: isNews ? await ranRequests(context, maxRequests, sources) : [],
  };
  const addresses = await withPlatformUsers(before, compareAddresses(before, reading), reading, sources);
  const unchanged = new Set(stored.addresses);
  const changed = addresses.filter((each) => !unchanged.has(each));
  const saved = await sources.keepRecords(addressRecords(context, at, changed, before));
  return saved === 'saved' ? { addresses, ports } : undefined;
}

async function withPlatformUsers(
  before: StoredAddresses,
  addresses: readonly KnownAddress[],
  { context, at, requests }: AddressReading,
  { platform, turns }: ExposureSources,
): Promise<readonly KnownAddress[]> {
  const { readAt } = before;
  if (readAt === undefined) return addresses;
  const unexplained = unexplainedAccess(before.addresses, addresses, { at }).slice(0, maxEventReads);
  const named = unexplained.map(async (access) => {
    const asked = { ...context, service: access.component, page: 1, pageSize: eventsRead };
    const page = await orUndefined(turns.take(context, () => platform.listEvents(asked)));
    const user = page && platformUserOf(access, page.events, readAt, requests);
    return user === undefined ? [] : access.addresses.map((each) => [each.key, withPlatformUser(each, user)] as const);
  });
  const byKey = new Map((await Promise.all(named)).flat());
  return addresses.map((each) => byKey.get(each.key) ?? each);
}

/** Ports of one component that were opened or closed to the outside between two readings, without a request. */
interface UnexplainedAccess {
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
      ({ run: { started = Number.POSITIVE_INFINITY, ended = Number.POSITIVE_INFINITY } }) =>
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

function isNew(key: string, { addresses }: StoredAddresses): boolean {
  const before = addresses.find((each) => each.key === key);
  return before === undefined || before.closed !== undefined;
}

/** Loads an app's known addresses. A record that can't be parsed is overwritten, because its version is known. */
async function loadAddresses(
  place: Place,
  open: readonly ExposedAddress[],
  { records }: Pick<ExposureSources, 'records'>,
): Promise<StoredAddresses> {
  const key = placeKey(place);
  const here = await records.list(knownAddresses.kind, { placeKey: key });
  const ids = new Set(here.map(({ id }) => id));
  const others = [...new Set(open.map((each) => each.key))].filter((each) => !ids.has(each));
  const elsewhere = await Promise.all(others.map((each) => records.get(knownAddresses.kind, each)));
  const stored = [...here, ...elsewhere.filter((each) => each !== undefined)];
  const reading = await records.get(addressReadings.kind, key);
  return {
    addresses: stored.flatMap((each) => knownAddresses.read(each)?.body ?? []),
    versions: new Map(stored.map(({ id, version }) => [id, version])),
    readAt: addressReadings.read(reading)?.body.at,
    readVersion: reading?.version,
  };
}

/**
 * Returns the components of custom rules. Only a custom rule can be without a port, because deleting a port deletes its
 * rules (docs/platform.md#deleting-a-port).
 */
function maybeWithoutPort(rules: GatewayRules): readonly string[] {
  const custom = addressedRules(rules).filter(({ rule }) => rule.isOuterService === true && rule.type !== 0);
  return [...new Set(custom.flatMap(({ rule }) => rule.serviceId ?? []))].slice(0, maxPortReads);
}

/** Returns the ports of components. For a component missing from the app's list, returns its new app or `gone`. */
async function readPorts(
  components: readonly string[],
  { context, components: listed }: ReadApplication,
  sources: ExposureSources,
): Promise<ReadonlyMap<string, readonly Port[] | Place | 'gone'>> {
  const { platform, turns } = sources;
  if (!listed) return new Map();
  // The path of an app also accepts components of other apps (docs/platform.md#paths).
  const ids = new Set(listed.map(({ serviceId }) => serviceId));
  const [here, away] = [components.filter((id) => ids.has(id)), components.filter((id) => !ids.has(id))];
  const readings = here.map(async (service) => {
    const ports = await orUndefined(turns.take(ofConsole, () => platform.listPorts({ ...context, service })));
    return ports ? [[service, ports] as const] : [];
  });
  const turn = () => turns.take(context, async () => {});
  const located = away.length > 0 ? await orUndefined(findAppsOf(away, context, sources, turn)) : undefined;
  const moved =
    located && located !== 'no-lists' ? away.map((id) => [id, located.get(id) ?? ('gone' as const)] as const) : [];
  // A component that was found in this app was missing from the list only for a moment.
  const elsewhere = moved.filter(([, at]) => at === 'gone' || at.app !== context.app);
  return new Map<string, readonly Port[] | Place | 'gone'>([...(await Promise.all(readings)).flat(), ...elsewhere]);
}

function portNow(portsOrPlace: readonly Port[] | Place | 'gone' | undefined, port: number): PortNow {
  if (portsOrPlace === undefined) return 'unread';
  if (portsOrPlace === 'gone') return 'closed';
  if (!isPorts(portsOrPlace)) return portsOrPlace;
  return portsOrPlace.some((each) => each.containerPort === port && each.isOuterService) ? 'open' : 'closed';
}

function isPorts(portsOrPlace: readonly Port[] | Place | 'gone'): portsOrPlace is readonly Port[] {
  return Array.isArray(portsOrPlace);
}
