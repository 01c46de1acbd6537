import { type Args, flag, optional, required } from '../../core/command/params.ts';
import { invalid, type Problem, type Proposal, refused } from '../../core/command/problem.ts';
import { defined, present } from '../../core/defined.ts';
import { narrow } from '../../core/narrow.ts';
import type { FollowUpRequest, Plan, Step } from '../../core/request/plan.ts';
import { type Text, verbatim } from '../../core/text/text.ts';
import { portNumber, type ServicePlace, type WriteCall, writeCall } from '../../platform/call.ts';
import { updatePortCall } from '../../platform/port/port-calls.ts';
import { PORT_ALIAS, type Port, type PortProtocol } from '../../platform/port/port-endpoints.ts';
import { type PortState, portOf } from '../shared/access/port-state.ts';
import { attemptMsg } from '../shared/attempt-messages.ts';
import {
  type ComponentFacts,
  gatherComponent,
  givenPort,
  newRow,
  onOff,
  refuseByRegion,
} from '../shared/change-facts.ts';
import { factsMsg } from '../shared/change-facts-messages.ts';
import { defineChange } from '../shared/define.ts';
import { sharedMsg } from '../shared/operation-messages.ts';
import { lacksNodePort } from '../shared/port-addresses.ts';
import { component, protocolOrHttp, readPort } from '../shared/shared-params.ts';
import { namePort, openAgain, type PortPlace, planOnPort, portChange, portPlace } from './plan-port.ts';
import { portChangeMsg } from './port-change-messages.ts';
import { type NamedPort, portMsg } from './port-messages.ts';
import { openMsg } from './port-open-messages.ts';
import { portIn, readAlias, readServiceName, sideOf, variablesOf } from './port-params.ts';

/** Port that doesn't have to exist yet. */
const newPort = required<number>(sharedMsg.port(), sharedMsg.portMissing(), readPort, {
  splits(word) {
    const parts = /^(\d{1,6})\/([A-Za-z]+)$/.exec(narrow(word));
    return parts?.[1] && parts[2] ? { port: parts[1], protocol: parts[2] } : undefined;
  },
});

const params = {
  component,
  port: newPort,
  protocol: protocolOrHttp,
  alias: optional<string>(portMsg.alias(), readAlias, { hint: portMsg.aliasHint(), aliases: ['port_alias'] }),
  inner: flag(portMsg.innerToo(), 'inner', {
    aliases: ['is_inner_service'],
    keyword: (word) => (sideOf(word) === 'inner' ? 'yes' : undefined),
  }),
  k8s_service_name: optional<string>(portMsg.serviceName(), readServiceName, { input: 'hidden' }),
};
type AddPortArgs = Args<typeof params>;

/** `/port add`: docs/platform.md#adding-a-port. The undo of a deletion sets `k8s_service_name`. */
export const portAdd = defineChange({
  ...portChange,
  id: 'port.add',
  keywords: [['add']],
  summary: portMsg.addSays(),
  attempt: (given, component) => attemptMsg.add({ port: portIn(given), component }),
  title: portMsg.addForm(),
  examples: ['port add web 5000', 'port add api 9090/grpc alias=RPC inner', 'port add cache 16379 tcp'],
  params,
  order: ['component', 'port', 'protocol'],
  undoable: 'always',
  mark: (name, done) =>
    done ? portChangeMsg.markAdded({ name, port: done.args.port }) : portChangeMsg.markAddedBriefly({ name }),

  risk: () => 'change',

  gather: (args, ask, reads) => gatherComponent(args.component, ask, reads, { detail: false, rules: false }),

  plan(args, facts: ComponentFacts, ask) {
    const alias = args.alias ?? madeUpAlias(facts, args.port);
    const existing = facts.ports.find(({ containerPort }) => containerPort === args.port);
    const port = namePort(facts, args.port);
    if (existing) {
      const offers = differences(args, facts, existing);
      return offers.length === 0
        ? { already: portChangeMsg.addAlready(port) }
        : refused(existsText(port, existing), offers);
    }
    const refusal = refuseByRegion(facts, ask) ?? refuseAlias(args, facts, alias);
    if (refusal) return refusal;
    const place = portPlace(facts, ask, args.port);
    const expected = facts.ports[0]?.k8sServiceName ?? facts.component.alias;
    const named = facts.ports.length === 0 ? args.k8s_service_name : undefined;
    const add = addStep(place, args);
    return {
      ...planOnPort(facts, args.port),
      title: (args.inner ? portChangeMsg.addOpenTitle : portChangeMsg.addTitle)(port),
      rows: addedRows(args, alias, named ?? expected),
      steps:
        named && named !== expected
          ? [{ ...add, rest: restOf(facts, args.port, alias, named) }, nameStep(place, alias, named)]
          : [add],
      warnings: warningsOfAdding(args, facts, expected, named),
      undo: {
        proposal: {
          label: portChangeMsg.undoAdd(),
          operation: 'port.delete',
          given: givenPort(facts, args.port, args.inner ? { close: ['yes'] } : {}),
        },
      },
    };
  },

  done(plan, facts) {
    const port = portOf(plan, facts.ports);
    if (!port) return [];
    return [portChangeMsg.doneAdded({ ...namePort(facts, port.containerPort), alias: port.portAlias })];
  },
});

/** Returns the platform's default alias (docs/platform.md#adding-a-port). */
function madeUpAlias({ component: { alias } }: ComponentFacts, port: number): string {
  return `${alias.toUpperCase().replaceAll('-', '_')}${port}`;
}

function differences({ port, protocol, alias, inner }: AddPortArgs, facts: ComponentFacts, existing: Port): Proposal[] {
  return present([
    existing.protocol !== protocol && {
      label: portChangeMsg.offerProtocol({ protocol }),
      operation: 'port.protocol',
      given: givenPort(facts, port, { protocol: [protocol] }),
    },
    alias !== undefined &&
      existing.portAlias !== alias && {
        label: portChangeMsg.offerAlias({ alias }),
        operation: 'port.alias',
        given: givenPort(facts, port, { alias: [alias] }),
      },
    inner && !existing.isInnerService && { label: portChangeMsg.offerInner(), ...openAgain(facts, port, ['inner']) },
  ]);
}

function existsText(port: NamedPort, { protocol, portAlias, isInnerService }: Port): Text {
  return portChangeMsg.addExists({ ...port, protocol, alias: portAlias || '–', inner: onOff(isInnerService) });
}

/** Refuses a used alias: the platform would accept it, then fail on both ports (docs/platform.md#aliases). */
function refuseAlias(args: AddPortArgs, facts: ComponentFacts, alias: string): Problem | undefined {
  const holder = facts.ports.find(({ portAlias }) => portAlias === alias);
  if (!holder && args.alias === undefined && !PORT_ALIAS.test(alias))
    return invalid('alias', portMsg.aliasWrong({ typed: alias }));
  if (!holder) return undefined;
  const why = portChangeMsg.aliasTaken({ alias, port: holder.containerPort });
  const madeUp = madeUpAlias(facts, args.port);
  if (madeUp === alias || !PORT_ALIAS.test(madeUp) || facts.ports.some(({ portAlias }) => portAlias === madeUp))
    return invalid('alias', why);
  const given = givenPort(facts, args.port, { protocol: [args.protocol], ...(args.inner ? { inner: ['yes'] } : {}) });
  return refused(why, [{ label: portChangeMsg.offerMadeUp({ alias: madeUp }), operation: 'port.add', given }], 'alias');
}

function addedRows({ port, protocol, alias: typed, inner }: AddPortArgs, alias: string, name: string): Plan['rows'] {
  return present([
    newRow(portMsg.whichPort(), verbatim(String(port))),
    newRow(sharedMsg.protocol(), verbatim(protocol)),
    newRow(portMsg.alias(), typed === undefined ? portChangeMsg.madeUp({ alias }) : verbatim(alias)),
    newRow(portMsg.serviceName(), verbatim(name)),
    inner && newRow(factsMsg.innerAccess(), onOff(true)),
    inner && newRow(portMsg.environment(), verbatim(variablesOf(alias))),
  ]);
}

function addStep(place: PortPlace, { port, protocol, inner, alias }: AddPortArgs): Step {
  const added = { port, protocol, inner, ...(alias === undefined ? {} : { alias }) };
  const before: PortState = { port, there: false };
  const after: PortState = { ...added, there: true };
  return { says: portChangeMsg.stepAdd({ port, protocol }), call: addPortCall(place, added), before, after };
}

/** If the alias is missing, the platform creates an alias. */
interface NewPort {
  readonly port: number;
  readonly protocol: PortProtocol;
  readonly alias?: string;
  readonly inner: boolean;
}

/** docs/platform.md#adding-a-port */
export function addPortCall(place: ServicePlace, port: NewPort): WriteCall {
  return writeCall('addPort', place, {
    port: String(portNumber(port.port)),
    protocol: port.protocol,
    ...defined({ port_alias: port.alias }),
    is_inner_service: port.inner,
  });
}

/** Returns the rest of an addition, which is a change of the name, because adding again would find an existing port. */
function restOf(facts: ComponentFacts, port: number, alias: string, name: string): FollowUpRequest {
  return { operation: 'port.alias', given: givenPort(facts, port, { alias: [alias], service: [name] }) };
}

/** Restores an in-cluster name, only for a single port, because the platform gives the name to all ports. */
function nameStep(place: PortPlace, alias: string, name: string): Step {
  const before: PortState = { port: place.port, there: true, alias };
  const after: PortState = { ...before, name };
  return {
    says: portChangeMsg.stepName({ port: place.port, name }),
    call: updatePortCall(place, { action: 'change_port_alias', portAlias: alias, k8sServiceName: name }),
    before,
    after,
  };
}

function warningsOfAdding(
  { k8s_service_name: wanted, protocol, inner }: AddPortArgs,
  { ports }: ComponentFacts,
  expected: string,
  named: string | undefined,
): Text[] {
  return present([
    ports.length > 0 &&
      wanted !== undefined &&
      wanted !== expected &&
      portChangeMsg.warnOtherName({ wanted, name: expected }),
    ports.length === 0 && named === undefined && portChangeMsg.warnFirstName({ name: expected }),
    lacksNodePort(protocol) && openMsg.warnNodePortLater({ protocol }),
    !inner && portChangeMsg.warnClosed(),
  ]);
}
