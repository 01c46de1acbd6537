import type { Part } from '../../core/command/answer.ts';
import { isProblem, type Problem, refused } from '../../core/command/problem.ts';
import { join } from '../../core/text/text.ts';
import type { ComponentEvent } from '../../platform/event/event-reply.ts';
import { defineQuestion } from '../shared/define.ts';
import { eventLines, eventOption } from '../shared/event/event-text.ts';
import { findComponent, type Named } from '../shared/find-component.ts';
import { msg as shared } from '../shared/operation-messages.ts';
import { pageButtons, pageNote, pastEnd } from '../shared/paging.ts';
import { component, page } from '../shared/shared-params.ts';
import { msg } from './event-messages.ts';

const pageSize = 10;
/** A block holds 3,000 characters (docs/slack.md#blocks): these fit with the longest messages. */
const eventsPerBlock = 5;

interface EventFacts {
  readonly component: Named;
  /** Of all pages. */
  readonly total: number;
  /** Newest first. */
  readonly events: readonly ComponentEvent[];
}

/** `/component events <component> [page=N]`: docs/platform.md#events. */
export const componentEvents = defineQuestion({
  id: 'component.events',
  tool: { name: 'list_events' },
  command: 'component',
  keywords: [['events'], ['history']],
  summary: msg.says(),
  title: msg.form(),
  examples: ['component events web', 'component events web page=2'],
  params: { component, page },
  order: ['component'],
  dialects: ['console'],

  async gather(args, ask, reads): Promise<EventFacts | Problem> {
    const found = await findComponent(args.component, ask, reads);
    if (isProblem(found)) return found;
    const { team, region, app } = ask.context;
    const at = { team, region, app, service: found.id };
    const read = await reads.platform.listEvents({ ...at, page: args.page, pageSize });
    return read ? { component: found, ...read } : refused(shared.notInApi());
  },

  answer(args, { component: each, events, total }, ask) {
    const title = msg.title({ component: each.name });
    const paging = { page: args.page, size: pageSize, total };
    if (events.length === 0) {
      const why = total > 0 ? pastEnd(paging) : msg.none({ component: each.name });
      return { title, parts: [{ part: 'line', text: why }] };
    }
    const given = { component: [each.id] };
    const withLog = events.filter(({ target }) => target !== 'pod');
    const parts: Part[] = [
      ...chunks(events).map(
        (some): Part => ({
          part: 'line',
          text: join(
            some.map((event) => eventLines(event, ask.now)),
            '\n',
          ),
        }),
      ),
      { part: 'note', text: pageNote(paging, events.length) },
      {
        part: 'select',
        label: msg.openLog(),
        operation: 'component.log',
        params: ['event'],
        given,
        options: withLog.map((event) => ({ values: [event.eventId], label: eventOption(event, ask.now) })),
      },
      {
        part: 'buttons',
        buttons: [
          { label: msg.component(), operation: 'component.show', given },
          ...pageButtons('component.events', given, paging),
        ],
      },
    ];
    return { title, parts };
  },
});

function chunks(events: readonly ComponentEvent[]): readonly (readonly ComponentEvent[])[] {
  const found: ComponentEvent[][] = [];
  for (let at = 0; at < events.length; at += eventsPerBlock) found.push(events.slice(at, at + eventsPerBlock));
  return found;
}
