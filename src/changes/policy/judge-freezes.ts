import { type FreezeInput, frozenAt, nextEdge, type Overrides } from '../../core/policy/freeze.ts';
import { exemptionsOf } from '../../core/policy/never-frozen.ts';
import type { Policy } from '../../core/policy/policy.ts';
import { exceptionRuling, type PolicyDecision } from '../../core/policy/policy-decision.ts';
import { type ChangeRequest, type FrozenRequest, readRequests } from '../../core/request/change-request.ts';
import { type Change, ruledLike } from '../../operations/shared/define.ts';
import { calendarOf } from '../../operations/shared/freeze/stored-freeze.ts';
import { applyEvent, changedBy, loadRequest } from '../apply-event.ts';
import { changeOf, type EngineContext, type EngineFeature } from '../engine-context.ts';

async function inputOf(
  engine: EngineContext,
  request: ChangeRequest,
  change: Change | undefined,
): Promise<FreezeInput> {
  const { operation, risk, context, follows, plan } = request;
  const { channel, thread } = request.shown;
  const inIncident = thread !== undefined && (await isUrgent(engine, { channel, thread, plan, context }));
  const exempt = exemptionsOf({
    freezes: change?.freezes,
    risk,
    isUndo: follows?.how === 'undo',
    inIncident,
  });
  const asker = { id: request.asker.id, groups: request.decision.ruling.askerGroups ?? [] };
  return {
    operation,
    risk,
    context,
    channel,
    asker,
    exempt,
    ...(change ? ruledLike(change) : {}),
    ...(change?.freezes ? { freezes: change.freezes } : {}),
  };
}

async function isUrgent(
  { features, services }: EngineContext,
  asked: Parameters<NonNullable<EngineFeature['isUrgent']>>[1],
) {
  for (const feature of features) if (await feature.isUrgent?.(services.store, asked)) return true;
  return false;
}

/** Returns a request's freezes at a time, and when to judge it again. The bot's requests are never frozen. */
export async function judgeFreezes(
  engine: EngineContext,
  request: ChangeRequest,
  at: number,
): Promise<{ readonly frozen?: FrozenRequest; readonly next?: number }> {
  if (request.system) return {};
  const { policy, store } = engine.services;
  const calendar = await calendarOf({ policy, records: store.records }, request.context);
  if (calendar.freezes.length === 0 && calendar.windows.length === 0) return {};
  const input = await inputOf(engine, request, changeOf(engine, request));
  const next = nextEdge(policy, calendar, input, at);
  const frozen = frozenAt(policy, calendar, input, at, overridesOf(request));
  return { frozen: frozen && asKept(policy, request.decision.ruling, frozen), next };
}

function overridesOf({ decision: { exception, breakGlass } }: ChangeRequest): Overrides {
  return { exceptions: exception?.frozen.ids ?? [], breaksGlass: breakGlass !== undefined };
}

function asKept(
  policy: Policy,
  ruling: PolicyDecision,
  { glass, exception, ...freeze }: NonNullable<ReturnType<typeof frozenAt>>,
): FrozenRequest {
  return {
    ...freeze,
    ...(glass && policy.breakGlass ? { glass: policy.breakGlass } : {}),
    ...(exception ? { exception: exceptionRuling(policy, exception, ruling) } : {}),
  };
}

export function judgedTime({ run: { planned } }: Pick<ChangeRequest, 'run'>, now: number): number {
  return planned && planned.at > now ? planned.at : now;
}

/** Judges a waiting request again. If nothing changed, returns when to judge it again; otherwise saves a timer. */
export async function judgeAgain(engine: EngineContext, id: string): Promise<number | undefined> {
  const request = (await loadRequest(engine, id))?.request;
  if (!request || (request.state !== 'proposed' && request.state !== 'scheduled')) return undefined;
  const judged = await judgeFreezes(engine, request, judgedTime(request, engine.services.world.now()));
  const applied = await applyEvent(engine, id, { event: 'freeze-judged', ...judged });
  return changedBy(applied) ? undefined : judged.next;
}

/** Judges all waiting requests again, because a freeze began or ended, or the policy file may have changed. */
export async function judgeAll(engine: EngineContext, place?: string): Promise<void> {
  const { policy, store } = engine.services;
  const open = await store.requests.open(place === undefined ? {} : { placeKey: place });
  // Without freezes or windows in the policy, only requests that are already frozen can change.
  const all = place !== undefined || policy.freezes !== undefined || policy.windows !== undefined;
  for (const request of readRequests(open)) if (all || request.decision.frozen) await judgeAgain(engine, request.id);
}
