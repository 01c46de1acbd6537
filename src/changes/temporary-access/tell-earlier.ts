import { readRequests } from '../../core/request/change-request.ts';
import { applyEvent, changedBy, loadRequest } from '../apply-event.ts';
import type { EngineContext } from '../engine-context.ts';

/** Number of newest requests to search for moved closing times. */
const looked = 200;

/** If this request moved earlier requests' closing time, reports the access's end on their cards, which link to it. */
export async function tellEarlier(engine: EngineContext, id: string): Promise<void> {
  const later = (await loadRequest(engine, id))?.request.access;
  if (!later?.how) return;
  for (const { id: earlier, access } of readRequests(await engine.services.store.requests.recent(looked))) {
    if (access?.how !== 'extended' || access.later?.request !== id) continue;
    const applied = await applyEvent(engine, earlier, { event: 'later-ended', access: later });
    // A final close applies to all earlier requests. A request with a closing time moved again keeps its pointer.
    if (changedBy(applied)) await tellEarlier(engine, earlier);
  }
}
