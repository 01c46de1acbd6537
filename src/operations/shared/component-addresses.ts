import { defined } from '../../core/defined.ts';
import type { Component } from '../../platform/component/component-reply.ts';
import type { GatewayRules } from '../../platform/gateway/gateway-reply.ts';
import type { Port } from '../../platform/port/port-reply.ts';

/** An address of a component, the port behind it where that is known, and whether it is open. */
export interface AddressState {
  readonly address: string;
  readonly port?: number;
  /** Undefined when neither rule nor name tells. */
  readonly open?: boolean;
}

/**
 * Tells the addresses of a component apart: the platform also lists those of closed ports
 * (docs/platform.md#components). By the app's rules where they can be read; else by the number in a default domain
 * (`alias-8080-team.…`); else, when only one port could be meant, by that.
 */
export function addressesOf(
  component: Pick<Component, 'accessInfos' | 'serviceAlias' | 'serviceId'>,
  ports: readonly Port[],
  rules?: GatewayRules,
): readonly AddressState[] {
  return component.accessInfos.map((address) => {
    const port = portByRule(address, component.serviceId, rules) ?? portByName(address, component, ports);
    const found = ports.find(({ containerPort }) => containerPort === port);
    const open = found?.isOuterService ?? (ports.some((each) => each.isOuterService) ? undefined : false);
    return { address, ...defined({ port, open }) };
  });
}

function portByRule(address: string, id: string, rules: GatewayRules | undefined): number | undefined {
  const bare = address.replace(/^https?:\/\//, '').replace(/\/$/, '');
  const http = rules?.http.find(
    (rule) => rule.serviceId === id && `${rule.domainName}${rule.domainPath ?? '/'}`.replace(/\/$/, '') === bare,
  );
  const tcp = rules?.tcp.find((rule) => rule.serviceId === id && rule.endPoint === bare);
  return http?.containerPort ?? tcp?.containerPort;
}

function portByName(
  address: string,
  component: Pick<Component, 'serviceAlias'>,
  ports: readonly Port[],
): number | undefined {
  const named = new RegExp(`^(?:https?://)?${RegExp.escape(component.serviceAlias)}-(\\d+)-`).exec(address);
  if (named?.[1]) return Number(named[1]);
  const only = ports.length === 1 ? ports[0] : undefined;
  return only?.containerPort;
}
