import { readRequests } from '../../core/request/change-request.ts';
import { applyEvent, changedBy, loadCard } from '../apply-event.ts';
import type { EngineContext } from '../engine-context.ts';

/** Among so many of the newest requests those are looked for whose closing time one of them has moved. */
const looked = 200;

/** Tells earlier requests, whose closing time this one had moved, how it ended: their cards link to it. */
export async function tellEarlier(engine: EngineContext, id: string): Promise<void> {
  const later = (await loadCard(engine, id))?.card.timed;
  if (!later?.how) return;
  for (const { id: earlier, timed } of readRequests(await engine.services.store.cards.recent(looked))) {
    if (timed?.how !== 'extended' || timed.later?.request !== id) continue;
    const told = await applyEvent(engine, earlier, { event: 'later-ended', timed: later });
    // What was closed for good is so for every request before it; what was moved once more keeps its own pointer.
    if (changedBy(told)) await tellEarlier(engine, earlier);
  }
}
