import { z } from 'zod';
import { readJson } from '../../core/text/json.ts';
import type { Endpoint } from '../endpoint.ts';
import { jsonRead, MIB, region, service } from '../endpoint-parts.ts';
import { asInteger, asObject, asText, isObject, type ReadBy, readEntries, readerOf } from '../lenient.ts';
import { objectOf } from '../reply-envelope.ts';

/** The event's id is used in paths. `request_body` may contain secrets, so only a port's operation is read from it. */
const readEvent = readerOf(
  z.object({ event_id: z.string().regex(/^[\w-]{1,64}$/), opt_type: z.string() }),
  (named, raw) => ({
    eventId: named.event_id,
    /** `start-service`, `build-service`, `OOMKilled` and others; the list isn't complete (docs/platform.md#events). */
    optType: named.opt_type,
    /** Change that the event made to a port's access, if any. */
    access: accessIn(named.opt_type, asText(raw.request_body)),
    /** service | pod, or another text of the platform, unchanged. */
    target: asText(raw.target),
    /** Component id or pod name. */
    targetId: asText(raw.target_id),
    userName: asText(raw.user_name),
    /** success | failure; '' while the event is running. */
    status: asText(raw.status),
    /** complete | timeout, or for pods: empty | emptycomplete; '' while the event is running. */
    finalStatus: asText(raw.final_status),
    message: asText(raw.message),
    /** Epoch ms, like the next two properties. */
    createdAt: asMoment(raw.create_time),
    startedAt: asMoment(raw.start_time),
    endedAt: asMoment(raw.end_time),
  }),
);

/** Body of the region call that opens or closes a port (docs/platform.md#events). */
const AccessCall = z.object({ operation: z.enum(['open', 'close']) });

function accessIn(optType: string, body: string | undefined): 'open' | 'close' | undefined {
  if (!/^handle-service-(?:outer|inner)port$/.test(optType)) return undefined;
  return AccessCall.safeParse(readJson(body)).data?.operation;
}

export type ComponentEvent = ReadBy<typeof readEvent>;

export interface EventPage {
  readonly total: number;
  readonly events: readonly ComponentEvent[];
}

/** Log of an event. If it has no lines, there is no log, but something may have happened. */
export interface EventLog {
  /** Free text with color codes and possibly secrets. It must be masked before it is shown. */
  readonly lines: readonly string[];
}

/** Converts ISO text with an offset to epoch ms. For a running event, the text of the end is "". */
function asMoment(value: unknown): number | undefined {
  const text = asText(value);
  if (text === undefined || !/T.*(?:Z|[+-]\d\d:\d\d)$/.test(text)) return undefined;
  const moment = Date.parse(text);
  return Number.isFinite(moment) ? moment : undefined;
}

export function readEvents(body: unknown): EventPage | undefined {
  const page = asObject(objectOf(body));
  if (!Array.isArray(page?.events)) return undefined;
  const events = readEntries(page.events, readEvent);
  return events && { total: asInteger(page.total) ?? events.length, events };
}

/** Reads `logs`. It is `null` for an event without a log, and `[]` if the region failed. */
function readEventLog(body: unknown): EventLog | undefined {
  const reply = asObject(body);
  if (!reply || !('logs' in reply)) return undefined;
  const { logs } = reply;
  if (logs === null) return { lines: [] };
  if (!Array.isArray(logs)) return undefined;
  return { lines: logs.filter(isObject).map(({ message }) => asText(message) ?? '') };
}

export const eventEndpoints = {
  /** docs/platform.md#events: a `page` that isn't a number causes an internal error in the console. */
  listEvents: {
    ...jsonRead,
    path: `${service}/events`,
    query: ['page', 'page_size'],
    reply: { console: 'bare', read: readEvents },
  },
  /** docs/platform.md#event-logs: the console doesn't check which team an event belongs to. Build logs are long. */
  readEventLog: {
    ...jsonRead,
    maxBytes: 32 * MIB,
    path: `${region}/events/{event}/logs`,
    reply: { console: 'bare', read: readEventLog },
  },
} as const satisfies { readonly [id: string]: Endpoint };
