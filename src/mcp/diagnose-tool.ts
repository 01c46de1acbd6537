import { type Context, placeKey, placeText } from '../core/command/context.ts';
import { isProblem } from '../core/command/problem.ts';
import { present } from '../core/defined.ts';
import { incidentTitle } from '../core/incident/incident-title.ts';
import type { Ask } from '../core/operation.ts';
import { readRequests } from '../core/request/change-request.ts';
import { statusKind } from '../core/runs/component-status.ts';
import { logCause } from '../core/text/log-cause.ts';
import { plural, pluralForm } from '../core/text/plural.ts';
import { readMayAnswer, stillClosed } from '../operations/shared/access/may-answer-list.ts';
import { eventStart } from '../operations/shared/event/event-text.ts';
import { findComponent, type Named } from '../operations/shared/find-component.ts';
import { incidentRecords } from '../operations/shared/incident/incident-rows.ts';
import { addressedRules } from '../operations/shared/port-addresses.ts';
import { readsOf, type Services } from '../operations/shared/services.ts';
import type { Component } from '../platform/component/component-endpoints.ts';
import type { ComponentEvent } from '../platform/event/event-endpoints.ts';
import type { GatewayRules } from '../platform/gateway/gateway-endpoints.ts';
import type { Port } from '../platform/port/port-endpoints.ts';
import { answerRequest, type Origin } from '../questions/answer-request.ts';
import { readNumbers } from '../questions/draw-chart.ts';
import { type AgentContext, contextsWith } from './agent-contexts.ts';
import type { Principal } from './agent-principal.ts';
import { readContainerEnds } from './container-ends.ts';
import { askAbout, changeLine, eventLine, isFailed, recentChanges } from './event-tool.ts';
import { monitoringLines } from './monitoring-tool.ts';
import { originOf } from './read-tools.ts';
import { maySee, requestLine } from './request-tools.ts';
import type { ToolOutcome } from './slackbot-blocks.ts';
import { ToolError, unlessProblem } from './tool/tool-error.ts';
import { operationsOf } from './tool/tool-table.ts';
import { type AgentPage, cleanText, fitResult, isoTime, type NextCall, sayText } from './tool/tool-text.ts';

type Sized = Pick<Component, 'minMemory' | 'serviceSource'>;

/** Returns changes that may help, the most likely first. Planning a change shows its effects. */
export function waysOut(
  component: Sized | undefined,
  { isShort, isMoved }: { readonly isShort: boolean; readonly isMoved: boolean },
): readonly (readonly [change: string, parameters: Readonly<Record<string, string>>])[] {
  const { minMemory, serviceSource } = component ?? {};
  if (isShort && minMemory) return [['component.scale', { memory: `${2 * minMemory}MiB` }]];
  if (!isMoved) return [];
  return serviceSource === 'source_code'
    ? [
        ['component.deploy', {}],
        ['component.restart', {}],
      ]
    : [['component.restart', {}]];
}

export function wayBackText({ serviceSource }: Sized): string {
  return serviceSource === 'source_code'
    ? 'It is built from source: component.deploy takes the newest commit, and no change brings an earlier build back.'
    : 'It runs an image: component.image takes another one, such as the one before.';
}

const dayMs = 86_400_000;
const maxEvents = 3;
const maxChanges = 4;
const maxPorts = 5;

/**
 * Returns a component's state, container ends, recent events with the log line of a failure, the last hour of
 * monitoring, changes, incidents and access. Says which parts can't be read.
 */
export async function diagnose(
  services: Services,
  principal: Principal,
  context: Context,
  typed: string,
  allowed: readonly AgentContext[],
): Promise<ToolOutcome> {
  const { owner: page } = principal;
  const origin = originOf(principal);
  const ask = await askAbout(services, placeText(context), origin);
  const looked = await findComponent(typed, ask, readsOf(services));
  if (isProblem(looked) && looked.problem === 'unknown-name') {
    const others = await contextsWith(services, allowed, typed);
    if (others.length > 0) throw isElsewhere(typed, others);
  }
  const named = unlessProblem(looked, page);
  const parts = await readParts(services, principal, ask, named);
  const { component, ports, events, hour, marks, requests, incidents, ends, failed, cause, unreached, answering } =
    parts;
  const lines = hour?.lines;
  const open = (ports ?? []).filter(({ isOuterService }) => isOuterService).map(({ containerPort }) => containerPort);
  const missing = missingOf(parts);
  return {
    result: fitResult({
      context: placeText(context),
      says: present([
        component && `Status: ${statusKind(component.status)}.`,
        ends &&
          ends.restarts > 0 &&
          `Its containers restarted: ${plural(ends.restarts, 'time')} in the last 30 minutes.`,
        hour?.isMoved && 'It has changed since a change: data.last_hour says how.',
        hour?.isMoved && component && wayBackText(component),
        ...unreached.map(unreachedText),
        answering.length > 0 && `Addresses of closed ports that may still answer: ${answering.length}.`,
        `Open incidents: ${incidents.length}. Open requests: ${requests.length}.`,
        missing.length > 0 && `Not readable now: ${missing.join(', ')}.`,
      ]),
      data: {
        component: { id: named.id, name: cleanText(named.name, 200) },
        ...(component ? stateOf(component) : {}),
        ...(ends && ends.restarts > 0 ? { containers: ends } : {}),
        ...(lines ? { last_hour: lines } : {}),
        ...(events ? { events: eventGroups(events.events, ask.now, page).slice(0, maxEvents) } : {}),
        ...(failed && cause ? { failed_event: { event: failed.eventId, why: cleanText(cause, 300) } } : {}),
        ...(marks
          ? { changes: await Promise.all(marks.slice(0, maxChanges).map((each) => changeLine(services, each))) }
          : {}),
        ...(incidents.length > 0 ? { incidents } : {}),
        ...(requests.length > 0 ? { requests } : {}),
        ...(ports ? { ports_open_to_the_internet: open } : {}),
        ...(answering.length > 0 ? { may_still_answer: answering.map((each) => cleanText(each, 200)) } : {}),
      },
      next: nextCalls(parts, principal, { context: placeText(context), component: named.alias }),
    }),
  };
}

/** Reads all parts of a component's diagnosis. A part that can't be read is absent. */
async function readParts(services: Services, principal: Principal, ask: Ask, named: Named) {
  const { platform, world } = services;
  const origin = originOf(principal);
  const at = { ...ask.context, service: named.id };
  /** Turns a failed read into undefined, so that one unreadable part doesn't hide the other parts. */
  const orUndefined = <T>(reading: Promise<T>): Promise<T | undefined> =>
    reading.catch((error: unknown) => {
      world.log.warn('a part of a diagnosis could not be read', { error });
      return undefined;
    });
  const [component, ports, rules, events, hour, marks, mayAnswer, requests, incidents] = await Promise.all([
    orUndefined(platform.readComponent(at)),
    orUndefined(platform.listPorts(at)),
    orUndefined(platform.listRules(at)),
    orUndefined(platform.listEvents({ ...at, page: 1, pageSize: 20 })),
    orUndefined(lastHour(services, origin, named, placeText(ask.context))),
    orUndefined(recentChanges(services, ask.context, origin, named)),
    readMayAnswer(ask.context, readsOf(services)),
    openRequests(services, principal, ask.context, named),
    openIncidents(services, principal, ask.context, named),
  ]);
  const ends = component && (await orUndefined(readContainerEnds(services, ask.context, component)));
  // An old failure followed by a success isn't the cause of a current problem.
  const isLate = (event: ComponentEvent, index: number) => index === 0 || (eventStart(event) ?? 0) > ask.now - dayMs;
  const failed = events?.events.find((event, index) => isFailed(event, ask.now) && isLate(event, index));
  const log = failed && (await orUndefined(platform.readEventLog({ ...ask.context, event: failed.eventId })));
  const cause = log && logCause(log.lines);
  const unreached = ports && rules ? unreachedPorts(named, ports, rules) : [];
  const answering = stillClosed(mayAnswer, named.id, ports ?? []).flatMap(({ addresses }) => addresses);
  return { component, ports, events, hour, marks, requests, incidents, ends, failed, cause, unreached, answering };
}

type DiagnosedParts = Awaited<ReturnType<typeof readParts>>;

function missingOf({ component, ports, events, hour, marks }: DiagnosedParts): readonly string[] {
  return present([
    !component && 'its state',
    !ports && 'its ports',
    !events && 'its events',
    !hour?.lines && 'its monitoring',
    !marks && 'its changes',
  ]);
}

/** Returns the calls that may help next, the most likely first. */
function nextCalls(
  { component, hour, requests, ends, failed, unreached }: DiagnosedParts,
  { may }: Principal,
  where: { readonly context: string; readonly component: string },
): readonly NextCall[] {
  return present([
    failed && { tool: 'list_events', arguments: { ...where, view: 'log', event: failed.eventId } },
    ...(may === 'propose'
      ? [
          ...unreached.slice(0, 1).map((each) => planToReach(each, where)),
          ...waysOut(component, { isShort: ends?.last_ended === 'OOMKilled', isMoved: hour?.isMoved === true }).map(
            ([change, more]) => ({
              tool: 'plan_change',
              arguments: { context: where.context, change, parameters: { component: where.component, ...more } },
            }),
          ),
        ]
      : []),
    hour?.lines && { tool: 'read_monitoring', arguments: { ...where, component: [where.component], range: '6h' } },
    ...requests.slice(0, 1).map(({ request }) => ({ tool: 'get_request', arguments: { request } })),
    { tool: 'describe_changes', arguments: {} },
  ]);
}

function isElsewhere(component: string, others: readonly AgentContext[]): ToolError {
  return new ToolError('component: this context has none of this name, but another one has. It is in next.', {
    next: others.map((each) => ({
      tool: 'diagnose_component',
      arguments: { context: placeText(each.context), component },
    })),
  });
}

function stateOf({ status, minNode, minMemory, minCpu, serviceSource }: Component) {
  return {
    status: cleanText(status ?? '', 100),
    instances: minNode,
    memory_mib: minMemory,
    cpu_cores: minCpu && minCpu / 1_000,
    ...(serviceSource ? { source: cleanText(serviceSource, 100) } : {}),
  };
}

/** Groups repeated events, newest first. Keeps the ids of failed events only, because only their logs are useful. */
function eventGroups(events: readonly ComponentEvent[], now: number, page: AgentPage) {
  const groups: (Omit<ReturnType<typeof eventLine>, 'event'> & { event?: string; times?: number; since?: string })[] =
    [];
  for (const each of events) {
    const { event, ...line } = eventLine(each, now, page);
    const last = groups.at(-1);
    const isSame =
      last &&
      last.what === line.what &&
      last.outcome === line.outcome &&
      last.by === line.by &&
      last.message === line.message;
    if (isSame) Object.assign(last, { times: (last.times ?? 1) + 1, ...(line.at ? { since: line.at } : {}) });
    else groups.push({ ...(isFailed(each, now) ? { event } : {}), ...line });
  }
  return groups;
}

interface UnreachedPort {
  readonly port: number;
  readonly rules: number;
  readonly isThere: boolean;
}

function unreachedPorts({ id }: Named, ports: readonly Port[], rules: GatewayRules): readonly UnreachedPort[] {
  const own = addressedRules(rules).flatMap(({ rule: { serviceId, containerPort } }) =>
    serviceId === id && containerPort !== undefined ? [containerPort] : [],
  );
  const open = (port: number) => ports.some((each) => each.containerPort === port && each.isOuterService);
  const counts = Map.groupBy(
    own.filter((port) => !open(port)),
    (port) => port,
  );
  const unreached = [...counts].map(([port, { length }]) => ({
    port,
    rules: length,
    isThere: ports.some(({ containerPort }) => containerPort === port),
  }));
  return unreached.slice(0, maxPorts);
}

function unreachedText({ port, rules, isThere }: UnreachedPort): string {
  const lead = `${plural(rules, 'gateway rule')} ${pluralForm(rules, 'leads', 'lead')} to`;
  return isThere
    ? `Port ${port} is closed to the internet, although ${lead} it.`
    : `${lead} port ${port}, which it doesn’t have.`;
}

function planToReach({ port, isThere }: UnreachedPort, { context, component }: { context: string; component: string }) {
  const change = isThere ? 'port.open' : 'port.add';
  return { tool: 'plan_change', arguments: { context, change, parameters: { component, port } } };
}

/** Reads the chart that people get if they name no range and no item. */
async function lastHour(services: Services, origin: Origin, component: Named, place: string) {
  const [operation] = operationsOf(services.operations, 'read_monitoring');
  const request = { operation: operation?.id ?? '', given: { component: [component.id] }, in: place };
  const { result: order, context } = await answerRequest(services, request, origin);
  if (!('chart' in order) || !context) return undefined;
  const viewer = { zone: 'UTC', lang: 'en', channel: origin.channel, isAutomatic: false } as const;
  const numbers = await readNumbers(services, { order, context, viewer });
  if ('problem' in numbers) return undefined;
  const { summary } = numbers;
  return { lines: monitoringLines(summary, 'UTC'), isMoved: (summary.effects ?? []).length > 0 };
}

async function openRequests(services: Services, principal: Principal, context: Context, component: Named) {
  const open = readRequests(await services.store.requests.open({ placeKey: placeKey(context) }));
  const allowed = [{ context, channels: [], isNamedByPolicy: false }];
  const lines: ReturnType<typeof requestLine>[] = [];
  for (const request of open)
    if (
      (request.plan.locks ?? [request.plan.component]).includes(component.id) &&
      (await maySee(services, principal, allowed, request))
    )
      lines.push(requestLine(request, principal.owner));
  return lines;
}

/** Returns open incidents in the owner's channels. */
async function openIncidents({ store, people }: Services, { owner }: Principal, context: Context, component: Named) {
  const lines: { readonly since: string; readonly what: string }[] = [];
  for (const incident of await incidentRecords.bodies(store, { placeKey: placeKey(context), isOpen: true })) {
    const isAbout =
      incident.component?.id === component.id || incident.lines.some((each) => each.component?.id === component.id);
    if (!isAbout || (await people.actor(owner, incident.channel)).inChannel !== true) continue;
    lines.push({ since: isoTime(incident.opened), what: sayText(incidentTitle(incident), owner) });
  }
  return lines;
}
