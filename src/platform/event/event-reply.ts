import { z } from 'zod';
import { anything, asInteger, asObject, asText, isObject, readEntries } from '../lenient.ts';

import { objectOf } from '../reply-envelope.ts';

/** Something that was done to a component, or happened to one of its pods (console only). */
export interface ComponentEvent {
  readonly eventId: string;
  /** `start-service`, `build-service`, `OOMKilled`, …: open-ended (docs/platform.md#events). */
  readonly optType: string;
  /** service | pod; other text as it came. */
  readonly target: string | undefined;
  /** The component's id, or the pod's name. */
  readonly targetId: string | undefined;
  /** `system` for the platform itself. */
  readonly userName: string | undefined;
  /** success | failure; '' while it runs. */
  readonly status: string | undefined;
  /** complete | timeout, of pods empty | emptycomplete; '' while it runs. */
  readonly finalStatus: string | undefined;
  readonly message: string | undefined;
  /** Epoch ms, as are the next two. */
  readonly createdAt: number | undefined;
  readonly startedAt: number | undefined;
  readonly endedAt: number | undefined;
}

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

/**
 * An event as it comes (docs/platform.md#events). Its id goes into paths. `request_body` may hold secrets: not read.
 */
const EventReply = z
  .object({
    event_id: z.string().regex(/^[\w-]{1,64}$/),
    opt_type: z.string(),
    target: anything,
    target_id: anything,
    user_name: anything,
    status: anything,
    final_status: anything,
    message: anything,
    create_time: anything,
    start_time: anything,
    end_time: anything,
  })
  .transform(
    (raw): ComponentEvent => ({
      eventId: raw.event_id,
      optType: raw.opt_type,
      target: asText(raw.target),
      targetId: asText(raw.target_id),
      userName: asText(raw.user_name),
      status: asText(raw.status),
      finalStatus: asText(raw.final_status),
      message: asText(raw.message),
      createdAt: asMoment(raw.create_time),
      startedAt: asMoment(raw.start_time),
      endedAt: asMoment(raw.end_time),
    }),
  );

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
  const events = readEntries(page.events, EventReply);
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
