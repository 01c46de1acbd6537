import { type Place, placeKey } from '../../../core/command/context.ts';
import { isSameJson } from '../../../core/defined.ts';
import { approverOf, type ChangeRequest, changerOf } from '../../../core/request/change-request.ts';
import { mayHaveChanged } from '../../../core/request/follow-up.ts';
import { endsRules } from '../access/overtaken.ts';
import { deletedRuleOf, ruleOf } from '../access/port-state.ts';
import { bareRule, mayBeSameRule } from '../port-addresses.ts';
import { type ExposedAddress, pairKeys } from './exposed-address.ts';
import type { AccessRequest, KnownAddress, StoredAddresses } from './known-address.ts';
import { lastAccessOf, type PortOfComponent } from './opener.ts';

/** State of a port if its address no longer has a rule. A `Place` is the app that its component has moved to. */
export type PortNow = 'open' | 'closed' | 'unread' | Place;

export interface AddressReading {
  readonly context: Place;
  /** Time at which the reading started, epoch ms. */
  readonly at: number;
  readonly open: readonly ExposedAddress[];
  /** Keys of addresses with inactive rules. The ports of these addresses are closed. */
  readonly off: ReadonlySet<string>;
  readonly portOf: (port: PortOfComponent) => PortNow;
  /** The app's requests that ran, newest first. */
  readonly requests: readonly ChangeRequest[];
}

const maxHistory = 50;

/**
 * Checks whether external access of an address's port is off although the address's rule stays: as the last reading
 * showed, or because a later request closed the port (docs/platform.md#opening-and-closing).
 * @param readAt time of the last reading, epoch ms @param ran the app's requests that ran, newest first
 */
export function isShutBy(
  address: PortOfComponent & Pick<KnownAddress, 'kind'> & Partial<Pick<KnownAddress, 'isShut'>>,
  readAt: number | undefined,
  ran: readonly ChangeRequest[],
): boolean {
  const last = lastAccessOf(address, ran.filter(mayHaveChanged));
  if (!last || accessRequestOf(last.request).at <= (readAt ?? 0)) return address.isShut === true;
  return last.is === 'closed' && last.request.state === 'done' && !endsRules(last.request, address.kind);
}

/** Returns known addresses that no longer have a rule. Only the state of their ports shows whether they are closed. */
export function withoutRule(
  { addresses }: Pick<StoredAddresses, 'addresses'>,
  { context, open, off }: Pick<AddressReading, 'context' | 'open' | 'off'>,
): readonly KnownAddress[] {
  const here = placeKey(context);
  const openKeys = new Set(open.map(({ key }) => key));
  const openElsewhere = new Set(open.map(ruleKey));
  return addresses.filter(
    (each) =>
      each.closed === undefined &&
      placeKey(each.place) === here &&
      !openKeys.has(each.key) &&
      !off.has(each.key) &&
      !openElsewhere.has(ruleKey(each)),
  );
}

function ruleKey({ component, port, address }: PortOfComponent & { readonly address: string }): string {
  return `${component}:${port}:${address}`;
}

/**
 * Returns the record of an address. If http and https rules of one address are open, the scheme tells their records
 * apart. A record moves to the other key when such a pair begins or ends.
 */
function recordOf(
  exposed: ExposedAddress,
  openKeys: ReadonlySet<string>,
  byKey: ReadonlyMap<string, KnownAddress>,
): KnownAddress | undefined {
  const { usual, beside } = pairKeys(exposed);
  const own = byKey.get(exposed.key);
  const other = byKey.get(exposed.key === usual ? beside : usual);
  const same = [own, other].find((each) => each && each.closed === undefined && each.address === exposed.address);
  const isPair = openKeys.has(usual) && openKeys.has(beside);
  return same ?? (isPair && own?.closed === undefined ? undefined : own);
}

/** Updates an app's known addresses after a reading: when and by whom opened, closed, or left open without a rule. */
export function compareAddresses(before: StoredAddresses, reading: AddressReading): readonly KnownAddress[] {
  const byKey = new Map(before.addresses.map((each) => [each.key, each]));
  const next = new Map(byKey);
  const openKeys = new Set(reading.open.map(({ key }) => key));
  for (const exposed of reading.open) {
    if (next.get(exposed.key) !== byKey.get(exposed.key)) continue;
    const record = recordOf(exposed, openKeys, byKey);
    next.set(exposed.key, seenOpen(exposed, record, before.readAt, reading));
    // A record that moved to the other key ends under its own, without an event.
    if (record && record.key !== exposed.key && !openKeys.has(record.key))
      next.set(record.key, { ...record, closed: reading.at });
  }
  const here = placeKey(reading.context);
  const lost = new Set(withoutRule(before, reading));
  for (const each of before.addresses) {
    if (each.closed !== undefined || placeKey(each.place) !== here) continue;
    if (reading.off.has(each.key) && next.get(each.key) === each) next.set(each.key, closedNow(each, reading));
    else if (lost.has(each)) next.set(each.key, seenWithoutRule(each, reading));
  }
  return [...next.values()];
}

function seenOpen(
  exposed: ExposedAddress,
  before: KnownAddress | undefined,
  readAt: number | undefined,
  { context, at, requests }: AddressReading,
): KnownAddress {
  const { key, component, componentName, port, kind, address, rule } = exposed;
  const { team, region, app } = context;
  const identity = { key, place: { team, region, app }, component, componentName };
  const now = { ...identity, port, kind, address, rule, ...(exposed.isShut ? { isShut: true as const } : {}) };
  if (before && before.closed === undefined) {
    const { isDeleted: _isDeleted, isShut: _isShut, ...kept } = before;
    const hasMoved = placeKey(before.place) !== placeKey(context);
    const history = hasMoved ? withEvent(before, { at, what: 'moved' }) : before.history;
    const next = { ...kept, ...now, history };
    return isSameJson(next, before) ? before : next;
  }
  // If an earlier reading didn't show the address, only a later request can have opened it.
  const absentAt = before?.closed ?? readAt;
  const opened = openingOf(exposed, requests, absentAt);
  const since = opened?.at ?? at;
  // At an app's first reading, an address may have been open for a long time.
  const what = opened || absentAt !== undefined ? 'opened' : 'seen';
  return { ...now, since, opened, history: withEvent(before, { at, what, request: opened }) };
}

function seenWithoutRule(before: KnownAddress, reading: AddressReading): KnownAddress {
  const port = reading.portOf(before);
  if (port === 'unread') return before;
  if (port === 'closed') return closedNow(before, reading);
  if (port === 'open') {
    if (before.isDeleted) return before;
    const request = deletingOf(before, reading.requests);
    return { ...before, isDeleted: true, history: withEvent(before, { at: reading.at, what: 'deleted', request }) };
  }
  return {
    ...before,
    place: { team: port.team, region: port.region, app: port.app },
    history: withEvent(before, { at: reading.at, what: 'moved' }),
  };
}

function closedNow(
  { isDeleted, isShut: _isShut, ...before }: KnownAddress,
  { at, requests }: AddressReading,
): KnownAddress {
  const last = lastAccessOf(before, requests.filter(mayHaveChanged));
  const isOurs =
    last?.is === 'closed' && endsRules(last.request, before.kind) && (last.request.run.ended ?? at) >= before.since;
  // Deleting a rule doesn't close its port, so it didn't close what was left open after it.
  const request = isOurs ? accessRequestOf(last.request) : isDeleted ? undefined : deletingOf(before, requests);
  const closed = Math.min(at, request?.at ?? at);
  return { ...before, closed, history: withEvent(before, { at, what: 'closed', request }) };
}

/** Returns the request that opened an address after `absentAt`, by opening its port or creating its rule. */
function openingOf(
  exposed: ExposedAddress,
  requests: readonly ChangeRequest[],
  absentAt: number | undefined,
): AccessRequest | undefined {
  const ran = requests.filter(
    (each) => mayHaveChanged(each) && (absentAt === undefined || (each.run.ended ?? Infinity) >= absentAt),
  );
  const last = lastAccessOf(exposed, ran);
  const makers = ran.filter((each) => makesRule(each, exposed));
  const ofRule = makers.find(({ plan }) => mayBeSameRule(ruleOf(plan)?.address ?? '', exposed.address)) ?? makers[0];
  const opened = last?.is === 'opened' ? last.request : undefined;
  // If the port was already open, creating a rule opens only the rule's address.
  const isOver = last?.is === 'closed' && endsRules(last.request, exposed.kind);
  const access = isOver ? undefined : (ofRule ?? opened);
  return access && accessRequestOf(access);
}

/** Checks whether a request created the rule of an address. */
export function makesRule({ plan }: ChangeRequest, { component, port, kind, address }: ExposedAddress): boolean {
  const rule = ruleOf(plan);
  if (!rule?.there || rule.component !== component || rule.port !== port || rule.kind !== kind) return false;
  // The platform shows the region's TCP domain instead of `0.0.0.0` (docs/platform.md#reading-gateway-rules).
  const numberOf = (text: string) => /:(\d+)$/.exec(text)?.[1];
  return kind === 'tcp'
    ? numberOf(rule.endPoint ?? rule.address) === numberOf(address)
    : bareRule(rule.address) === bareRule(address);
}

/** Returns the request that deleted an address's rule. */
function deletingOf({ rule, since }: KnownAddress, requests: readonly ChangeRequest[]): AccessRequest | undefined {
  const parsed = requests.find((each) => {
    const deleted = deletedRuleOf(each.plan);
    return deleted !== undefined && deleted.rule === rule && mayHaveChanged(each) && (each.run.ended ?? since) >= since;
  });
  return parsed && accessRequestOf(parsed);
}

export function accessRequestOf(request: ChangeRequest): AccessRequest {
  const { id, asker, at, run, shown, decision } = request;
  const by = changerOf(request);
  return {
    request: id,
    at: run.ended ?? run.started ?? at,
    by: by ?? { id: asker.id, name: asker.name },
    link: shown.link,
    approver: shown.link === undefined ? undefined : approverOf(request),
    glass: decision.breakGlass ? true : undefined,
    automatic: by ? undefined : true,
  };
}

function withEvent(before: KnownAddress | undefined, event: KnownAddress['history'][number]): KnownAddress['history'] {
  return [...(before?.history ?? []), event].slice(-maxHistory);
}
