import { flag } from '../../core/command/params.ts';
import { isProblem, type Problem, refused } from '../../core/command/problem.ts';
import { exposes, interrupts, type Plan, type Step, type Warning } from '../../core/request/plan.ts';
import { join, type Text, verbatim } from '../../core/text/text.ts';
import { updatePortCall } from '../../platform/port/port-calls.ts';
import { PORT_PROTOCOLS, type Port, type PortProtocol } from '../../platform/port/port-reply.ts';
import { msg as exposure } from '../shared/access/exposure-messages.ts';
import { observePort, PortState, portOf } from '../shared/access/port-state.ts';
import {
  type ComponentFacts,
  findPort,
  gatherComponent,
  placeOf,
  refuseByRegion,
  warnThirdParty,
} from '../shared/change-facts.ts';
import { defineChange } from '../shared/define.ts';
import { msg as shared } from '../shared/operation-messages.ts';
import { addressesOfPort, kindOf, lacksNodePort } from '../shared/port-addresses.ts';
import { component, port, protocol } from '../shared/shared-params.ts';
import { touchedPort, wantsPort } from '../shared/touched.ts';
import { msg } from './port-change-messages.ts';
import { msg as texts } from './port-messages.ts';
import { msg as opening } from './port-open-messages.ts';
import { portChange } from './port-params.ts';
import { addressRows, givenPort, newAddressRow, openAgain, switchRow, switchStep } from './port-switch.ts';

interface ProtocolArgs {
  readonly port: number;
  readonly protocol: PortProtocol;
  readonly close: boolean;
  /** Open external access afterwards: what the undo of a close and change asks. */
  readonly open: boolean;
}

/** `/port protocol`: `change_protocol` (docs/platform.md#protocols). */
export const portProtocol = defineChange({
  ...portChange,
  id: 'port.protocol',
  keywords: [['protocol']],
  summary: texts.protocolSays(),
  examples: ['port protocol db 3306 tcp', 'port protocol web 8080 tcp close'],
  params: {
    component,
    port,
    protocol,
    close: flag(texts.closeFirst(), 'close'),
    open: flag(texts.openAfter(), 'open', { input: 'hidden' }),
  },
  order: ['component', 'port', 'protocol'],
  undoable: 'sometimes',
  mark: (name, done) =>
    done
      ? msg.markProtocol({ name, port: done.args.port, protocol: done.args.protocol })
      : msg.markChangedBriefly({ name }),

  risk: (args) => (args.open ? 'expose' : 'change'),
  leastRisk: 'change',

  gather: (args, ask, reads) => gatherComponent(args.component, ask, reads, { detail: true, rules: true }),

  plan(args, facts: ComponentFacts, ask) {
    const found = findPort(facts, args.port);
    if (isProblem(found)) return found;
    const which = { port: args.port, component: facts.component.name, protocol: args.protocol };
    if (found.protocol === args.protocol) return { already: msg.protocolAlready(which) };
    const reopens = args.open && !found.isOuterService && found.isInnerService;
    const mustClose = found.isOuterService && args.protocol !== 'http';
    const no = refuseByRegion(facts, ask) ?? (mustClose && !args.close ? refuseOpen(args, facts) : undefined);
    if (no) return no;
    const place = { ...placeOf(facts, ask), port: args.port };
    return {
      v: 1,
      title: titleOf(which, mustClose, reopens),
      ...(args.open && !reopens ? { risk: 'change' as const } : {}),
      component: facts.component.id,
      componentName: facts.component.name,
      rows: [...rowsOf(args, facts, found, mustClose), ...(reopens ? reopenRows(args, facts, found) : [])],
      steps: [
        ...(mustClose ? [closeStep(place, facts)] : []),
        protocolStep(place, found, args.protocol),
        ...(reopens ? [switchStep(place, 'open', 'outer')] : []),
      ],
      warnings: [
        ...(reopens ? [exposes(exposure.warnEverybody())] : []),
        ...warn(args, facts, found, mustClose),
        ...(found.isOuterService || reopens ? [] : [msg.warnNotOpened()]),
      ],
      undo: undoOf(facts, found, mustClose, reopens),
      touches: [touchedPort(facts.component.id, args.port)],
      ...(mustClose
        ? wantsPort(facts.component.id, args.port, 'closed')
        : reopens
          ? wantsPort(facts.component.id, args.port, 'open')
          : {}),
    };
  },

  observe: (plan, step, facts) => observePort(plan, step, facts.ports),

  done(plan, facts) {
    const found = portOf(plan, facts.ports);
    const opened = plan.steps.some(({ after }) => PortState.safeParse(after).data?.outer === true);
    if (!found || !opened) return [];
    const which = { component: facts.component.name, port: found.containerPort };
    const addresses = addressesOfPort(facts, found.containerPort, kindOf(found.protocol)).map(verbatim);
    return [
      addresses.length > 0
        ? opening.doneOuter({ ...which, addresses: join(addresses, ', ') })
        : opening.doneOuterBare(which),
    ];
  },
});

function titleOf(which: Parameters<typeof msg.protocolTitle>[0], closes: boolean, reopens: boolean): Text {
  if (closes) return msg.protocolClosingTitle(which);
  return reopens ? msg.protocolOpeningTitle(which) : msg.protocolTitle(which);
}

function refuseOpen(args: ProtocolArgs, facts: ComponentFacts): Problem {
  const { port: number, protocol: wanted } = args;
  const given = givenPort(facts, number, { protocol: [wanted], close: ['yes'] });
  return refused(msg.protocolOpen({ port: number, component: facts.component.name, protocol: wanted }), [
    { label: msg.offerCloseAndChange({ protocol: wanted }), operation: 'port.protocol', given },
  ]);
}

function rowsOf(args: ProtocolArgs, facts: ComponentFacts, found: Port, mustClose: boolean): Plan['rows'] {
  return [
    { what: shared.protocol(), before: verbatim(found.protocol), after: verbatim(args.protocol) },
    ...(mustClose
      ? [switchRow('outer', false), ...addressRows(addressesOfPort(facts, args.port, kindOf(found.protocol)), false)]
      : []),
  ];
}

/** The plan's undo brings the old protocol back: nothing to do where only this step was done. */
function closeStep(place: Parameters<typeof switchStep>[0], facts: ComponentFacts): Step {
  return { ...switchStep(place, 'close', 'outer'), undo: openAgain(facts, place.port, ['outer']) };
}

function protocolStep(place: Parameters<typeof updatePortCall>[0], found: Port, wanted: PortProtocol): Step {
  const before: PortState = { port: place.port, there: true, protocol: found.protocol };
  return {
    says: msg.stepProtocol({ port: place.port, protocol: wanted }),
    call: updatePortCall(place, { action: 'change_protocol', protocol: wanted }),
    before,
    after: { ...before, protocol: wanted },
  };
}

function warn(args: ProtocolArgs, facts: ComponentFacts, found: Port, mustClose: boolean): readonly Warning[] {
  const crosses = found.protocol === 'http' || args.protocol === 'http';
  const rules = crosses ? addressesOfPort(facts, args.port).length : 0;
  // Opening activates only rules of the port's own kind, so those of an http port end with the change.
  const ended = mustClose && found.protocol === 'http' ? addressesOfPort(facts, args.port, 'http').length : 0;
  const stay = rules - ended;
  return [
    ...(mustClose ? [interrupts(msg.warnStaysClosed())] : []),
    ...(found.isOuterService && args.protocol === 'http' ? [msg.warnOldAddress()] : []),
    ...(ended > 0 ? [interrupts(msg.warnRulesEnd({ count: ended, protocol: args.protocol }))] : []),
    ...(stay > 0 ? [interrupts(msg.warnRulesAsTheyAre({ count: stay }))] : []),
    ...(lacksNodePort(args.protocol) ? [opening.warnNodePortLater({ protocol: args.protocol })] : []),
    ...(mustClose ? warnThirdParty(facts) : []),
  ];
}

/** What was closed for the change is opened again by its undo, with the rules of the protocol that it then has. */
function reopenRows(args: ProtocolArgs, facts: ComponentFacts, found: Port): Plan['rows'] {
  const addresses = addressesOfPort(facts, args.port, kindOf(args.protocol));
  const port = { ...found, protocol: args.protocol };
  return [
    switchRow('outer', true),
    ...(addresses.length > 0 ? addressRows(addresses, true) : [newAddressRow(facts, port)]),
  ];
}

/** Old ports may carry protocols that can no longer be written (docs/platform.md#ports). */
function undoOf(facts: ComponentFacts, found: Port, mustClose: boolean, reopens: boolean): Plan['undo'] {
  const old = PORT_PROTOCOLS.find((each) => each === found.protocol);
  if (!old) return { none: msg.undoProtocolNone({ protocol: found.protocol }) };
  const label = mustClose ? msg.undoProtocolOpen({ protocol: old }) : msg.undoProtocol({ protocol: old });
  const given = givenPort(facts, found.containerPort, {
    protocol: [old],
    ...(mustClose ? { open: ['yes'] } : {}),
    ...(reopens && old !== 'http' ? { close: ['yes'] } : {}),
  });
  return { proposal: { label, operation: 'port.protocol', given } };
}
