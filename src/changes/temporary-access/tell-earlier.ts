import { readRequests } from '../../core/request/change-request.ts';
import { applyEvent, changedBy, loadRequest } from '../apply-event.ts';
import type { EngineContext } from '../engine-context.ts';

/** Among so many of the newest requests those are looked for whose closing time one of them has moved. */
const looked = 200;

/** Tells earlier requests, whose closing time this one had moved, how it ended: their cards link to it. */
export async function tellEarlier(engine: EngineContext, id: string): Promise<void> {
  const later = (await loadRequest(engine, id))?.request.access;
  if (!later?.how) return;
  for (const { id: earlier, access } of readRequests(await engine.services.store.requests.recent(looked))) {
    if (access?.how !== 'extended' || access.later?.request !== id) continue;
    const told = await applyEvent(engine, earlier, { event: 'later-ended', access: later });
    // What was closed for good is so for every request before it; what was moved once more keeps its own pointer.
    if (changedBy(told)) await tellEarlier(engine, earlier);
  }
}
