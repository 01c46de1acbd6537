import type { ChangeRequest } from '../../core/request/change-request.ts';
import type { Tell } from '../../core/request/transition.ts';
import { logTail } from '../../core/text/log-text.ts';
import type { EngineContext } from '../engine-context.ts';
import type { RequestDrawn } from '../request-drawn.ts';
import { eventSpecOf, readLog } from './read-events.ts';

const max = { lines: 10, characters: 2_500 } as const;

/** Returns the last lines of a failed event's log, with secrets masked. A button opens the first lines. */
export async function drawLog(
  engine: EngineContext,
  request: ChangeRequest,
  { component, name, event, timedOut }: Extract<Tell, { tell: 'log' }>,
): Promise<RequestDrawn> {
  const wanted = eventSpecOf(engine, request)?.log?.(component, event);
  const log = engine.services.operations.some(({ id }) => id === wanted?.operation) ? wanted : undefined;
  const { text } = logTail(await readLog(engine, request, event), max);
  const shown = text.trim() === '' ? undefined : text;
  return { shows: 'log', card: request, name, text: shown, timedOut, log };
}
