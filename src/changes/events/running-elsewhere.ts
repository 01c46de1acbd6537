import { ChangeRequest, lockKeysOf } from '../../core/request/change-request.ts';
import type { Plan } from '../../core/request/plan.ts';
import type { Text } from '../../core/text/text.ts';
import { msg } from '../change-messages.ts';
import type { EngineContext } from '../engine-context.ts';

/**
 * Why a plan whose events are awaited can't begin: another request is still followed on one of its components. Their
 * leases are free by then, so that others, such as closing a port, go on.
 */
export async function refuseWhileFollowed(
  engine: EngineContext,
  request: { readonly context: ChangeRequest['context']; readonly plan: Plan; readonly id?: string },
): Promise<Text | undefined> {
  if (!awaitsEvents(request.plan)) return undefined;
  const keys = new Set(lockKeysOf(request));
  for (const { card: stored } of await engine.services.store.cards.running()) {
    const { data: card } = ChangeRequest.safeParse(stored.body);
    if (!card || card.id === request.id || !awaitsEvents(card.plan)) continue;
    if (!lockKeysOf(card).some((key) => keys.has(key))) continue;
    const { title } = card.plan;
    return card.link === undefined
      ? msg.stillRunning({ title })
      : msg.stillRunningAt({ title, link: { link: card.link, label: msg.itsCard() } });
  }
  return undefined;
}

function awaitsEvents({ steps }: Plan): boolean {
  return steps.some(({ awaits }) => awaits !== undefined);
}
