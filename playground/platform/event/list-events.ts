import type { Json } from '../../../src/core/text/json.ts';
import { regionTime, utcTime } from '../console-time.ts';
import { locateComponent, locatePlace } from '../locate.ts';
import { pageNumber } from '../page-number.ts';
import { bare, PlatformRefusal } from '../platform-answer.ts';
import { askRegion, regionAnswer, regionFault } from '../region-call.ts';
import { param, type SimulatedCall, type SimulatedOperation } from '../simulated-call.ts';
import type { Region, SimulatedEvent, SimulatedWorld } from '../simulated-world.ts';

/** GET events, sorted by start time as text (docs/platform.md#events). The page is returned as requested. */
export const listEvents: SimulatedOperation = (world, call) => {
  const { team, region, component } = locateComponent(world, call);
  const where = 'openapi/views/apps/apps.py:459 get';
  const page = pageNumber(call.query.get('page'), 1, where);
  const size = pageNumber(call.query.get('page_size'), 10, where);
  const rows = size <= 0 ? 10 : size;
  const from = (Math.max(1, page) - 1) * rows;
  const path = `/v2/events?target=service&target-id=${component.id}&page=${page}&size=${size}`;
  tellRegion(region, call, path);
  const events = eventsOf(world, component.id, call);
  const shown = events.slice(from, from + rows).map((event) => eventJson(event, team.id, call.now));
  return { world, answer: bare({ page, page_size: size, total: events.length, events: shown }) };
};

function tellRegion(region: Region, call: SimulatedCall, path: string): void {
  const request = { method: 'GET', path };
  if (call.lifecycle.eventsUnreadable) {
    const fault = { kind: 'answers', status: 500, body: { msg: 'get log error' } } as const;
    throw new PlatformRefusal(regionAnswer(region, fault, request));
  }
  askRegion(region, call, request);
}

/** Time until an ended event disappears if events vanish, in ms. */
const VANISHES = 4_000;

/** Returns the listed events of a component: newest first, unless their time zones differ. */
function eventsOf(
  world: SimulatedWorld,
  componentId: string,
  { now, lifecycle }: SimulatedCall,
): readonly SimulatedEvent[] {
  const { eventsVanish } = lifecycle;
  return world.events
    .filter((event) => event.componentId === componentId && event.startedAt <= now && event.listedFrom <= now)
    .filter(({ goneFrom }) => goneFrom === undefined || goneFrom > now)
    .filter(({ endsAt }) => !eventsVanish || endsAt === null || endsAt + VANISHES > now)
    .map((event, index) => ({ event, index, text: startText(event) }))
    .sort((a, b) => (a.text === b.text ? b.index - a.index : a.text < b.text ? 1 : -1))
    .map(({ event }) => event);
}

function startText({ startedAt, utc }: SimulatedEvent): string {
  return utc ? utcTime(startedAt) : regionTime(startedAt);
}

/** Pod events that only watch a probe have a separate state (docs/platform.md#event-states). */
const WATCHED: readonly string[] = ['ReadinessUnhealthy', 'LivenessRestart', 'StartupProbeFailure'];

function podState(event: SimulatedEvent, ended: boolean): { readonly status: string; readonly final_status: string } {
  if (WATCHED.includes(event.optType) && !ended) return { status: 'checking', final_status: 'running' };
  return { status: event.status, final_status: ended ? (event.endedAs ?? 'emptycomplete') : 'empty' };
}

function eventJson(event: SimulatedEvent, teamId: string, now: number): Json {
  const ended = event.endsAt !== null && event.endsAt <= now;
  const hasOutcome = ended || event.pod !== null;
  const own = { status: ended ? event.status : '', final_status: ended ? 'complete' : event.timedOut ? 'timeout' : '' };
  const { status, final_status } = event.pod === null ? own : podState(event, ended);
  return {
    event_id: event.id,
    user_name: event.userName,
    end_time: ended && event.endsAt !== null ? regionTime(event.endsAt) : '',
    target: event.pod === null ? 'service' : 'pod',
    opt_type: event.optType,
    target_id: event.pod ?? event.componentId,
    service_id: event.pod === null ? '' : event.componentId,
    status,
    request_body: event.requestBody,
    create_time: startText(event),
    final_status,
    start_time: startText(event),
    syn_type: '0',
    message: hasOutcome ? event.message : '',
    tenant_id: teamId,
  };
}

/**
 * GET the log of any event of any team (docs/platform.md#event-logs). Null if the event is unknown or has no log; an
 * empty list if the region fails.
 */
export const readEventLog: SimulatedOperation = (world, call) => {
  const { region } = locatePlace(world, call);
  const fault = regionFault(region, call);
  if (fault?.kind === 'answers' || call.lifecycle.eventsUnreadable) return { world, answer: bare({ logs: [] }) };
  const id = param(call, 'event');
  askRegion(region, call, { method: 'GET', path: `/v2/events/${id}/log` });
  const log = world.events.find((event) => event.id === id)?.log?.filter(({ at }) => at <= call.now) ?? [];
  const lines = log.map(({ at, text }) => ({
    message: text,
    time: regionTime(at),
    utime: Math.floor(at / 1000),
  }));
  return { world, answer: bare({ logs: lines.length === 0 ? null : lines }) };
};
