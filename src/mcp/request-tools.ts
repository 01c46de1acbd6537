import type { ChangeEngine } from '../changes/change-engine-types.ts';
import { placeKey, placeText } from '../core/command/context.ts';
import { present } from '../core/defined.ts';
import { decidersText } from '../core/policy/decide.ts';
import { frozenText } from '../core/policy/frozen-text.ts';
import { type ChangeRequest, isFinal, readRequest, readRequests } from '../core/request/change-request.ts';
import { planHash } from '../core/request/plan-hash.ts';
import { isIdOf, shortId } from '../core/request/request-id.ts';
import type { Text } from '../core/text/text.ts';
import type { Services } from '../operations/shared/services.ts';
import type { AgentContext } from './agent-contexts.ts';
import type { Principal } from './agent-principal.ts';
import type { ToolOutcome } from './slackbot-blocks.ts';
import { errorOf, ToolError } from './tool/tool-error.ts';
import { type AgentPage, cleanText, fitResult, isoTime, type NextCall, sayText } from './tool/tool-text.ts';

export interface ChangeTools {
  readonly services: Services;
  readonly engine: Pick<ChangeEngine, 'plan' | 'propose' | 'withdraw'>;
  /** Aborted when the bot stops, so that no call waits any longer. */
  readonly stopping: AbortSignal;
}

const hourMs = 3_600_000;

function agentStateOf({ state, decision: { ruling, frozen } }: Pick<ChangeRequest, 'state' | 'decision'>): string {
  switch (state) {
    case 'proposed':
      if (frozen) return 'frozen';
      return ruling.need === 'approve' ? 'waiting_for_approval' : 'waiting_for_confirmation';
    case 'running':
      return 'in_progress';
    case 'unknown':
      return 'outcome_unknown';
    case 'cancelled':
      return 'canceled';
    default:
      return state;
  }
}

/** Returns a plan as data, because every part of it may contain names. */
export function planResult(request: ChangeRequest, page: AgentPage) {
  const { plan, context, risk } = request;
  const { ruling } = request.decision;
  const say = (text: Text) => sayText(text, page);
  return {
    context: placeText(context),
    risk,
    needs: ruling.need === 'approve' ? `approval of ${ruling.count}` : 'confirmation of the requester',
    ...timeResult(request),
    can_be_undone: 'proposal' in plan.undo,
    plan_hash: planHash(plan),
    data: {
      title: say(plan.title),
      rows: plan.rows.map(({ what, before, after }) => ({ what: say(what), before: say(before), after: say(after) })),
      steps: plan.steps.map((step) => say(step.says)),
      warnings: plan.warnings.map(say),
      undo: 'none' in plan.undo ? say(plan.undo.none) : say(plan.undo.proposal.label),
      can_decide: decidesText(request, page),
      ...(plan.alternatives
        ? {
            alternatives: plan.alternatives.map(({ label, operation, given }) => ({
              says: say(label),
              change: operation,
              parameters: given,
            })),
          }
        : {}),
      ...(request.reason === undefined ? {} : { reason: cleanText(request.reason, 500) }),
      ...(request.decision.frozen ? { frozen: say(frozenText(request.decision.frozen)) } : {}),
    },
  };
}

function timeResult({ decision: { frozen }, run: { planned } }: Pick<ChangeRequest, 'run' | 'decision'>) {
  const until = frozen?.until === undefined ? 'no known end' : isoTime(frozen.until);
  return { ...(planned ? { runs_at: isoTime(planned.at) } : {}), ...(frozen ? { frozen_until: until } : {}) };
}

function decidesText({ asker, decision: { ruling } }: ChangeRequest, page: AgentPage): string {
  return ruling.need === 'approve' ? sayText(decidersText(ruling), page) : cleanText(`@${asker.name}`, 100);
}

export function requestOutcome(request: ChangeRequest, page: AgentPage, says: readonly string[]): ToolOutcome {
  const { data, ...plan } = planResult(request, page);
  const state = stateResult(request, page, says);
  return { result: { ...state, ...plan, data: { ...data, ...state.data } }, shown: { request } };
}

/** Returns only the state and the decisions, for a caller that knows the plan. */
function stateOutcome(request: ChangeRequest, page: AgentPage, says: readonly string[]): ToolOutcome {
  return { result: stateResult(request, page, says), shown: { request } };
}

function stateResult(request: ChangeRequest, page: AgentPage, says: readonly string[]) {
  const { state, decision, run } = request;
  const { started, ended } = run;
  const waits = state === 'proposed';
  const final = isFinal(state);
  const decided = decisionsOf(request);
  const outcome = present([run.why, ...(run.says ?? [])]).map((text) => sayText(text, page));
  const now = (run.now ?? []).map((text) => sayText(text, page));
  const opened = request.access;
  const access =
    opened &&
    (opened.closed ? { closed: isoTime(opened.ended ?? opened.until) } : { closes_at: isoTime(opened.until) });
  const isUntouched = run.steps.every((step) => step.state === 'waiting' || step.state === 'not-sent');
  const [component] = request.given.component ?? [];
  const look = component && {
    tool: 'diagnose_component',
    arguments: { context: placeText(request.context), component: request.plan.component },
  };
  const again = { tool: 'get_request', arguments: { request: request.id, since: request.revision } };
  return {
    request: request.id,
    short_id: shortId(request.id),
    revision: request.revision,
    state: agentStateOf(request),
    final,
    until: waits ? isoTime(request.expires) : undefined,
    ended_at: ended === undefined ? undefined : isoTime(ended),
    took_seconds: started === undefined || ended === undefined ? undefined : Math.round((ended - started) / 1_000),
    link: request.shown.link,
    ...access,
    ...timeResult(request),
    says: present([
      ...says,
      waits && !decision.frozen && 'Nothing is changed until a person in Slack decides.',
      waits &&
        decision.frozen &&
        'Changes are frozen: nobody can decide this until then, and nothing runs automatically.',
      state === 'failed' && isUntouched && 'Nothing was sent to the platform: the same change can be proposed again.',
      state === 'unknown' && 'The outcome isn’t known yet. Portolan reads it again by itself.',
    ]),
    next: final ? (state === 'done' && look ? [look] : undefined) : ([again] satisfies NextCall[]),
    data: {
      ...(decided.length > 0 ? { decided } : {}),
      ...(decision.denied?.reason === undefined ? {} : { denied: cleanText(decision.denied.reason, 500) }),
      ...(outcome.length > 0 ? { outcome } : {}),
      ...(now.length > 0 ? { now } : {}),
    },
  };
}

function decisionsOf({ decision: { approvals, breakGlass, denied, cancelled, ruling } }: ChangeRequest) {
  const decisionEntry = (decision: string, { name, at }: { readonly name: string; readonly at: number }) => ({
    decision,
    by: cleanText(`@${name}`, 100),
    at: isoTime(at),
  });
  return present([
    ...approvals.map((each) => decisionEntry(ruling.need === 'approve' ? 'approved' : 'confirmed', each)),
    breakGlass && decisionEntry('used break glass', breakGlass),
    denied && decisionEntry('denied', denied),
    cancelled && decisionEntry('canceled', cancelled),
  ]);
}

const pollMs = 500;

/** Returns the state, plan revision and decisions as text. If this text changes, a caller's wait ends. */
function progressOf(request: ChangeRequest): string {
  return JSON.stringify([agentStateOf(request), request.revision, decisionsOf(request)]);
}

/** Returns a request that the owner may see. With `wait`, first waits some time for a visible change. */
export async function getRequest(
  tools: ChangeTools,
  principal: Principal,
  allowed: readonly AgentContext[],
  {
    request: typed,
    wait,
    since,
  }: { readonly request: string; readonly wait: boolean; readonly since?: number | undefined },
  gone: AbortSignal,
): Promise<ToolOutcome> {
  const { world } = tools.services;
  const first = await visibleRequest(tools.services, principal, allowed, typed);
  const end = world.now() + (wait ? principal.waitMs : 0);
  const stop = AbortSignal.any([tools.stopping, gone]);
  const isSame = (request: ChangeRequest) => progressOf(request) === progressOf(first);
  let changeRequest = first;
  // Running steps also change the stored row. Only a visible change ends the wait.
  while (!isFinal(changeRequest.state) && isSame(changeRequest) && world.now() < end && !stop.aborted) {
    await world.wait(pollMs, stop);
    changeRequest = await visibleRequest(tools.services, principal, allowed, first.id);
  }
  if (since === changeRequest.revision) return stateOutcome(changeRequest, principal.owner, []);
  if (wait && isSame(changeRequest) && !isFinal(changeRequest.state))
    return stateOutcome(changeRequest, principal.owner, ['Nothing has changed while this call waited.']);
  return requestOutcome(changeRequest, principal.owner, []);
}

/** Number of newest requests that are searched for a partial id. */
const maxLookedAt = 500;

async function visibleRequest(
  services: Services,
  principal: Principal,
  allowed: readonly AgentContext[],
  typed: string,
): Promise<ChangeRequest> {
  const id = await idOf(services, principal, allowed, typed);
  const request = readRequest(id === undefined ? undefined : await services.store.requests.get(id));
  if (request && (await maySee(services, principal, allowed, request))) return request;
  throw new ToolError(
    'request: there is no such request that you can see. Use its id, its short id, or the link of its card.',
    { next: [{ tool: 'list_requests', arguments: { mine: true, ended: true } }] },
  );
}

/** Returns a request's whole id, given the whole id, the short id on its card, or the card's link. */
async function idOf(
  services: Services,
  principal: Principal,
  allowed: readonly AgentContext[],
  typed: string,
): Promise<string | undefined> {
  const { requests } = services.store;
  const whole = typed.trim().toLowerCase();
  if (await requests.get(whole)) return whole;
  const stored = readRequests([...(await requests.open({})), ...(await requests.recent(maxLookedAt))]);
  const named = stored.filter(
    ({ id, shown: { link } }) => isIdOf(typed, id) || link === typed.trim().replace(/^<|>$/g, ''),
  );
  for (const request of named) if (await maySee(services, principal, allowed, request)) return request.id;
  return undefined;
}

/** Checks whether an agent may see a request: the agent's owner made the request, or is in the request's channel. */
export async function maySee(
  { people }: Pick<Services, 'people'>,
  { owner }: Pick<Principal, 'owner'>,
  allowed: readonly AgentContext[],
  request: ChangeRequest,
): Promise<boolean> {
  if (request.system || !allowed.some(({ context }) => placeKey(context) === placeKey(request.context))) return false;
  return request.asker.id === owner.id || (await people.actor(owner, request.shown.channel)).inChannel === true;
}

/** Withdraws a request of the same agent. */
export async function cancelRequest(
  tools: ChangeTools,
  principal: Principal,
  allowed: readonly AgentContext[],
  typed: string,
): Promise<ToolOutcome> {
  const request = await visibleRequest(tools.services, principal, allowed, typed);
  if (request.agent?.id !== principal.agent.id || request.asker.id !== principal.owner.id)
    throw new ToolError('This agent can cancel only what it has proposed itself.');
  const refusal = await tools.engine.withdraw(request.id, request.asker);
  if (refusal) throw errorOf(refusal, principal.owner, 'It can’t be canceled. data.lines says why.');
  return stateOutcome(await visibleRequest(tools.services, principal, allowed, request.id), principal.owner, []);
}

const pageSize = 20;
/** Time for which ended requests are still listed, in ms. */
const endedForMs = 24 * hourMs;

export async function listRequests(
  services: Services,
  principal: Principal,
  where: AgentContext,
  { mine, ended, page }: { readonly mine: boolean; readonly ended: boolean; readonly page: number },
) {
  const { store, world } = services;
  const open = readRequests(await store.requests.open({ placeKey: placeKey(where.context) }));
  const since = world.now() - endedForMs;
  const recent = ended ? readRequests(await store.requests.recent(maxLookedAt)) : [];
  const over = recent.filter(
    (request) =>
      isFinal(request.state) &&
      (request.run.ended ?? request.at) >= since &&
      placeKey(request.context) === placeKey(where.context),
  );
  const all: ChangeRequest[] = [];
  for (const request of [...open, ...over]) {
    if (mine && request.agent?.id !== principal.agent.id) continue;
    if (await maySee(services, principal, [where], request)) all.push(request);
  }
  const shown = all.slice((page - 1) * pageSize, page * pageSize);
  const isMore = page * pageSize < all.length;
  return fitResult({
    context: placeText(where.context),
    says: [`Requests: ${all.length}.`],
    ...(isMore ? { next_page: page + 1 } : {}),
    data: { requests: shown.map((request) => requestLine(request, principal.owner)) },
  });
}

export function requestLine(request: ChangeRequest, page: AgentPage) {
  const decided = decisionsOf(request);
  const { agent } = request;
  const { ended } = request.run;
  return {
    request: request.id,
    short_id: shortId(request.id),
    state: agentStateOf(request),
    title: sayText(request.plan.title, page),
    by: cleanText(`@${request.asker.name}`, 100),
    agent: agent && cleanText(agent.name, 100),
    asked_at: isoTime(request.at),
    ended_at: isFinal(request.state) && ended !== undefined ? isoTime(ended) : undefined,
    ...(request.state === 'proposed' ? { until: isoTime(request.expires) } : {}),
    ...(decided.length > 0 ? { decided } : {}),
    link: request.shown.link,
  };
}
