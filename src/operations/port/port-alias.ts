import { optional, required } from '../../core/command/params.ts';
import { invalid, isProblem, type Problem } from '../../core/command/problem.ts';
import { present } from '../../core/defined.ts';
import type { Ask } from '../../core/operation.ts';
import { interrupts, type Plan, type Step, type Warning } from '../../core/request/plan.ts';
import { join, type Text, verbatim } from '../../core/text/text.ts';
import { updatePortCall } from '../../platform/port/port-calls.ts';
import { PORT_ALIAS, type Port, SERVICE_NAME } from '../../platform/port/port-endpoints.ts';
import { PortState, portOf } from '../shared/access/port-state.ts';
import { attemptMsg } from '../shared/attempt-messages.ts';
import { type ComponentFacts, findPort, gatherComponent, givenPort, refuseByRegion } from '../shared/change-facts.ts';
import { textOrNone } from '../shared/component/component-format.ts';
import { defineChange, type Reads } from '../shared/define.ts';
import { knownComponents, type Named } from '../shared/find-component.ts';
import { orUndefined } from '../shared/or-undefined.ts';
import { component, port, whichProtocol } from '../shared/shared-params.ts';
import { namePort, type PortPlace, planOnPort, portChange, portPlace } from './plan-port.ts';
import { portChangeMsg } from './port-change-messages.ts';
import { portMsg } from './port-messages.ts';
import { portIn, readAlias, readServiceName, variablesOf } from './port-params.ts';

interface WantedAlias {
  readonly alias: string;
  readonly name: string;
}

interface AliasFacts extends ComponentFacts {
  readonly nameHolder?: string;
}

/** `/port alias` also renames the services of all other ports (docs/platform.md#aliases). */
export const portAlias = defineChange({
  ...portChange,
  id: 'port.alias',
  keywords: [['alias']],
  summary: portMsg.aliasSays(),
  attempt: (given, component) => attemptMsg.alias({ port: portIn(given), component }),
  title: portMsg.aliasForm(),
  examples: ['port alias web 8080 WEB_HTTP', 'port alias web 8080 WEB_HTTP service=web-shop'],
  params: {
    component,
    port,
    whichProtocol,
    alias: required<string>(portMsg.alias(), portMsg.aliasMissing(), readAlias, {
      hint: portMsg.aliasHint(),
      aliases: ['port_alias'],
    }),
    service: optional<string>(portMsg.serviceName(), readServiceName, {
      hint: portMsg.serviceNameHint(),
      aliases: ['k8s_service_name'],
    }),
  },
  order: ['component', 'port', 'alias'],
  undoable: 'sometimes',
  mark: (name, done) =>
    done
      ? portChangeMsg.markAlias({ name, port: done.args.port, alias: done.args.alias })
      : portChangeMsg.markChangedBriefly({ name }),

  risk: () => 'change',

  async gather(args, ask, reads): Promise<AliasFacts | Problem> {
    const facts = await gatherComponent(args.component, ask, reads, { detail: false, rules: false });
    if (isProblem(facts) || args.service === undefined) return facts;
    if (facts.ports.some(({ k8sServiceName }) => k8sServiceName === args.service)) return facts;
    const holder = await findNameElsewhere(args.service, facts.component.id, ask, reads);
    return holder ? { ...facts, nameHolder: holder.name } : facts;
  },

  plan(args, facts: AliasFacts, ask) {
    const port = findPort(facts, args);
    if (isProblem(port)) return port;
    const wanted = { alias: args.alias, name: args.service ?? port.k8sServiceName };
    const named = namePort(facts, args.port);
    const isSo = port.portAlias === wanted.alias && port.k8sServiceName === wanted.name;
    const asked = args.service === undefined || facts.ports.every((each) => each.k8sServiceName === wanted.name);
    if (isSo && asked) return { already: portChangeMsg.aliasAlready({ ...named, ...wanted }) };
    const refusal = refuseByRegion(facts, ask) ?? refuseNames(facts, port, wanted);
    if (refusal) return refusal;
    return {
      ...planOnPort(facts, args.port),
      title: titleOfRenaming(facts, port, wanted),
      rows: renamedRows(facts, port, wanted),
      steps: [aliasStep(portPlace(facts, ask, args.port), facts, port, wanted)],
      warnings: warningsOfRenaming(facts, port, wanted),
      undo: undoRenaming(facts, port, wanted),
    };
  },

  done(plan, facts) {
    const port = portOf(plan, facts.ports);
    if (!port) return [];
    const renamed = { ...namePort(facts, port.containerPort), alias: port.portAlias };
    return [
      port.isInnerService
        ? portChangeMsg.doneAlias({ ...renamed, name: port.k8sServiceName })
        : portChangeMsg.doneAliasOnly(renamed),
    ];
  },

  /** The region renames the variables before it refuses a name (docs/platform.md#aliases). */
  leftover(plan, step, facts) {
    const [before, after] = [plan.steps[step]?.before, plan.steps[step]?.after].map(
      (state) => PortState.safeParse(state).data?.alias,
    );
    if (!before || !after || before === after || !portOf(plan, facts.ports)?.isInnerService) return undefined;
    return { says: [portChangeMsg.refusedAfterRenaming({ before: variablesOf(before), after: variablesOf(after) })] };
  },
});

function refuseNames(facts: AliasFacts, port: Port, wanted: WantedAlias): Problem | undefined {
  const holder = facts.ports.find((each) => each !== port && each.portAlias === wanted.alias);
  if (holder) return invalid('alias', portChangeMsg.aliasTaken({ alias: wanted.alias, port: holder.containerPort }));
  if (facts.nameHolder !== undefined)
    return invalid('service', portChangeMsg.nameTaken({ name: wanted.name, component: facts.nameHolder }));
  if (SERVICE_NAME.test(wanted.name)) return undefined;
  return invalid('service', portChangeMsg.nameNeeded({ port: port.containerPort, name: wanted.name }));
}

function titleOfRenaming(facts: ComponentFacts, port: Port, { alias, name }: WantedAlias): Text {
  const which = { ...namePort(facts, port.containerPort), alias };
  if (port.portAlias === alias) return portChangeMsg.nameTitle({ component: which.component, name });
  const renames = facts.ports.some(({ k8sServiceName }) => k8sServiceName !== name);
  return renames ? portChangeMsg.aliasAndNameTitle({ ...which, name }) : portChangeMsg.aliasTitle(which);
}

function renamedRows(facts: ComponentFacts, port: Port, { alias, name }: WantedAlias): Plan['rows'] {
  const old = port.portAlias;
  const row = (what: Text, before: string, after: string) => ({
    what,
    before: textOrNone(before),
    after: verbatim(after),
  });
  return present([
    row(portMsg.alias(), old, alias),
    old !== alias && port.isInnerService && row(portMsg.environment(), old && variablesOf(old), variablesOf(alias)),
    ...(sharesName(facts)
      ? [row(portMsg.everyName(), port.k8sServiceName, name)]
      : facts.ports.map((each) => row(portMsg.nameOfPort({ port: each.containerPort }), each.k8sServiceName, name))),
  ]);
}

function sharesName({ ports }: ComponentFacts): boolean {
  return new Set(ports.map(({ k8sServiceName }) => k8sServiceName)).size === 1;
}

/**
 * The step is verified by the port itself, because it isn't documented whether the other ports are renamed. If the port
 * itself doesn't change, the step is verified by the other ports.
 */
function aliasStep(place: PortPlace, facts: ComponentFacts, current: Port, { alias, name }: WantedAlias): Step {
  const still = current.portAlias === alias && current.k8sServiceName === name;
  const others = facts.ports.filter((each) => each !== current);
  const state = (port: Port, nameOf: (each: Port) => string): PortState => ({
    port: place.port,
    there: true,
    alias: port.portAlias,
    name: nameOf(current),
    ...(still ? { others: others.map((each) => ({ port: each.containerPort, name: nameOf(each) })) } : {}),
  });
  return {
    says: portChangeMsg.stepAlias({ port: place.port, alias, name }),
    call: updatePortCall(place, { action: 'change_port_alias', portAlias: alias, k8sServiceName: name }),
    before: state(current, (each) => each.k8sServiceName),
    after: state({ ...current, portAlias: alias }, () => name),
  };
}

function warningsOfRenaming(facts: ComponentFacts, port: Port, wanted: WantedAlias): Warning[] {
  const all = facts.ports.map(({ k8sServiceName }) => k8sServiceName);
  const lost = [...new Set(all)].filter((name) => name !== '' && name !== wanted.name);
  const losesNames = lost.length > 0;
  const names = join(lost.map(verbatim), ', ');
  const old = port.portAlias;
  const variables = { before: variablesOf(old), after: variablesOf(wanted.alias) };
  return present<Warning>([
    losesNames && interrupts(portChangeMsg.warnOldNames({ names, name: wanted.name })),
    old !== '' &&
      old !== wanted.alias &&
      port.isInnerService &&
      interrupts(
        losesNames
          ? portChangeMsg.warnVariablesAndName({ ...variables, names })
          : portChangeMsg.warnVariables(variables),
      ),
    // The effect on live routes is unknown (docs/platform.md#aliases).
    losesNames && facts.ports.some(({ isOuterService }) => isOuterService) && interrupts(portChangeMsg.warnAddresses()),
    losesNames && all.length > 1 && portChangeMsg.warnNames(),
    !all.includes(wanted.name) && interrupts(portChangeMsg.warnNameElsewhere()),
  ]);
}

function undoRenaming(facts: ComponentFacts, port: Port, wanted: WantedAlias): Plan['undo'] {
  const { containerPort, portAlias: alias, k8sServiceName: name } = port;
  if (!sharesName(facts)) return { none: portChangeMsg.undoAliasNames() };
  if (!PORT_ALIAS.test(alias) || !SERVICE_NAME.test(name))
    return { none: portChangeMsg.undoAliasInvalid({ alias, name }) };
  const given = givenPort(facts, containerPort, { alias: [alias], service: [name] });
  const label =
    wanted.name === name ? portChangeMsg.undoAlias({ alias }) : portChangeMsg.undoAliasAndName({ alias, name });
  return { proposal: { label, operation: 'port.alias', given } };
}

/** Maximum number of components for which ports are read, because more would take too long. */
const MOST = 60;
const AT_ONCE = 6;

/** Finds another component with the name, because the platform checks names too late (docs/platform.md#aliases). */
export async function findNameElsewhere(
  name: string,
  component: string,
  ask: Ask,
  reads: Reads,
): Promise<Named | undefined> {
  const { components } = await knownComponents(ask.context, reads, ask.now);
  const others = components.filter(({ id }) => id !== component).slice(0, MOST);
  for (let start = 0; start < others.length; start += AT_ONCE) {
    const some = others.slice(start, start + AT_ONCE);
    const isTaken = await Promise.all(some.map((each) => hasName(each, name, ask, reads)));
    const holder = some[isTaken.indexOf(true)];
    if (holder) return holder;
  }
  return undefined;
}

/** Checks whether a component has the name. A deleted or unreadable component counts as one without the name. */
async function hasName({ id }: Named, name: string, ask: Ask, reads: Reads): Promise<boolean> {
  const ports = await orUndefined(reads.platform.listPorts({ ...ask.context, service: id }));
  return ports?.some(({ k8sServiceName }) => k8sServiceName === name) ?? false;
}
