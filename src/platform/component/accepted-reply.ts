import { isObject } from '../lenient.ts';
import { objectOf } from '../reply-envelope.ts';

/**
 * That the platform accepted a change. It proves nothing: its result has to be read
 * (docs/platform.md#operations).
 */
export interface ChangeAccepted {
  readonly accepted: true;
}

/** The event under which a build runs. */
export interface BuildStarted {
  readonly eventId: string;
}

const accepted: ChangeAccepted = { accepted: true };

/** A reply that only says that it worked, or undefined when it doesn't. */
export function readAccepted(body: unknown): ChangeAccepted | undefined {
  return isObject(body) && typeof body.msg === 'string' ? accepted : undefined;
}

/** The same of a call that is answered without a body (docs/platform.md#instances). */
export function readEmptyReply(body: unknown): ChangeAccepted | undefined {
  return body === undefined || isObject(body) ? accepted : undefined;
}

/** The event of a build, or undefined when the reply doesn't name it. */
export function readBuildStarted(body: unknown): BuildStarted | undefined {
  const reply = objectOf(body);
  const eventId = isObject(reply) ? reply.event_id : undefined;
  return typeof eventId === 'string' && /^[\w-]{1,64}$/.test(eventId) ? { eventId } : undefined;
}
