import { type Context, placeKey } from '../../../core/command/context.ts';
import type { RawArgs } from '../../../core/command/params.ts';
import { type ChangeRequest, componentKeyOf } from '../../../core/request/change-request.ts';
import type {
  TemporaryAccess,
  TemporaryAccessChanges,
  TemporaryAccessEnd,
  TemporaryAccessSpec,
  Whereabouts,
} from '../../../core/request/temporary-access.ts';
import { printDuration } from '../../../core/text/duration.ts';
import { PlatformError } from '../../../platform/errors/platform-error.ts';
import type { Reason } from '../../../platform/errors/reasons.ts';
import type { Reads } from '../define.ts';
import { portGiven } from '../shared-params.ts';
import { touchedProtocol } from '../touched.ts';
import { accessMsg } from './access-messages.ts';
import { findAppOf } from './app-of-component.ts';
import {
  type AccessSide,
  isPortOf,
  isSideOpen,
  mayBeSame,
  OpenedAccess,
  openedPort,
  PortState,
  readAccess,
} from './port-state.ts';

/** So many of a component's newest events tell whether others changed its ports. */
const eventsRead = 50;

/** Temporary access to a port: what it keeps open, how that is closed, and how its closing time is moved. */
export const temporaryAccess: TemporaryAccessSpec<Reads> = {
  changes(request, { at, keeps, finished }, stored) {
    const change = keeps || finished ? accessChangeOf(request) : undefined;
    if (!change) return { put: [], ended: [] };
    const id = request.access?.id ?? request.id;
    const others = finished ? overlapping(request, change, stored) : [];
    const narrowed = others.flatMap((other) => keepOuter(request, change, other));
    const over = others.filter((other) => !narrowed.some((each) => each.id === other.id));
    const ended = endings(request, change, over);
    if (!keeps) return { put: narrowed, ended };
    const inherited = ended.length > 0 ? over.flatMap(({ access }) => access.sides) : [];
    const before = stored.find((kept) => kept.id === id);
    return { put: [...narrowed, accessOf(request, change, inherited, before, at)], ended };
  },

  close(kept) {
    const access = OpenedAccess.parse(kept.body);
    const { component, sides } = access;
    const which: RawArgs = sides.length > 1 ? { both: ['yes'] } : { side: [...sides] };
    return { operation: 'port.close', given: { component: [component], port: [openedPort(access)], ...which } };
  },

  find: (kept, context, reads, turn) => findPort(OpenedAccess.parse(kept.body), context, reads, turn),

  async isEnded({ body }, context, { platform }) {
    const access = OpenedAccess.parse(body);
    const ports = await platform.listPorts({ ...context, service: access.component });
    return (
      ports.some((each) => isPortOf(access, each)) && access.sides.every((side) => !isSideOpen(access, side, ports))
    );
  },

  async changedElsewhere({ at: began, body }, { team, region, app }, { platform }, isOurs) {
    const access = OpenedAccess.parse(body);
    const service = { team, region, app, service: access.component };
    const page = await platform.listEvents({ ...service, page: 1, pageSize: eventsRead });
    // docs/platform.md#events
    const kind = `handle-service-${access.side}port`;
    const others = (page?.events ?? []).flatMap(({ optType, status, access: did, startedAt, createdAt }) => {
      const at = optType === kind && status === 'success' ? (startedAt ?? createdAt) : undefined;
      return at !== undefined && at > began && !isOurs(at) ? [{ at, did }] : [];
    });
    // It takes two to close a port and open it again. They don't tell which port they are about.
    if (others.length < 2 || others.every(({ did }) => did === 'open')) return undefined;
    const ports = await platform.listPorts(service);
    return { at: Math.max(...others.map(({ at }) => at)), isAgain: ports.length === 1 };
  },

  lost(kept) {
    const access = OpenedAccess.parse(kept.body);
    return accessMsg.lost({ component: access.componentName ?? access.component, port: openedPort(access) });
  },

  extend(request, longer) {
    const change = accessChangeOf(request);
    if (!change || !request.access) return undefined;
    return {
      operation: 'port.until',
      given: {
        component: [request.plan.component],
        port: [openedPort({ port: change.port, ...protocolOf(request, change) })],
        side: [change.opens.includes('outer') ? 'outer' : 'inner'],
        for: [printDuration(longer)],
        longer: ['yes'],
      },
    };
  },
};

function protocolOf({ plan }: ChangeRequest, { port }: AccessChange): Pick<OpenedAccess, 'protocol'> {
  return { protocol: touchedProtocol(plan, port) };
}

type Other = TemporaryAccess & { readonly access: OpenedAccess };

/**
 * Temporary access to the same port that has a side in common with what this request opens or closes. External access needs
 * internal access: an internal side that would have to close while this request keeps the external one is among it.
 */
function overlapping(
  request: ChangeRequest,
  change: AccessChange,
  stored: readonly TemporaryAccess[],
): readonly Other[] {
  return stored.flatMap((kept) => {
    const access = readAccess(kept);
    if (access?.component !== request.plan.component || access.port !== change.port) return [];
    if (kept.card === request.id) return [];
    if (!mayBeSame(access.protocol, protocolOf(request, change).protocol)) return [];
    if (request.system && request.follows?.card === kept.card) return [];
    const common = access.sides.some((side) => change.opens.includes(side) || change.closes.includes(side));
    const outlived = request.access === undefined || request.access.until >= kept.until;
    const under = change.opens.includes('outer') && access.sides.includes('inner') && outlived;
    return common || under ? [{ ...kept, access }] : [];
  });
}

/**
 * Temporary access of both sides whose internal side this request leaves open longer, or without an end: the external one keeps its
 * time. Internal access cannot end before external access does, so a shorter time goes for both.
 */
function keepOuter(
  request: ChangeRequest,
  { opens }: AccessChange,
  { access, ...kept }: Other,
): readonly TemporaryAccess[] {
  const left = access.sides.filter((side) => !opens.includes(side));
  const outlives = request.access === undefined || request.access.until >= kept.until;
  if (!opens.includes('inner') || !left.includes('outer') || !outlives) return [];
  return [{ ...kept, body: { ...access, side: 'outer', sides: left } satisfies OpenedAccess }];
}

/** How each of them is over: closed by hand, kept by a request without an end, or given a new closing time. */
function endings(
  request: ChangeRequest,
  change: AccessChange,
  others: readonly Other[],
): TemporaryAccessChanges['ended'] {
  const how: TemporaryAccessEnd = change.opens.length === 0 ? 'by-hand' : request.access ? 'extended' : 'kept';
  return others
    .filter(({ access }) => how !== 'by-hand' || access.sides.every((side) => change.closes.includes(side)))
    .map(({ access: _, ...kept }) => ({ access: kept, how }));
}

function accessOf(
  request: ChangeRequest,
  change: AccessChange,
  inherited: readonly AccessSide[],
  before: TemporaryAccess | undefined,
  now: number,
): TemporaryAccess {
  const known = readAccess(before);
  const planned = [...new Set([...(known?.sides ?? change.opens), ...inherited])];
  const sides = request.ended === undefined ? planned : openedBy(request, planned);
  const body: OpenedAccess = {
    component: request.plan.component,
    componentName: request.plan.componentName,
    port: change.port,
    ...protocolOf(request, change),
    side: sides.includes('outer') ? 'outer' : 'inner',
    sides,
  };
  return {
    id: request.access?.id ?? request.id,
    placeKey: placeKey(request.context),
    componentKey: componentKeyOf(request),
    card: request.id,
    by: request.asker.id,
    at: before?.at ?? now,
    until: request.access?.until ?? now,
    tries: before?.tries ?? 0,
    body,
  };
}

/** Looks for a port: an app's reading counts only if its list has the component (docs/platform.md#paths). */
async function findPort(
  access: OpenedAccess,
  context: Context,
  reads: Reads,
  turn: () => Promise<void>,
): Promise<Whereabouts> {
  const { component } = access;
  const found = await findAppOf(component, context, reads, turn);
  if (!found) return 'missing';
  const at = found === 'no-lists' ? context : found;
  const ports = await portsIn({ ...at, service: component }, reads);
  if (ports?.some((each) => isPortOf(access, each))) return { at };
  // Without the component, nothing was read: it may be moved just now.
  return ports === undefined || (ports.length === 0 && found === 'no-lists') ? 'missing' : 'gone';
}

/** The ports of a component; undefined if the app doesn't have it. */
async function portsIn(of: Parameters<Reads['platform']['listPorts']>[0], { platform }: Pick<Reads, 'platform'>) {
  try {
    return await platform.listPorts(of);
  } catch (error) {
    if (error instanceof PlatformError && error.reason !== undefined && goneReasons.has(error.reason)) return undefined;
    throw error;
  }
}

/** What the platform says of a component that was deleted or moved (docs/platform.md#errors). */
const goneReasons: ReadonlySet<Reason> = new Set(['no-such-app', 'no-such-component', 'component-not-in-app']);

/** The sides of a port that a request opens, or closes. */
interface AccessChange {
  readonly port: number;
  readonly opens: readonly AccessSide[];
  readonly closes: readonly AccessSide[];
}

/** What a request does to a port's sides; undefined when it is about something else. */
export function accessChangeOf(request: ChangeRequest): AccessChange | undefined {
  if (request.plan.steps.length === 0) return typedChange(request);
  const moves = request.plan.steps.flatMap((step) => {
    const [before, after] = [PortState.safeParse(step.before).data, PortState.safeParse(step.after).data];
    return before && after ? [{ before, after }] : [];
  });
  const port = moves[0]?.after.port;
  if (port === undefined) return undefined;
  const opens: AccessSide[] = [];
  const closes: AccessSide[] = [];
  for (const { before, after } of moves)
    for (const side of ['inner', 'outer'] as const) {
      // A gateway rule tells of a port that is open before and after it: that opens nothing.
      if (after[side] === true && before[side] !== true) opens.push(side);
      if (after[side] === false || (before.there && !after.there)) closes.push(side);
    }
  return { port, opens, closes };
}

/** A closing time for a port that is open already, or the end of one: such a plan has no step to tell. */
function typedChange({ operation, given }: ChangeRequest): AccessChange | undefined {
  const port = portGiven(given);
  const opens = operation === 'port.open' || operation === 'port.until';
  if (!opens || port === undefined) return undefined;
  if (given.both?.[0] === 'yes') return { port, opens: ['outer', 'inner'], closes: [] };
  return { port, opens: [given.side?.[0]?.toLowerCase() === 'inner' ? 'inner' : 'outer'], closes: [] };
}

/** A plan that stopped half way has opened only what its steps did, or may have done. */
function openedBy(request: ChangeRequest, sides: readonly AccessSide[]): AccessSide[] {
  if (request.state === 'done') return [...sides];
  const done = request.plan.steps.filter((_, index) => ['done', 'unknown'].includes(request.steps[index]?.state ?? ''));
  const states = done.flatMap((step) => PortState.safeParse(step.after).data ?? []);
  return sides.filter((side) => states.some((state) => state[side] === true));
}
