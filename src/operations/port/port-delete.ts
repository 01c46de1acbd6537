import { flag } from '../../core/command/params.ts';
import { isProblem, type Problem, refused } from '../../core/command/problem.ts';
import { interrupts, irreversible, type Plan, type Step, type Warning } from '../../core/request/plan.ts';
import { join, verbatim } from '../../core/text/text.ts';
import { PORT_ALIAS, SERVICE_NAME } from '../../platform/port/port-body.ts';
import { deletePortCall } from '../../platform/port/port-calls.ts';
import { PORT_PROTOCOLS, type Port } from '../../platform/port/port-reply.ts';
import { observePort, type PortState, plannedPort } from '../shared/access/port-state.ts';
import {
  type ComponentFacts,
  findPort,
  gatherComponent,
  givenToOpen,
  onOff,
  placeOf,
  refuseByRegion,
  warnThirdParty,
} from '../shared/change-facts.ts';
import { msg as changes } from '../shared/change-facts-messages.ts';
import { defineChange } from '../shared/define.ts';
import { msg as shared } from '../shared/operation-messages.ts';
import { addressesOfPort, rulesOfPort } from '../shared/port-addresses.ts';
import { component, port } from '../shared/shared-params.ts';
import { touchedPort, wantsPort } from '../shared/touched.ts';
import { msg } from './port-change-messages.ts';
import { msg as texts } from './port-messages.ts';
import { msg as opening } from './port-open-messages.ts';
import type { Side } from './port-params.ts';
import { portChange, variablesOf } from './port-params.ts';
import { givenPort, MOST_ADDRESSES, openAgain, switchStep } from './port-switch.ts';

interface DeletePortArgs {
  readonly port: number;
  readonly close: boolean;
}

/** `/port delete`: only closed ports are deleted, and their rules with them (docs/platform.md#deleting-a-port). */
export const portDelete = defineChange({
  ...portChange,
  id: 'port.delete',
  keywords: [['delete']],
  summary: texts.deleteSays(),
  examples: ['port delete web 8443', 'port delete web 9090 close'],
  params: { component, port, close: flag(texts.closeFirst(), 'close') },
  order: ['component', 'port'],
  undoable: 'sometimes',
  mark: (name, done) => (done ? msg.markDeleted({ name, port: done.args.port }) : msg.markDeletedBriefly({ name })),

  risk: () => 'destroy',

  gather: (args, ask, reads) => gatherComponent(args.component, ask, reads, { detail: true, rules: true }),

  plan(args, facts: ComponentFacts, ask) {
    const found = findPort(facts, args.port);
    if (isProblem(found)) return found;
    const sides = openSides(found);
    const no = refuseByRegion(facts, ask) ?? cannot(args, facts, found, sides);
    if (no) return no;
    const place = { ...placeOf(facts, ask), port: args.port };
    const which = { port: args.port, component: facts.component.name };
    return {
      v: 1,
      title: sides.length > 0 ? msg.closeAndDeleteTitle(which) : msg.deleteTitle(which),
      component: facts.component.id,
      componentName: facts.component.name,
      rows: rowsOf(facts, found),
      steps: [
        ...sides.map((side, index) => ({
          ...switchStep(place, 'close', side, true),
          undo: openAgain(facts, args.port, sides.slice(0, index + 1)),
        })),
        deleteStep(place),
      ],
      warnings: [...warn(facts, found)],
      touches: [touchedPort(facts.component.id, args.port)],
      ...wantsPort(facts.component.id, args.port, 'closed'),
      undo: undoOf(facts, found),
    };
  },

  observe: (plan, step, facts) => observePort(plan, step, facts.ports),

  done(plan, facts) {
    const number = plannedPort(plan);
    if (number === undefined || facts.ports.some(({ containerPort }) => containerPort === number)) return [];
    return [msg.doneDeleted({ port: number, component: facts.component.name })];
  },
});

function openSides(found: Port): readonly Side[] {
  return [...(found.isOuterService ? (['outer'] as const) : []), ...(found.isInnerService ? (['inner'] as const) : [])];
}

function cannot(args: DeletePortArgs, facts: ComponentFacts, found: Port, sides: readonly Side[]): Problem | undefined {
  const which = { port: args.port, component: facts.component.name };
  if (sides.length > 0 && !args.close) {
    const given = givenPort(facts, args.port, { close: ['yes'] });
    return refused(msg.deleteOpen(which), [{ label: msg.offerCloseAndDelete(), operation: 'port.delete', given }]);
  }
  return refuseActive(facts, found);
}

/**
 * HTTP rules that are still active when everything is closed: the platform deletes no such port
 * (docs/platform.md#deleting-a-port). Closing silences them only on an http port.
 */
function refuseActive(facts: ComponentFacts, found: Port): Problem | undefined {
  const { containerPort: port, protocol, isOuterService } = found;
  const rules = rulesOfPort(facts.rules, facts.component.id, port);
  const active = rules.filter((rule) => rule.kind === 'http' && rule.active === true);
  if (active.length < 2 && !active.some(({ custom }) => custom)) return undefined;
  const addresses = join(
    active.slice(0, MOST_ADDRESSES).map(({ address }) => verbatim(address)),
    ', ',
  );
  if (protocol !== 'http') {
    const given = givenPort(facts, port, { protocol: ['http'] });
    return refused(msg.rulesOfHttp({ port, protocol, addresses }), [
      { label: msg.offerProtocol({ protocol: 'http' }), operation: 'port.protocol', given },
    ]);
  }
  if (isOuterService) return undefined;
  return refused(msg.rulesActive({ port, addresses }), [
    { label: msg.offerOpenOnce(), operation: 'port.open', given: givenToOpen(facts, found) },
  ]);
}

function rowsOf(facts: ComponentFacts, found: Port): Plan['rows'] {
  const gone = texts.deleted();
  const cell = (value: string) => (value ? verbatim(value) : shared.none());
  const addresses = addressesOfPort(facts, found.containerPort);
  const left = addresses.length - MOST_ADDRESSES;
  return [
    { what: texts.whichPort(), before: verbatim(`${found.containerPort} (${found.protocol})`), after: gone },
    ...(found.isOuterService
      ? [{ what: changes.outerAccess(), before: onOff(found.isOuterService), after: onOff(false) }]
      : []),
    ...(found.isInnerService
      ? [{ what: changes.innerAccess(), before: onOff(found.isInnerService), after: onOff(false) }]
      : []),
    { what: texts.alias(), before: cell(found.portAlias), after: shared.none() },
    ...addresses
      .slice(0, MOST_ADDRESSES)
      .map((address) => ({ what: changes.rule(), before: verbatim(address), after: gone })),
    ...(left > 0 ? [{ what: changes.rule(), before: changes.andMore({ count: left }), after: gone }] : []),
  ];
}

function deleteStep(place: Parameters<typeof deletePortCall>[0]): Step {
  const before: PortState = { port: place.port, there: true };
  const after: PortState = { port: place.port, there: false };
  return { says: msg.stepDelete({ port: place.port }), call: deletePortCall(place), before, after };
}

function warn(facts: ComponentFacts, found: Port): readonly Warning[] {
  const { containerPort, portAlias, isInnerService, isOuterService } = found;
  const rules = addressesOfPort(facts, containerPort).length;
  return [
    ...(isOuterService ? [interrupts(opening.warnDeleteOuter())] : []),
    ...(isInnerService
      ? [
          interrupts(
            opening.warnDeleteInner({ name: found.k8sServiceName || facts.component.alias, port: containerPort }),
          ),
        ]
      : []),
    ...(rules > 0 ? [irreversible(msg.warnRulesVanish({ count: rules }))] : []),
    ...(facts.rules ? [] : [irreversible(msg.warnRulesUnknown())]),
    ...(isOuterService || isInnerService || rules > 0 || !facts.rules ? [] : [msg.warnDeleteClosed()]),
    // Variables exist only while internal access is on (docs/platform.md#aliases).
    isInnerService && portAlias
      ? interrupts(msg.warnVariablesGo({ names: variablesOf(portAlias) }))
      : msg.warnHealthOff(),
    ...(isOuterService ? warnThirdParty(facts) : []),
  ];
}

/** As it was, save for outer access and rules; an alias that is no longer taken is left to the platform. */
function undoOf(facts: ComponentFacts, found: Port): Plan['undo'] {
  const { containerPort, protocol, portAlias, isInnerService, isOuterService, k8sServiceName } = found;
  if (!PORT_PROTOCOLS.some((each) => each === protocol)) return { none: msg.undoDeleteNone({ protocol }) };
  const given = givenPort(facts, containerPort, {
    protocol: [protocol],
    ...(PORT_ALIAS.test(portAlias) ? { alias: [portAlias] } : {}),
    ...(isInnerService ? { inner: ['yes'] } : {}),
    ...(SERVICE_NAME.test(k8sServiceName) ? { k8s_service_name: [k8sServiceName] } : {}),
  });
  const losesMore = isOuterService || !facts.rules || addressesOfPort(facts, containerPort).length > 0;
  const [opened, closed] = losesMore
    ? [msg.undoDeleteInnerOnly, msg.undoDeleteBare]
    : [msg.undoDeleteInner, msg.undoDeleteClosed];
  return { proposal: { label: isInnerService ? opened() : closed(), operation: 'port.add', given } };
}
