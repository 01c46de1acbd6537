import type { Part } from '../../core/command/answer.ts';
import { isProblem, refused } from '../../core/command/problem.ts';
import { join, type Text } from '../../core/text/text.ts';
import { pageButtons, pageNote, pastEnd, selectOne } from '../shared/answer/paging.ts';
import { defineQuestion } from '../shared/define.ts';
import { eventLines, eventOption } from '../shared/event/event-text.ts';
import { findComponent } from '../shared/find-component.ts';
import { sharedMsg } from '../shared/operation-messages.ts';
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
    const page = await reads.platform.listEvents({ ...ask.context, service: component.id, page: args.page, pageSize });
    return page ? { component, ...page } : refused(sharedMsg.notInApi());
  },

  answer(args, { component: each, events, total }, ask) {
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
    const parts: Part[] = [
      ...blocksOf(events.map((event) => eventLines(event, ask.now))),
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

function blocksOf(events: readonly Text[]): readonly Part[] {
  const starts = events.keys().filter((at) => at % eventsPerBlock === 0);
  return [...starts].map((at) => ({ part: 'line', text: join(events.slice(at, at + eventsPerBlock), '\n') }));
}
