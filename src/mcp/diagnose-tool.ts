import { type Context, placeKey, placeText } from '../core/command/context.ts';
import { defined, present } from '../core/defined.ts';
import { Incident } from '../core/incident/incident.ts';
import { incidentTitle } from '../core/incident/incident-text.ts';
import { readRequests } from '../core/request/change-request.ts';
import { statusKind } from '../core/runs/component-status.ts';
import { logCause } from '../core/text/log-cause.ts';
import { eventStart } from '../operations/shared/event/event-text.ts';
import { findComponent, type Named } from '../operations/shared/find-component.ts';
import { incidentKind } from '../operations/shared/incident/incident-rows.ts';
import { readsOf, type Services } from '../operations/shared/services.ts';
import type { Component } from '../platform/component/component-reply.ts';
import type { ComponentEvent } from '../platform/event/event-reply.ts';
import { answerRequest, type Origin, prepare } from '../questions/answer-request.ts';
import { readNumbers } from '../questions/draw-chart.ts';
import type { Principal } from './agent-principal.ts';
import { changeLine, eventLine, isFailed, recentChanges } from './event-tool.ts';
import { monitoringData } from './monitoring-tool.ts';
import { maySee, requestLine } from './request-tools.ts';
import type { ToolOutcome } from './slackbot-blocks.ts';
import { unlessProblem } from './tool/tool-error.ts';
import { operationsOf, viewOf } from './tool/tool-table.ts';
import { cleanText, fitResult, type NextCall, sayText } from './tool/tool-text.ts';

const dayMs = 86_400_000;
const mostEvents = 3;
const mostLines = 8;
const mostChanges = 4;

/**
 * What is wrong with a component, as far as it can be seen at once: its state, its last events with the line of a failed
 * one that says why, what its monitoring shows of the last hour, what was changed, what is open, and what is exposed.
 * What can't be read is left out, and it is said.
 */
export async function diagnose(
  services: Services,
  principal: Principal,
  context: Context,
  typed: string,
): Promise<ToolOutcome> {
  const { owner: page } = principal;
  const origin = { person: page, channel: `D${page.id}` };
  const question = operationsOf(services.operations, 'list_requests').find((each) => viewOf(each) === '');
  const asked = { operation: question?.id ?? '', given: {}, in: placeText(context) };
  const { ask } = unlessProblem(await prepare(services, asked, origin), page);
  const found = unlessProblem(await findComponent(typed, ask, readsOf(services)), page);
  const at = { ...ask.context, service: found.id };
  /** One part that can't be read doesn't take the others away. */
  const known = <T>(reading: Promise<T>): Promise<T | undefined> =>
    reading.catch((error: unknown) => {
      services.world.log.warn('a part of a diagnosis could not be read', { error });
      return undefined;
    });
  const [component, ports, events, numbers, marks, requests, incidents] = await Promise.all([
    known(services.platform.readComponent(at)),
    known(services.platform.listPorts(at)),
    known(services.platform.listEvents({ ...at, page: 1, pageSize: 20 })),
    known(lastHour(services, origin, found, placeText(context))),
    known(recentChanges(services, ask.context, origin, found)),
    openRequests(services, principal, ask.context, found),
    openIncidents(services, principal, ask.context, found),
  ]);
  // What failed long ago, and went well since, isn't why something is wrong now.
  const isLate = (event: ComponentEvent, index: number) => index === 0 || (eventStart(event) ?? 0) > ask.now - dayMs;
  const failed = events?.events.find((event, index) => isFailed(event, ask.now) && isLate(event, index));
  const log = failed && (await known(services.platform.readEventLog({ ...ask.context, event: failed.eventId })));
  const cause = log && logCause(log.lines);
  const where = { context: placeText(context), component: found.id };
  const exposed = (ports ?? [])
    .filter(({ isOuterService }) => isOuterService)
    .map(({ containerPort }) => containerPort);
  const missing = present([
    !component && 'its state',
    !ports && 'its ports',
    !events && 'its events',
    !numbers && 'its monitoring',
    !marks && 'its changes',
  ]);
  const next: NextCall[] = present([
    failed && { tool: 'list_events', arguments: { ...where, view: 'log', event: failed.eventId } },
    numbers && { tool: 'read_monitoring', arguments: { ...where, component: [found.id], range: '6h' } },
    ...requests.slice(0, 1).map(({ request }) => ({ tool: 'get_request', arguments: { request } })),
    { tool: 'describe_changes', arguments: {} },
  ]);
  return {
    result: fitResult({
      context: placeText(context),
      says: present([
        component && `Status: ${statusKind(component.status)}.`,
        `Open incidents: ${incidents.length}. Open requests: ${requests.length}.`,
        missing.length > 0 && `Not readable now: ${missing.join(', ')}.`,
      ]),
      data: {
        component: { id: found.id, name: cleanText(found.name, 200) },
        ...(component ? stateOf(component) : {}),
        ...(numbers
          ? {
              last_hour: numbers.lines.slice(0, mostLines),
              ...defined({ findings: numbers.findings, notes: numbers.notes }),
            }
          : {}),
        ...(events ? { events: events.events.slice(0, mostEvents).map((each) => eventLine(each, ask.now, page)) } : {}),
        ...(failed && cause ? { failed_event: { event: failed.eventId, why: cleanText(cause, 300) } } : {}),
        ...(marks
          ? { changes: await Promise.all(marks.slice(0, mostChanges).map((each) => changeLine(services, each))) }
          : {}),
        ...(incidents.length > 0 ? { incidents } : {}),
        ...(requests.length > 0 ? { requests } : {}),
        ...(ports ? { ports_open_to_the_internet: exposed } : {}),
      },
      next,
    }),
  };
}

/** How it is, and how it is sized: what a proposal to scale it starts from. */
function stateOf({ status, minNode, minMemory, minCpu, serviceSource }: Component) {
  return {
    status: cleanText(status ?? '', 100),
    ...defined({ instances: minNode, memory_mib: minMemory, cpu_cores: minCpu && minCpu / 1_000 }),
    ...(serviceSource ? { source: cleanText(serviceSource, 100) } : {}),
  };
}

/** What the chart of a component shows that people get without naming a range or an item. */
async function lastHour(services: Services, origin: Origin, component: Named, place: string) {
  const [operation] = operationsOf(services.operations, 'read_monitoring');
  const request = { operation: operation?.id ?? '', given: { component: [component.id] }, in: place };
  const { result: order, context } = await answerRequest(services, request, origin);
  if (!('chart' in order) || !context) return undefined;
  const viewer = { zone: 'UTC', lang: 'en', channel: origin.channel } as const;
  const numbers = await readNumbers(services, { order, context, viewer });
  return 'problem' in numbers ? undefined : monitoringData(numbers.summary, 'UTC', 'unsteady');
}

async function openRequests(services: Services, principal: Principal, context: Context, component: Named) {
  const open = readRequests(await services.store.cards.open({ placeKey: placeKey(context) }));
  const allowed = [{ context, channels: [], isNamedByPolicy: false }];
  const lines: ReturnType<typeof requestLine>[] = [];
  for (const card of open)
    if (
      (card.plan.locks ?? [card.plan.component]).includes(component.id) &&
      (await maySee(services, principal, allowed, card))
    )
      lines.push(requestLine(card, principal.owner));
  return lines;
}

/** Incidents that are going on, of channels that the owner is in. */
async function openIncidents({ store, people }: Services, { owner }: Principal, context: Context, component: Named) {
  const stored = await store.records.list(incidentKind, { placeKey: placeKey(context), isOpen: true });
  const lines: { readonly since: string; readonly what: string }[] = [];
  for (const { body } of stored) {
    const incident = Incident.safeParse(body).data;
    if (!incident) continue;
    const isAbout =
      incident.component?.id === component.id || incident.lines.some((each) => each.component?.id === component.id);
    if (!isAbout || (await people.actor(owner, incident.channel)).inChannel !== true) continue;
    lines.push({ since: new Date(incident.opened).toISOString(), what: sayText(incidentTitle(incident), owner) });
  }
  return lines;
}
