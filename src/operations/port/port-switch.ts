import type { RawArgs } from '../../core/command/params.ts';
import type { FollowUpRequest, Plan, Step } from '../../core/request/plan.ts';
import { type Text, verbatim } from '../../core/text/text.ts';
import { updatePortCall } from '../../platform/port/port-calls.ts';
import type { Port } from '../../platform/port/port-reply.ts';
import type { PortState } from '../shared/access/port-state.ts';
import { type ComponentFacts, onOff } from '../shared/change-facts.ts';
import { msg as changes } from '../shared/change-facts-messages.ts';
import { msg as shared } from '../shared/operation-messages.ts';
import { usualAddress } from '../shared/port-addresses.ts';
import { msg as port } from './port-messages.ts';
import { msg } from './port-open-messages.ts';
import type { Side } from './port-params.ts';

type PlanRow = Plan['rows'][number];
type PortPlace = Parameters<typeof updatePortCall>[0];

const words = {
  open: { outer: msg.stepOpenOuter, inner: msg.stepOpenInner },
  close: { outer: msg.stepCloseOuter, inner: msg.stepCloseInner },
} as const;

/**
 * One call that opens or closes one side of a port.
 * @param orGone a later step of the same plan deletes the port
 */
export function switchStep(place: PortPlace, verb: 'open' | 'close', side: Side, orGone = false): Step {
  const open = verb === 'open';
  const state = (on: boolean): PortState => ({
    port: place.port,
    there: true,
    ...(side === 'outer' ? { outer: on } : { inner: on }),
  });
  return {
    says: words[verb][side]({ port: place.port }),
    call: updatePortCall(place, { action: `${verb}_${side}` }),
    before: state(!open),
    after: { ...state(open), ...(orGone ? { orGone: true } : {}) },
  };
}

/** The request that opens the sides of a port that were closed. */
export function openAgain(facts: ComponentFacts, number: number, sides: readonly Side[]): FollowUpRequest {
  const which: RawArgs = sides.length === 2 ? { both: ['yes'] } : { side: [...sides] };
  return { operation: 'port.open', given: givenPort(facts, number, which) };
}

/** "Outer access: ○ off → ● on". */
export function switchRow(side: Side, open: boolean): PlanRow {
  const what = side === 'outer' ? changes.outerAccess() : changes.innerAccess();
  return { what, before: onOff(!open), after: onOff(open) };
}

/** The arguments of a change of one port, as words that are read as the same. */
export function givenPort(facts: ComponentFacts, number: number, more: RawArgs = {}): RawArgs {
  return { component: [facts.component.id], port: [String(number)], ...more };
}

/** The addresses of a table are cut here: a message has its limits. */
export const MOST_ADDRESSES = 20;

/**
 * Rows for the addresses that become active, or inactive: each is named once. What opens is told again by the
 * outcome.
 */
export function addressRows(addresses: readonly string[], open: boolean): readonly PlanRow[] {
  const row = (address: Text): PlanRow =>
    open
      ? { what: changes.address(), before: port.inactive(), after: address, forecast: true }
      : { what: changes.address(), before: address, after: port.inactive() };
  const shown = addresses.slice(0, MOST_ADDRESSES).map((address) => row(verbatim(address)));
  const left = addresses.length - shown.length;
  return left <= 0 ? shown : [...shown, row(changes.andMore({ count: left }))];
}

/** The row for the address of a port that has no rule yet. */
export function newAddressRow(facts: ComponentFacts, { containerPort, protocol }: Port): PlanRow {
  const usual = usualAddress(facts, containerPort);
  const http = usual ? port.likely({ address: usual }) : port.givenByPlatform();
  const after = protocol === 'http' ? http : port.nodePort();
  return { what: changes.address(), before: shared.none(), after, forecast: true };
}
