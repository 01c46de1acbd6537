import { createHash } from 'node:crypto';
import type { ChangeEngine } from '../changes/change-engine-types.ts';
import { type Context, type Person, placeKey, placeText } from '../core/command/context.ts';
import { isChannel } from '../core/command/direct-message.ts';
import { interpret } from '../core/command/interpret.ts';
import { nearest } from '../core/command/nearest.ts';
import { type RawArgs, readAll } from '../core/command/params.ts';
import { mainCommand, type Request } from '../core/operation.ts';
import { type ChangeRequest, readRequest, readRequests } from '../core/request/change-request.ts';
import { canonical, type Plan } from '../core/request/plan.ts';
import type { Text } from '../core/text/text.ts';
import type { Change } from '../operations/shared/define.ts';
import type { Services } from '../operations/shared/services.ts';
import type { Origin } from '../questions/answer-request.ts';
import { isContextOf } from '../questions/resolve-context.ts';
import { timeLimits } from '../slack/blocks/limits.ts';
import { plain } from '../slack/slack-catalog.ts';
import { whileLeased } from '../store/while-leased.ts';
import { type AgentContext, contextLine } from './agent-contexts.ts';
import type { Principal } from './agent-principal.ts';
import { type ChangeTools, maySee, planResult, requestLine, requestOutcome } from './request-tools.ts';
import type { ToolOutcome } from './slackbot-blocks.ts';
import { ToolError, unlessProblem } from './tool/tool-error.ts';
import { argumentsOf, readArguments, schemaOf } from './tool/tool-schema.ts';
import { changesOf, type Offered } from './tool/tool-table.ts';
import { type AgentPage, cleanText, isoTime, sayText } from './tool/tool-text.ts';

const hourMs = 3_600_000;
/** Time for which the same idempotency key means the same request, in ms. */
const dayMs = 24 * hourMs;
/** Time for which the same signed body means the same request, in ms. A signature can be replayed for this time. */
const replayMs = 2 * timeLimits.signatureMs;

/** Runs only one proposal per owner at a time, across all replicas, so that agents can't exceed the owner's limit. */
function alone<T>(services: Services, { owner }: Principal, work: () => Promise<T>): Promise<T> {
  return whileLeased(services, { key: `agents of ${owner.id}`, leaseMs: 60_000, waitMs: 10_000 }, work, () => {
    throw new ToolError('Another proposal of the same owner is being made. Try again in 10 seconds.');
  });
}

/**
 * Returns the id for a proposal, from its key or its signed body; undefined if it has neither, so that any id is used.
 * @returns the existing request if it was made already @throws ToolError if the key was used with other arguments
 */
async function idFor(services: Services, { idFrom, sent }: Principal, key: string | undefined, digest: string) {
  const [named, forMs] = key === undefined ? [sent && `body ${sent}`, replayMs] : [key, dayMs];
  if (named === undefined) return undefined;
  for (let turn = 0; ; turn += 1) {
    const id = idFrom(`${turn} ${named}`);
    const request = readRequest(await services.store.requests.get(id));
    if (!request) return id;
    if (request.at <= services.world.now() - forMs) continue;
    if (request.agent?.asked === digest) return request;
    throw new ToolError(
      `idempotency_key: this key was used for another request, ${request.id}. Use a new key for other arguments.`,
      { next: [{ tool: 'get_request', arguments: { request: request.id } }] },
    );
  }
}

/** Withdraws a request if the agent's token was revoked while the request was made. @throws ToolError */
async function refuseRevoked(
  services: Services,
  engine: Pick<ChangeEngine, 'withdraw'>,
  { agent }: Principal,
  request: ChangeRequest,
) {
  if (!agent.token || (await services.store.agents.get(agent.id))) return;
  await engine.withdraw(request.id, request.asker);
  throw new ToolError('This agent was revoked, so its request was canceled.');
}

/** Number of newest requests that are searched for denied ones. */
const maxLookedAt = 500;

/** Refuses a change for an hour after two denials. Small details (30 or 31 minutes) don't matter. @throws ToolError */
async function refuseDenied(
  { store, world }: Services,
  { owner }: Principal,
  { operation, plan }: Pick<ChangeRequest, 'operation' | 'plan'>,
): Promise<void> {
  const recent = await store.requests.recent(maxLookedAt);
  const own = readRequests(recent.filter(({ asker, state }) => asker === owner.id && state === 'denied'));
  const denied = own.flatMap((request) =>
    request.agent && request.operation === operation && thingOf(request.plan) === thingOf(plan)
      ? [request.run.ended ?? request.at]
      : [],
  );
  const until = Math.max(...denied, 0) + hourMs;
  if (denied.length >= 2 && until > world.now())
    throw new ToolError(`People have denied this change twice. It can’t be proposed again before ${isoTime(until)}.`);
}

/** Returns a text that identifies the component, ports, domains and endpoints that a plan changes. */
function thingOf({ component, locks, touches }: Plan): string {
  return canonical([component, locks ?? [], touches ?? []]);
}

/**
 * Enforces the policy's limit of open requests by an owner's agents.
 * @throws ToolError
 */
async function refuseTooMany({ store, policy }: Services, { owner }: Principal): Promise<void> {
  const requests = readRequests(await store.requests.open({ asker: owner.id })).filter(({ agent }) => agent);
  if (requests.length < policy.agents.open) return;
  const first = Math.min(...requests.map(({ expires }) => expires));
  throw new ToolError(
    `${requests.length} requests of this owner’s agents are open, which is the most. Try again when one has ended, at the latest at ${isoTime(first)}. data.requests lists them.`,
    {
      data: { requests: requests.map((request) => requestLine(request, owner)) },
      next: requests.slice(0, 1).map(({ id }) => ({ tool: 'get_request', arguments: { request: id } })),
    },
  );
}

interface ChangeArguments {
  readonly change: string;
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly channel?: string | undefined;
  readonly at?: string | undefined;
  readonly ticket?: string | undefined;
}

async function askedChange(
  services: Services,
  principal: Principal,
  where: AgentContext,
  { change: wanted, parameters, channel: typed, at, ticket }: ChangeArguments,
) {
  const change = findChange(changesOf(services.operations, services.platform.dialect()), wanted);
  const parsed = readArguments(change.params, parameters);
  const more = { parameters: parametersSchema(change) };
  if ('faults' in parsed) throw new ToolError(parsed.faults, more);
  const values = readAll(change.params, parsed.given);
  if ('faults' in values) unlessProblem({ problem: 'invalid', faults: values.faults }, principal.owner, more);
  const channel = await pickChannel(services, where, principal.owner, typed);
  const request: Request = { operation: change.id, given: parsed.given, in: placeText(where.context), at, ticket };
  return { request, origin: { person: principal.owner, channel } };
}

/** Returns the channel for a proposed change. @throws ToolError if there is no such channel, or several */
async function pickChannel(
  services: Services,
  { context, channels }: AgentContext,
  owner: Person,
  typed: string | undefined,
): Promise<string> {
  const able: string[] = [];
  for (const channel of channels) if (!(await services.people.cannotPost(channel))) able.push(channel);
  const [first] = able;
  if (typed !== undefined) {
    const wanted = typed.replace(/^#/, '');
    const shared = await services.people.sharedChannels(owner.id);
    const id = shared.find(({ name }) => name === wanted)?.id ?? wanted;
    if (able.includes(id) || (await isOther(services, context, owner, id))) return id;
    throw new ToolError(
      [
        'channel: this isn’t a channel of this context that your owner and Portolan are in.',
        able.length > 0 ? `There are: ${able.join(', ')}.` : noChannel,
      ],
      { data: contextLine(context) },
    );
  }
  if (!first) throw new ToolError(noChannel, { data: contextLine(context) });
  const ofPolicy = services.policy.contexts?.find((each) => placeKey(each) === placeKey(context))?.channel;
  if (able.length === 1 || ofPolicy === first) return first;
  throw new ToolError([
    'Several channels have this context. Name one with the argument channel.',
    `There are: ${able.join(', ')}.`,
  ]);
}

/** Checks whether a channel uses the configured context, and whether the bot and the owner are both in the channel. */
async function isOther(services: Services, context: Context, owner: Person, channel: string): Promise<boolean> {
  if (!isChannel(channel) || !(await isContextOf(services, channel, context))) return false;
  const { inChannel } = await services.people.actor(owner, channel);
  return inChannel === true && !(await services.people.cannotPost(channel));
}

const noChannel =
  'No channel has this context in which your owner and Portolan both are. Someone has to choose it as the context of a channel first.';

/** Returns the catalog of changes as rows without field names, because these would double its size. */
export function describeChanges({ operations, platform }: Offered) {
  const weights = changesOf(operations, platform.dialect()).map((each) => [each.id, weightOf(each)] as const);
  return {
    columns: ['change', 'does', 'risks', 'can_be_undone'],
    changes: weights.map(([id, { does, risks, can_be_undone }]) => [id, does, risks.join(), can_be_undone]),
    says: ['Ask again with one of them for its parameters. Where it can be undone sometimes, its plan says whether.'],
  };
}

/** @throws ToolError with similar ids if no change has the wanted id */
export function describeChange({ operations, platform }: Offered, wanted: string) {
  const change = findChange(changesOf(operations, platform.dialect()), wanted);
  return {
    change: change.id,
    ...weightOf(change),
    parameters: parametersSchema(change),
    examples: change.examples.flatMap((words) => {
      const given = exampleOf(change, words);
      return given ? [argumentsOf(change.params, given)] : [];
    }),
  };
}

function weightOf(change: Change) {
  return { does: plain(change.summary, 'en'), risks: risksOf(change), can_be_undone: change.undoable };
}

/** Returns the risks of a change's examples, because the risk may depend on the parameters. */
function risksOf(change: Change): readonly string[] {
  const risks = change.examples.flatMap((words) => {
    const given = exampleOf(change, words);
    const parsed = given && readAll(change.params, given);
    return parsed && 'args' in parsed ? [change.risk(parsed.args)] : [];
  });
  return [...new Set([...(change.minRisk ? [change.minRisk] : []), ...risks])];
}

function exampleOf(change: Change, words: string): RawArgs | undefined {
  const meant = interpret([change], mainCommand, words);
  return meant.meaning === 'request' ? meant.request.given : undefined;
}

function parametersSchema(change: Change) {
  return { type: 'object' as const, ...schemaOf(change.params), additionalProperties: false };
}

/** @throws ToolError with similar ids if no change has the wanted id */
function findChange(all: readonly Change[], wanted: string): Change {
  const match = all.find(({ id }) => id === wanted);
  if (match) return match;
  const ids = all.map(({ id }) => id);
  const near = nearest(wanted, ids, (id) => [id], 5);
  throw new ToolError(
    near.length > 0
      ? `change: there is no such change. The nearest of ${ids.length}: ${near.join(', ')}.`
      : `change: there is no such change. There are: ${ids.join(', ')}.`,
    { next: near.slice(0, 1).map((change) => ({ tool: 'describe_changes', arguments: { change } })) },
  );
}

/** Returns the plan of a change as people would see it. Stores nothing. */
export async function planChange(
  { services, engine }: ChangeTools,
  principal: Principal,
  where: AgentContext,
  given: ChangeArguments,
): Promise<ToolOutcome> {
  const { request, origin } = await askedChange(services, principal, where, given);
  const { owner } = principal;
  const outcome = unlessProblem(await engine.plan(request, withAgent(origin, principal, '')), owner);
  if ('already' in outcome) return alreadySo(outcome.already, owner);
  const says = ['Nothing is requested yet: propose_change does that, with the same arguments and a reason.'];
  return { result: { ...planResult(outcome.planned, owner), says }, shown: { plan: outcome.planned } };
}

function withAgent(origin: Origin, { agent }: Principal, digest: string): Origin {
  return { ...origin, agent: { ...agent, asked: digest } };
}

function alreadySo(already: Text, page: AgentPage): ToolOutcome {
  const data = { lines: [sayText(already, page)] };
  return { result: { already: true, says: ['It is as asked for already.'], data } };
}

/** Proposes a change to people. The same key returns the same request. */
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
  const timed = [wanted.at, wanted.ticket].filter((each) => each !== undefined);
  const digest = createHash('sha256')
    .update(
      canonical([wanted.operation, wanted.given, placeKey(where.context), origin.channel, wanted.reason, ...timed]),
    )
    .digest('hex');
  const isRepeated = key === undefined && principal.sent !== undefined;
  return alone(services, principal, async () => {
    const id = await idFor(services, principal, key, digest);
    if (typeof id === 'object')
      return requestOutcome(id, page, isRepeated ? ['The same call was made minutes ago. This is its request.'] : []);
    const asAgent = withAgent(origin, principal, digest);
    const outcome = unlessProblem(await engine.plan(wanted, asAgent), page);
    if ('already' in outcome) return alreadySo(outcome.already, page);
    await refuseDenied(services, principal, outcome.planned);
    await refuseTooMany(services, principal);
    const proposed = unlessProblem(await engine.propose(wanted, asAgent, undefined, id), page);
    if ('already' in proposed) return alreadySo(proposed.already, page);
    const { request: changeRequest, linked } = proposed;
    await refuseRevoked(services, engine, principal, changeRequest);
    if (linked && changeRequest.shown.channel !== origin.channel)
      throw await openElsewhere(services, principal, where, changeRequest);
    return requestOutcome(changeRequest, page, linked ? ['An equal request was open already. This is it.'] : []);
  });
}

/** Returns the error for an equal request in another channel, with its link only if the caller may see the request. */
async function openElsewhere(
  services: Services,
  principal: Principal,
  where: AgentContext,
  request: ChangeRequest,
): Promise<ToolError> {
  const isSeen = await maySee(services, principal, [where], request);
  return new ToolError(
    'An equal request is open in another channel, so this one isn’t made. Try again when that one has ended.',
    isSeen
      ? {
          data: { channel: request.shown.channel, link: request.shown.link },
          next: [{ tool: 'get_request', arguments: { request: request.id } }],
        }
      : {},
  );
}
