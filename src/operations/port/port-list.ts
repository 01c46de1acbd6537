import type { AskButton, Part } from '../../core/command/answer.ts';
import type { RawArgs } from '../../core/command/params.ts';
import { isProblem } from '../../core/command/problem.ts';
import { present } from '../../core/defined.ts';
import { join, verbatim } from '../../core/text/text.ts';
import { mayAnswerParts, readMayAnswer, stillClosed } from '../shared/access/may-answer-list.ts';
import { readAccess } from '../shared/access/port-state.ts';
import { type PortAccess, portTable } from '../shared/component/port-table.ts';
import { tableMsg } from '../shared/component/port-table-messages.ts';
import { defineQuestion, type Reads } from '../shared/define.ts';
import { findComponent } from '../shared/find-component.ts';
import { orUndefined } from '../shared/or-undefined.ts';
import { type AddressState, addressesByRules, addressesOf } from '../shared/port-addresses.ts';
import { portNotes } from '../shared/port-notes.ts';
import { component } from '../shared/shared-params.ts';
import { portListMsg } from './port-list-messages.ts';

export const portList = defineQuestion({
  id: 'port.list',
  tool: { name: 'list_ports' },
  command: 'port',
  keywords: [['list'], []],
  summary: portListMsg.says(),
  title: portListMsg.form(),
  examples: ['port list web'],
  params: { component: { ...component, splits: () => undefined } },
  order: ['component'],

  async gather(args, ask, reads) {
    const component = await findComponent(args.component, ask, reads);
    if (isProblem(component)) return component;
    const at = { ...ask.context, service: component.id };
    const [ports, detail, rules, temporary, mayAnswer] = await Promise.all([
      reads.platform.listPorts(at),
      // Ports and rules are in the console's database, but the component is read from its region, which may be down.
      orUndefined(reads.platform.readComponent(at)),
      orUndefined(reads.platform.listRules(at)),
      readTemporaryAccess(component.id, reads),
      readMayAnswer(ask.context, reads),
    ]);
    return {
      component,
      ports,
      addresses: detail ? addressesOf(detail, ports, rules) : rules ? addressesByRules(component.id, ports, rules) : [],
      temporary,
      notes: await portNotes({ context: ask.context, component: component.id, ports }, reads),
      mayAnswer: stillClosed(mayAnswer, component.id, ports),
    };
  },

  answer(_args, { component: each, ports, addresses, temporary, mayAnswer, notes }) {
    const title = tableMsg.title({ component: each.name });
    const given = { component: [each.id] };
    const table: Part =
      ports.length === 0
        ? { part: 'line', text: portListMsg.none({ component: each.name }) }
        : portTable(ports, addresses, temporary, each.name);
    const closed = [...new Set(ports.flatMap((port) => (port.isOuterService ? [] : [String(port.containerPort)])))];
    const [closedPort] = closed.length === 1 ? closed : [];
    const canClose = ports.some((port) => port.isOuterService || port.isInnerService);
    const buttons = present<AskButton>([
      closedPort !== undefined && {
        label: portListMsg.openThis({ port: closedPort }),
        operation: 'port.open',
        given: { ...given, port: [closedPort] },
        opens: 'modal',
      },
      canClose && { label: portListMsg.closeOne(), operation: 'port.close', given, opens: 'modal' },
      { label: portListMsg.addOne(), operation: 'port.add', given, opens: 'modal' },
      { label: portListMsg.component(), operation: 'component.show', given },
    ]);
    return {
      title,
      parts: [
        table,
        ...unplaced(addresses),
        ...notes,
        ...mayAnswerParts(mayAnswer),
        ...(closed.length > 1 ? [openSelect(given, closed)] : []),
        { part: 'buttons', buttons },
      ],
    };
  },
});

/** Returns a select that opens the form with the chosen port, so that people choose the port only once. */
function openSelect(given: RawArgs, closed: readonly string[]): Part {
  const options = closed.map((port) => ({ values: [port], label: verbatim(port) }));
  const asks = { operation: 'port.open', given, params: ['port'], opens: 'modal' } as const;
  return { part: 'select', label: portListMsg.openOne(), ...asks, options };
}

function unplaced(addresses: readonly AddressState[]): readonly Part[] {
  const left = addresses.filter(({ port }) => port === undefined).map(({ address }) => verbatim(address));
  return left.length > 0 ? [{ part: 'note', text: portListMsg.unplaced({ addresses: join(left, ', ') }) }] : [];
}

async function readTemporaryAccess(component: string, reads: Reads): Promise<readonly PortAccess[]> {
  const temporary: PortAccess[] = [];
  for (const access of await reads.temporaryAccess.list()) {
    const body = readAccess(access);
    if (body?.component !== component) continue;
    const by = await reads.nameOf(access.by);
    temporary.push({ ...body, by, until: access.until });
  }
  return temporary;
}
