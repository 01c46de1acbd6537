import { flag, optional, type Read, wrong } from '../../core/command/params.ts';
import type { Problem, Proposal } from '../../core/command/problem.ts';
import { refused } from '../../core/command/problem.ts';
import { defined } from '../../core/defined.ts';
import type { Plan, Step } from '../../core/request/plan.ts';
import { type Text, verbatim } from '../../core/text/text.ts';
import { PORT_ALIAS } from '../../platform/port/port-body.ts';
import { addPortCall, updatePortCall } from '../../platform/port/port-calls.ts';
import type { Port, PortProtocol } from '../../platform/port/port-reply.ts';
import { observePort, type PortState, portOf } from '../shared/access/port-state.ts';
import { type ComponentFacts, gatherComponent, onOff, placeOf, refuseByRegion } from '../shared/change-facts.ts';
import { msg as changes } from '../shared/change-facts-messages.ts';
import { defineChange } from '../shared/define.ts';
import { msg as shared } from '../shared/operation-messages.ts';
import { lacksNodePort } from '../shared/port-addresses.ts';
import { component, newPort, protocolOrHttp } from '../shared/shared-params.ts';
import { touchedPort } from '../shared/touched.ts';
import { msg } from './port-change-messages.ts';
import { msg as texts } from './port-messages.ts';
import { msg as opening } from './port-open-messages.ts';
import { portChange, readAlias, readServiceName, variablesOf } from './port-params.ts';
import { givenPort } from './port-switch.ts';

interface AddPortArgs {
  readonly port: number;
  readonly protocol: PortProtocol;
  readonly alias: string | undefined;
  readonly inner: boolean;
  readonly k8s_service_name: string | undefined;
}

/** `/port add`: docs/platform.md#adding-a-port. `k8s_service_name` is what the undo of a deletion brings. */
export const portAdd = defineChange({
  ...portChange,
  id: 'port.add',
  keywords: [['add']],
  summary: texts.addSays(),
  title: texts.addForm(),
  examples: ['port add web 5000', 'port add api 9090/grpc alias=RPC inner', 'port add cache 16379 tcp'],
  params: {
    component,
    port: newPort,
    protocol: protocolOrHttp,
    alias: optional<string>(texts.alias(), readAlias, { hint: texts.aliasHint(), aliases: ['port_alias'] }),
    inner: flag(texts.innerToo(), 'inner', {
      aliases: ['is_inner_service'],
      keyword: (word) => (/^(?:inner|internal)$/i.test(word) ? 'yes' : undefined),
    }),
    k8s_service_name: optional<string>(texts.serviceName(), readServiceName, { input: 'hidden' }),
  },
  order: ['component', 'port', 'protocol'],
  undoable: 'always',
  mark: (name, done) => (done ? msg.markAdded({ name, port: done.args.port }) : msg.markAddedBriefly({ name })),

  risk: () => 'change',

  gather: (args, ask, reads) => gatherComponent(args.component, ask, reads, { detail: false, rules: false }),

  plan(args, facts: ComponentFacts, ask) {
    const alias = args.alias ?? madeUpAlias(facts, args.port);
    const found = facts.ports.find(({ containerPort }) => containerPort === args.port);
    if (found) return differences(args, facts, found).length === 0 ? already(args, facts) : exists(args, facts, found);
    const no = refuseByRegion(facts, ask) ?? refuseAlias(args, facts, alias);
    if (no) return no;
    const place = placeOf(facts, ask);
    const expected = facts.ports[0]?.k8sServiceName ?? facts.component.alias;
    const named = facts.ports.length === 0 ? args.k8s_service_name : undefined;
    return {
      v: 1,
      title: (args.inner ? msg.addOpenTitle : msg.addTitle)({ port: args.port, component: facts.component.name }),
      component: facts.component.id,
      componentName: facts.component.name,
      rows: rowsOf(args, alias, named ?? expected),
      steps: named && named !== expected ? addAndName(place, facts, args, alias, named) : [addStep(place, args)],
      warnings: [...warn(args, facts, expected, named)],
      touches: [touchedPort(facts.component.id, args.port)],
      undo: {
        proposal: {
          label: msg.undoAdd(),
          operation: 'port.delete',
          given: givenPort(facts, args.port, args.inner ? { close: ['yes'] } : {}),
        },
      },
    };
  },

  observe: (plan, step, facts) => observePort(plan, step, facts.ports),

  done(plan, facts) {
    const found = portOf(plan, facts.ports);
    if (!found) return [];
    const { containerPort, portAlias } = found;
    return [msg.doneAdded({ port: containerPort, component: facts.component.name, alias: portAlias })];
  },
});

/** The alias that the platform makes up (docs/platform.md#adding-a-port). */
function madeUpAlias({ component: { alias } }: ComponentFacts, port: number): string {
  return `${alias.toUpperCase().replaceAll('-', '_')}${port}`;
}

/** What of an existing port is not as it is asked for, as the requests that would change it. */
function differences(args: AddPortArgs, facts: ComponentFacts, found: Port): readonly Proposal[] {
  const given = (more: Parameters<typeof givenPort>[2]) => givenPort(facts, args.port, more);
  const { protocol, alias } = args;
  return [
    ...(found.protocol === protocol
      ? []
      : [
          {
            label: msg.offerProtocol({ protocol }),
            operation: 'port.protocol',
            given: given({ protocol: [protocol] }),
          },
        ]),
    ...(alias === undefined || found.portAlias === alias
      ? []
      : [{ label: msg.offerAlias({ alias }), operation: 'port.alias', given: given({ alias: [alias] }) }]),
    ...(!args.inner || found.isInnerService
      ? []
      : [{ label: msg.offerInner(), operation: 'port.open', given: given({ side: ['inner'] }) }]),
  ];
}

function already(args: AddPortArgs, facts: ComponentFacts): { readonly already: Text } {
  return { already: msg.addAlready({ port: args.port, component: facts.component.name }) };
}

function exists(args: AddPortArgs, facts: ComponentFacts, found: Port): Problem {
  const why = msg.addExists({
    port: args.port,
    component: facts.component.name,
    protocol: found.protocol,
    alias: found.portAlias || '–',
    inner: onOff(found.isInnerService),
  });
  return refused(why, differences(args, facts, found));
}

/** The platform takes two ports of one alias, and fails on both ever after (docs/platform.md#aliases): refused here. */
function refuseAlias(args: AddPortArgs, facts: ComponentFacts, alias: string): Problem | undefined {
  const holder = facts.ports.find(({ portAlias }) => portAlias === alias);
  if (!holder) return args.alias === undefined && !PORT_ALIAS.test(alias) ? invalidAlias(alias) : undefined;
  const why = msg.aliasTaken({ alias, port: holder.containerPort });
  const madeUp = madeUpAlias(facts, args.port);
  if (madeUp === alias || !PORT_ALIAS.test(madeUp) || facts.ports.some(({ portAlias }) => portAlias === madeUp))
    return { problem: 'invalid', faults: [{ param: 'alias', why }] };
  const given = givenPort(facts, args.port, { protocol: [args.protocol], ...(args.inner ? { inner: ['yes'] } : {}) });
  return refused(why, [{ label: msg.offerMadeUp({ alias: madeUp }), operation: 'port.add', given }]);
}

function invalidAlias(alias: string): Problem {
  const read: Read<string> = readAlias(alias);
  const why = read.ok ? wrong(texts.aliasMissing()).why : read.why;
  return { problem: 'invalid', faults: [{ param: 'alias', why }] };
}

function rowsOf(args: AddPortArgs, alias: string, name: string): Plan['rows'] {
  const none = shared.none();
  return [
    { what: texts.whichPort(), before: none, after: verbatim(String(args.port)) },
    { what: shared.protocol(), before: none, after: verbatim(args.protocol) },
    { what: texts.alias(), before: none, after: args.alias === undefined ? msg.madeUp({ alias }) : verbatim(alias) },
    { what: texts.serviceName(), before: none, after: verbatim(name) },
    ...(args.inner ? [{ what: changes.innerAccess(), before: none, after: onOff(true) }] : []),
    ...(args.inner ? [{ what: texts.environment(), before: none, after: verbatim(variablesOf(alias)) }] : []),
  ];
}

function addStep(place: Parameters<typeof addPortCall>[0], args: AddPortArgs): Step {
  const before: PortState = { port: args.port, there: false };
  const after: PortState = {
    port: args.port,
    there: true,
    protocol: args.protocol,
    inner: args.inner,
    ...defined({ alias: args.alias }),
  };
  return {
    says: msg.stepAdd({ port: args.port, protocol: args.protocol }),
    call: addPortCall(place, {
      port: args.port,
      protocol: args.protocol,
      inner: args.inner,
      ...defined({ alias: args.alias }),
    }),
    before,
    after,
  };
}

/** Asking to add it once more finds the port there, so what is left is asked for as a change of its name. */
function addAndName(
  place: Parameters<typeof addPortCall>[0],
  facts: ComponentFacts,
  args: AddPortArgs,
  alias: string,
  name: string,
): Step[] {
  const rest = { operation: 'port.alias', given: givenPort(facts, args.port, { alias: [alias], service: [name] }) };
  return [{ ...addStep(place, args), rest }, nameStep(place, args.port, alias, name)];
}

/** Brings an in-cluster name back. Only for a component's only port: the platform gives the name to every one. */
function nameStep(place: Parameters<typeof addPortCall>[0], port: number, alias: string, name: string): Step {
  const after: PortState = { port, there: true, alias, name };
  const before: PortState = { port, there: true, alias };
  return {
    says: msg.stepName({ port, name }),
    call: updatePortCall({ ...place, port }, { action: 'change_port_alias', portAlias: alias, k8sServiceName: name }),
    before,
    after,
  };
}

function warn(args: AddPortArgs, facts: ComponentFacts, expected: string, named: string | undefined): readonly Text[] {
  const wanted = args.k8s_service_name;
  return [
    ...(facts.ports.length > 0 && wanted !== undefined && wanted !== expected
      ? [msg.warnOtherName({ wanted, name: expected })]
      : []),
    ...(facts.ports.length === 0 && named === undefined ? [msg.warnFirstName({ name: expected })] : []),
    ...(lacksNodePort(args.protocol) ? [opening.warnNodePortLater({ protocol: args.protocol })] : []),
    ...(args.inner ? [] : [msg.warnClosed()]),
  ];
}
