import { createHash } from 'node:crypto';
import type { ChangeEngine } from '../changes/change-engine-types.ts';
import { planHash } from '../changes/request-commit.ts';
import { placeKey, placeText } from '../core/command/context.ts';
import { readAll } from '../core/command/params.ts';
import { defined, present } from '../core/defined.ts';
import type { Request } from '../core/operation.ts';
import { decidersText } from '../core/policy/decide.ts';
import { ChangeRequest, isFinal } from '../core/request/change-request.ts';
import { canonical } from '../core/request/plan.ts';
import { shortId } from '../core/request/request-id.ts';
import type { Text } from '../core/text/text.ts';
import type { Services } from '../operations/shared/services.ts';
import type { Origin } from '../questions/answer-request.ts';
import { type AgentContext, pickChannel } from './agent-contexts.ts';
import type { Principal } from './agent-principal.ts';
import { findChange, parametersSchema } from './describe-changes.ts';
import { alone, idFor, refuseDenied, refuseRevoked, refuseTooMany } from './proposal-limits.ts';
import type { ToolOutcome } from './slackbot-blocks.ts';
import { ToolError, unlessProblem } from './tool/tool-error.ts';
import { readArguments } from './tool/tool-schema.ts';
import { changesOf } from './tool/tool-table.ts';
import { type AgentPage, cleanText, problemSentences, sayText } from './tool/tool-text.ts';

/** What the tools about changes work with. */
export interface ChangeTools {
  readonly services: Services;
  readonly engine: Pick<ChangeEngine, 'plan' | 'propose' | 'withdraw'>;
  /** Aborted when the bot stops: nothing waits any longer. */
  readonly stopping: AbortSignal;
}

/** The arguments that name a change. */
export interface ChangeArguments {
  readonly change: string;
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly channel?: string | undefined;
}

/** A change that is asked for by an agent, with all that it takes to plan it. */
async function askedChange(
  services: Services,
  principal: Principal,
  where: AgentContext,
  { change: wanted, parameters, channel: typed }: ChangeArguments,
) {
  const change = findChange(changesOf(services.operations, services.platform.dialect()), wanted);
  const read = readArguments(change.params, parameters);
  const schema = `Its parameters: ${JSON.stringify(parametersSchema(change))}`;
  if ('faults' in read) throw new ToolError(...read.faults, schema);
  const values = readAll(change.params, read.given);
  if ('faults' in values)
    throw new ToolError(...problemSentences({ problem: 'invalid', faults: values.faults }, principal.owner), schema);
  const channel = await pickChannel(services, where, principal.owner, typed);
  const request: Request = { operation: change.id, given: read.given, in: placeText(where.context) };
  return { request, origin: { person: principal.owner, channel } };
}

/** The plan of a change as people would see it. Nothing is stored. */
export async function planChange(
  { services, engine }: ChangeTools,
  principal: Principal,
  where: AgentContext,
  given: ChangeArguments,
): Promise<ToolOutcome> {
  const { request, origin } = await askedChange(services, principal, where, given);
  const { owner } = principal;
  const found = unlessProblem(await engine.plan(request, withAgent(origin, principal, '')), owner);
  if ('already' in found) return alreadySo(found.already, owner);
  return { result: planResult(found.planned, owner), shown: { plan: found.planned } };
}

function withAgent(origin: Origin, { agent }: Principal, digest: string): Origin {
  return { ...origin, agent: { ...agent, asked: digest } };
}

/** A plan in words. All of them contain names, or may. */
function planResult(card: ChangeRequest, page: AgentPage) {
  const { plan, context, risk, ruling } = card;
  const say = (text: Text) => sayText(text, page);
  return {
    context: placeText(context),
    risk,
    needs: ruling.need === 'approve' ? `approval of ${ruling.count}` : 'confirmation of the requester',
    can_be_undone: 'proposal' in plan.undo,
    plan_hash: planHash(plan),
    data: {
      title: say(plan.title),
      rows: plan.rows.map(({ what, before, after }) => ({ what: say(what), before: say(before), after: say(after) })),
      steps: plan.steps.map((step) => say(step.says)),
      warnings: plan.warnings.map(say),
      undo: 'none' in plan.undo ? say(plan.undo.none) : say(plan.undo.proposal.label),
      can_decide: decidesText(card, page),
    },
  };
}

function alreadySo(already: Text, page: AgentPage): ToolOutcome {
  const data = { lines: [sayText(already, page)] };
  return { result: { already: true, says: ['It is as asked for already.'], data } };
}

function decidesText({ asker, ruling }: ChangeRequest, page: AgentPage): string {
  return ruling.need === 'approve' ? sayText(decidersText(ruling), page) : cleanText(`@${asker.name}`, 100);
}

/** Asks people for a change. What is sent again under the same key is the same request. */
export async function proposeChange(
  tools: ChangeTools,
  principal: Principal,
  where: AgentContext,
  { reason, key, ...given }: ChangeArguments & { readonly reason: string; readonly key?: string | undefined },
) {
  const { services, engine } = tools;
  const { request, origin } = await askedChange(services, principal, where, given);
  const { owner: page } = principal;
  const wanted = { ...request, reason: cleanText(reason, 500) };
  const digest = createHash('sha256')
    .update(canonical([wanted.operation, wanted.given, placeKey(where.context), origin.channel, wanted.reason]))
    .digest('hex');
  const isRepeated = key === undefined && principal.sent !== undefined;
  return alone(services, principal, async () => {
    const id = await idFor(services, principal, key, digest);
    if (typeof id === 'object')
      return requestOutcome(id, page, isRepeated ? ['The same call was made minutes ago. This is its request.'] : []);
    const asAgent = withAgent(origin, principal, digest);
    const found = unlessProblem(await engine.plan(wanted, asAgent), page);
    if ('already' in found) return alreadySo(found.already, page);
    await refuseDenied(services, principal, found.planned.plan);
    await refuseTooMany(services, principal);
    const proposed = unlessProblem(await engine.propose(wanted, asAgent, undefined, id), page);
    if ('already' in proposed) return alreadySo(proposed.already, page);
    const { card, linked } = proposed;
    await refuseRevoked(services, engine, principal, card);
    return requestOutcome(card, page, linked ? ['An equal request was open already. This is it.'] : []);
  });
}

/** The states of a request as agents read them. */
function agentStateOf({ state, ruling }: ChangeRequest): string {
  switch (state) {
    case 'proposed':
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

function requestOutcome(card: ChangeRequest, page: AgentPage, says: readonly string[]): ToolOutcome {
  return { result: requestResult(card, page, says), shown: { request: card } };
}

function requestResult(card: ChangeRequest, page: AgentPage, says: readonly string[]) {
  const say = (text: Text) => sayText(text, page);
  const waits = card.state === 'proposed';
  const { data, ...plan } = planResult(card, page);
  return {
    request: card.id,
    short_id: shortId(card.id),
    revision: card.revision,
    state: agentStateOf(card),
    final: isFinal(card.state),
    ...defined({ until: waits ? new Date(card.expires).toISOString() : undefined, link: card.link }),
    ...plan,
    says: present([...says, waits && 'Nothing is changed until a person in Slack decides.']),
    data: {
      ...data,
      ...(card.reason === undefined ? {} : { reason: cleanText(card.reason, 500) }),
      ...(card.denied ? { denied: cleanText(card.denied.reason ?? '', 500) } : {}),
      outcome: present([card.why, ...(card.says ?? [])]).map(say),
      now: (card.now ?? []).map(say),
    },
  };
}

const pollMs = 500;

/** A request that the owner may see, after its next state or when the time to wait is over. */
export async function getRequest(
  tools: ChangeTools,
  principal: Principal,
  allowed: readonly AgentContext[],
  { request: id, wait }: { readonly request: string; readonly wait: boolean },
  gone: AbortSignal,
) {
  const { world } = tools.services;
  const first = await visibleRequest(tools.services, principal, allowed, id);
  const end = world.now() + (wait ? principal.waitMs : 0);
  const stop = AbortSignal.any([tools.stopping, gone]);
  let found = first;
  while (!isFinal(found.card.state) && found.version === first.version && world.now() < end && !stop.aborted) {
    await world.wait(pollMs, stop);
    found = await visibleRequest(tools.services, principal, allowed, id);
  }
  return requestOutcome(found.card, principal.owner, []);
}

async function visibleRequest(
  { store, people }: Services,
  { owner }: Principal,
  allowed: readonly AgentContext[],
  id: string,
) {
  const stored = await store.cards.get(id.toLowerCase());
  const card = ChangeRequest.safeParse(stored?.body).data;
  const isKnown = card && !card.system && allowed.some(({ context }) => placeKey(context) === placeKey(card.context));
  const isSeen =
    isKnown && (card.asker.id === owner.id || (await people.actor(owner, card.channel)).inChannel === true);
  if (stored && isSeen) return { card, version: stored.version };
  throw new ToolError(
    'request: there is no such request that you can see. Use the whole id, as propose_change returned it.',
  );
}

/** Withdraws a request of the same agent. */
export async function cancelRequest(
  tools: ChangeTools,
  principal: Principal,
  allowed: readonly AgentContext[],
  id: string,
) {
  const { card } = await visibleRequest(tools.services, principal, allowed, id);
  if (card.agent?.id !== principal.agent.id || card.asker.id !== principal.owner.id)
    throw new ToolError('This agent can cancel only what it has proposed itself.');
  const no = await tools.engine.withdraw(card.id, card.asker);
  if (no) throw new ToolError(sayText(no, principal.owner));
  return requestOutcome((await visibleRequest(tools.services, principal, allowed, id)).card, principal.owner, []);
}
