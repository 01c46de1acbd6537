import * as z from 'zod';
import type { Plan, Step } from '../../../core/request/plan.ts';
import type { Port } from '../../../platform/port/port-reply.ts';

/** What a step says of a port before or after it: only what the step changes. */
export const PortState = z.object({
  port: z.number(),
  there: z.boolean(),
  protocol: z.string().optional(),
  alias: z.string().optional(),
  inner: z.boolean().optional(),
  outer: z.boolean().optional(),
  /** In-cluster name. */
  name: z.string().optional(),
  /** In-cluster names of other ports, where a step changes nothing else. */
  others: z.array(z.object({ port: z.number(), name: z.string() })).optional(),
  /** A later step of the plan takes the port away: then its absence shows this state too. */
  orGone: z.literal(true).optional(),
});
export type PortState = z.infer<typeof PortState>;

/** Tells from the ports whether a step has happened. */
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

/** Whether what was found is what is wanted, where anything is. */
function isWanted<T>(wanted: T | undefined, found: T | undefined): boolean {
  return wanted === undefined || wanted === found;
}

/** The number of the port that a plan is about. */
export function plannedPort(plan: Plan): number | undefined {
  return PortState.safeParse(plan.steps[0]?.after).data?.port;
}

/** The port that a plan is about, as it is now; undefined when it is gone. */
export function portOf(plan: Plan, ports: readonly Port[]): Port | undefined {
  const number = plannedPort(plan);
  return ports.find(({ containerPort }) => containerPort === number);
}

const Side = z.enum(['outer', 'inner']);
export type AccessSide = z.infer<typeof Side>;

/** What temporary access keeps of a port, as it is stored: exactly what was opened and will be closed. */
export const OpenedAccess = z.object({
  component: z.string(),
  componentName: z.string().optional(),
  port: z.number(),
  /** Where another port of the component has the same number. */
  protocol: z.string().optional(),
  /** The one that matters most: shown in lists. */
  side: Side,
  sides: z.array(Side),
});
export type OpenedAccess = z.infer<typeof OpenedAccess>;

/** The port that temporary access is about; undefined if there is none, or it is about something else. */
export function readAccess(kept: { readonly body?: unknown } | undefined): OpenedAccess | undefined {
  return OpenedAccess.safeParse(kept?.body).data;
}

/** Whether any side that temporary access opened is open among these ports. */
export function isOpenIn(access: Pick<OpenedAccess, 'port' | 'protocol' | 'side'>, ports: readonly Port[]): boolean {
  return isSideOpen(access, access.side, ports);
}

/** Whether a side of the port that was opened is open among these ports. */
export function isSideOpen(
  access: Pick<OpenedAccess, 'port' | 'protocol'>,
  side: AccessSide,
  ports: readonly Port[],
): boolean {
  return ports.some((each) => isPortOf(access, each) && (side === 'outer' ? each.isOuterService : each.isInnerService));
}

/** Whether two protocols of one number are of one port: absent where the number was unique. */
export function mayBeSame(one: string | undefined, other: string | undefined): boolean {
  return one === undefined || other === undefined || one === other;
}

/** The port that was opened, as it is typed. */
export function openedPort({ port, protocol }: Pick<OpenedAccess, 'port' | 'protocol'>): string {
  return protocol === undefined ? String(port) : `${port}/${protocol}`;
}

/** Whether it is the port that was opened: by its number, and by its protocol where that isn't unique. */
export function isPortOf(access: Pick<OpenedAccess, 'port' | 'protocol'>, port: Port): boolean {
  return port.containerPort === access.port && mayBeSame(access.protocol, port.protocol);
}

/** A rule as a step stores it: enough to recognize it in a list of rules or of addresses. */
export const RuleState = z.object({
  kind: z.enum(['http', 'tcp']),
  there: z.boolean(),
  component: z.string(),
  port: z.number(),
  /** As people know it: `https://shop.test/cart`, `203.0.113.9:30021`. */
  address: z.string(),
  domain: z.string().optional(),
  path: z.string().optional(),
  secure: z.boolean().optional(),
  endPoint: z.string().optional(),
  /** How the platform shows an end point on all addresses. */
  tcpdomain: z.string().optional(),
  /**
   * Rules of this port with the same domain that were there before, by id, or by address where only addresses can be
   * read: a new one is the step's own, also where the platform made it with another protocol.
   */
  known: z.array(z.string()).optional(),
  /** External access of the port: creating a rule may open it, and leave it open when the rule is refused. */
  portOpen: z.boolean(),
});
export type RuleState = z.infer<typeof RuleState>;

/** The step of a plan as it was stored. */
export function ruleOf(plan: Plan): RuleState | undefined {
  return RuleState.safeParse(plan.steps[0]?.after).data;
}
