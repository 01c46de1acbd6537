import type { ChangeRequest } from '../../core/request/change-request.ts';
import type { Tell } from '../../core/request/transition.ts';
import { logTail } from '../../core/text/log-text.ts';
import { PlatformError } from '../../platform/errors/platform-error.ts';
import type { EngineContext } from '../engine-context.ts';
import type { NotifyResult } from '../notifier.ts';
import { eventsOf } from './read-events.ts';

/** The end of a failed event's log that is posted. */
const most = { lines: 10, characters: 2_500 } as const;

/** Posts the end of the log of an event that failed, with secrets masked; its beginning is a button away. */
export async function tellLog(
  engine: EngineContext,
  card: ChangeRequest,
  { component, name, event }: Extract<Tell, { tell: 'log' }>,
): Promise<NotifyResult> {
  const wanted = eventsOf(engine, card)?.log?.(component, event);
  const log = engine.services.operations.some(({ id }) => id === wanted?.operation) ? wanted : undefined;
  return engine.notifier.log({ card, name, text: await readTail(engine, card, event), ...(log ? { log } : {}) });
}

/** Undefined where there is no log, or it can't be read. */
async function readTail(
  engine: EngineContext,
  { id, context: { team, region } }: ChangeRequest,
  event: string,
): Promise<string | undefined> {
  try {
    const found = await engine.services.platform.readEventLog({ team, region, event });
    const { text } = logTail(found?.lines.map((line) => line.text) ?? [], most);
    return text.trim() === '' ? undefined : text;
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    engine.services.world.log.warn('the log of an event could not be read', { card: id, event, error });
    return undefined;
  }
}
