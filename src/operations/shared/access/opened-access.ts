import { type Context, placeKey } from '../../../core/command/context.ts';
import type { RawArgs } from '../../../core/command/params.ts';
import { type ChangeRequest, componentKeyOf } from '../../../core/request/change-request.ts';
import type { Plan } from '../../../core/request/plan.ts';
import type {
  AccessPlace,
  TemporaryAccess,
  TemporaryAccessChanges,
  TemporaryAccessEnd,
  TemporaryAccessSpec,
} from '../../../core/request/temporary-access.ts';
import { printDuration } from '../../../core/text/duration.ts';
import { listText } from '../../../core/text/joined.ts';
import { PlatformError } from '../../../platform/errors/platform-error.ts';
import type { Reason } from '../../../platform/errors/reasons.ts';
import { factsMsg } from '../change-facts-messages.ts';
import type { Reads } from '../define.ts';
import { portGiven } from '../shared-params.ts';
import { touchedPort } from '../touched.ts';
import { accessMsg } from './access-messages.ts';
import { findAppOf } from './app-of-component.ts';
import { doneClosing } from './may-answer-list.ts';
import {
  type AccessSide,
  isPortOf,
  isSideOpen,
  mayBeSame,
  OpenedAccess,
  openedPort,
  PortState,
  readAccess,
  setsOnlyClosing,
} from './port-state.ts';

/** Number of a component's newest events that are searched for port changes by other people. */
const eventsRead = 50;

interface AccessReads {
  readonly platform: Pick<Reads['platform'], 'listApps' | 'listComponents' | 'listEvents' | 'listPorts'>;
}

export const temporaryAccess: TemporaryAccessSpec<AccessReads> = {
  changes(request, { at, keeps, finished }, stored) {
    const change = keeps || finished ? accessChangeOf(request) : undefined;
    if (!change) return { put: [], ended: [] };
    const id = request.access?.id ?? request.id;
    const others = finished ? overlapping(request, change, stored) : [];
    const narrowed = others.flatMap((other) => keepOuter(request, change, other));
    const over = others.filter((other) => !narrowed.some((each) => each.id === other.id));
    const ended = endings(request, change, over);
    const rest = change.opens.length === 0 ? over.flatMap((other) => restOf(change, other)) : [];
    if (!keeps) return { put: [...narrowed, ...rest], ended, narrowed: rest };
    const before = stored.find((kept) => kept.id === id);
    return { put: [...narrowed, accessOf(request, change, over, before, at)], ended };
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
    // A port that was closed and reopened has two events. An event doesn't name the port.
    if (others.length < 2 || others.every(({ did }) => did === 'open')) return undefined;
    const ports = await platform.listPorts(service);
    return { at: Math.max(...others.map(({ at }) => at)), isAgain: ports.length === 1 };
  },

  lost(kept) {
    const access = OpenedAccess.parse(kept.body);
    return accessMsg.lost({ component: access.componentName ?? access.component, port: openedPort(access) });
  },

  names({ body }, { plan }) {
    const access = OpenedAccess.parse(body);
    const [side, ...others] = access.sides;
    const named = { port: openedPort(access), component: access.componentName ?? plan.componentName };
    if (others.length > 0) return accessMsg.both(named);
    return (side === 'inner' ? accessMsg.inner : accessMsg.outer)(named);
  },

  stopped(request, { plan }) {
    if (!setsOnlyClosing(request) || doneClosing(plan).length > 0) return undefined;
    const addresses = plan.rows.filter(({ what }) => what.key === factsMsg.address.key).map(({ before }) => before);
    return addresses.length === 0 ? undefined : listText(addresses);
  },

  left: ({ state, plan }) => (state === 'done' ? doneClosing(plan)[0] : undefined),

  extend(request, longer) {
    const change = accessChangeOf(request);
    if (!change || !request.access) return undefined;
    return {
      operation: 'port.until',
      given: {
        component: [request.plan.component],
        port: [openedPort({ port: change.port, ...protocolOf(request, change) })],
        // Of a narrowed access, only internal access is left.
        side: [change.opens.includes('outer') && !request.access.narrowed ? 'outer' : 'inner'],
        for: [printDuration(longer)],
        longer: ['yes'],
      },
    };
  },
};

function protocolOf({ plan }: ChangeRequest, { port }: AccessChange): Pick<OpenedAccess, 'protocol'> {
  return { protocol: touchedProtocol(plan, port) };
}

function touchedProtocol({ component, touches = [] }: Plan, port: number): string | undefined {
  const before = touchedPort(component, `${port}/`);
  return touches.find((each) => each.startsWith(before))?.slice(before.length);
}

type Other = TemporaryAccess & { readonly access: OpenedAccess };

/**
 * Returns temporary access to the same port if it shares a side with this request's change. Also returns access to the
 * internal side if it would end before this request's external access, which needs the internal side.
 */
function overlapping(
  request: ChangeRequest,
  change: AccessChange,
  stored: readonly TemporaryAccess[],
): readonly Other[] {
  return stored.flatMap((kept) => {
    const access = readAccess(kept);
    if (access?.component !== request.plan.component || access.port !== change.port) return [];
    if (kept.request === request.id) return [];
    if (!mayBeSame(access.protocol, protocolOf(request, change).protocol)) return [];
    if (request.system && request.follows?.card === kept.request) return [];
    const common = access.sides.some((side) => change.opens.includes(side) || change.closes.includes(side));
    const outlived = request.access === undefined || request.access.until >= kept.until;
    const under = change.opens.includes('outer') && access.sides.includes('inner') && outlived;
    return common || under ? [{ ...kept, access }] : [];
  });
}

/**
 * Removes the internal side from temporary access, and keeps the external side with its end. Does so only if this
 * request keeps the internal side open at least as long, because internal access can't end before external access.
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

/** Returns what is left of temporary access after a request closed only one side. */
function restOf({ closes }: AccessChange, { access, ...kept }: Other): readonly TemporaryAccess[] {
  const [side, ...others] = access.sides.filter((each) => !closes.includes(each));
  return side === undefined ? [] : [{ ...kept, body: { ...access, side, sides: [side, ...others], isNarrowed: true } }];
}

/** Returns how each temporary access ends: closed by hand, kept without an end, or given a new closing time. */
function endings(
  request: ChangeRequest,
  change: AccessChange,
  others: readonly Other[],
): TemporaryAccessChanges['ended'] {
  const how: TemporaryAccessEnd = change.opens.length === 0 ? 'by-hand' : request.access ? 'extended' : 'kept';
  const isReopened = change.opens.includes('outer');
  return (
    others
      .filter(({ access }) => how !== 'by-hand' || access.sides.every((side) => change.closes.includes(side)))
      // A reopened port isn't an extension of what a person closed. The new access takes over what was left.
      .map(({ access, ...kept }) =>
        access.isNarrowed && isReopened ? { access: kept, how: 'by-hand', isTakenOver: true } : { access: kept, how },
      )
  );
}

function accessOf(
  request: ChangeRequest,
  change: AccessChange,
  replaced: readonly Other[],
  before: TemporaryAccess | undefined,
  now: number,
): TemporaryAccess {
  const access = readAccess(before);
  const planned = [...new Set([...(access?.sides ?? change.opens), ...replaced.flatMap((each) => each.access.sides)])];
  const sides = request.run.ended === undefined ? planned : openedBy(request, planned);
  const side = sides.includes('outer') ? 'outer' : 'inner';
  const earlier = replaced.find((each) => each.access.sides.includes(side));
  const body: OpenedAccess = {
    component: request.plan.component,
    componentName: request.plan.componentName,
    port: change.port,
    ...protocolOf(request, change),
    side,
    sides,
    opener: setsOnlyClosing(request) ? (earlier?.access.opener ?? earlier?.request) : undefined,
  };
  return {
    id: request.access?.id ?? request.id,
    placeKey: placeKey(request.context),
    componentKey: componentKeyOf(request),
    request: request.id,
    by: request.asker.id,
    at: before?.at ?? now,
    until: request.access?.until ?? now,
    tries: before?.tries ?? 0,
    body,
  };
}

/** Finds a port. An app's reply counts only if the app's list has the component (docs/platform.md#paths). */
async function findPort(
  access: OpenedAccess,
  context: Context,
  reads: AccessReads,
  turn: () => Promise<void>,
): Promise<AccessPlace> {
  const { component } = access;
  const located = await findAppOf(component, context, reads, turn);
  if (!located) return 'missing';
  const at = located === 'no-lists' ? context : located;
  const ports = await portsIn({ ...at, service: component }, reads);
  if (ports?.some((each) => isPortOf(access, each))) return { at };
  // An answer without the component proves nothing, because the component may be moving to another app.
  return ports === undefined || (ports.length === 0 && located === 'no-lists') ? 'missing' : 'gone';
}

/** Returns undefined if the app doesn't have the component. */
async function portsIn(component: Parameters<AccessReads['platform']['listPorts']>[0], { platform }: AccessReads) {
  try {
    return await platform.listPorts(component);
  } catch (error) {
    if (error instanceof PlatformError && error.reason !== undefined && goneReasons.has(error.reason)) return undefined;
    throw error;
  }
}

/** Errors for a component that was deleted or moved (docs/platform.md#errors). */
const goneReasons: ReadonlySet<Reason> = new Set(['no-such-app', 'no-such-component', 'component-not-in-app']);

interface AccessChange {
  readonly port: number;
  readonly opens: readonly AccessSide[];
  readonly closes: readonly AccessSide[];
}

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
      // A gateway rule also names a port that was already open. Such a rule doesn't open the port.
      if (after[side] === true && before[side] !== true) opens.push(side);
      if (after[side] === false || (before.there && !after.there)) closes.push(side);
    }
  return { port, opens, closes };
}

/** Reads the change from the request's parameters, because the plan of a new closing time has no steps. */
function typedChange({ operation, given }: ChangeRequest): AccessChange | undefined {
  const port = portGiven(given);
  const opens = operation === 'port.open' || operation === 'port.until';
  if (!opens || port === undefined) return undefined;
  if (given.both?.[0] === 'yes') return { port, opens: ['outer', 'inner'], closes: [] };
  return { port, opens: [given.side?.[0]?.toLowerCase() === 'inner' ? 'inner' : 'outer'], closes: [] };
}

/** Returns the sides that were opened. If a plan stopped early, only its completed or uncertain steps count. */
function openedBy(request: ChangeRequest, sides: readonly AccessSide[]): AccessSide[] {
  if (request.state === 'done') return [...sides];
  const done = request.plan.steps.filter((_, index) =>
    ['done', 'unknown'].includes(request.run.steps[index]?.state ?? ''),
  );
  const states = done.flatMap((step) => PortState.safeParse(step.after).data ?? []);
  return sides.filter((side) => states.some((state) => state[side] === true));
}
