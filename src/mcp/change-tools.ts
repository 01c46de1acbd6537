import { createHash } from 'node:crypto';
import type { ChangeEngine } from '../changes/change-engine-types.ts';
import { planHash } from '../changes/request-commit.ts';
import { placeKey, placeText } from '../core/command/context.ts';
import { interpret } from '../core/command/interpret.ts';
import { nearest } from '../core/command/nearest.ts';
import { type RawArgs, readAll } from '../core/command/params.ts';
import { isProblem } from '../core/command/problem.ts';
import { mainCommand, type Request } from '../core/operation.ts';
import { decidersText } from '../core/policy/decide.ts';
import { ChangeRequest, isFinal } from '../core/request/change-request.ts';
import { canonical, type Plan, samePlan } from '../core/request/plan.ts';
import { shortId } from '../core/request/request-id.ts';
import { plain } from '../core/text/text.ts';
import type { Change } from '../operations/shared/define.ts';
import type { Services } from '../operations/shared/services.ts';
import type { Asked } from '../questions/ask.ts';
import { type AgentContext, pickChannel } from './agent-contexts.ts';
import type { Principal } from './agent-principal.ts';
import { ToolError } from './tool-error.ts';
import { type JsonSchema, readArguments, schemaOf } from './tool-schema.ts';
import { changesOf } from './tool-table.ts';
import { type AgentPage, cleanText, problemSentences, sayText } from './tool-text.ts';

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

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** The catalog of changes, or one of them with the schema of its parameters: what the operations declare. Pure. */
export function describeChanges({ operations, platform }: Services, wanted: string | undefined) {
  const all = changesOf(operations, platform.dialect());
  if (wanted === undefined)
    return {
      changes: all.map((each) => ({ change: each.id, does: plain(each.summary, 'en'), risks: risksOf(each) })),
      says: ['Ask again with one of them for its parameters. Undo: plan_change says whether there is one.'],
    };
  return describeChange(findChange(all, wanted));
}

function describeChange(change: Change) {
  return {
    change: change.id,
    does: plain(change.summary, 'en'),
    risks: risksOf(change),
    parameters: parametersSchema(change),
    examples: change.examples.map((words) => exampleOf(change, words)).filter((given) => given !== undefined),
  };
}

/** What it weighs, by its own examples: the risk may depend on the parameters. */
function risksOf(change: Change): readonly string[] {
  const risks = change.examples.flatMap((words) => {
    const given = exampleOf(change, words);
    const read = given && readAll(change.params, given);
    return read && 'args' in read ? [change.risk(read.args)] : [];
  });
  return [...new Set(risks)];
}

function exampleOf(change: Change, words: string): RawArgs | undefined {
  const meant = interpret([change], mainCommand, words);
  return meant.meaning === 'request' ? meant.request.given : undefined;
}

function parametersSchema(change: Change): JsonSchema {
  return { type: 'object', ...schemaOf(change.params), additionalProperties: false };
}

function findChange(all: readonly Change[], wanted: string): Change {
  const found = all.find(({ id }) => id === wanted);
  if (found) return found;
  const ids = all.map(({ id }) => id);
  const near = nearest(wanted, ids, (id) => [id], 5);
  const shown = (near.length > 0 ? near : ids).join(', ');
  throw new ToolError(`change: ${JSON.stringify(cleanText(wanted, 60))} isn’t a change. There are: ${shown}.`);
}

/** A change that is asked for by an agent, with all that it takes to plan it. */
interface AskedChange {
  readonly request: Request;
  readonly asked: Asked;
}

async function askedChange(
  services: Services,
  principal: Principal,
  where: AgentContext,
  { change: wanted, parameters, channel: typed }: ChangeArguments,
): Promise<AskedChange> {
  const change = findChange(changesOf(services.operations, services.platform.dialect()), wanted);
  const read = readArguments(change.params, parameters);
  const schema = `Its parameters: ${JSON.stringify(parametersSchema(change))}`;
  if ('faults' in read) throw new ToolError(...read.faults, schema);
  const values = readAll(change.params, read.given);
  const page = { zone: principal.owner.zone };
  if ('faults' in values)
    throw new ToolError(...problemSentences({ problem: 'invalid', faults: values.faults }, page), schema);
  const channel = await pickChannel(services, where, principal.owner, typed);
  const request: Request = { operation: change.id, given: read.given, in: placeText(where.context) };
  return { request, asked: { person: principal.owner, channel } };
}

/** The plan of a change as people would see it. Nothing is stored. */
export async function planChange(
  { services, engine }: ChangeTools,
  principal: Principal,
  where: AgentContext,
  given: ChangeArguments,
) {
  const { request, asked } = await askedChange(services, principal, where, given);
  const found = await engine.plan(request, withAgent(asked, principal, ''));
  const page = { zone: principal.owner.zone };
  if (isProblem(found)) throw new ToolError(...problemSentences(found, page));
  if ('already' in found) return { already: true, says: [sayText(found.already, page)] };
  return planResult(found.planned, page);
}

function withAgent(asked: Asked, { agent }: Principal, digest: string): Asked {
  return { ...asked, agent: { ...agent, asked: digest } };
}

function planResult(card: ChangeRequest, page: AgentPage) {
  const { plan, context, risk, ruling } = card;
  const say = (text: Parameters<typeof sayText>[0]) => sayText(text, page);
  return {
    context: placeText(context),
    title: say(plan.title),
    risk,
    rows: plan.rows.map(({ what, before, after }) => ({ what: say(what), before: say(before), after: say(after) })),
    steps: plan.steps.map((step) => say(step.says)),
    warnings: plan.warnings.map(say),
    undo: 'none' in plan.undo ? { possible: false, why: say(plan.undo.none) } : { possible: true },
    decides: decidesText(card, page),
    needs: ruling.need === 'approve' ? `approval of ${ruling.count}` : 'confirmation of the requester',
    plan_hash: planHash(plan),
  };
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
  const { request, asked } = await askedChange(services, principal, where, given);
  const page = { zone: principal.owner.zone };
  const wanted = { ...request, reason: cleanText(reason, 500) };
  const digest = createHash('sha256')
    .update(canonical([wanted.operation, wanted.given, placeKey(where.context), asked.channel, wanted.reason]))
    .digest('hex');
  const named = key ?? principal.replay;
  return alone(services, principal, async () => {
    const id = named === undefined ? undefined : await idOfKey(services, principal, named, digest);
    if (typeof id === 'object') return requestResult(id, page, []);
    const found = await engine.plan(wanted, withAgent(asked, principal, digest));
    if (isProblem(found)) throw new ToolError(...problemSentences(found, page));
    if ('already' in found) return { already: true, says: [sayText(found.already, page)] };
    await refuseDenied(services, principal, found.planned.plan);
    await refuseTooMany(services, principal);
    const proposed = await engine.propose(wanted, withAgent(asked, principal, digest), undefined, id);
    if (isProblem(proposed)) throw new ToolError(...problemSentences(proposed, page));
    if ('already' in proposed) return { already: true, says: [sayText(proposed.already, page)] };
    const { card, linked } = proposed;
    return requestResult(card, page, linked ? ['An equal request was open already. This is it.'] : []);
  });
}

/** Only one proposal of an owner's agents at a time, on all replicas: or too many could be open at once. */
async function alone<T>({ store, world }: Services, { owner }: Principal, work: () => Promise<T>): Promise<T> {
  const key = `agents of ${owner.id}`;
  const card = `${key} ${world.newId()}`;
  for (let tries = 0; ; tries += 1) {
    const at = world.now();
    const taken = await store.commit({ at, lease: { take: { key, card, holder: card, until: at + 60_000 } } });
    if (taken === 'saved') break;
    if (tries === 50) throw new ToolError('Another proposal of the same owner is being made. Try again in 10 seconds.');
    await world.wait(200);
  }
  try {
    return await work();
  } finally {
    await store.commit({ at: world.now(), lease: { release: { key, card } } });
  }
}

/** The id that a key stands for; the request itself where it was made within a day. @throws ToolError for other arguments */
async function idOfKey(services: Services, { idFrom }: Principal, key: string, digest: string) {
  for (let turn = 0; ; turn += 1) {
    const id = idFrom(`${turn} ${key}`);
    const card = ChangeRequest.safeParse((await services.store.cards.get(id))?.body).data;
    if (!card) return id;
    if (card.at <= services.world.now() - dayMs) continue;
    if (card.agent?.asked === digest) return card;
    throw new ToolError(
      `idempotency_key: this key was used for another request, ${card.id}. Use a new key for other arguments.`,
    );
  }
}

/** So many of the newest requests are looked at. */
const mostLookedAt = 500;

async function refuseDenied({ store, world }: Services, { owner }: Principal, plan: Plan): Promise<void> {
  const denied = (await store.cards.recent(mostLookedAt)).flatMap(({ asker, state, body }) => {
    if (asker !== owner.id || state !== 'denied') return [];
    const card = ChangeRequest.safeParse(body).data;
    return card?.agent && samePlan(card.plan, plan) ? [card.ended ?? card.at] : [];
  });
  const until = Math.max(...denied, 0) + hourMs;
  if (denied.length >= 2 && until > world.now())
    throw new ToolError(
      `People have denied this plan twice. It can’t be proposed again before ${new Date(until).toISOString()}.`,
    );
}

async function refuseTooMany({ store, policy }: Services, { owner }: Principal): Promise<void> {
  const open = (await store.cards.open({ asker: owner.id })).flatMap(({ body }) => {
    const card = ChangeRequest.safeParse(body).data;
    return card?.agent ? [card.expires] : [];
  });
  if (open.length < policy.agents.open) return;
  throw new ToolError(
    `${open.length} requests of this owner’s agents are open, which is the most. Try again when one has ended, at the latest at ${new Date(Math.min(...open)).toISOString()}.`,
  );
}

/** The states of a request as agents read them. */
function stateOf({ state, ruling }: ChangeRequest): string {
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

function requestResult(card: ChangeRequest, page: AgentPage, says: readonly string[]) {
  const say = (text: Parameters<typeof sayText>[0]) => sayText(text, page);
  const waits = card.state === 'proposed';
  return {
    request: card.id,
    short_id: shortId(card.id),
    revision: card.revision,
    state: stateOf(card),
    final: isFinal(card.state),
    ...planResult(card, page),
    ...(card.reason === undefined ? {} : { reason: cleanText(card.reason, 500) }),
    ...(waits ? { can_decide: decidesText(card, page), until: new Date(card.expires).toISOString() } : {}),
    ...(card.link === undefined ? {} : { link: card.link }),
    ...(card.denied ? { denied: { reason: cleanText(card.denied.reason ?? '', 500) } } : {}),
    outcome: [...(card.why ? [card.why] : []), ...(card.says ?? [])].map(say),
    now: (card.now ?? []).map(say),
    says: [...says, ...(waits ? ['Nothing is changed until a person in Slack decides.'] : [])],
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
  return requestResult(found.card, { zone: principal.owner.zone }, []);
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
  const page = { zone: principal.owner.zone };
  if (no) throw new ToolError(sayText(no, page));
  return requestResult((await visibleRequest(tools.services, principal, allowed, id)).card, page, []);
}
