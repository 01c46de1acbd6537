import { type Args, flag } from '../../core/command/params.ts';
import { isProblem, type Problem, refused } from '../../core/command/problem.ts';
import { present } from '../../core/defined.ts';
import { interrupts, irreversible, type Plan, type Step, type Warning } from '../../core/request/plan.ts';
import { verbatimList } from '../../core/text/joined.ts';
import { verbatim } from '../../core/text/text.ts';
import { type ServicePlace, type WriteCall, writeCall } from '../../platform/call.ts';
import { PORT_ALIAS, PORT_PROTOCOLS, type Port, SERVICE_NAME } from '../../platform/port/port-endpoints.ts';
import { doneClosing } from '../shared/access/may-answer-list.ts';
import { type PortState, plannedPort } from '../shared/access/port-state.ts';
import { attemptMsg } from '../shared/attempt-messages.ts';
import {
  type ComponentFacts,
  findPort,
  givenPort,
  givenToOpen,
  refuseByRegion,
  warnThirdParty,
} from '../shared/change-facts.ts';
import { factsMsg } from '../shared/change-facts-messages.ts';
import { textOrNone } from '../shared/component/component-format.ts';
import { defineChange } from '../shared/define.ts';
import { sharedMsg } from '../shared/operation-messages.ts';
import { addressesOfPort, rulesOfPort } from '../shared/port-addresses.ts';
import { component, port, whichProtocol } from '../shared/shared-params.ts';
import { wantsPort } from '../shared/touched.ts';
import { keepsClosing, warnsOfClosing } from './node-port.ts';
import {
  firstAddresses,
  isOpen,
  MAX_ADDRESSES,
  namePort,
  openAgain,
  type PortPlace,
  planOnPort,
  portChange,
  portPlace,
  switchRow,
  switchStep,
} from './plan-port.ts';
import { portChangeMsg } from './port-change-messages.ts';
import { portMsg } from './port-messages.ts';
import { openMsg } from './port-open-messages.ts';
import { portIn, type Side, variablesOf } from './port-params.ts';

const params = { component, port, whichProtocol, close: flag(portMsg.closeFirst(), 'close') };
type DeletePortArgs = Args<typeof params>;

/** `/port delete`: deletes only closed ports, together with their rules (docs/platform.md#deleting-a-port). */
export const portDelete = defineChange({
  ...portChange,
  id: 'port.delete',
  keywords: [['delete']],
  summary: portMsg.deleteSays(),
  attempt: (given, component) => attemptMsg.delete({ port: portIn(given), component }),
  examples: ['port delete web 8443', 'port delete web 9090 close'],
  params,
  order: ['component', 'port'],
  undoable: 'sometimes',
  mark: (name, done) =>
    done ? portChangeMsg.markDeleted({ name, port: done.args.port }) : portChangeMsg.markDeletedBriefly({ name }),

  risk: () => 'destroy',

  plan(args, facts: ComponentFacts, ask) {
    const port = findPort(facts, args);
    if (isProblem(port)) return port;
    const named = namePort(facts, args.port);
    const sides = openSides(port);
    const refusal =
      refuseByRegion(facts, ask) ??
      (sides.length > 0 && !args.close ? refuseOpen(args, facts) : refuseActive(facts, port));
    if (refusal) return refusal;
    const place = portPlace(facts, ask, args.port);
    return {
      ...planOnPort(facts, args.port),
      title: sides.length > 0 ? portChangeMsg.closeAndDeleteTitle(named) : portChangeMsg.deleteTitle(named),
      rows: deletedRows(facts, port),
      steps: [
        ...sides.map((side, index) => ({
          ...switchStep(place, 'close', side, true),
          undo: openAgain(facts, args.port, sides.slice(0, index + 1)),
        })),
        deleteStep(place),
      ],
      warnings: warningsOfDeletion(facts, port),
      ...wantsPort(facts.component.id, args.port, 'closed'),
      ...(port.isOuterService ? keepsClosing(facts, port) : {}),
      undo: undoDeletion(facts, port),
    };
  },

  done(plan, facts) {
    const number = plannedPort(plan);
    if (number === undefined || facts.ports.some(({ containerPort }) => containerPort === number)) return [];
    return [portChangeMsg.doneDeleted(namePort(facts, number)), ...doneClosing(plan)];
  },
});

function openSides(port: Port): readonly Side[] {
  return (['outer', 'inner'] as const).filter((side) => isOpen(port, side));
}

function refuseOpen({ port: number }: DeletePortArgs, facts: ComponentFacts): Problem {
  const given = givenPort(facts, number, { close: ['yes'] });
  return refused(portChangeMsg.deleteOpen(namePort(facts, number)), [
    { label: portChangeMsg.offerCloseAndDelete(), operation: 'port.delete', given },
  ]);
}

/** Refuses a port with active HTTP rules, because the platform keeps such a port (docs/platform.md#deleting-a-port). */
function refuseActive(facts: ComponentFacts, existing: Port): Problem | undefined {
  const { containerPort: port, protocol, isOuterService } = existing;
  const rules = rulesOfPort(facts.rules, facts.component.id, port);
  const active = rules.filter((rule) => rule.kind === 'http' && rule.active === true);
  if (active.length < 2 && !active.some(({ custom }) => custom)) return undefined;
  const addresses = verbatimList(active.slice(0, MAX_ADDRESSES).map(({ address }) => address));
  if (protocol !== 'http') {
    const given = givenPort(facts, port, { protocol: ['http'] });
    return refused(portChangeMsg.rulesOfHttp({ port, protocol, addresses }), [
      { label: portChangeMsg.offerProtocol({ protocol: 'http' }), operation: 'port.protocol', given },
    ]);
  }
  if (isOuterService) return undefined;
  return refused(portChangeMsg.rulesActive({ port, addresses }), [
    { label: portChangeMsg.offerOpenOnce(), operation: 'port.open', given: givenToOpen(facts, existing) },
  ]);
}

function deletedRows(facts: ComponentFacts, port: Port): Plan['rows'] {
  const gone = portMsg.deleted();
  const addresses = addressesOfPort(facts, port.containerPort);
  return [
    { what: portMsg.whichPort(), before: verbatim(`${port.containerPort} (${port.protocol})`), after: gone },
    ...openSides(port).map((side) => switchRow(side, false)),
    { what: portMsg.alias(), before: textOrNone(port.portAlias), after: sharedMsg.none() },
    ...firstAddresses(addresses).map((before) => ({ what: factsMsg.rule(), before, after: gone })),
  ];
}

function deleteStep(place: PortPlace): Step {
  const before: PortState = { port: place.port, there: true };
  const after: PortState = { port: place.port, there: false };
  return { says: portChangeMsg.stepDelete({ port: place.port }), call: deletePortCall(place), before, after };
}

/** docs/platform.md#deleting-a-port */
export function deletePortCall(place: ServicePlace & { readonly port: number }): WriteCall {
  return writeCall('deletePort', place);
}

function warningsOfDeletion(facts: ComponentFacts, port: Port): Warning[] {
  const { containerPort, portAlias, isInnerService, isOuterService } = port;
  const rules = addressesOfPort(facts, containerPort).length;
  const name = port.k8sServiceName || facts.component.alias;
  return present<Warning>([
    isOuterService && interrupts(openMsg.warnDeleteOuter()),
    isInnerService && interrupts(openMsg.warnDeleteInner({ name, port: containerPort })),
    rules > 0 && irreversible(portChangeMsg.warnRulesVanish({ count: rules })),
    !facts.rules && irreversible(portChangeMsg.warnRulesUnknown()),
    !isOuterService && !isInnerService && rules === 0 && facts.rules !== undefined && portChangeMsg.warnDeleteClosed(),
    // Variables only exist while internal access is on (docs/platform.md#aliases).
    isInnerService && portAlias
      ? interrupts(portChangeMsg.warnVariablesGo({ names: variablesOf(portAlias) }))
      : irreversible(portChangeMsg.warnHealthOff()),
    // Deleting doesn't close a node port that closing left open.
    ...warnsOfClosing(facts, port),
    ...(isOuterService ? warnThirdParty(facts) : []),
  ]);
}

/** Restores everything except external access and rules. If the alias is no longer valid, the platform chooses one. */
function undoDeletion(facts: ComponentFacts, port: Port): Plan['undo'] {
  const { containerPort, protocol, portAlias, isInnerService, isOuterService, k8sServiceName } = port;
  if (!PORT_PROTOCOLS.some((each) => each === protocol)) return { none: portChangeMsg.undoDeleteNone({ protocol }) };
  const given = givenPort(facts, containerPort, {
    protocol: [protocol],
    ...(PORT_ALIAS.test(portAlias) ? { alias: [portAlias] } : {}),
    ...(isInnerService ? { inner: ['yes'] } : {}),
    ...(SERVICE_NAME.test(k8sServiceName) ? { k8s_service_name: [k8sServiceName] } : {}),
  });
  const losesMore = isOuterService || !facts.rules || addressesOfPort(facts, containerPort).length > 0;
  const [opened, closed] = losesMore
    ? [portChangeMsg.undoDeleteInnerOnly, portChangeMsg.undoDeleteBare]
    : [portChangeMsg.undoDeleteInner, portChangeMsg.undoDeleteClosed];
  return { proposal: { label: isInnerService ? opened() : closed(), operation: 'port.add', given } };
}
