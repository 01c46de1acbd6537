import { type Context, placeKey } from '../../core/command/context.ts';
import type { AlreadySo } from '../../core/operation.ts';
import { lockKeys, lockKeysOf, readRequests } from '../../core/request/change-request.ts';
import type { Plan } from '../../core/request/plan.ts';
import { shortId } from '../../core/request/request-id.ts';
import { type Text, verbatim } from '../../core/text/text.ts';
import { changeMsg } from '../change-messages.ts';
import type { EngineContext } from '../engine-context.ts';

type PlannedOrNot = { readonly plan: Plan } | { readonly locks?: readonly string[] } | object;

/**
 * Returns why a plan that awaits events can't begin: one of its components is still followed for another request. That
 * request's leases are already released, so other changes, such as closing a port, can run.
 */
export async function refuseWhileFollowed(
  engine: EngineContext,
  request: { readonly context: Context; readonly id?: string },
  planned: PlannedOrNot,
): Promise<Text | undefined> {
  const keys = new Set(lockKeys(request.context, lockedBy(planned)));
  if (keys.size === 0) return undefined;
  const running = await engine.services.store.requests.running();
  for (const changeRequest of readRequests(running.map((each) => each.request))) {
    if (changeRequest.id === request.id || !awaitsEvents(changeRequest.plan)) continue;
    if (!lockKeysOf(changeRequest).some((key) => keys.has(key))) continue;
    const { title } = changeRequest.plan;
    return changeRequest.shown.link === undefined
      ? changeMsg.stillRunning({ title })
      : changeMsg.stillRunningAt({ title, link: { link: changeRequest.shown.link, label: changeMsg.itsCard() } });
  }
  return undefined;
}

function lockedBy(planned: PlannedOrNot): readonly string[] {
  if ('plan' in planned) {
    const { plan } = planned;
    return awaitsEvents(plan) ? [...(plan.locks ?? [plan.component]), ...(plan.leaves ?? [])] : [];
  }
  return 'locks' in planned && planned.locks ? planned.locks : [];
}

function awaitsEvents({ steps }: Plan): boolean {
  return steps.some(({ awaits }) => awaits !== undefined);
}

/** Returns the "already so" answer, with the pending request that may soon change the component, or undefined. */
export async function alreadyBeside(
  engine: EngineContext,
  context: Context,
  { already, locks = [] }: AlreadySo,
): Promise<AlreadySo | undefined> {
  const keys = new Set(lockKeys(context, locks));
  if (keys.size === 0) return undefined;
  for (const request of readRequests(await engine.services.store.requests.open({ placeKey: placeKey(context) }))) {
    if (request.system || !awaitsEvents(request.plan) || !lockKeysOf(request).some((key) => keys.has(key))) continue;
    const label = verbatim(shortId(request.id));
    const other = request.shown.link === undefined ? label : { link: request.shown.link, label };
    return { already: changeMsg.alreadyBeside({ already, other, title: request.plan.title }) };
  }
  return undefined;
}
