import { placeKey } from '../../core/command/context.ts';
import { defined } from '../../core/defined.ts';
import { type ChangeRequest, readRequests } from '../../core/request/change-request.ts';
import { touchSame } from '../../core/request/plan.ts';
import { type AuditActor, portolanActor } from '../../core/request/transition.ts';
import { setsOnlyClosing } from '../../operations/shared/access/port-state.ts';
import { applyEvent, changedBy, loadRequest, newestRequests } from '../apply-event.ts';
import type { EngineContext } from '../engine-context.ts';

/** Tells the other requests about the end of a request's temporary access. */
export async function tellEnd(engine: EngineContext, id: string): Promise<void> {
  await tellEarlier(engine, id);
  const opened = (await loadRequest(engine, id))?.request;
  if (opened) await withdrawExtensions(engine, opened);
}

/** Returns the earlier requests that point to this one, because it changed their closing time or what they opened. */
async function requestsMovedBy(engine: EngineContext, id: string): Promise<readonly ChangeRequest[]> {
  return (await newestRequests(engine)).filter(({ access }) => access?.later?.request === id);
}

/** If this request moved earlier requests' closing time, reports the access's end on their cards, which link to it. */
async function tellEarlier(engine: EngineContext, id: string): Promise<void> {
  const ended = (await loadRequest(engine, id))?.request;
  const later = ended?.access;
  if (!ended || !later) return;
  if (later.narrowed) await tellNarrowed(engine, ended, later.narrowed.by);
  if (!later.how) return;
  const isMoved = later.how === 'extended' || later.how === 'kept';
  const mover = isMoved && later.later && (await loadRequest(engine, later.later.request))?.request;
  const next = mover || ended;
  const actor = isMoved ? next.asker : (later.by ?? ended.asker);
  for (const { id: earlier, access, asker } of await requestsMovedBy(engine, id)) {
    if (access?.how !== 'extended' && !access?.narrowed) continue;
    const applied = await applyEvent(engine, earlier, {
      event: 'later-ended',
      access: later,
      next: { request: next.id, ...defined({ link: next.shown.link }) },
      actor: { id: actor.id, name: actor.name },
      isTold: asker.id === ended.asker.id,
    });
    // A final close applies to all earlier requests. A request with a closing time moved again keeps its pointer.
    if (changedBy(applied)) await tellEarlier(engine, earlier);
  }
}

/** Tells the cards of earlier requests that a request hasn't kept the closing time that it set for them. */
export async function tellNotClosed(engine: EngineContext, id: string): Promise<void> {
  for (const { id: earlier, access } of await requestsMovedBy(engine, id)) {
    if (access?.how !== 'extended') continue;
    const applied = await applyEvent(engine, earlier, { event: 'later-not-closed' });
    if (changedBy(applied)) await tellNotClosed(engine, earlier);
  }
}

/** Tells the cards of requests that only the rest of their access is open, if this request moved their closing time. */
async function tellNarrowed(engine: EngineContext, { id, asker }: ChangeRequest, by?: AuditActor): Promise<void> {
  for (const earlier of await requestsMovedBy(engine, id)) {
    if (earlier.access?.how !== 'extended') continue;
    const isTold = earlier.asker.id === asker.id;
    const applied = await applyEvent(engine, earlier.id, { event: 'narrowed', isTold, ...defined({ by }) });
    if (changedBy(applied)) await tellNarrowed(engine, earlier, by);
  }
}

/** Cancels the waiting requests that would only change the closing time of access that is closed now. */
async function withdrawExtensions(engine: EngineContext, opened: ChangeRequest): Promise<void> {
  const { closed, how = 'closed' } = opened.access ?? {};
  if (!closed || how === 'extended' || how === 'reopened') return;
  const open = readRequests(await engine.services.store.requests.open({ placeKey: placeKey(opened.context) })).filter(
    (each) =>
      setsOnlyClosing(each) &&
      each.run.planned === undefined &&
      // If the closing time was removed, the access stays open and can get another one.
      (how !== 'kept' || each.given.longer !== undefined) &&
      touchSame(each.plan, opened.plan),
  );
  for (const { id, revision } of open)
    await applyEvent(engine, id, { event: 'cancel', by: portolanActor, revision, withdrawn: 'ended' });
}
