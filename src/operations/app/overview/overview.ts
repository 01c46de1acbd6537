import type { AskButton } from '../../../core/command/answer.ts';
import { type Context, placeKey, placeText } from '../../../core/command/context.ts';
import { present } from '../../../core/defined.ts';
import type { ChangeRequest } from '../../../core/request/change-request.ts';
import type { TemporaryAccess } from '../../../core/request/temporary-access.ts';
import { statusKind } from '../../../core/runs/component-status.ts';
import { momentNear } from '../../../core/text/instant-text.ts';
import { join, type Text, verbatim } from '../../../core/text/text.ts';
import type { Certificate } from '../../../platform/certificate/certificate-endpoints.ts';
import type { ComponentSummary } from '../../../platform/component/component-endpoints.ts';
import type { GatewayRules } from '../../../platform/gateway/gateway-endpoints.ts';
import { namesOfComponents } from '../../../platform/monitoring/monitoring-reply.ts';
import { accessMsg } from '../../shared/access/access-messages.ts';
import { isDatabase } from '../../shared/access/database-port.ts';
import { expiresSoon, expiryOf, expiryText } from '../../shared/access/expiry-text.ts';
import { readAccess, setsOnlyClosing } from '../../shared/access/port-state.ts';
import { buttonMsg } from '../../shared/component/component-button-messages.ts';
import { componentStatus, isThirdParty, isUnfinished, startOf } from '../../shared/component/component-format.ts';
import type { LastStatuses } from '../../shared/component/last-statuses.ts';
import { addressMsg } from '../../shared/exposure/address-messages.ts';
import { addressesText, sortedAddresses } from '../../shared/exposure/address-text.ts';
import { accessRequestOf } from '../../shared/exposure/compare-addresses.ts';
import { type ExposedAddress, exposedAddresses } from '../../shared/exposure/exposed-address.ts';
import { type Expectations, expectationOf } from '../../shared/exposure/exposure-rows.ts';
import { type Opening, wasFirstSeen } from '../../shared/exposure/known-address.ts';
import { type OpenSince, portKey } from '../../shared/exposure/open-since.ts';
import { accessToPort, lastAccessOf, type PortOfComponent } from '../../shared/exposure/opener.ts';
import { isExpectedPort, type RecordedPort, type RecordedPorts } from '../../shared/exposure/recorded-ports.ts';
import { shortContextText } from '../../shared/place/known-contexts.ts';
import { addressedRules, bareRule } from '../../shared/port-addresses.ts';
import { overviewMsg } from './overview-messages.ts';
import type { LastRead, OverviewComponent, ReadPlace, TimedValue } from './read-overview.ts';

export interface OverviewRow {
  readonly text: Text;
  readonly button?: AskButton & {
    /** Context, in the form that `in=` accepts. */
    readonly in: string;
    /** Description of the button for screen readers. */
    readonly spoken: Text;
  };
}

export interface Overview {
  readonly open: readonly OverviewRow[];
  readonly down: readonly OverviewRow[];
  readonly certificates: readonly OverviewRow[];
  /** Unreadable parts, each worded as a part of a sentence. */
  readonly unread: readonly Text[];
  /** Time of the oldest read, epoch ms; undefined if nothing was read. */
  readonly readAt?: number;
  /** Whether neither the components nor the rules of any place could be read. */
  readonly isDown?: boolean;
  /** Source of the open ports, if the rules of a place can't be read. */
  readonly openNote?: Text | undefined;
  /** Says that a section is empty only because a place can't be read. */
  readonly downNote?: Text | undefined;
  readonly certificatesNote?: Text | undefined;
}

export interface OverviewFacts {
  readonly places: readonly ReadPlace[];
  readonly temporaryAccess: readonly TemporaryAccess[];
  /** Latest done requests that the reader is allowed to see, newest first. */
  readonly done: readonly ChangeRequest[];
  readonly openSince?: OpenSince;
  /** Recorded ports by `placeKey`, for places without readable rules. */
  readonly recorded?: ReadonlyMap<string, RecordedPorts>;
  /** Statuses that watches or lists read last, by `placeKey`, for places without readable components. */
  readonly statuses?: ReadonlyMap<string, LastStatuses>;
  readonly expectations?: Expectations;
  /** Epoch ms. */
  readonly now: number;
  /** Whether parts that aren't read yet are late. If false, they are still being read. */
  readonly late: boolean;
  /** Ids of components that an incident already shows as abnormal. They aren't listed a second time. */
  readonly abnormal?: ReadonlySet<string>;
}

/** Returns external addresses (unexpected databases first), components that don't run, and certificates that expire within 30 days. */
export function overviewOf(facts: OverviewFacts): Overview {
  const { places, now } = facts;
  const readAt = oldestRead(places);
  const open = places
    .flatMap((place) => openPorts(place, facts))
    .toSorted(
      (a, b) =>
        Number(b.isOdd) - Number(a.isOdd) ||
        (a.until ?? Number.POSITIVE_INFINITY) - (b.until ?? Number.POSITIVE_INFINITY),
    )
    .map(({ row }) => row);
  const down = places
    .flatMap((place) => notRunning(place, facts))
    .toSorted((a, b) => a.order - b.order)
    .map(({ row }) => row);
  const certificates = ofTeams(places)
    .flatMap(({ context, certificates: last, before }) => {
      const { value, asOf } = knownOf(last, before?.certificates, facts);
      return (value ?? []).map((each) => ({ context, each, asOf }));
    })
    .filter(({ each }) => expiresSoon(each, now))
    .toSorted((a, b) => expiryOf(a.each) - expiryOf(b.each))
    .map(({ context, each, asOf }) => ({ text: certificateRowText(each, context, asOf, now) }));
  const isUnknown = (part: 'components' | 'certificates') =>
    places.some((place) => isMissing(place[part], facts) && !place.before?.[part]);
  return {
    readAt,
    open,
    down,
    certificates,
    unread: places.flatMap((place) => unreadOf(place, facts)),
    isDown:
      places.length > 0 && places.every((place) => isMissing(place.components, facts) && isMissing(place.rules, facts)),
    openNote: openNote(facts, open.length === 0),
    downNote: down.length === 0 && isUnknown('components') ? overviewMsg.notRead() : undefined,
    certificatesNote: certificates.length === 0 && isUnknown('certificates') ? overviewMsg.notRead() : undefined,
  };
}

/** Returns what was read last, and if that is missing, what was read before with its time. */
function knownOf<T>(
  last: LastRead<T> | undefined,
  before: TimedValue<T> | undefined,
  { late }: Pick<OverviewFacts, 'late'>,
): { readonly value?: T; readonly asOf?: number } {
  if (typeof last === 'object') return { value: last.value };
  return before && (last === 'failed' || late) ? { value: before.value, asOf: before.at } : {};
}

/** Checks whether a part couldn't be read, or is late. */
export function isMissing(
  reading: ReadPlace['components' | 'rules' | 'certificates'],
  { late }: Pick<OverviewFacts, 'late'>,
) {
  return reading === 'failed' || (late && reading === undefined);
}

/** Returns the components that were read last. A list or a watch may have read their statuses later than the overview. */
function lastComponents({ context, components, before }: ReadPlace, facts: OverviewFacts) {
  const known = knownOf(components, before?.components, facts);
  const later = facts.statuses?.get(placeKey(context));
  if (known.value === undefined || known.asOf === undefined || !later || later.at <= known.asOf) return known;
  const value = known.value.map((each): OverviewComponent => {
    const { isStuck: _isStuck, ...rest } = each;
    const status = later.statuses[each.serviceId] ?? each.status;
    return { ...rest, status, ...(later.stuck?.includes(each.serviceId) ? { isStuck: true } : {}) };
  });
  return { value, asOf: later.at };
}

/** Says where the list of open ports is from, because more may be open. Its rows have their times. */
function openNote({ places, recorded, late }: OverviewFacts, isEmpty: boolean): Text | undefined {
  if (!places.some(({ rules }) => isMissing(rules, { late }))) return undefined;
  if (isEmpty) return overviewMsg.notRead();
  const wasRead = [...(recorded?.values() ?? [])].some(({ readAt }) => readAt !== undefined);
  return wasRead ? overviewMsg.openAsShown() : overviewMsg.openAsRecorded();
}

/** Returns the time of the oldest part, because parts may be read a minute apart. */
function oldestRead(places: readonly ReadPlace[]): number | undefined {
  const times = places
    .flatMap(({ components, rules, certificates }) => [components, rules, certificates])
    .flatMap((reading) => (typeof reading === 'object' ? [reading.at] : []));
  return times.length > 0 ? Math.min(...times) : undefined;
}

function readOr<T>(reading: LastRead<T> | undefined, otherwise: T): T {
  return typeof reading === 'object' ? reading.value : otherwise;
}

/** Returns one place per team, because certificates belong to teams. */
function ofTeams(places: readonly ReadPlace[]): readonly ReadPlace[] {
  return [...new Map(places.map((place) => [place.context.team, place])).values()];
}

interface OpenPort {
  readonly component: string;
  readonly port: number;
  readonly addresses: readonly string[];
  /** Time at which the platform last showed the addresses, epoch ms. Undefined if they are of now. */
  readonly shownAt?: number | undefined;
  /** Whether external access is off, although the rules of its addresses stay. */
  readonly isShut?: boolean | undefined;
  readonly called: string | undefined;
}

interface RankedRow {
  readonly row: OverviewRow;
  readonly until: number | undefined;
  readonly isOdd: boolean;
}

function openPorts(place: ReadPlace, facts: OverviewFacts): readonly RankedRow[] {
  const { context } = place;
  if (isMissing(place.rules, facts)) return recordedPorts(place, facts);
  const components = readOr(place.components, []);
  const names = namesOfComponents(components);
  const stopped = stoppedIn(components);
  const rules = readOr<GatewayRules>(place.rules, { http: [], tcp: [] });
  const { open } = exposedAddresses({ context, rules, components, certificates: undefined, ports: new Map() });
  const isOddAddress = (each: ExposedAddress) =>
    isDatabase(each) && !(facts.expectations && expectationOf(each, facts.expectations, facts.now));
  const databases = new Set(open.filter(isOddAddress).map(portKey));
  return openPortsIn(rules).map((openPort) => {
    const isOdd = databases.has(portKey(openPort));
    const opener = openerOf(openPort, placeKey(context), facts);
    const shown = new Set(openPort.addresses.map(bareRule));
    const allOpenings = facts.openSince?.get(portKey(openPort)) ?? [];
    const openings = allOpenings.filter(({ address }) => shown.has(bareRule(address)));
    const isShut = [...shown].every((rule) =>
      openings.some(({ address, isShut: isOff }) => isOff && bareRule(address) === rule),
    );
    const what = overviewMsg.portOf({
      component: verbatim(names.get(openPort.component) ?? openPort.called ?? openPort.component),
      port: openPort.port,
    });
    return {
      row: openRow(
        { ...openPort, isShut, isOdd, isStopped: stopped.has(openPort.component) },
        what,
        context,
        opener,
        openings,
        facts.now,
      ),
      until: opener?.until,
      isOdd: isOdd || isShut,
    };
  });
}

/** Returns the ports that Portolan has on record, if the rules of their app can't be read. */
function recordedPorts(place: ReadPlace, facts: OverviewFacts): readonly RankedRow[] {
  const { context } = place;
  const { value: all = [] } = lastComponents(place, facts);
  const names = namesOfComponents(all);
  const stopped = stoppedIn(all);
  const key = placeKey(context);
  return (facts.recorded?.get(key)?.ports ?? []).map((recorded) => {
    const { component, componentName, openings, access, isShut = false } = recorded;
    const isOdd = access === undefined && isOddPort(recorded, context, facts);
    const called = names.get(component) ?? componentName;
    const what = overviewMsg.portOf({ component: verbatim(called), port: recorded.port });
    const opener = access && openerOf(recorded, key, { ...facts, temporaryAccess: [access] });
    const shown = { ...recorded, called, isOdd, isStopped: stopped.has(component) };
    const row = openRow(shown, what, context, opener, access ? [] : openings, facts.now);
    return { row, until: access?.until, isOdd: isOdd || isShut };
  });
}

function stoppedIn(components: readonly ComponentSummary[]): ReadonlySet<string> {
  return new Set(components.flatMap(({ serviceId, status }) => (statusKind(status) === 'stopped' ? [serviceId] : [])));
}

function isOddPort(recorded: RecordedPort, context: Context, { expectations, now }: OverviewFacts): boolean {
  return isDatabase(recorded) && !(expectations && isExpectedPort(recorded, context, expectations, now));
}

/** Returns who opened a port to the internet: from its temporary access, or from the last request if that opened it. */
function openerOf(
  port: PortOfComponent,
  place: string,
  {
    temporaryAccess,
    done,
  }: { readonly temporaryAccess: readonly TemporaryAccess[]; readonly done: readonly ChangeRequest[] },
): Opener | undefined {
  const access = accessToPort(port, place, temporaryAccess);
  if (access) return { ...accessOpener(access, done), until: access.until };
  const last = lastAccessOf(
    port,
    done.filter(({ context }) => placeKey(context) === place),
  );
  return last?.is === 'opened' ? { by: last.request.asker.id, since: accessRequestOf(last.request).at } : undefined;
}

function accessOpener(access: TemporaryAccess, done: readonly ChangeRequest[]): Omit<Opener, 'until'> {
  // An extension is stored with its own requester.
  const opener = readAccess(access)?.opener;
  const last = done.find(({ id }) => id === access.request);
  const opened = done.find(({ id }) => id === opener) ?? (setsOnlyClosing(last) ? undefined : last);
  const { again, unsure } = last?.access ?? {};
  if (opened) return { by: opened.asker.id, since: accessRequestOf(opened).at, again, unsure };
  return { by: setsOnlyClosing(last) ? undefined : access.by, again, unsure };
}

function openPortsIn({ http, tcp }: GatewayRules): readonly OpenPort[] {
  const byPort = new Map<string, OpenPort>();
  for (const { rule, address } of addressedRules({ http, tcp })) {
    const { serviceId: component, containerPort: port } = rule;
    if (rule.isOuterService !== true || component === undefined || port === undefined) continue;
    const key = `${component}:${port}`;
    const addresses = [...(byPort.get(key)?.addresses ?? []), address];
    byPort.set(key, { component, port, addresses, called: rule.serviceAlias ?? rule.serviceName });
  }
  return [...byPort.values()];
}

/** Person who opened a port through Portolan (Slack id), and the port's closing time (epoch ms), if any. */
interface Opener {
  /** Undefined if no request opened the port, and one only set its closing time. */
  readonly by: string | undefined;
  /** When the request opened the port, epoch ms. A port that was closed meanwhile has older addresses. */
  readonly since?: number;
  readonly until?: number;
  /** When closing it is tried again, epoch ms, if it failed. */
  readonly again?: number | undefined;
  /** It isn't known whether it is closed. */
  readonly unsure?: true | undefined;
}

/**
 * Returns since when a port is open, and by whom. Returns nothing about addresses that were already
 * open when Portolan first looked.
 * @param openings of the port's addresses, the one that has been open longest first
 */
function sinceShortly(
  openings: readonly [Opening, ...Opening[]],
  opener: Opener | undefined,
  now: number,
): Text | undefined {
  const [{ since, opened, openedBy }] = openings;
  const at = momentNear(opener?.since ?? since, now);
  const outside = openings.filter((each) => !each.opened && !wasFirstSeen(each));
  const before = momentNear(Math.max(...outside.map((each) => each.since)), now);
  const count = { outside: outside.length, total: openings.length };
  if (outside.length > 0 && outside.length < openings.length) return overviewMsg.someOutside({ at: before, ...count });
  if (outside.length === 0 && openings.some((each) => !each.opened)) return undefined;
  if (opener?.by !== undefined) return overviewMsg.openedByAt({ at, who: { user: opener.by } });
  if (opened) return overviewMsg.openedByAt({ at, who: verbatim(opened.by.name) });
  return openedBy === undefined || outside.some((each) => each.openedBy !== openedBy)
    ? overviewMsg.outside({ at: before })
    : overviewMsg.outsideBy({ at: before, user: verbatim(openedBy) });
}

function openedByText(opener: Opener | undefined, now: number): Text | undefined {
  if (opener?.by === undefined) return undefined;
  const { by, since } = opener;
  const who = { user: by };
  return since === undefined
    ? overviewMsg.openedBy({ who })
    : overviewMsg.openedByAt({ who, at: momentNear(since, now) });
}

function openRow(
  openPort: OpenPort & Pick<RankedRow, 'isOdd'> & { readonly isStopped: boolean },
  what: Text,
  context: Context,
  opener: Opener | undefined,
  [first, ...more]: readonly Opening[],
  now: number,
): OverviewRow {
  const { isOdd, isStopped, isShut = false } = openPort;
  const origin = first && sinceShortly([first, ...more], opener, now);
  const saysOpener = origin?.key === overviewMsg.openedByAt.key;
  const facts = present([
    isShut ? overviewMsg.shut() : isOdd && overviewMsg.database(),
    isStopped && addressMsg.componentStopped(),
    addressesText(openPort, now) ?? overviewMsg.recorded(),
    shortContextText(context),
    saysOpener ? undefined : openedByText(opener, now),
    origin,
    first?.opened?.glass && overviewMsg.byGlass(),
    opener && endText(opener, now),
  ]);
  return {
    text: (isOdd || isShut ? overviewMsg.oddRow : overviewMsg.row)({ what, facts: join(facts, ' · ') }),
    button: { ...endingOf(openPort, what), in: placeText(context) },
  };
}

/** Returns the button that ends access. A closed port is still reachable by its rule, so only deleting that ends it. */
function endingOf({ component, port, addresses, isShut = false }: OpenPort, what: Text): AskButton & { spoken: Text } {
  const [rule] = sortedAddresses(addresses);
  if (isShut && rule !== undefined) {
    const spoken = overviewMsg.deleteSpoken({ rule: verbatim(rule) });
    return { label: accessMsg.deleteRule(), spoken, operation: 'gateway.delete', given: { rule: [rule] } };
  }
  const given = { component: [component], port: [String(port)] };
  return { label: overviewMsg.close(), spoken: overviewMsg.closeSpoken({ what }), operation: 'port.close', given };
}

/** Says when a port closes, or why it didn't. */
function endText({ until, again, unsure }: Opener, now: number): Text | undefined {
  if (until === undefined) return undefined;
  if (again !== undefined)
    return (unsure ? accessMsg.closingUnsure : overviewMsg.closingFailed)({ at: momentNear(again, now) });
  return (until > now ? overviewMsg.closesAt : accessMsg.overdue)({ at: momentNear(until, now) });
}

/** Sort order of components that don't run. Excludes finished jobs, and updates during which a component serves. */
const orders = { abnormal: 0, degraded: 1, stopped: 2, moving: 3 } as const;

function notRunning(place: ReadPlace, facts: OverviewFacts): readonly { order: number; row: OverviewRow }[] {
  const { context } = place;
  const { value: all = [], asOf } = lastComponents(place, facts);
  const names = namesOfComponents(all);
  return all.flatMap((each) => {
    const kind = statusKind(each.status);
    if (kind === 'running' || kind === 'finished' || kind === 'unknown' || isOutside(each)) return [];
    if (each.status === 'upgrade' || (kind !== 'stopped' && facts.abnormal?.has(each.serviceId))) return [];
    const name = names.get(each.serviceId) ?? each.serviceAlias;
    const says = join([asOfText(componentStatus(each), asOf, facts.now), shortContextText(context)], ' · ');
    const text = overviewMsg.row({ what: verbatim(name), facts: says });
    // A change isn't possible while the platform doesn't answer.
    const button = asOf === undefined ? helpFor(each, name, context) : undefined;
    return [{ order: orders[kind], row: { text, button } }];
  });
}

function asOfText(says: Text, asOf: number | undefined, now: number): Text {
  return asOf === undefined ? says : overviewMsg.asOf({ says, at: momentNear(asOf, now) });
}

function isOutside(component: ComponentSummary): boolean {
  return isThirdParty(component) || isUnfinished(component);
}

/** Returns the button to a form that fixes the component; none while its status is changing, or if its change is stuck. */
function helpFor(
  { serviceId, status, isStuck }: OverviewComponent,
  name: string,
  context: Context,
): OverviewRow['button'] {
  if (statusKind(status) === 'moving' || isStuck) return undefined;
  const [label, operation] = startOf(status) ?? [buttonMsg.restart(), 'component.restart'];
  const spoken = overviewMsg.doSpoken({ label, name });
  return { label, spoken, operation, given: { component: [serviceId] }, in: placeText(context) };
}

function certificateEnd(each: Certificate, now: number): Text {
  const left = expiryOf(each) - now;
  if (left <= 0 || !Number.isFinite(left)) return expiryText(each, now);
  const days = Math.floor(left / 86_400_000);
  return days === 0 ? overviewMsg.expiresToday() : overviewMsg.expiresIn({ days });
}

function certificateRowText(each: Certificate, { team }: Context, asOf: number | undefined, now: number): Text {
  const what = each.alias ? verbatim(each.alias) : overviewMsg.unnamed({ id: each.id });
  return overviewMsg.row({
    what,
    facts: join([asOfText(certificateEnd(each, now), asOf, now), overviewMsg.ofTeam({ team })], ' · '),
  });
}

/** Lists the parts of a place that couldn't be read. A part that is still being read isn't included. */
function unreadOf(
  { context, components, rules, certificates }: ReadPlace,
  { late, places }: OverviewFacts,
): readonly Text[] {
  const params = { context: shortContextText(context) };
  const first = places.find((each) => each.context.team === context.team)?.context;
  const isFirst = first !== undefined && placeKey(first) === placeKey(context);
  const all = readOr(components, []);
  const silent = all.filter((each) => statusKind(each.status) === 'unknown' && !isOutside(each));
  const called = namesOfComponents(all);
  const names = silent.map(({ serviceId, serviceAlias }) => called.get(serviceId) ?? serviceAlias);
  return [
    ...(isMissing(components, { late }) ? [overviewMsg.components(params)] : []),
    ...(silent.length > 0 ? [overviewMsg.statuses({ ...params, names: namesText(names) })] : []),
    ...(isMissing(rules, { late }) ? [overviewMsg.rules(params)] : []),
    ...(isMissing(certificates, { late }) && isFirst ? [overviewMsg.certificates({ team: context.team })] : []),
  ];
}

const maxNames = 3;

function namesText(all: readonly string[]): Text {
  const names = all.slice(0, maxNames).map(verbatim);
  const left = all.length - names.length;
  return join([...names, ...(left > 0 ? [verbatim(`+${left}`)] : [])], ', ');
}
