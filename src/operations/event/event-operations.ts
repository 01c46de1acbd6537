import type { AskButton, Part } from '../../core/command/answer.ts';
import { placeKey } from '../../core/command/context.ts';
import { flag, ok, optional, wrong } from '../../core/command/params.ts';
import { isProblem, type Problem, refused } from '../../core/command/problem.ts';
import { present } from '../../core/defined.ts';
import type { Ask } from '../../core/operation.ts';
import { changerOf, readRequests } from '../../core/request/change-request.ts';
import { isMoving } from '../../core/runs/moving-status.ts';
import { logTail, wholeLog } from '../../core/text/log-text.ts';
import { join, type Text } from '../../core/text/text.ts';
import type { ComponentEvent } from '../../platform/event/event-endpoints.ts';
import { plain } from '../operation-catalog.ts';
import { pageButtons, pageNote, pastEnd, selectOne } from '../shared/answer/paging.ts';
import { componentStatus } from '../shared/component/component-format.ts';
import { defineQuestion, type Operation, type Reads } from '../shared/define.ts';
import { eventLines, eventOption, eventOutcome, hasUsefulLog, whatOf } from '../shared/event/event-text.ts';
import { hasFollowed } from '../shared/event/request-changes.ts';
import { repeatsText } from '../shared/event/trouble-text.ts';
import { findComponent, type Named } from '../shared/find-component.ts';
import { sharedMsg } from '../shared/operation-messages.ts';
import { channelAccess } from '../shared/place/channel-access.ts';
import { component, page } from '../shared/shared-params.ts';
import { eventMsg } from './event-messages.ts';

const pageSize = 10;
/** Number of events per block. With the longest messages, they fit into its 3,000 characters (docs/slack.md#blocks). */
const eventsPerBlock = 5;

/** `/component events <component> [page=N]`: docs/platform.md#events. */
export const componentEvents = defineQuestion({
  id: 'component.events',
  tool: { name: 'list_events' },
  command: 'component',
  keywords: [['events'], ['history']],
  summary: eventMsg.says(),
  title: eventMsg.form(),
  examples: ['component events web', 'component events web page=2'],
  params: { component, page },
  order: ['component'],
  dialects: ['console'],

  async gather(args, ask, reads) {
    const component = await findComponent(args.component, ask, reads);
    if (isProblem(component)) return component;
    const at = { ...ask.context, service: component.id };
    const [page, detail] = await Promise.all([
      reads.platform.listEvents({ ...at, page: args.page, pageSize }),
      args.page === 1 ? reads.soon(() => reads.platform.readComponent(at)) : undefined,
    ]);
    if (!page) return refused(sharedMsg.notInApi());
    const moving = isMoving(detail?.status) ? componentStatus(detail) : undefined;
    return { component, ...page, moving, requesters: await requestersOf(page.events, ask, reads) };
  },

  answer(args, { component: each, events, total, moving, requesters }, ask) {
    const title = eventMsg.title({ component: each.name });
    const paging = { page: args.page, size: pageSize, total };
    if (events.length === 0) {
      const why = total > 0 ? pastEnd(paging) : eventMsg.none({ component: each.name });
      return { title, parts: [{ part: 'line', text: why }] };
    }
    const given = { component: [each.id] };
    const withLog = events
      .filter(({ target }) => target !== 'pod')
      .map((event) => [event.eventId, eventOption(event, ask.now)] as const);
    const isWritten = events.find(({ target }) => target !== 'pod')?.status === 'success';
    const parts: Part[] = [
      ...(moving && isWritten ? [{ part: 'line' as const, text: eventMsg.stillMoving({ status: moving }) }] : []),
      ...blocksOf(
        events.map((event, index) =>
          eventLines(event, ask.now, {
            repeats: repeatsOf(event, events.slice(0, index), events),
            requester: requesters.get(event.eventId),
          }),
        ),
      ),
      { part: 'note', text: pageNote(paging, events.length) },
      selectOne(eventMsg.openLog(), { operation: 'component.log', param: 'event', given }, withLog),
      {
        part: 'buttons',
        buttons: [
          { label: eventMsg.component(), operation: 'component.show', given },
          ...pageButtons('component.events', given, paging),
        ],
      },
    ];
    return { title, parts };
  },
});

const maxRequests = 100;

/** Returns who asked Portolan for events, by their ids. Requests of private channels aren't disclosed. */
async function requestersOf(
  events: readonly ComponentEvent[],
  ask: Ask,
  reads: Reads,
): Promise<ReadonlyMap<string, string>> {
  const access = channelAccess(ask, reads);
  const found = new Map<string, string>();
  for (const request of readRequests(await reads.requests.ran(placeKey(ask.context), maxRequests))) {
    const own = events.filter(({ eventId }) => hasFollowed(request, eventId));
    const who = changerOf(request)?.name;
    if (own.length === 0 || who === undefined || !(await access.mayPost(request.shown.channel))) continue;
    for (const { eventId } of own) found.set(eventId, who);
  }
  return found;
}

/** Returns how often the newest event of its kind is listed. @param newer events listed before it */
function repeatsOf(
  event: ComponentEvent,
  newer: readonly ComponentEvent[],
  events: readonly ComponentEvent[],
): Text | undefined {
  const { optType, target } = event;
  const isNewest = !newer.some((each) => each.optType === optType);
  return isNewest && target === 'pod' ? repeatsText(events, optType, Number.POSITIVE_INFINITY) : undefined;
}

function blocksOf(events: readonly Text[]): readonly Part[] {
  const starts = events.keys().filter((at) => at % eventsPerBlock === 0);
  return [...starts].map((at) => ({ part: 'line', text: join(events.slice(at, at + eventsPerBlock), '\n') }));
}

const maxShown = { lines: 40, characters: 3_000 };
/** Limits of the search for a given event. The default event is searched on the first page only. */
const eventsPerPage = 100;
const maxPages = 5;

/** `/component log <component> [event]`: docs/platform.md#event-logs. */
export const componentLog = defineQuestion({
  id: 'component.log',
  tool: { name: 'list_events', view: 'log' },
  command: 'component',
  keywords: [['log'], ['logs']],
  summary: eventMsg.logSays(),
  title: eventMsg.logForm(),
  examples: ['component log web'],
  params: {
    component,
    event: optional<string>(
      eventMsg.event(),
      (typed) => (/^[\w-]{4,64}$/.test(typed) ? ok(typed.toLowerCase()) : wrong(eventMsg.eventWrong({ typed }))),
      { hint: eventMsg.eventHint() },
    ),
    whole: flag(eventMsg.whole(), 'whole', { input: 'hidden', keyword: () => undefined }),
  },
  order: ['component', 'event'],
  dialects: ['console'],

  async gather(args, ask, reads) {
    const component = await findComponent(args.component, ask, reads);
    if (isProblem(component)) return component;
    const event = await findEvent(args.event, component, ask, reads);
    if (isProblem(event)) return event;
    if (!event) return { component, lines: [] };
    // Use only an id from the component's list, because the platform would show the log of any event of the region.
    const log = await reads.platform.readEventLog({ ...ask.context, event: event.eventId });
    if (!log) return refused(sharedMsg.notInApi());
    return { component, event, lines: log.lines };
  },

  answer(args, { component: each, event, lines }, ask) {
    const title = eventMsg.logTitle({ component: each.name });
    if (!event) return { title, parts: [{ part: 'line', text: eventMsg.none({ component: each.name }) }] };
    const about: Part = { part: 'line', text: eventLines(event, ask.now) };
    const buttons: Part = { part: 'buttons', buttons: logButtons(each, event, lines, ask) };
    if (lines.length === 0) return { title, parts: [about, { part: 'line', text: eventMsg.noLog() }, buttons] };
    if (args.whole) {
      const what = whatOf(event);
      const name = `${each.alias}-${event.optType}-${event.eventId.slice(0, 8)}.log`.replace(/[^\w.-]+/g, '-');
      return {
        title,
        share: false,
        parts: [about, { part: 'line', text: eventMsg.fileSent() }, { part: 'note', text: eventMsg.masked() }],
        files: [{ name, title: eventMsg.fileTitle({ component: each.name, what }), content: wholeLog(lines) }],
      };
    }
    const { text, before } = logTail(lines, maxShown);
    const shown = text.split('\n').length;
    const count =
      before > 0 ? eventMsg.lastLines({ shown, total: before + shown }) : eventMsg.allLines({ total: shown });
    return {
      title,
      parts: [
        about,
        ...(eventOutcome(event, ask.now) === 'succeeded'
          ? [{ part: 'line', text: eventMsg.noContainerLog() } as const]
          : []),
        { part: 'preformatted', text },
        { part: 'note', text: count },
        { part: 'note', text: eventMsg.masked() },
        buttons,
      ],
    };
  },
});

/** Finds the component's event with the typed id; without an id, the newest event with a useful log. */
async function findEvent(
  typed: string | undefined,
  component: Named,
  ask: Ask,
  reads: Reads,
): Promise<ComponentEvent | undefined | Problem> {
  const events: ComponentEvent[] = [];
  for (let page = 1; page <= maxPages; page += 1) {
    const at = { ...ask.context, service: component.id };
    const listed = await reads.platform.listEvents({ ...at, page, pageSize: eventsPerPage });
    if (!listed) return refused(sharedMsg.notInApi());
    events.push(...listed.events);
    const exact = events.find(({ eventId }) => eventId === typed);
    if (exact) return exact;
    if (typed === undefined || listed.events.length === 0 || events.length >= listed.total) break;
  }
  if (typed !== undefined) return pickEvent(typed, component, events, ask);
  return events.find(hasUsefulLog) ?? events[0];
}

export function pickEvent(
  typed: string,
  component: Pick<Named, 'id' | 'name'>,
  events: readonly ComponentEvent[],
  ask: Ask,
): ComponentEvent | Problem {
  const matches = events.filter(({ eventId }) => eventId.startsWith(typed));
  const [only] = matches;
  if (only && matches.length === 1) return only;
  if (matches.length === 0)
    return refused(eventMsg.unknownEvent({ typed, component: component.name, count: events.length }), [
      { label: eventMsg.allEvents(), operation: 'component.events', given: { component: [component.id] } },
    ]);
  const label = (event: ComponentEvent) => plain(eventOption(event, ask.now), ask.person.lang, ask.person.zone);
  return {
    problem: 'ambiguous',
    param: 'event',
    typed,
    why: eventMsg.severalEvents({ typed, count: matches.length }),
    choices: matches.map((event) => ({ value: event.eventId, label: label(event) })),
  };
}

function logButtons(each: Named, event: ComponentEvent, lines: readonly string[], ask: Ask): readonly AskButton[] {
  const given = { component: [each.id], event: [event.eventId] };
  return present([
    lines.length > 0 && { label: eventMsg.wholeLog(), operation: 'component.log', given: { ...given, whole: ['yes'] } },
    eventOutcome(event, ask.now) === 'running' && { label: eventMsg.refresh(), operation: 'component.log', given },
    { label: eventMsg.allEvents(), operation: 'component.events', given: { component: [each.id] } },
  ]);
}

export const eventOperations: readonly Operation[] = [componentEvents, componentLog];
