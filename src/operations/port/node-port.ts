import { exposes, type Plan, type Warning } from '../../core/request/plan.ts';
import { verbatimList } from '../../core/text/joined.ts';
import type { Text } from '../../core/text/text.ts';
import type { Port } from '../../platform/port/port-endpoints.ts';
import type { ComponentFacts } from '../shared/change-facts.ts';
import { addressesOfPort, kindOf, lacksNodePort } from '../shared/port-addresses.ts';
import { openMsg } from './port-open-messages.ts';

/** Checks whether a port has a node port. These don't follow gateway rules: docs/platform.md#opening-and-closing. */

function usesNodePort({ protocol }: Port): boolean {
  return kindOf(protocol) === 'tcp' && !lacksNodePort(protocol);
}

/** Returns node ports that closing may leave open: before platform 6.7.4, if the port's name isn't the alias. */
function mayStayOpen(facts: ComponentFacts, port: Port): readonly string[] {
  const differ = port.k8sServiceName !== '' && port.k8sServiceName !== facts.component.alias;
  return usesNodePort(port) && differ ? addressesOfPort(facts, port.containerPort, 'tcp') : [];
}

export function warnsOfClosing(facts: ComponentFacts, port: Port): readonly Warning[] {
  const left = mayStayOpen(facts, port);
  if (left.length === 0) return [];
  const names = { name: port.k8sServiceName, alias: facts.component.alias };
  return [exposes(openMsg.warnMayAnswer({ ...names, addresses: verbatimList(left) }))];
}

export function keepsClosing(facts: ComponentFacts, port: Port): Pick<Plan, 'mayAnswer'> {
  const addresses = [...mayStayOpen(facts, port)];
  return addresses.length > 0 ? { mayAnswer: { port: port.containerPort, addresses, once: 'closed' } } : {};
}

/** Returns data for a plan that opens a port. It is needed if the region refuses the opening. */
export function keepsOpening(facts: ComponentFacts, port: Port): Pick<Plan, 'mayAnswer'> {
  const addresses = [...addressesOfPort(facts, port.containerPort, 'tcp')];
  return usesNodePort(port) ? { mayAnswer: { port: port.containerPort, addresses, once: 'refused' } } : {};
}

/** Warns that reopening may be refused: on platforms from 6.9.6, if another port of the component has a node port. */
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
