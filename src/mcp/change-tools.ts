import { createHash } from 'node:crypto';
import { placeKey, placeText } from '../core/command/context.ts';
import { readAll } from '../core/command/params.ts';
import type { Request } from '../core/operation.ts';
import type { ChangeRequest } from '../core/request/change-request.ts';
import { canonical } from '../core/request/plan.ts';
import type { Text } from '../core/text/text.ts';
import type { Services } from '../operations/shared/services.ts';
import type { Origin } from '../questions/answer-request.ts';
import { type AgentContext, pickChannel } from './agent-contexts.ts';
import type { Principal } from './agent-principal.ts';
import { findChange, parametersSchema } from './describe-changes.ts';
import { alone, idFor, refuseDenied, refuseRevoked, refuseTooMany } from './proposal-limits.ts';
import { type ChangeTools, maySee, planResult, requestOutcome } from './request-tools.ts';
import type { ToolOutcome } from './slackbot-blocks.ts';
import { ToolError, unlessProblem } from './tool/tool-error.ts';
import { readArguments } from './tool/tool-schema.ts';
import { changesOf } from './tool/tool-table.ts';
import { type AgentPage, cleanText, sayText } from './tool/tool-text.ts';

/** The arguments that name a change. */
export interface ChangeArguments {
  readonly change: string;
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly channel?: string | undefined;
  readonly at?: string | undefined;
  readonly ticket?: string | undefined;
}

/** A change that is asked for by an agent, with all that it takes to plan it. */
async function askedChange(
  services: Services,
  principal: Principal,
  where: AgentContext,
  { change: wanted, parameters, channel: typed, at, ticket }: ChangeArguments,
) {
  const change = findChange(changesOf(services.operations, services.platform.dialect()), wanted);
  const read = readArguments(change.params, parameters);
  const more = { parameters: parametersSchema(change) };
  if ('faults' in read) throw new ToolError(read.faults, more);
  const values = readAll(change.params, read.given);
  if ('faults' in values) unlessProblem({ problem: 'invalid', faults: values.faults }, principal.owner, more);
  const channel = await pickChannel(services, where, principal.owner, typed);
  const request: Request = { operation: change.id, given: read.given, in: placeText(where.context), at, ticket };
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
  const says = ['Nothing is requested yet: propose_change does that, with the same arguments and a reason.'];
  return { result: { ...planResult(found.planned, owner), says }, shown: { plan: found.planned } };
}

function withAgent(origin: Origin, { agent }: Principal, digest: string): Origin {
  return { ...origin, agent: { ...agent, asked: digest } };
}

function alreadySo(already: Text, page: AgentPage): ToolOutcome {
  const data = { lines: [sayText(already, page)] };
  return { result: { already: true, says: ['It is as asked for already.'], data } };
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
    const found = unlessProblem(await engine.plan(wanted, asAgent), page);
    if ('already' in found) return alreadySo(found.already, page);
    await refuseDenied(services, principal, found.planned);
    await refuseTooMany(services, principal);
    const proposed = unlessProblem(await engine.propose(wanted, asAgent, undefined, id), page);
    if ('already' in proposed) return alreadySo(proposed.already, page);
    const { card, linked } = proposed;
    await refuseRevoked(services, engine, principal, card);
    if (linked && card.channel !== origin.channel) throw await openElsewhere(services, principal, where, card);
    return requestOutcome(card, page, linked ? ['An equal request was open already. This is it.'] : []);
  });
}

/** An equal request that waits in another channel isn't this one's. Who can't see it learns only that there is one. */
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
          data: { channel: request.channel, link: request.link },
          next: [{ tool: 'get_request', arguments: { request: request.id } }],
        }
      : {},
  );
}
