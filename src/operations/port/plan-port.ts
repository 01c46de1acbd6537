import type { RawArgs } from '../../core/command/params.ts';
import { present } from '../../core/defined.ts';
import type { Ask } from '../../core/operation.ts';
import type { FollowUpRequest, Plan, Step } from '../../core/request/plan.ts';
import { listText } from '../../core/text/joined.ts';
import { type Text, verbatim } from '../../core/text/text.ts';
import { updatePortCall } from '../../platform/port/port-calls.ts';
import type { Port } from '../../platform/port/port-endpoints.ts';
import { temporaryAccess } from '../shared/access/opened-access.ts';
import { PortState } from '../shared/access/port-state.ts';
import { type ComponentFacts, gatherComponent, givenPort, newRow, onOff, planOn } from '../shared/change-facts.ts';
import { factsMsg } from '../shared/change-facts-messages.ts';
import type { Reads } from '../shared/define.ts';
import { addressesOfPort, kindOf, linkedAddress, onUnlessRefused, usualAddress } from '../shared/port-addresses.ts';
import { plannedComponent, portDetails, portWord } from '../shared/shared-params.ts';
import { touchedPort } from '../shared/touched.ts';
import { type NamedPort, portMsg } from './port-messages.ts';
import { openMsg } from './port-open-messages.ts';
import { lengthWords, type Side } from './port-params.ts';

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

function observePort(plan: Plan, index: number, ports: readonly Port[]): 'before' | 'after' | 'other' {
  const step = plan.steps[index];
  if (!step) return 'other';
  if (shows(step.after, ports)) return 'after';
  return shows(step.before, ports) ? 'before' : 'other';
}

function shows(stored: Step['before'], ports: readonly Port[]): boolean {
  const { data: state } = PortState.safeParse(stored);
  if (!state) return false;
  const port = ports.find(({ containerPort }) => containerPort === state.port);
  if (!port) return !state.there || state.orGone === true;
  return (
    state.there &&
    isWanted(state.protocol, port.protocol) &&
    isWanted(state.alias, port.portAlias) &&
    isWanted(state.inner, port.isInnerService) &&
    isWanted(state.outer, port.isOuterService) &&
    isWanted(state.name, port.k8sServiceName) &&
    (state.others ?? []).every((each) =>
      isWanted(each.name, ports.find(({ containerPort }) => containerPort === each.port)?.k8sServiceName),
    )
  );
}

/** Also returns true if `wanted` is undefined. */
function isWanted<T>(wanted: T | undefined, actual: T | undefined): boolean {
  return wanted === undefined || wanted === actual;
}

export function planOnPort(facts: ComponentFacts, port: number): ReturnType<typeof planOn> {
  return planOn(facts, [touchedPort(facts.component.id, portWord(facts.ports, port))]);
}

export function namePort({ component, ports }: ComponentFacts, port: number): NamedPort {
  return { port: portWord(ports, port), component: component.name };
}

interface SideArgs {
  readonly side: Side;
  readonly both: boolean;
}

/** Returns the requested sides in closing order: internal access never closes before external access. */
export function askedSides({ side, both }: SideArgs): readonly Side[] {
  return both ? ['outer', 'inner'] : [side];
}

export function asksOuter(args: SideArgs): boolean {
  return askedSides(args).includes('outer');
}

export function isOpen(port: Port, side: Side): boolean {
  return side === 'outer' ? port.isOuterService : port.isInnerService;
}

export function forSides<T>(sides: readonly Side[], one: { readonly [which in Side | 'both']: T }): T {
  const [side] = sides;
  return sides.length === 1 && side ? one[side] : one.both;
}

export type PortPlace = Parameters<typeof updatePortCall>[0];

export function portPlace({ component }: ComponentFacts, ask: Ask, port: number): PortPlace {
  return { ...ask.context, service: component.id, port };
}

const words = {
  open: { outer: openMsg.stepOpenOuter, inner: openMsg.stepOpenInner },
  close: { outer: openMsg.stepCloseOuter, inner: openMsg.stepCloseInner },
} as const;

/** @param orGone whether a later step of the plan deletes the port */
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

/** @param length time to open it for, in ms; undefined for no end */
export function openAgain(
  facts: ComponentFacts,
  port: number,
  sides: readonly Side[],
  length?: number,
): FollowUpRequest {
  const which: RawArgs = sides.length === 2 ? { both: ['yes'] } : { side: [...sides] };
  const timed: RawArgs = length === undefined ? which : { ...which, for: [lengthWords(length).typed] };
  return { operation: 'port.open', given: givenPort(facts, port, timed) };
}

/** Returns a row such as “Outer access: ○ off → ● on”. */
export function switchRow(side: Side, open: boolean, protocol?: string): Plan['rows'][number] {
  const what = side === 'outer' ? factsMsg.outerAccess() : factsMsg.innerAccess();
  const isOpening = side === 'outer' && open && protocol !== undefined;
  return { what, before: onOff(!open), after: isOpening ? onUnlessRefused(protocol) : onOff(open) };
}

/** Maximum number of addresses in a table, because a message has limits. */
export const MAX_ADDRESSES = 20;

export function firstAddresses(addresses: readonly string[]): readonly Text[] {
  const left = addresses.length - MAX_ADDRESSES;
  return present([...addresses.slice(0, MAX_ADDRESSES).map(verbatim), left > 0 && factsMsg.andMore({ count: left })]);
}

export function addressRows(addresses: readonly string[], open: boolean): Plan['rows'] {
  const row = (address: Text): Plan['rows'][number] =>
    open
      ? { what: factsMsg.address(), before: portMsg.inactive(), after: address, forecast: true }
      : { what: factsMsg.address(), before: address, after: portMsg.inactive() };
  return firstAddresses(addresses).map(row);
}

export function openingRows(facts: ComponentFacts, { containerPort, protocol }: Port): Plan['rows'] {
  const addresses = addressesOfPort(facts, containerPort, kindOf(protocol));
  if (addresses.length > 0) return addressRows(addresses, true);
  const usual = usualAddress(facts, containerPort);
  const http = usual ? portMsg.likely({ address: usual }) : portMsg.givenByPlatform();
  return [{ ...newRow(factsMsg.address(), protocol === 'http' ? http : portMsg.nodePort()), forecast: true }];
}

export function openedText(named: NamedPort, addresses: readonly string[]): Text {
  return addresses.length > 0
    ? openMsg.doneOuter({ ...named, addresses: listText(addresses.map(linkedAddress)) })
    : openMsg.doneOuterBare(named);
}
