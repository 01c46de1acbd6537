import { z } from 'zod';
import { readJson } from '../../core/text/json.ts';
import { asInteger, asObject, asText, isObject, type ReadBy, readEntries, readerOf } from '../lenient.ts';
import { objectOf } from '../reply-envelope.ts';

/** An event as it comes. Its id goes into paths. `request_body` may hold secrets: only a port's operation is read. */
const readEvent = readerOf(
  z.object({ event_id: z.string().regex(/^[\w-]{1,64}$/), opt_type: z.string() }),
  (named, raw) => ({
    eventId: named.event_id,
    /** `start-service`, `build-service`, `OOMKilled`, …: open-ended (docs/platform.md#events). */
    optType: named.opt_type,
    /** What was done to a port's access, if it was that. */
    access: accessIn(named.opt_type, asText(raw.request_body)),
    /** service | pod; other text as it came. */
    target: asText(raw.target),
    /** The component's id, or the pod's name. */
    targetId: asText(raw.target_id),
    /** `system` for the platform itself. */
    userName: asText(raw.user_name),
    /** success | failure; '' while it runs. */
    status: asText(raw.status),
    /** complete | timeout, of pods empty | emptycomplete; '' while it runs. */
    finalStatus: asText(raw.final_status),
    message: asText(raw.message),
    /** Epoch ms, as are the next two. */
    createdAt: asMoment(raw.create_time),
    startedAt: asMoment(raw.start_time),
    endedAt: asMoment(raw.end_time),
  }),
);

/** The call to the region that opens or closes access to a port (docs/platform.md#events). */
const AccessCall = z.object({ operation: z.enum(['open', 'close']) });

function accessIn(optType: string, body: string | undefined): 'open' | 'close' | undefined {
  if (!/^handle-service-(?:outer|inner)port$/.test(optType)) return undefined;
  return AccessCall.safeParse(readJson(body)).data?.operation;
}

/** Something that was done to a component, or happened to one of its pods (console only). */
export type ComponentEvent = ReadBy<typeof readEvent>;

/** A page of a component's events, newest first; `total` counts all pages. */
export interface EventPage {
  readonly total: number;
  readonly events: readonly ComponentEvent[];
}

/** The log of an event. No lines means that there is no log, not that nothing happened. */
export interface EventLog {
  /** Free text with color codes that may hold secrets: never shown as it is. */
  readonly lines: readonly string[];
}

/** ISO text with its offset, as epoch ms. The time of an end that hasn't come is "". */
function asMoment(value: unknown): number | undefined {
  const text = asText(value);
  if (text === undefined || !/T.*(?:Z|[+-]\d\d:\d\d)$/.test(text)) return undefined;
  const moment = Date.parse(text);
  return Number.isFinite(moment) ? moment : undefined;
}

/** A page of a component's events, newest first, or undefined when the reply isn't one. */
export function readEvents(body: unknown): EventPage | undefined {
  const page = asObject(objectOf(body));
  if (!Array.isArray(page?.events)) return undefined;
  const events = readEntries(page.events, readEvent);
  return events && { total: asInteger(page.total) ?? events.length, events };
}

/**
 * The log of an event, or undefined when the reply isn't one. An event without a log has `null`; a region that fails,
 * `[]`.
 */
export function readEventLog(body: unknown): EventLog | undefined {
  const reply = asObject(body);
  if (!reply || !('logs' in reply)) return undefined;
  const { logs } = reply;
  if (logs === null) return { lines: [] };
  if (!Array.isArray(logs)) return undefined;
  return { lines: logs.filter(isObject).map(({ message }) => asText(message) ?? '') };
}
