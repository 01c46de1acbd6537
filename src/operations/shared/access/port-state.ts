import * as z from 'zod';
import type { Plan, Step } from '../../../core/request/plan.ts';
import type { Port } from '../../../platform/port/port-reply.ts';

/** State of a port before or after a step. Contains only the parts that the step changes. */
export const PortState = z.object({
  port: z.number(),
  there: z.boolean(),
  protocol: z.string().optional(),
  alias: z.string().optional(),
  inner: z.boolean().optional(),
  outer: z.boolean().optional(),
  name: z.string().optional(),
  /** In-cluster names of other ports, if a step changes nothing else. */
  others: z.array(z.object({ port: z.number(), name: z.string() })).optional(),
  /** Whether a later step deletes the port. Its absence then counts as this state. */
  orGone: z.literal(true).optional(),
});
export type PortState = z.infer<typeof PortState>;

export function observePort(plan: Plan, index: number, ports: readonly Port[]): 'before' | 'after' | 'other' {
  const step = plan.steps[index];
  if (!step) return 'other';
  if (shows(step.after, ports)) return 'after';
  return shows(step.before, ports) ? 'before' : 'other';
}

function shows(stored: Step['before'], ports: readonly Port[]): boolean {
  const { data: state } = PortState.safeParse(stored);
  if (!state) return false;
  const port = ports.find(({ containerPort }) => containerPort === state.port);
  if (!port) return !state.there || state.orGone === true;
  return (
    state.there &&
    isWanted(state.protocol, port.protocol) &&
    isWanted(state.alias, port.portAlias) &&
    isWanted(state.inner, port.isInnerService) &&
    isWanted(state.outer, port.isOuterService) &&
    isWanted(state.name, port.k8sServiceName) &&
    (state.others ?? []).every((each) =>
      isWanted(each.name, ports.find(({ containerPort }) => containerPort === each.port)?.k8sServiceName),
    )
  );
}

/** Returns true if nothing is wanted. */
function isWanted<T>(wanted: T | undefined, found: T | undefined): boolean {
  return wanted === undefined || wanted === found;
}

export function plannedPort(plan: Plan): number | undefined {
  return PortState.safeParse(plan.steps[0]?.after).data?.port;
}

export function portOf(plan: Plan, ports: readonly Port[]): Port | undefined {
  const number = plannedPort(plan);
  return ports.find(({ containerPort }) => containerPort === number);
}

const Side = z.enum(['outer', 'inner']);
export type AccessSide = z.infer<typeof Side>;

/** Stored part of temporary access: exactly the port and sides that were opened and will be closed. */
export const OpenedAccess = z.object({
  component: z.string(),
  componentName: z.string().optional(),
  port: z.number(),
  /** Set if another port of the component has the same number. */
  protocol: z.string().optional(),
  /** Most important side, for lists. */
  side: Side,
  sides: z.array(Side),
});
export type OpenedAccess = z.infer<typeof OpenedAccess>;

export function readAccess(kept: { readonly body?: unknown } | undefined): OpenedAccess | undefined {
  return OpenedAccess.safeParse(kept?.body).data;
}

export function isOpenIn(access: Pick<OpenedAccess, 'port' | 'protocol' | 'side'>, ports: readonly Port[]): boolean {
  return isSideOpen(access, access.side, ports);
}

export function isSideOpen(
  access: Pick<OpenedAccess, 'port' | 'protocol'>,
  side: AccessSide,
  ports: readonly Port[],
): boolean {
  return ports.some((each) => isPortOf(access, each) && (side === 'outer' ? each.isOuterService : each.isInnerService));
}

/** Checks whether two protocols may be of the same port. A protocol is undefined if the number was unique. */
export function mayBeSame(one: string | undefined, other: string | undefined): boolean {
  return one === undefined || other === undefined || one === other;
}

export function openedPort({ port, protocol }: Pick<OpenedAccess, 'port' | 'protocol'>): string {
  return protocol === undefined ? String(port) : `${port}/${protocol}`;
}

/** Compares the protocol only if the number isn't unique. */
export function isPortOf(access: Pick<OpenedAccess, 'port' | 'protocol'>, port: Port): boolean {
  return port.containerPort === access.port && mayBeSame(access.protocol, port.protocol);
}

/** Stored state of a rule, enough to find it in a list of rules or addresses. */
export const RuleState = z.object({
  kind: z.enum(['http', 'tcp']),
  there: z.boolean(),
  component: z.string(),
  port: z.number(),
  /** For example `https://shop.test/cart` or `203.0.113.9:30021`. */
  address: z.string(),
  domain: z.string().optional(),
  path: z.string().optional(),
  secure: z.boolean().optional(),
  endPoint: z.string().optional(),
  /** The platform shows it for end points on all addresses. */
  tcpdomain: z.string().optional(),
  /** Earlier rules of this port and domain, by id or address. A new rule belongs to the step, of any protocol. */
  known: z.array(z.string()).optional(),
  /** External access of the port. Creating a rule may open it, and leave it open if the rule is refused. */
  portOpen: z.boolean(),
});
export type RuleState = z.infer<typeof RuleState>;

export function ruleOf(plan: Plan): RuleState | undefined {
  return RuleState.safeParse(plan.steps[0]?.after).data;
}
