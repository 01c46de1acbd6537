import { applyEvent, loadRequest } from '../apply-event.ts';
import type { EngineContext } from '../engine-context.ts';
import { recheckFree } from '../execute.ts';
import { recheckDecisions } from '../policy/recheck-decisions.ts';

/**
 * Looks at a scheduled request some time before it runs: a plan that differs, or a decision that doesn't count any more,
 * is told while people can still decide. What can't be read now is looked at again at its time.
 */
export async function lookAhead(engine: EngineContext, id: string): Promise<undefined> {
  const card = (await loadRequest(engine, id))?.request;
  if (card?.state !== 'scheduled') return;
  const voided = await recheckDecisions(engine, card);
  if (voided === 'later') return;
  if (voided) {
    await applyEvent(engine, id, voided);
    return;
  }
  const found = await recheckFree(engine, card);
  if (found !== 'later') await applyEvent(engine, id, { event: 'looked', found });
}

/** Starts a scheduled request whose time has come. @returns when to come again, if its time was moved */
export async function beginScheduled(engine: EngineContext, id: string): Promise<number | undefined> {
  const card = (await loadRequest(engine, id))?.request;
  if (card?.state !== 'scheduled' || !card.planned) return undefined;
  const { at } = card.planned;
  if (engine.services.world.now() < at) return at;
  await applyEvent(engine, id, { event: 'begin' });
  engine.kick();
  return undefined;
}
