import { placeKey } from '../core/command/context.ts';
import { ok, type RawArgs, type Read, wrong } from '../core/command/params.ts';
import { invalid, isProblem, notAllowed, type Problem, refused } from '../core/command/problem.ts';
import { isGroupId } from '../core/command/read-person.ts';
import type { AlreadySo, Evidence, Request } from '../core/operation.ts';
import { decidersText, mayDecide, membersUnreadable } from '../core/policy/decide.ts';
import type { Policy, Rule } from '../core/policy/policy.ts';
import type { PolicyDecision } from '../core/policy/policy-decision.ts';
import { policyMsg } from '../core/policy/policy-messages.ts';
import { longestTicket, type Ticket, ticketRules } from '../core/policy/ticket.ts';
import { type ChangeRequest, lockKeysOf, readRequests, withFields } from '../core/request/change-request.ts';
import { decideBy, waitingTimers } from '../core/request/decide-request.ts';
import { concernSame, contradict, type Plan, touchSame } from '../core/request/plan.ts';
import { needsConfirmation } from '../core/request/timing/freeze-request.ts';
import { type RuledPlan, type Timer, transition } from '../core/request/transition.ts';
import { readPlannedTime } from '../core/time/planned-time.ts';
import { setsOnlyClosing } from '../operations/shared/access/port-state.ts';
import { ProfileUnreadable } from '../operations/shared/services.ts';
import { PlatformError } from '../platform/errors/platform-error.ts';
import { type Origin, type Prepared, prepare, problemOf } from '../questions/answer-request.ts';
import { retryRaces } from '../store/retry-races.ts';
import { applyEvent, loadRequest, save } from './apply-event.ts';
import type { Proposed } from './change-engine-types.ts';
import { changeMsg } from './change-messages.ts';
import type { EngineContext } from './engine-context.ts';
import { alreadyBeside, refuseWhileFollowed } from './events/running-elsewhere.ts';
import { judgedTime, judgeFreezes } from './policy/judge-freezes.ts';
import { rulePlan } from './policy/rule-plan.ts';
import { storedRequest } from './request-commit.ts';
import { temporaryAccessOf } from './temporary-access/access-changes.ts';
import { planNow } from './verify.ts';

interface Ready {
  readonly request: Request;
  readonly given: RawArgs;
  readonly origin: Origin;
  readonly prepared: Prepared;
  readonly plan: Plan;
  readonly ruled: RuledPlan;
  readonly evidence: Evidence;
  /** Time to run the request, epoch ms. */
  readonly at?: number;
  readonly ticket?: Ticket | undefined;
}

/** Plans a change, applies the policy, saves the request and posts its card. Refuses a change that can't work. */
export async function propose(
  engine: EngineContext,
  request: Request,
  origin: Origin,
  follows?: ChangeRequest['follows'],
  id?: string,
): Promise<Proposed> {
  return orProblem(engine, request, origin, async () => {
    const existing = id === undefined ? undefined : await loadRequest(engine, id);
    if (existing) return { request: existing.request, linked: false };
    const answer = await plannedCard(engine, request, origin, follows, id);
    return 'planned' in answer ? putCard(engine, answer.planned) : answer;
  });
}

export async function planOnly(
  engine: EngineContext,
  request: Request,
  origin: Origin,
): Promise<Problem | AlreadySo | { readonly planned: ChangeRequest }> {
  return orProblem(engine, request, origin, () => plannedCard(engine, request, origin));
}

async function orProblem<T>(
  engine: EngineContext,
  request: Request,
  origin: Origin,
  work: () => Promise<T>,
): Promise<T | Problem> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof PlatformError) return problemOf(engine.services, request, origin, error);
    throw error;
  }
}

async function plannedCard(
  engine: EngineContext,
  request: Request,
  origin: Origin,
  follows?: ChangeRequest['follows'],
  id?: string,
): Promise<Problem | AlreadySo | { readonly planned: ChangeRequest }> {
  const ready = await readyChange(engine, request, origin);
  if (isProblem(ready) || 'already' in ready) return ready;
  const changeRequest = await withFreeze(engine, newCard(engine, ready, follows, id));
  return { planned: withFields(changeRequest, { shown: { beside: await openBeside(engine, changeRequest) } }) };
}

async function readyChange(
  engine: EngineContext,
  request: Request,
  origin: Origin,
): Promise<Ready | Problem | AlreadySo> {
  const { services } = engine;
  const prepared = await prepare(services, request, origin);
  if (isProblem(prepared)) return prepared;
  const { operation, args, ask } = prepared;
  const at = request.at === undefined ? undefined : readPlannedTime(request.at, ask.now, origin.person.zone);
  if (at && !at.ok) return invalid('at', at.why);
  if (operation.kind !== 'change') throw new Error(`${operation.id} isn’t a change, so it can’t be proposed.`);
  const plan = await planNow(engine, { operation, args, ask: { ...ask, ...(at ? { plannedAt: at.value } : {}) } });
  const running = await refuseWhileFollowed(
    engine,
    { context: ask.context },
    isProblem(plan) || 'already' in plan ? plan : { plan },
  );
  if (running) return refused(running);
  if (isProblem(plan)) return plan;
  if ('already' in plan) return (await alreadyBeside(engine, ask.context, plan)) ?? plan;
  const ruled = await rulePlan(engine, {
    operation,
    args,
    plan,
    context: ask.context,
    elsewhere: ask.elsewhere === true,
    person: origin.person,
    channel: origin.channel,
  });
  if (isProblem(ruled)) return ruled;
  const ticket = ticketFor(services.policy, ruled.ruling, request.ticket);
  if (!ticket.ok) return invalid('ticket', ticket.why);
  const unable = await refuseAsked(engine, request.ask, ruled.ruling, origin);
  if (unable) return unable;
  const evidence = services.policy.evidence
    ? (operation.evidence ?? (ruled.risk === 'change' ? 'none' : 'before'))
    : 'none';
  const given = { ...request.given, ...operation.identify(plan) };
  return {
    request,
    given,
    origin,
    prepared,
    plan,
    ruled,
    evidence,
    at: at?.value,
    ticket: ticket.value,
  };
}

/** Refuses a change if an approver named by the requester isn't allowed to decide it. Only groups in the policy are. */
async function refuseAsked(
  { services: { people } }: EngineContext,
  asked: readonly string[] = [],
  ruling: PolicyDecision,
  { person: asker, channel }: Origin,
): Promise<Problem | undefined> {
  if (asked.length === 0) return undefined;
  if (ruling.need !== 'approve') return invalid('ask', changeMsg.askedNobody());
  const says = decidersText(ruling);
  for (const id of asked) {
    if (isGroupId(id)) {
      if (!ruling.groups.includes(id)) return invalid('ask', changeMsg.askedUnable({ who: { group: id }, says }));
      continue;
    }
    try {
      const decider = await people.actor(await people.person(id), channel);
      const verdict = mayDecide({ ruling, decider, asker: asker.id, approvals: [] });
      if (!('refusal' in verdict)) continue;
      if (verdict.canRetry) return notAllowed(verdict);
    } catch (error) {
      if (!(error instanceof ProfileUnreadable)) throw error;
      return notAllowed(membersUnreadable(error));
    }
    return invalid('ask', changeMsg.askedUnable({ who: { user: id }, says }));
  }
  return undefined;
}

/** Reads a ticket and checks it against the deciding rule's pattern. @param typed undefined if none was given */
export function ticketFor(
  { rules }: Pick<Policy, 'rules'>,
  { rule }: Pick<PolicyDecision, 'rule'>,
  typed: string | undefined,
): Read<Ticket | undefined> {
  const wanted = rule === 'default' ? undefined : rules[rule.index]?.ticket;
  const id = typed?.trim() ?? '';
  if (id === '') return wanted ? wrong(policyMsg.ticketMissing({ pattern: wanted.pattern })) : ok(undefined);
  if (id.length > longestTicket) return wrong(policyMsg.ticketLong({ most: longestTicket }));
  if (wanted && !isOf(wanted, id)) return wrong(policyMsg.ticketWrong({ typed: id, pattern: wanted.pattern }));
  const matching = wanted ?? ticketRules({ rules }).find((each) => isOf(each, id));
  return ok({ id, link: matching?.link?.replaceAll('{ticket}', encodeURIComponent(id)) });
}

function isOf({ pattern }: NonNullable<Rule['ticket']>, id: string): boolean {
  return new RegExp(`^(?:${pattern})$`, 'u').test(id);
}

function newCard(
  engine: EngineContext,
  ready: Ready,
  follows: ChangeRequest['follows'],
  requestId?: string,
): ChangeRequest {
  const { request, origin, prepared, plan, at, ticket } = ready;
  const planned = at === undefined ? undefined : { at };
  const { risk, ruling: decision, onlyGlass, undoNeeds } = ready.ruled;
  const ruling = origin.agent && decision.need === 'run' ? { ...decision, need: 'confirm' as const } : decision;
  const now = engine.services.world.now();
  const { id, name, lang, zone } = origin.person;
  return {
    v: planned ? 2 : 1,
    id: requestId ?? engine.services.world.newId(),
    revision: 1,
    state: ruling.need !== 'run' ? 'proposed' : planned ? 'scheduled' : 'approved',
    operation: request.operation,
    given: ready.given,
    asker: { id, name, lang, zone },
    agent: origin.agent,
    reason: request.reason,
    ticket,
    context: prepared.ask.context,
    risk,
    plan,
    at: now,
    expires: decideBy(ruling, planned, now),
    follows,
    decision: { asked: request.ask?.length ? request.ask : undefined, onlyGlass, undoNeeds, ruling, approvals: [] },
    run: { steps: plan.steps.map(() => ({ state: 'waiting' })), planned },
    shown: {
      evidence: ready.evidence !== 'none',
      evidenceAfter: ready.evidence === 'before-and-after' ? true : undefined,
      channel: origin.channel,
      thread: origin.thread,
    },
  };
}

/** Adds the freeze at the request's time. A frozen request waits for a decision and never runs without one. */
async function withFreeze(engine: EngineContext, request: ChangeRequest): Promise<ChangeRequest> {
  const { frozen } = await judgeFreezes(engine, request, judgedTime(request, request.at));
  return frozen ? withFields(needsConfirmation(request), { v: 2, state: 'proposed', decision: { frozen } }) : request;
}

const maxBeside = 3;

/** Finds related open requests: same port, domain, endpoint or plan, opposite plans, or both scheduled. */
export async function openBeside(
  engine: EngineContext,
  request: ChangeRequest,
): Promise<ChangeRequest['shown']['beside']> {
  const open = await engine.services.store.requests.open({ placeKey: placeKey(request.context) });
  const others = readRequests(open).filter((other) => {
    if (other.system || other.id === request.id) return false;
    return concernSame(request.plan, other.plan) || areBothPlanned(request, other);
  });
  const ends = await endsBefore(engine, request);
  if (others.length + ends.length === 0) return undefined;
  const worstFirst = others.toSorted(
    (one, other) => Number(contradict(request.plan, other.plan)) - Number(contradict(request.plan, one.plan)),
  );
  const beside = await Promise.all(worstFirst.slice(0, maxBeside).map((other) => besideOf(engine, request, other)));
  return [...ends, ...beside];
}

/** Finds temporary access that a scheduled request would close, open or give another closing time, and that ends before that. */
async function endsBefore(
  engine: EngineContext,
  request: ChangeRequest,
): Promise<NonNullable<ChangeRequest['shown']['beside']>> {
  const { planned } = request.run;
  if (!planned) return [];
  const stored = await engine.services.store.temporaryAccess.list({ placeKey: placeKey(request.context) });
  const ending = stored.filter(({ until }) => until < planned.at);
  const found = ending.map(async (access) => {
    const opened = (await loadRequest(engine, access.request))?.request;
    if (!opened || !touchSame(request.plan, opened.plan)) return [];
    const closes =
      setsOnlyClosing(request) || temporaryAccessOf(engine, opened)?.close(access).operation === request.operation;
    if (!closes && opened.operation !== request.operation) return [];
    const found = { ...(await besideOf(engine, request, opened)), at: access.until, ends: true as const };
    return [closes ? found : { ...found, reopens: true as const }];
  });
  return (await Promise.all(found)).flat();
}

function areBothPlanned(one: ChangeRequest, other: ChangeRequest): boolean {
  const keys = lockKeysOf(one);
  return (
    one.run.planned !== undefined &&
    other.run.planned !== undefined &&
    lockKeysOf(other).some((key) => keys.includes(key))
  );
}

async function besideOf(
  engine: EngineContext,
  request: ChangeRequest,
  other: ChangeRequest,
): Promise<NonNullable<ChangeRequest['shown']['beside']>[number]> {
  const { id, plan } = other;
  const { planned } = other.run;
  const { channel, link } = other.shown;
  const at = planned && areBothPlanned(request, other) ? { at: planned.at } : {};
  const isVisible = channel === request.shown.channel || (await engine.services.people.isPublic(channel));
  // Everyone in this card's channel can read the card, so it hides requests from private channels.
  if (!isVisible) return { request: id, title: changeMsg.requestElsewhere(), ...at };
  const against = contradict(request.plan, plan) ? { contradicts: true as const } : {};
  return { request: id, link, title: plan.title, ...against, ...at };
}

/** Adds a scheduled request to the cards of the scheduled requests that its own card names. */
export async function tellBeside(engine: EngineContext, changeRequest: ChangeRequest): Promise<void> {
  for (const { request, at, ends } of changeRequest.shown.beside ?? []) {
    const other = at === undefined || ends ? undefined : (await loadRequest(engine, request))?.request;
    if (other)
      await applyEvent(engine, request, { event: 'beside', other: await besideOf(engine, other, changeRequest) });
  }
}

async function freezeTimer(engine: EngineContext, request: ChangeRequest, now: number): Promise<readonly Timer[]> {
  const { next } = await judgeFreezes(engine, request, judgedTime(request, now));
  return next === undefined || next >= request.expires ? [] : [{ kind: 'freeze', at: next }];
}

/** Saves a new request and posts its card. If an equal request is open, returns that one instead. */
export async function putCard(engine: EngineContext, request: ChangeRequest): Promise<Proposed> {
  const { store } = engine.services;
  const now = engine.services.world.now();
  const { asker, reason, follows } = request;
  const details = follows ? { how: follows.how, follows: follows.card } : undefined;
  const proposal = transition(request, {
    records: [{ kind: 'proposed', who: { id: asker.id, name: asker.name }, reason, details }],
    tells: [{ tell: 'card' }],
    timers: [...waitingTimers(request, now), ...(await freezeTimer(engine, request, now))],
  });
  return retryRaces(`request ${request.id}`, async () => {
    const posting = engine.expectFirst(request.id);
    if ((await save(engine, proposal, 'new', now)) === 'saved') {
      const refusal = await posting.outcome();
      if (refusal) return refused(refusal);
      const stored = await loadRequest(engine, request.id);
      await tellBeside(engine, stored?.request ?? request);
      return { request: stored?.request ?? request, linked: false };
    }
    posting.forget();
    const equal = await store.requests.findOpen(storedRequest(request).fingerprint);
    const stored = equal && (await loadRequest(engine, equal.id));
    if (stored) return { request: stored.request, linked: true };
    const same = await loadRequest(engine, request.id);
    // Otherwise, the equal request ended between the save and this read, so try again.
    return same && { request: same.request, linked: false };
  });
}
