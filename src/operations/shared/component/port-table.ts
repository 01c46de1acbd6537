import type { Part } from '../../../core/command/answer.ts';
import { momentNear } from '../../../core/text/instant-text.ts';
import { join, type Text, verbatim } from '../../../core/text/text.ts';
import type { Port } from '../../../platform/port/port-endpoints.ts';
import { type AccessSide, isOpenIn, isSideOpen, type OpenedAccess, readAccess } from '../access/port-state.ts';
import type { Reads } from '../define.ts';
import { sharedMsg } from '../operation-messages.ts';
import { type AddressState, linkedAddress } from '../port-addresses.ts';
import { textOrNone } from './component-format.ts';
import { tableMsg } from './port-table-messages.ts';

export interface PortAccess extends Pick<OpenedAccess, 'port' | 'protocol' | 'side' | 'sides'> {
  /** Name instead of a mention, because a shared answer must not notify anybody. */
  readonly by: string;
  readonly until: number;
}

export async function readTemporaryAccess(component: string, reads: Reads): Promise<readonly PortAccess[]> {
  const temporary: PortAccess[] = [];
  for (const access of await reads.temporaryAccess.list()) {
    const body = readAccess(access);
    if (body?.component !== component) continue;
    const by = await reads.nameOf(access.by);
    temporary.push({ ...body, by, until: access.until });
  }
  return temporary;
}

/** Puts important columns first, because a phone shows only the first columns. Addresses come last. */
export function portTable(
  ports: readonly Port[],
  addresses: readonly AddressState[],
  temporary: readonly PortAccess[],
): Part {
  const withTemporary = temporary.some((each) => isOpenIn(each, ports));
  return {
    part: 'table',
    columns: [
      tableMsg.port(),
      tableMsg.outer(),
      ...(withTemporary ? [tableMsg.openFor()] : []),
      sharedMsg.protocol(),
      tableMsg.inner(),
      tableMsg.alias(),
      tableMsg.inCluster(),
      tableMsg.address(),
    ],
    rows: inOrder(ports).map((port) => [
      portText(port.containerPort),
      port.isOuterService ? sharedMsg.on() : sharedMsg.off(),
      ...(withTemporary ? [openUntilText(port, temporary)] : []),
      verbatim(port.protocol),
      port.isInnerService ? sharedMsg.on() : sharedMsg.off(),
      textOrNone(port.portAlias),
      textOrNone(port.k8sServiceName),
      addressesFor(port, addresses),
    ]),
  };
}

/** Returns the columns that fit a phone. The others are in `portTable`. */
export function shortPortTable(ports: readonly Port[], temporary: readonly PortAccess[], now: number): Part {
  return {
    part: 'table',
    columns: [tableMsg.port(), tableMsg.outerShort(), tableMsg.innerShort()],
    rows: inOrder(ports).map((port) => [
      join([portText(port.containerPort), verbatim(port.protocol)], ' '),
      sideText(port, 'outer', temporary, now),
      sideText(port, 'inner', temporary, now),
    ]),
  };
}

function sideText(port: Port, side: AccessSide, temporary: readonly PortAccess[], now: number): Text {
  const timed = temporary.find((each) => each.sides.includes(side) && isSideOpen(each, side, [port]));
  if (timed) return tableMsg.onUntil({ on: sharedMsg.on(), until: momentNear(timed.until, now) });
  return (side === 'outer' ? port.isOuterService : port.isInnerService) ? sharedMsg.on() : sharedMsg.off();
}

function inOrder(ports: readonly Port[]): readonly Port[] {
  return ports.toSorted((a, b) => a.containerPort - b.containerPort);
}

/** Marks an impossible port number, so that people see that the platform's value is wrong. */
function portText(number: number): Text {
  const value = String(number);
  return number >= 1 && number <= 65_535 ? verbatim(value) : sharedMsg.notPlausible({ value });
}

function addressesFor(port: Port, addresses: readonly AddressState[]): Text {
  const shown = addresses.filter((each) => each.port === port.containerPort && port.isOuterService);
  const texts = shown.map(({ address }) => linkedAddress(address));
  return texts.length > 0 ? join(texts, ', ') : sharedMsg.none();
}

function openUntilText(port: Port, temporary: readonly PortAccess[]): Text {
  const open = temporary.filter((each) => isOpenIn(each, [port]));
  const texts = open.map(({ by, until }) => tableMsg.openedBy({ by, until: { at: until } }));
  return texts.length > 0 ? join(texts, ', ') : sharedMsg.none();
}
