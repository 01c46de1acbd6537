import { isObject } from '../lenient.ts';
import { objectOf } from '../reply-envelope.ts';

/**
 * That the platform accepted a change. It proves nothing: its result has to be read
 * (docs/platform.md#operations).
 */
const accepted = { accepted: true } as const;

/** A reply that only says that it worked, or undefined when it doesn't. */
export function readAccepted(body: unknown): typeof accepted | undefined {
  return isObject(body) && typeof body.msg === 'string' ? accepted : undefined;
}

/** The same of a call that is answered without a body (docs/platform.md#instances). */
export function readEmptyReply(body: unknown): typeof accepted | undefined {
  return body === undefined || isObject(body) ? accepted : undefined;
}

/** The event under which a build runs, or undefined when the reply doesn't name it. */
export function readBuildStarted(body: unknown): { readonly eventId: string } | undefined {
  const reply = objectOf(body);
  const eventId = isObject(reply) ? reply.event_id : undefined;
  return typeof eventId === 'string' && /^[\w-]{1,64}$/.test(eventId) ? { eventId } : undefined;
}
