import { exposes, type Leftover, type Plan, type Warning } from '../../core/request/plan.ts';
import { verbatimList } from '../../core/text/joined.ts';
import type { Text } from '../../core/text/text.ts';
import type { Port } from '../../platform/port/port-reply.ts';
import { PortState } from '../shared/access/port-state.ts';
import { type ComponentFacts, givenPort } from '../shared/change-facts.ts';
import { addressesOfPort, kindOf, lacksNodePort } from '../shared/port-addresses.ts';
import { openMsg } from './port-open-messages.ts';

/** Node ports behave otherwise than rules say: docs/platform.md#opening-and-closing. */

/** Whether a port is reached by a node port, not by the gateway. */
function usesNodePort({ protocol }: Port): boolean {
  return kindOf(protocol) === 'tcp' && !lacksNodePort(protocol);
}

/** The node ports of a port that may stay open once it is closed: before 6.7.4, where two names differ. */
function mayStayOpen(facts: ComponentFacts, port: Port): readonly string[] {
  const differ = port.k8sServiceName !== '' && port.k8sServiceName !== facts.component.alias;
  return usesNodePort(port) && differ ? addressesOfPort(facts, port.containerPort, 'tcp') : [];
}

/** That closing a port may leave its node port open. */
export function warnsOfClosing(facts: ComponentFacts, port: Port): readonly Warning[] {
  const left = mayStayOpen(facts, port);
  if (left.length === 0) return [];
  const names = { name: port.k8sServiceName, alias: facts.component.alias };
  return [exposes(openMsg.warnMayAnswer({ ...names, addresses: verbatimList(left) }))];
}

/** What a plan that closes a port keeps of it. */
export function keepsClosing(facts: ComponentFacts, port: Port): Pick<Plan, 'mayAnswer'> {
  const addresses = [...mayStayOpen(facts, port)];
  return addresses.length > 0 ? { mayAnswer: { port: port.containerPort, addresses, once: 'closed' } } : {};
}

/** What is said once a port was closed whose node port may answer. */
export function doneClosing({ mayAnswer }: Plan): readonly Text[] {
  if (mayAnswer?.once !== 'closed') return [];
  return [openMsg.doneMayAnswer({ addresses: verbatimList(mayAnswer.addresses) })];
}

/** What a plan that opens a port keeps of it, should the region refuse that. */
export function keepsOpening(facts: ComponentFacts, port: Port): Pick<Plan, 'mayAnswer'> {
  const addresses = [...addressesOfPort(facts, port.containerPort, 'tcp')];
  return usesNodePort(port) ? { mayAnswer: { port: port.containerPort, addresses, once: 'refused' } } : {};
}

/** What a refused opening has changed all the same: the node port is made before its rule. */
export function leftoverOfOpening(plan: Plan, step: number, facts: ComponentFacts): Leftover | undefined {
  const { mayAnswer } = plan;
  const { data: state } = PortState.safeParse(plan.steps[step]?.after);
  if (mayAnswer?.once !== 'refused' || state?.outer !== true) return undefined;
  const { port, addresses } = mayAnswer;
  return {
    says: [
      addresses.length > 0
        ? openMsg.refusedMayBeOpen({ addresses: verbatimList(addresses) })
        : openMsg.refusedMayBeOpenSomewhere(),
      openMsg.deleteAndAdd({ port }),
    ],
    offer: {
      label: openMsg.offerDeleteToAdd(),
      operation: 'port.delete',
      given: givenPort(facts, port, { close: ['yes'] }),
    },
  };
}

/** That opening a port again may be refused: since 6.9.6, where another port of the component has a node port too. */
export function warnsOfReopening(facts: ComponentFacts, port: Port): readonly Text[] {
  const other = facts.ports.find(
    (each) =>
      each !== port &&
      usesNodePort(each) &&
      (each.isOuterService || addressesOfPort(facts, each.containerPort, 'tcp').length > 0),
  );
  if (!other || !usesNodePort(port)) return [];
  return [openMsg.warnReopening({ port: port.containerPort, other: other.containerPort })];
}
