import type { AskMenu, Part } from '../../../core/command/answer.ts';
import type { Ask } from '../../../core/operation.ts';
import { momentNear } from '../../../core/text/instant-text.ts';
import { join, type Text, verbatim } from '../../../core/text/text.ts';
import type { Port } from '../../../platform/port/port-endpoints.ts';
import { accessMenu } from '../access/access-menu.ts';
import { readOrigin } from '../access/access-opener.ts';
import { closesInText } from '../access/closing-text.ts';
import { isOpenIn, type OpenedAccess, openedPort, readAccess } from '../access/port-state.ts';
import { onOff } from '../change-facts.ts';
import type { Reads } from '../define.ts';
import { sharedMsg } from '../operation-messages.ts';
import { type AddressState, linkedAddress } from '../port-addresses.ts';
import { recordedOpener, recordedPorts } from '../port-notes.ts';
import { textOrNone } from './component-format.ts';
import { tableMsg } from './port-table-messages.ts';

export interface PortAccess extends OpenedAccess {
  /** Name instead of a mention, because a shared answer must not notify anybody. */
  readonly by: string;
  readonly at: number;
  readonly until: number;
  /** Number of attempts to close it. `until` is then the time of the next one. */
  readonly tries?: number;
  /** Whether the request only set a closing time of an open port. */
  readonly isOnlyClosing?: boolean;
  /** The person who set the present closing time, unless it is the opener. */
  readonly setBy?: string | undefined;
  /** Closes it. Empty if the policy doesn't allow that in the channel. */
  readonly menu: AskMenu;
}

/** Returns the temporary access of a component's ports that is still open. */
export async function readTemporaryAccess(
  component: string,
  ports: readonly Port[],
  ask: Ask,
  reads: Reads,
): Promise<readonly PortAccess[]> {
  const temporary: PortAccess[] = [];
  const { ports: recorded } = await recordedPorts(ask, reads);
  for (const access of await reads.temporaryAccess.list()) {
    const body = readAccess(access);
    if (body?.component !== component || !isOpenIn(body, ports)) continue;
    const { given, entries } = accessMenu(body, ask, reads.policy);
    const menu = { given, entries: entries.filter(({ operation }) => operation === 'port.close') };
    const port = recorded.find((each) => each.component === component && each.port === body.port);
    const { by, at, request, opener } = await readOrigin(recordedOpener({ ...body, ...access }, port), reads);
    const isOnlyClosing = request !== undefined && !opener;
    const setBy = request?.asker.id === by ? undefined : request?.asker.name;
    temporary.push({
      ...body,
      by: await reads.nameOf(by),
      at,
      until: access.until,
      tries: access.tries,
      opener: opener?.id,
      isOnlyClosing,
      setBy,
      menu,
    });
  }
  return temporary;
}

/** Returns a row for each temporary access: since when, by whom, until when, and the way to close it. */
export function temporaryRows(temporary: readonly PortAccess[], now: number): readonly Part[] {
  return temporary.map(({ side, by, at, until, tries = 0, isOnlyClosing, setBy, menu, ...access }): Part => {
    const number = verbatim(openedPort(access));
    const port = side === 'outer' ? number : tableMsg.innerPort({ port: number });
    const opened = { port, by, at: momentNear(at, now), until: momentNear(until, now) };
    return {
      part: 'row',
      text:
        tries > 0
          ? tableMsg.late({ port, by, at: momentNear(at, now), late: closesInText({ until, tries }, now) })
          : isOnlyClosing
            ? tableMsg.closes(opened)
            : setBy === undefined
              ? tableMsg.opened(opened)
              : tableMsg.openedAndSet({ ...opened, setBy }),
      ...(menu.entries.length > 0 ? { menu } : {}),
    };
  });
}

/** Maximum number of ports that are listed one below the other. More don't fit a message. */
const maxStacked = 20;

/** Lists ports with all values one below the other, because a table's columns with addresses don't fit a phone. */
export function portTable(ports: readonly Port[], addresses: readonly AddressState[]): Part {
  return {
    part: 'table',
    columns: [
      tableMsg.port(),
      tableMsg.outer(),
      tableMsg.address(),
      tableMsg.inner(),
      tableMsg.alias(),
      tableMsg.inCluster(),
    ],
    rows: inOrder(ports).map((port) => [
      portAndProtocol(port),
      onOff(port.isOuterService),
      addressesFor(port, addresses),
      onOff(port.isInnerService),
      textOrNone(port.portAlias),
      textOrNone(port.k8sServiceName),
    ]),
    ...(ports.length > maxStacked ? {} : { isStacked: true }),
  };
}

/** Returns the columns that fit a phone. The others are in `portTable`. */
export function shortPortTable(ports: readonly Port[]): Part {
  return {
    part: 'table',
    columns: [tableMsg.port(), tableMsg.outerShort(), tableMsg.innerShort()],
    rows: inOrder(ports).map((port) => [portAndProtocol(port), onOff(port.isOuterService), onOff(port.isInnerService)]),
  };
}

function inOrder(ports: readonly Port[]): readonly Port[] {
  return ports.toSorted((a, b) => a.containerPort - b.containerPort);
}

function portAndProtocol({ containerPort, protocol }: Port): Text {
  return join([portText(containerPort), verbatim(protocol)], ' ');
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
