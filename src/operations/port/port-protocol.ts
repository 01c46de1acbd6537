import { type Args, flag } from '../../core/command/params.ts';
import { isProblem, type Problem, refused } from '../../core/command/problem.ts';
import { present } from '../../core/defined.ts';
import {
  exposes,
  interrupts,
  type OfferedRequest,
  type Plan,
  type Step,
  type Warning,
} from '../../core/request/plan.ts';
import { verbatim } from '../../core/text/text.ts';
import { updatePortCall } from '../../platform/port/port-calls.ts';
import { PORT_PROTOCOLS, type Port, type PortProtocol } from '../../platform/port/port-endpoints.ts';
import { exposureMsg } from '../shared/access/exposure-messages.ts';
import { doneClosing } from '../shared/access/may-answer-list.ts';
import { PortState, portOf } from '../shared/access/port-state.ts';
import { attemptMsg } from '../shared/attempt-messages.ts';
import { type ComponentFacts, findPort, givenPort, refuseByRegion, warnThirdParty } from '../shared/change-facts.ts';
import { defineChange } from '../shared/define.ts';
import { sharedMsg } from '../shared/operation-messages.ts';
import { addressesOfPort, kindOf, lacksNodePort } from '../shared/port-addresses.ts';
import { component, port, protocol, whichProtocol } from '../shared/shared-params.ts';
import { wantsPort } from '../shared/touched.ts';
import { keepsClosing, warnsOfClosing } from './node-port.ts';
import {
  addressRows,
  namePort,
  openAgain,
  openedText,
  openingRows,
  type PortPlace,
  planOnPort,
  portChange,
  portPlace,
  switchRow,
  switchStep,
} from './plan-port.ts';
import { portChangeMsg } from './port-change-messages.ts';
import { portListMsg } from './port-list-messages.ts';
import { portMsg } from './port-messages.ts';
import { openMsg } from './port-open-messages.ts';
import { lengthWords, openingAfter, portIn } from './port-params.ts';

const params = {
  component,
  port,
  whichProtocol,
  protocol,
  close: flag(portMsg.closeFirst(), 'close'),
  /** Whether to open external access afterwards. Used by the undo of a change that closed the access. */
  open: flag(portMsg.openAfter(), 'open', { input: 'hidden' }),
  /** Offers the opening that this protocol makes possible, once this is done. */
  opens: openingAfter,
};
type ProtocolArgs = Args<typeof params>;

/** `/port protocol`: `change_protocol` (docs/platform.md#protocols). */
export const portProtocol = defineChange({
  ...portChange,
  id: 'port.protocol',
  keywords: [['protocol']],
  summary: portMsg.protocolSays(),
  attempt: (given, component) => attemptMsg.protocol({ port: portIn(given), component }),
  examples: ['port protocol db 3306 tcp', 'port protocol web 8080 tcp close'],
  params,
  order: ['component', 'port', 'protocol'],
  undoable: 'sometimes',
  mark: (name, done) =>
    done
      ? portChangeMsg.markProtocol({ name, port: done.args.port, protocol: done.args.protocol })
      : portChangeMsg.markChangedBriefly({ name }),

  risk: (args) => (args.open ? 'expose' : 'change'),
  minRisk: 'change',

  plan(args, facts: ComponentFacts, ask) {
    const port = findPort(facts, args);
    if (isProblem(port)) return port;
    const which = { ...namePort(facts, args.port), protocol: args.protocol };
    if (port.protocol === args.protocol) return { already: portChangeMsg.protocolAlready(which) };
    const reopens = args.open && !port.isOuterService && port.isInnerService;
    const mustClose = port.isOuterService && args.protocol !== 'http';
    const refusal = refuseByRegion(facts, ask) ?? (mustClose && !args.close ? refuseOpen(args, facts) : undefined);
    if (refusal) return refusal;
    const title = mustClose
      ? portChangeMsg.protocolClosingTitle
      : reopens
        ? portChangeMsg.protocolOpeningTitle
        : portChangeMsg.protocolTitle;
    const addresses = addressesOfPort(facts, args.port, kindOf(port.protocol));
    const place = portPlace(facts, ask, args.port);
    return {
      ...planOnPort(facts, args.port),
      title: title(which),
      ...(args.open && !reopens ? { risk: 'change' as const } : {}),
      rows: [
        { what: sharedMsg.protocol(), before: verbatim(port.protocol), after: verbatim(args.protocol) },
        ...(mustClose ? [switchRow('outer', false), ...addressRows(addresses, false)] : []),
        // An undo reopens a port that was closed for the undone change. The rules are those of the protocol set here.
        ...(reopens ? [switchRow('outer', true), ...openingRows(facts, { ...port, protocol: args.protocol })] : []),
      ],
      steps: present<Step>([
        // This undo applies if the plan stopped after this step, when the old protocol is still set.
        mustClose && { ...switchStep(place, 'close', 'outer'), undo: openAgain(facts, args.port, ['outer']) },
        protocolStep(place, port, args.protocol),
        reopens && switchStep(place, 'open', 'outer'),
      ]),
      warnings: present<Warning>([
        reopens && exposes(exposureMsg.warnEverybody()),
        ...warningsOfProtocol(args, facts, port, mustClose),
        !port.isOuterService && !reopens && portChangeMsg.warnNotOpened(),
      ]),
      undo: undoProtocol(facts, port, mustClose, reopens),
      ...(args.opens ? { afterwards: [offerOpening(facts, port, args.opens)] } : {}),
      ...(mustClose ? keepsClosing(facts, port) : {}),
      ...(mustClose || reopens ? wantsPort(facts.component.id, args.port, mustClose ? 'closed' : 'open') : {}),
    };
  },

  done(plan, facts) {
    const port = portOf(plan, facts.ports);
    const opened = plan.steps.some(({ after }) => PortState.safeParse(after).data?.outer === true);
    if (!port || !opened) return doneClosing(plan);
    const { containerPort: number, protocol: current } = port;
    return [openedText(namePort(facts, number), addressesOfPort(facts, number, kindOf(current)))];
  },
});

function refuseOpen({ port: number, protocol: wanted }: ProtocolArgs, facts: ComponentFacts): Problem {
  const given = givenPort(facts, number, { protocol: [wanted], close: ['yes'] });
  return refused(portChangeMsg.protocolOpen({ ...namePort(facts, number) }), [
    { label: portChangeMsg.offerCloseAndChange({ protocol: wanted }), operation: 'port.protocol', given },
  ]);
}

function offerOpening(
  facts: ComponentFacts,
  { containerPort, isInnerService }: Port,
  { length }: NonNullable<ProtocolArgs['opens']>,
): OfferedRequest {
  const title = portListMsg.openThis({ port: containerPort });
  return {
    ...openAgain(facts, containerPort, isInnerService ? ['outer'] : ['outer', 'inner'], length),
    label: length === undefined ? title : openMsg.forLength({ title, length: lengthWords(length).shown }),
  };
}

function protocolStep(place: PortPlace, port: Port, wanted: PortProtocol): Step {
  const before: PortState = { port: place.port, there: true, protocol: port.protocol };
  return {
    says: portChangeMsg.stepProtocol({ port: place.port, protocol: wanted }),
    call: updatePortCall(place, { action: 'change_protocol', protocol: wanted }),
    before,
    after: { ...before, protocol: wanted },
  };
}

function warningsOfProtocol(
  args: ProtocolArgs,
  facts: ComponentFacts,
  port: Port,
  mustClose: boolean,
): readonly Warning[] {
  const crosses = port.protocol === 'http' || args.protocol === 'http';
  const rules = crosses ? addressesOfPort(facts, args.port).length : 0;
  // Opening only activates rules of the port's kind, so the rules of an http port end with the change.
  const ended = mustClose && port.protocol === 'http' ? addressesOfPort(facts, args.port, 'http').length : 0;
  const stay = rules - ended;
  return present<Warning>([
    mustClose && interrupts(portChangeMsg.warnStaysClosed()),
    port.isOuterService && args.protocol === 'http' && portChangeMsg.warnOldAddress(),
    ended > 0 && interrupts(portChangeMsg.warnRulesEnd({ count: ended, protocol: args.protocol })),
    stay > 0 && interrupts(portChangeMsg.warnRulesAsTheyAre({ count: stay })),
    lacksNodePort(args.protocol) && openMsg.warnNodePortLater({ protocol: args.protocol }),
    ...(mustClose ? [...warnsOfClosing(facts, port), ...warnThirdParty(facts)] : []),
  ]);
}

/** Old ports may have protocols that can no longer be set (docs/platform.md#ports). */
function undoProtocol(facts: ComponentFacts, port: Port, mustClose: boolean, reopens: boolean): Plan['undo'] {
  const old = PORT_PROTOCOLS.find((each) => each === port.protocol);
  if (!old) return { none: portChangeMsg.undoProtocolNone({ protocol: port.protocol }) };
  const label = mustClose
    ? portChangeMsg.undoProtocolOpen({ protocol: old })
    : portChangeMsg.undoProtocol({ protocol: old });
  const given = givenPort(facts, port.containerPort, {
    protocol: [old],
    ...(mustClose ? { open: ['yes'] } : {}),
    ...(reopens && old !== 'http' ? { close: ['yes'] } : {}),
  });
  return { proposal: { label, operation: 'port.protocol', given } };
}
