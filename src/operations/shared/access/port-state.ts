import * as z from 'zod';
import type { ChangeRequest } from '../../../core/request/change-request.ts';
import type { Plan } from '../../../core/request/plan.ts';
import type { TemporaryAccess } from '../../../core/request/temporary-access.ts';
import type { Port } from '../../../platform/port/port-endpoints.ts';

/** State of a port before or after a step. Contains only the parts that the step changes. */
export const PortState = z.object({
  port: z.number(),
  there: z.boolean(),
  protocol: z.string().optional(),
  alias: z.string().optional(),
  inner: z.boolean().optional(),
  outer: z.boolean().optional(),
  name: z.string().optional(),
  /** In-cluster names of the component's other ports, if the step changes only these names. */
  others: z.array(z.object({ port: z.number(), name: z.string() })).optional(),
  /** Whether a later step deletes the port. If so, a missing port also counts as this state. */
  orGone: z.literal(true).optional(),
});
export type PortState = z.infer<typeof PortState>;

export function plannedPort(plan: Plan): number | undefined {
  return PortState.safeParse(plan.steps[0]?.after).data?.port;
}

export function portOf(plan: Plan, ports: readonly Port[]): Port | undefined {
  const number = plannedPort(plan);
  return ports.find(({ containerPort }) => containerPort === number);
}

const Side = z.enum(['outer', 'inner']);
export type AccessSide = z.infer<typeof Side>;

/** Stored part of temporary access: the port and the sides that were opened and will be closed. */
export const OpenedAccess = z.object({
  component: z.string(),
  componentName: z.string().optional(),
  port: z.number(),
  /** Set if another port of the component has the same number. */
  protocol: z.string().optional(),
  /** Most important side, for lists. */
  side: Side,
  sides: z.array(Side),
  /** A later request closed another side, so that only a part of what was opened is left. */
  isNarrowed: z.literal(true).optional(),
  /** Request that opened the port, if a later one only gave it a closing time. */
  opener: z.string().optional(),
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

/** Checks whether two protocols can belong to the same port. If the number is unique, a protocol is undefined. */
export function mayBeSame(one: string | undefined, other: string | undefined): boolean {
  return one === undefined || other === undefined || one === other;
}

export function openedPort({ port, protocol }: Pick<OpenedAccess, 'port' | 'protocol'>): string {
  return protocol === undefined ? String(port) : `${port}/${protocol}`;
}

/** Closing time (epoch ms) of one or both sides of a port, and the time from the opening to it (ms, whole minutes). */
export interface PortTimer {
  readonly until: number;
  readonly length: number;
  readonly sides: readonly AccessSide[];
}

export function portTimers(
  stored: readonly TemporaryAccess[],
  component: string,
  { port, whichProtocol }: { readonly port: number; readonly whichProtocol?: string | undefined },
): readonly PortTimer[] {
  return stored.flatMap((access) => {
    const { until, at } = access;
    const opened = readAccess(access);
    if (opened?.component !== component || opened.port !== port) return [];
    return mayBeSame(opened.protocol, whichProtocol)
      ? [{ until, length: Math.round((until - at) / 60_000) * 60_000, sides: opened.sides }]
      : [];
  });
}

/** Returns whether a request of temporary access opened nothing: it only set a closing time, or another one. */
export function setsOnlyClosing(request: Pick<ChangeRequest, 'operation'> | undefined): boolean {
  return request?.operation === 'port.until';
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
  /** Domain that the platform shows instead of `0.0.0.0` in an end point. */
  tcpdomain: z.string().optional(),
  /** Ids or addresses of this port and domain's earlier rules. Any other rule was created by the step. */
  known: z.array(z.string()).optional(),
  /** Whether the port has external access. Creating a rule may open the port, even if the rule is refused. */
  portOpen: z.boolean(),
});
export type RuleState = z.infer<typeof RuleState>;

export function ruleOf(plan: Plan): RuleState | undefined {
  return RuleState.safeParse(plan.steps[0]?.after).data;
}

const DeletedRule = z.object({ there: z.literal(false), rule: z.string(), address: z.string() });

/** Returns the gateway rule that a plan deletes, with its id. */
export function deletedRuleOf({ steps }: Plan): z.infer<typeof DeletedRule> | undefined {
  return DeletedRule.safeParse(steps[0]?.after).data;
}
