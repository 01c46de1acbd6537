import type { RawArgs } from '../../core/command/params.ts';
import { present } from '../../core/defined.ts';
import type { Ask } from '../../core/operation.ts';
import type { FollowUpRequest, Plan, Step } from '../../core/request/plan.ts';
import { verbatimList } from '../../core/text/joined.ts';
import { type Text, verbatim } from '../../core/text/text.ts';
import { updatePortCall } from '../../platform/port/port-calls.ts';
import type { Port } from '../../platform/port/port-reply.ts';
import { temporaryAccess } from '../shared/access/opened-access.ts';
import { observePort, type PortState } from '../shared/access/port-state.ts';
import { type ComponentFacts, gatherComponent, givenPort, newRow, onOff, planOn } from '../shared/change-facts.ts';
import { factsMsg } from '../shared/change-facts-messages.ts';
import type { Reads } from '../shared/define.ts';
import { addressesOfPort, kindOf, onUnlessRefused, usualAddress } from '../shared/port-addresses.ts';
import { plannedComponent, portDetails, portWord } from '../shared/shared-params.ts';
import { touchedPort } from '../shared/touched.ts';
import { type NamedPort, portMsg } from './port-messages.ts';
import { openMsg } from './port-open-messages.ts';
import type { Side, SideArgs } from './port-params.ts';

/** What every change of a port declares alike. */
export const portChange = {
  command: 'port',
  verify: 'state',
  temporaryAccess,
  auditDetails: portDetails,
  identify: plannedComponent,
  gather: (args: { readonly component: string }, ask: Ask, reads: Reads) =>
    gatherComponent(args.component, ask, reads, { detail: true, rules: true }),
  observe: (plan: Plan, step: number, facts: ComponentFacts) => observePort(plan, step, facts.ports),
} as const;

/** What the plan of every change of a port begins with. */
export function planOnPort(facts: ComponentFacts, port: number): ReturnType<typeof planOn> {
  return planOn(facts, [touchedPort(facts.component.id, portWord(facts.ports, port))]);
}

/** A port as sentences name it. */
export function namePort({ component, ports }: ComponentFacts, port: number): NamedPort {
  return { port: portWord(ports, port), component: component.name };
}

/** The sides that are asked for, in the order in which they close: no inner access ends under outer access. */
export function askedSides({ side, both }: SideArgs): readonly Side[] {
  return both ? ['outer', 'inner'] : [side];
}

/** Whether external access is asked for, alone or with internal access. */
export function asksOuter(args: SideArgs): boolean {
  return askedSides(args).includes('outer');
}

/** Whether one side of a port is open. */
export function isOpen(port: Port, side: Side): boolean {
  return side === 'outer' ? port.isOuterService : port.isInnerService;
}

/** The one of three that is meant for these sides of a port. */
export function forSides<T>(sides: readonly Side[], one: { readonly [which in Side | 'both']: T }): T {
  const [side] = sides;
  return sides.length === 1 && side ? one[side] : one.both;
}

/** Where the calls of a change of one port go. */
export type PortPlace = Parameters<typeof updatePortCall>[0];

export function portPlace({ component }: ComponentFacts, ask: Ask, port: number): PortPlace {
  return { ...ask.context, service: component.id, port };
}

const words = {
  open: { outer: openMsg.stepOpenOuter, inner: openMsg.stepOpenInner },
  close: { outer: openMsg.stepCloseOuter, inner: openMsg.stepCloseInner },
} as const;

/**
 * One call that opens or closes one side of a port.
 * @param orGone a later step of the same plan deletes the port
 */
export function switchStep(place: PortPlace, verb: 'open' | 'close', side: Side, orGone = false): Step {
  const open = verb === 'open';
  const state = (on: boolean): PortState => ({ port: place.port, there: true, [side]: on });
  return {
    says: words[verb][side]({ port: place.port }),
    call: updatePortCall(place, { action: `${verb}_${side}` }),
    before: state(!open),
    after: { ...state(open), ...(orGone ? { orGone: true } : {}) },
  };
}

/** The request that opens the sides of a port that were closed. */
export function openAgain(facts: ComponentFacts, port: number, sides: readonly Side[]): FollowUpRequest {
  const which: RawArgs = sides.length === 2 ? { both: ['yes'] } : { side: [...sides] };
  return { operation: 'port.open', given: givenPort(facts, port, which) };
}

/**
 * "Outer access: ○ off → ● on".
 * @param protocol of a port whose external access is to be opened
 */
export function switchRow(side: Side, open: boolean, protocol?: string): Plan['rows'][number] {
  const what = side === 'outer' ? factsMsg.outerAccess() : factsMsg.innerAccess();
  const isOpening = side === 'outer' && open && protocol !== undefined;
  return { what, before: onOff(!open), after: isOpening ? onUnlessRefused(protocol) : onOff(open) };
}

/** The addresses of a table are cut here: a message has its limits. */
export const MOST_ADDRESSES = 20;

/** So many addresses, and how many more there are. */
export function firstAddresses(addresses: readonly string[]): readonly Text[] {
  const left = addresses.length - MOST_ADDRESSES;
  return present([...addresses.slice(0, MOST_ADDRESSES).map(verbatim), left > 0 && factsMsg.andMore({ count: left })]);
}

/**
 * Rows for the addresses that become active, or inactive: each is named once. What opens is told again by the
 * outcome.
 */
export function addressRows(addresses: readonly string[], open: boolean): Plan['rows'] {
  const row = (address: Text): Plan['rows'][number] =>
    open
      ? { what: factsMsg.address(), before: portMsg.inactive(), after: address, forecast: true }
      : { what: factsMsg.address(), before: address, after: portMsg.inactive() };
  return firstAddresses(addresses).map(row);
}

/** Rows for what becomes reachable when external access of a port opens; one for the address of a port that has no rule yet. */
export function openingRows(facts: ComponentFacts, { containerPort, protocol }: Port): Plan['rows'] {
  const addresses = addressesOfPort(facts, containerPort, kindOf(protocol));
  if (addresses.length > 0) return addressRows(addresses, true);
  const usual = usualAddress(facts, containerPort);
  const http = usual ? portMsg.likely({ address: usual }) : portMsg.givenByPlatform();
  return [{ ...newRow(factsMsg.address(), protocol === 'http' ? http : portMsg.nodePort()), forecast: true }];
}

/** What a receipt says of a port that was opened to the internet. */
export function openedText(named: NamedPort, addresses: readonly string[]): Text {
  return addresses.length > 0
    ? openMsg.doneOuter({ ...named, addresses: verbatimList(addresses) })
    : openMsg.doneOuterBare(named);
}
