import type { ChartOrder } from '../core/command/answer.ts';
import type { Context } from '../core/command/context.ts';
import type { Ask } from '../core/operation.ts';
import { readRequest } from '../core/request/change-request.ts';
import { eventOutcome, eventPerson, eventStart, whatOf } from '../operations/shared/event/event-text.ts';
import type { Named } from '../operations/shared/find-component.ts';
import type { Services } from '../operations/shared/services.ts';
import type { ComponentEvent } from '../platform/event/event-endpoints.ts';
import { type Origin, prepare } from '../questions/answer-request.ts';
import { type ChangesFound, changeMarks } from '../questions/change-marks.ts';
import { unlessProblem } from './tool/tool-error.ts';
import { operationsOf, viewOf } from './tool/tool-table.ts';
import { type AgentPage, cleanText, isoTime, sayText } from './tool/tool-text.ts';

const dayMs = 86_400_000;
const longestMessage = 200;

export function eventLine(event: ComponentEvent, now: number, page: AgentPage) {
  const at = eventStart(event);
  const took = at === undefined || event.endedAt === undefined ? undefined : Math.round((event.endedAt - at) / 1_000);
  return {
    event: event.eventId,
    at: at === undefined ? undefined : isoTime(at),
    what: sayText(whatOf(event), page),
    outcome: eventOutcome(event, now),
    took_seconds: took,
    by: cleanText(eventPerson(event) ?? 'the platform', 100),
    ...(event.message ? { message: cleanText(event.message, longestMessage) } : {}),
  };
}

export function isFailed(event: ComponentEvent, now: number): boolean {
  const outcome = eventOutcome(event, now);
  return outcome === 'failed' || outcome === 'timedOut' || outcome === 'ongoing';
}

/** Prepares any question, because only its place and person are used. @throws ToolError if it can't be asked */
export async function askAbout(services: Services, place: string | undefined, origin: Origin): Promise<Ask> {
  const question = operationsOf(services.operations, 'list_requests').find((each) => viewOf(each) === '');
  const request = { operation: question?.id ?? '', given: {}, in: place };
  return unlessProblem(await prepare(services, request, origin), origin.person).ask;
}

export async function recentChanges(
  services: Services,
  context: Context,
  { person, channel }: Origin,
  component: Named | undefined,
): Promise<ChangesFound['marks']> {
  const seconds = Math.floor(services.world.now() / 1_000);
  const order: ChartOrder = {
    chart: true,
    range: { last: dayMs },
    start: seconds - dayMs / 1_000,
    end: seconds,
    step: 60,
    outerOnly: false,
    privately: true,
    components: component && [component],
  };
  const { marks } = await changeMarks(services, { order, context, viewer: { lang: person.lang, channel } });
  return marks.toReversed();
}

export async function changeLine(
  { store }: Services,
  { time, since, what, who, request }: ChangesFound['marks'][number],
) {
  const agent = readRequest(request === undefined ? undefined : await store.requests.get(request))?.agent?.name;
  return {
    at: isoTime((since ?? time) * 1_000),
    what: cleanText(what),
    by: who && cleanText(who, 100),
    agent: agent && cleanText(agent, 100),
    request,
  };
}
