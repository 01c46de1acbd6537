import type { AskButton, Part } from '../../core/command/answer.ts';
import { isProblem, type Problem, refused } from '../../core/command/problem.ts';
import { quote } from '../../core/command/tokenize.ts';
import { present } from '../../core/defined.ts';
import { exposes, interrupts, type OfferedRequest, type Plan, type Warning } from '../../core/request/plan.ts';
import { verbatimList } from '../../core/text/joined.ts';
import { join, type Text, verbatim } from '../../core/text/text.ts';
import type { Port } from '../../platform/port/port-endpoints.ts';
import { doneClosing, mayAnswerParts, readMayAnswer, stillClosed } from '../shared/access/may-answer-list.ts';
import { type PortTimer, portTimers } from '../shared/access/port-state.ts';
import { attemptMsg } from '../shared/attempt-messages.ts';
import { type ComponentFacts, findPort, givenPort, refuseByRegion, warnThirdParty } from '../shared/change-facts.ts';
import { portTable, readTemporaryAccess, temporaryRows } from '../shared/component/port-table.ts';
import { tableMsg } from '../shared/component/port-table-messages.ts';
import { defineChange, defineQuestion, type Operation } from '../shared/define.ts';
import { findComponent } from '../shared/find-component.ts';
import { orUndefined } from '../shared/or-undefined.ts';
import {
  type AddressState,
  addressesByRules,
  addressesOf,
  addressesOfPort,
  kindOf,
  lacksNodePort,
  type PortRule,
  rulesOfPort,
} from '../shared/port-addresses.ts';
import { portNotes } from '../shared/port-notes.ts';
import { component, port, whichProtocol } from '../shared/shared-params.ts';
import { wantsPort } from '../shared/touched.ts';
import { keepsClosing, warnsOfClosing, warnsOfReopening } from './node-port.ts';
import {
  addressRows,
  askedSides,
  asksOuter,
  forSides,
  isOpen,
  MAX_ADDRESSES,
  namePort,
  openAgain,
  planOnPort,
  portChange,
  portPlace,
  switchRow,
  switchStep,
} from './plan-port.ts';
import { portAdd } from './port-add.ts';
import { portAlias } from './port-alias.ts';
import { portDelete } from './port-delete.ts';
import { portListMsg } from './port-list-messages.ts';
import { portMsg } from './port-messages.ts';
import { portOpen } from './port-open.ts';
import { openMsg } from './port-open-messages.ts';
import { bothGiven, lengthWords, portIn, type Side, side } from './port-params.ts';
import { portProtocol } from './port-protocol.ts';
import { portUntil } from './port-until.ts';

export const portList = defineQuestion({
  id: 'port.list',
  tool: { name: 'list_ports' },
  command: 'port',
  keywords: [['list'], ['show'], []],
  summary: portListMsg.says(),
  title: portListMsg.form(),
  examples: ['port list web'],
  params: { component: { ...component, splits: () => undefined } },
  order: ['component'],

  async gather(args, ask, reads) {
    const component = await findComponent(args.component, ask, reads);
    if (isProblem(component)) return component;
    const at = { ...ask.context, service: component.id };
    const [ports, detail, rules, mayAnswer] = await Promise.all([
      reads.platform.listPorts(at),
      // Ports and rules are in the console's database, but the component is read from its region, which may be down.
      orUndefined(reads.platform.readComponent(at)),
      orUndefined(reads.platform.listRules(at)),
      readMayAnswer(ask.context, reads),
    ]);
    const temporary = await readTemporaryAccess(component.id, ports, ask, reads);
    return {
      component,
      ports,
      addresses: detail ? addressesOf(detail, ports, rules) : rules ? addressesByRules(component.id, ports, rules) : [],
      temporary,
      notes: await portNotes({ ask, component: component.id, ports, temporary }, reads),
      mayAnswer: stillClosed(mayAnswer, component.id, ports),
    };
  },

  answer(_args, { component: each, ports, addresses, temporary, mayAnswer, notes }, ask) {
    const title = tableMsg.title({ component: each.name });
    const given = { component: [each.id] };
    const table: Part =
      ports.length === 0
        ? { part: 'line', text: portListMsg.none({ component: each.name }) }
        : portTable(ports, addresses);
    const closed = [...new Set(ports.flatMap((port) => (port.isOuterService ? [] : [String(port.containerPort)])))];
    const [closedPort] = closed.length === 1 ? closed : [];
    const canClose = ports.some((port) => port.isOuterService || port.isInnerService);
    const buttons = present<AskButton>([
      closed.length > 0 && {
        label: closedPort === undefined ? portListMsg.openOne() : portListMsg.openThis({ port: closedPort }),
        operation: 'port.open',
        given: closedPort === undefined ? given : { ...given, port: [closedPort] },
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
        ...temporaryRows(temporary, ask.now),
        ...notes,
        ...mayAnswerParts(mayAnswer),
        { part: 'buttons', buttons },
      ],
    };
  },
});

function unplaced(addresses: readonly AddressState[]): readonly Part[] {
  const left = addresses.filter(({ port }) => port === undefined).map(({ address }) => verbatim(address));
  return left.length > 0 ? [{ part: 'note', text: portListMsg.unplaced({ addresses: join(left, ', ') }) }] : [];
}

type CloseFacts = ComponentFacts & { readonly timers?: readonly PortTimer[] };

/** `/port close`: `close_outer` and `close_inner` (docs/platform.md#opening-and-closing). */
export const portClose = defineChange({
  ...portChange,
  id: 'port.close',
  keywords: [['close']],
  summary: portMsg.closeSays(),
  searched: portMsg.closeSearched(),
  attempt: (given, component) => attemptMsg.close({ port: portIn(given), component }),
  examples: ['port close web 8080', 'port close api 8000 inner', 'port close web 8080 both'],
  params: { component, port, whichProtocol, side, both: bothGiven },
  order: ['component', 'port'],
  shortcut: { label: portMsg.closeShortcut(), description: portMsg.closeShortcutDescription(), position: 3 },
  undoable: 'sometimes',
  freezes: 'close',
  mark(name, done) {
    if (!done) return openMsg.markClosedBriefly({ name });
    const { port } = done.args;
    if (done.automatic) return openMsg.markClosedItself({ name, port });
    return openMsg.markClosed({ name, port, internally: asksOuter(done.args) ? '' : 'yes' });
  },

  risk: () => 'change',

  async gather(args, ask, reads): Promise<CloseFacts | Problem> {
    const facts = await portChange.gather(args, ask, reads);
    if (isProblem(facts)) return facts;
    const stored = await reads.temporaryAccess.list();
    return { ...facts, timers: portTimers(stored, facts.component.id, args) };
  },

  plan(args, facts: CloseFacts, ask) {
    const port = findPort(facts, args);
    if (isProblem(port)) return port;
    const named = namePort(facts, args.port);
    const asked = askedSides(args);
    const sides = asked.filter((each) => isOpen(port, each));
    // Never send a close for a closed port, because the region would fail (docs/platform.md#opening-and-closing).
    if (sides.length === 0)
      return refuseOtherRules(facts, port, asked) ?? { already: forSides(asked, alreadyClosed)(named) };
    const refusal = refuseByRegion(facts, ask) ?? refuseInnerAlone(facts, port, sides);
    if (refusal) return refusal;
    const place = portPlace(facts, ask, args.port);
    const closesOuter = sides.includes('outer');
    // Access for a time is opened again for as long, not for ever.
    const timer = facts.timers?.find((each) => each.sides.some((side) => sides.includes(side)));
    const undo = forSides(sides, undoLabels)();
    const label = timer ? openMsg.undoFor({ undo, length: lengthWords(timer.length).shown }) : undo;
    const addresses = closesOuter ? addressesOfPort(facts, args.port, kindOf(port.protocol)) : [];
    return {
      ...planOnPort(facts, args.port),
      title: forSides(sides, titles)(named),
      rows: [...sides.map((each) => switchRow(each, false)), ...addressRows(addresses, false)],
      steps: sides.map((each) => switchStep(place, 'close', each)),
      readsBack: `${args.port}/${port.protocol}`,
      warnings: [...warningsOfClosing(facts, port, sides), ...saysWhatStays(facts, port, sides)],
      ...(closesOuter ? { ...wantsPort(facts.component.id, args.port, 'closed'), ...keepsClosing(facts, port) } : {}),
      ...deletesOtherRules(facts, port, sides),
      // The platform can't open such a port again, so nobody is promised that.
      undo:
        closesOuter && lacksNodePort(port.protocol)
          ? { none: onlyRuleOpens(facts, port) }
          : { proposal: { label, ...openAgain(facts, args.port, sides, timer?.length) } },
    };
  },

  done: doneClosing,
});

const alreadyClosed = {
  both: openMsg.alreadyClosedBoth,
  outer: openMsg.alreadyClosedOuter,
  inner: openMsg.alreadyClosedInner,
};
const titles = { both: openMsg.closeBothTitle, outer: openMsg.closeOuterTitle, inner: openMsg.closeInnerTitle };
const undoLabels = { both: openMsg.undoCloseBoth, outer: openMsg.undoClose, inner: openMsg.undoCloseInner };

function onlyRuleOpens({ component }: ComponentFacts, { containerPort: port, protocol }: Port): Text {
  return openMsg.onlyRuleOpens({ protocol, component: quote(component.name), port });
}

/** Says that internal access stays open, and until when. */
function saysWhatStays({ timers = [] }: CloseFacts, port: Port, sides: readonly Side[]): readonly Warning[] {
  if (sides.includes('inner') || !port.isInnerService) return [];
  const until = timers.find((each) => each.sides.includes('inner'))?.until;
  const says = until === undefined ? openMsg.innerStays() : openMsg.innerStaysUntil({ at: { at: until } });
  return [{ ...says, stays: true, lasts: 'shows' }];
}

/** The platform can't close internal access while external access is open. */
function refuseInnerAlone(facts: ComponentFacts, port: Port, sides: readonly Side[]): Problem | undefined {
  if (sides.includes('outer') || !port.isOuterService) return undefined;
  const given = givenPort(facts, port.containerPort, { side: ['inner'], both: ['yes'] });
  const why = openMsg.outerFirst(namePort(facts, port.containerPort));
  return refused(why, [{ label: openMsg.offerCloseBoth(), operation: 'port.close', given }]);
}

function warningsOfClosing(facts: ComponentFacts, port: Port, sides: readonly Side[]): Warning[] {
  const { containerPort, k8sServiceName, protocol } = port;
  // A port with a listed rule keeps its node port. Without a rule, the next opening creates another node port.
  const keepsNodePort = protocol === 'http' || addressesOfPort(facts, containerPort, kindOf(protocol)).length > 0;
  return present([
    sides.includes('inner') && interrupts(openMsg.warnCloseInner({ name: k8sServiceName, port: containerPort })),
    ...(sides.includes('outer')
      ? [
          ...warnThirdParty(facts),
          ...warnsOfClosing(facts, port),
          ...warnRules(facts, port),
          !keepsNodePort && !lacksNodePort(protocol) && openMsg.warnOtherNodePort(),
          ...(keepsNodePort ? warnsOfReopening(facts, port) : []),
        ]
      : []),
  ]);
}

/** Warns about rules that stay active, because closing ends one kind only (docs/platform.md#opening-and-closing). */
function warnRules(facts: ComponentFacts, { containerPort, protocol }: Port): Warning[] {
  const kind = kindOf(protocol);
  const left = addressesOfPort(facts, containerPort, kind === 'http' ? 'tcp' : 'http').slice(0, MAX_ADDRESSES);
  return present([
    left.length > 0 && {
      ...exposes(openMsg.warnOtherKind({ protocol, addresses: verbatimList(left) })),
      lasts: 'shows',
    },
    addressesOfPort(facts, containerPort, kind).length > 0 && interrupts(openMsg.warnRulesStay()),
  ]);
}

/** Names the rules of a closed port that closing doesn't end, and offers to delete them. Only HTTP rules can be. */
function refuseOtherRules(facts: ComponentFacts, port: Port, asked: readonly Side[]): Problem | undefined {
  if (!asked.includes('outer') || !facts.rules) return undefined;
  const { containerPort } = port;
  const left = otherRules(facts, port);
  if (left.length === 0) return undefined;
  const addresses = verbatimList(left.map(({ address }) => address));
  return refused(openMsg.closedButRouted({ ...namePort(facts, containerPort), addresses }), offersToDelete(left));
}

/** Returns the active rules that closing the port doesn't end. */
function otherRules(facts: ComponentFacts, { containerPort, protocol }: Port): readonly PortRule[] {
  return rulesOfPort(facts.rules, facts.component.id, containerPort)
    .filter(({ kind, active }) => active === true && kind !== kindOf(protocol))
    .slice(0, MAX_ADDRESSES);
}

function offersToDelete(rules: readonly PortRule[]): OfferedRequest[] {
  return rules
    .filter(({ kind }) => kind === 'http')
    .map(({ address }) => ({
      label: openMsg.deleteRule({ address }),
      operation: 'gateway.delete',
      given: { rule: [address] },
    }));
}

/** Offers to delete the rules that closing the port leaves active. Only HTTP rules can be deleted. */
function deletesOtherRules(facts: ComponentFacts, port: Port, sides: readonly Side[]): Pick<Plan, 'afterwards'> {
  if (facts.dialect !== 'console' || !sides.includes('outer')) return {};
  const afterwards = offersToDelete(otherRules(facts, port));
  return afterwards.length > 0 ? { afterwards } : {};
}

export const portOperations: readonly Operation[] = [
  portList,
  portOpen,
  portClose,
  portUntil,
  portAdd,
  portProtocol,
  portAlias,
  portDelete,
];
