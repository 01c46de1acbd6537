import { defined } from '../core/defined.ts';
import { changerOf } from '../core/request/change-request.ts';
import { portolanActor } from '../core/request/transition.ts';
import { closesSame, mayOvertake, overtakenBy } from '../operations/shared/access/overtaken.ts';
import { applyEvent, loadRequest, newestRequests } from './apply-event.ts';
import type { EngineContext } from './engine-context.ts';

/** Tells the cards of earlier requests what a done request did to their results: it closed a port, or deleted a rule. */
export async function tellOvertaken(engine: EngineContext, id: string): Promise<void> {
  const later = (await loadRequest(engine, id))?.request;
  if (later?.state !== 'done' || !mayOvertake(later)) return;
  const next = { request: id, ...defined({ link: later.shown.link }) };
  const ended = later.run.ended ?? later.at;
  for (const earlier of await newestRequests(engine)) {
    if (earlier.id === id || (earlier.run.ended ?? ended) > ended) continue;
    // The cards of requests before an earlier close name that close.
    if (earlier.state === 'done' && closesSame(earlier, later)) return;
    // Its undo tells its card.
    const isUndo = later.follows?.how === 'undo' && later.follows.card === earlier.id;
    const how = isUndo ? undefined : overtakenBy(later, earlier);
    const by = changerOf(later) ?? portolanActor;
    const set = defined({ until: how === 'timed' ? later.access?.until : undefined });
    if (how) await applyEvent(engine, earlier.id, { event: 'undone', by, next, how, ...set });
  }
}
