import { placeKey, placeText } from '../core/command/context.ts';
import { ProfileUnreadable, type Services } from '../operations/shared/services.ts';
import { PlatformError } from '../platform/errors/platform-error.ts';
import { platformProblem } from '../questions/answer-request.ts';
import { StoreProblem } from '../store/store.ts';
import { type AgentContext, contextLine, contextsFor, contextsWith, pickContext } from './agent-contexts.ts';
import type { Principal } from './agent-principal.ts';
import { describeChange, describeChanges, planChange, proposeChange } from './change-tools.ts';
import { diagnose } from './diagnose-tool.ts';
import { readTool } from './read-tools.ts';
import { type ChangeTools, cancelRequest, getRequest, listRequests } from './request-tools.ts';
import {
  type Blocks,
  contextsAnswer,
  type DrawnCall,
  drawForSlackbot,
  type ToolOutcome,
  type ToolView,
} from './slackbot-blocks.ts';
import { nextAfter } from './tool/next-call.ts';
import { parseArguments, toolArguments } from './tool/tool-arguments.ts';
import { type ErrorDetails, problemParts, ToolError } from './tool/tool-error.ts';
import { isToolName, mayUse, type ToolName, toolTexts } from './tool/tool-table.ts';
import { cleanText, isoTime } from './tool/tool-text.ts';

export interface ToolResult {
  readonly isError?: true;
  readonly structuredContent?: Readonly<Record<string, unknown>>;
  readonly content: readonly (
    | { readonly type: 'text'; readonly text: string }
    | { readonly type: 'image'; readonly data: string; readonly mimeType: 'image/png' }
  )[];
  readonly blocks?: Blocks;
}

interface ToolCall {
  readonly name: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

/**
 * Calls a tool for a principal. Never throws: errors become results with sentences, and unknown errors are logged with
 * a reference. @param gone aborted if nobody waits for the result any more; ends only waits, not the work
 */
export async function callTool(
  tools: ChangeTools,
  findPrincipal: () => Promise<Principal>,
  call: ToolCall,
  gone: AbortSignal,
): Promise<ToolResult> {
  const { services } = tools;
  try {
    const principal = await findPrincipal();
    await countCall(services, principal.owner.id);
    if (!isToolName(call.name) || !mayUse(principal.may, call.name))
      throw new ToolError(`You can’t use the tool ${JSON.stringify(call.name.slice(0, 60))}.`);
    const { result: toolResult, png, shown } = await doTool(tools, principal, call.name, call.arguments, gone);
    const result = { ...toolResult, now: isoTime(services.world.now()) };
    const blocks =
      principal.inSlack && shown ? blocksOf(tools, principal, shown, call.name, call.arguments) : undefined;
    return {
      structuredContent: result,
      content: [
        { type: 'text', text: summaryOf(toolTexts[call.name].title, result) },
        // Some clients don't show structured content to their model.
        { type: 'text', text: JSON.stringify(result) },
        ...(png ? [{ type: 'image', data: Buffer.from(png).toString('base64'), mimeType: 'image/png' } as const] : []),
      ],
      blocks,
    };
  } catch (error) {
    return failedResult(tools, call, error);
  }
}

/** Returns a result in one or two sentences, for people who see the call. Uses only Portolan's words, no names. */
function summaryOf(title: string, { state, says }: Readonly<Record<string, unknown>>): string {
  const sentences = (Array.isArray(says) ? says : []).filter((each) => typeof each === 'string');
  const stated = typeof state === 'string' ? [`State: ${state.replaceAll('_', ' ')}.`] : [];
  const all = [...stated, ...sentences.map((each) => (/[.?!:]$/.test(each) ? each : `${each}.`))];
  return cleanText(all.length > 0 ? all.join(' ') : `${title}: done.`, longestSummary);
}

function blocksOf(
  { services }: ChangeTools,
  { owner }: Principal,
  shown: ToolView,
  tool: ToolName,
  given: DrawnCall['given'],
): Blocks {
  return drawForSlackbot(shown, { tool, given, at: services.world.now() }, { lang: owner.lang, zone: owner.zone });
}

function failedResult({ services }: ChangeTools, call: ToolCall, error: unknown): ToolResult {
  if (error instanceof ToolError) {
    const { problem, next = problem && nextAfter(services, call, problem), ...details } = error.details;
    return errorResult(error.says, { ...details, next });
  }
  if (error instanceof ProfileUnreadable) return errorResult(['Slack can’t be read now. Try again in a minute.']);
  if (error instanceof PlatformError) {
    const { says, data } = problemParts(platformProblem(error), { zone: 'UTC' });
    return errorResult(says, { data });
  }
  if (error instanceof StoreProblem)
    return errorResult(['Portolan’s database can’t be used now. Try again in a minute.']);
  const reference = services.world.newId().slice(0, 8);
  services.world.log.error('a tool failed', { reference, tool: call.name, error });
  return errorResult([
    `Something went wrong in Portolan. Its administrator finds it under the reference ${reference}.`,
  ]);
}

/** Returns an error that a model can act on. Portolan's sentences are separate from text written by others. */
export function errorResult(says: readonly string[], { data, next = [], parameters }: ErrorDetails = {}): ToolResult {
  const more = { parameters, data, ...(next.length > 0 ? { next } : {}) };
  const text = says.join('\n');
  const structuredContent = { says, ...more };
  return {
    isError: true,
    structuredContent,
    content: [
      { type: 'text', text },
      ...(JSON.stringify(more) !== '{}' ? [{ type: 'text', text: JSON.stringify(more) } as const] : []),
    ],
  };
}

/** Returns the context of a question. If none is given, uses the named component's, because people name components. */
async function contextOf(
  services: Services,
  allowed: readonly AgentContext[],
  typed: string | undefined,
  component: unknown,
): Promise<AgentContext> {
  const [name]: readonly unknown[] = Array.isArray(component) ? component : [component];
  if (typed !== undefined || allowed.length < 2 || typeof name !== 'string') return pickContext(typed, allowed);
  const [only, other] = await contextsWith(services, allowed, name);
  return only && !other ? only : pickContext(typed, allowed);
}

async function listContexts(
  services: ChangeTools['services'],
  principal: Principal,
  allowed: Awaited<ReturnType<typeof contextsFor>>,
): Promise<ToolOutcome> {
  const shared = new Map(
    (await services.people.sharedChannels(principal.owner.id)).map(({ id, name: of }) => [id, of]),
  );
  const contexts = allowed.map(({ context, channels }) => ({
    ...contextLine(context),
    channels: channels.map((id) => ({ id, name: shared.get(id) })),
  }));
  return {
    result: { may: principal.may, says: [`Contexts: ${contexts.length}.`], data: { contexts } },
    shown: { answer: contextsAnswer(allowed) },
  };
}

/** Lists requests. Slackbot also gets the answer that Slack shows. */
async function listRequestsShown(
  tools: ChangeTools,
  principal: Principal,
  allowed: readonly AgentContext[],
  given: Readonly<Record<string, unknown>>,
): Promise<ToolOutcome> {
  const { services } = tools;
  const name = 'list_requests';
  const { context: typed, view, ...asked } = parseArguments(toolArguments.list_requests, given);
  const where = pickContext(typed, allowed);
  await recordRead(tools, principal, name, where.context);
  if (view !== undefined) return readTool(services, principal, name, where.context, { view, page: asked.page });
  const result = await listRequests(services, principal, where, asked);
  if (!principal.inSlack) return { result };
  const { shown } = await readTool(services, principal, name, where.context, { page: asked.page });
  return { result, shown };
}

async function doTool(
  tools: ChangeTools,
  principal: Principal,
  name: ToolName,
  given: Readonly<Record<string, unknown>>,
  gone: AbortSignal,
): Promise<ToolOutcome> {
  const { services } = tools;
  const allowed = await contextsFor(services, principal);
  switch (name) {
    case 'list_contexts': {
      parseArguments(toolArguments.list_contexts, given);
      await recordRead(tools, principal, name);
      return listContexts(services, principal, allowed);
    }
    case 'describe_changes': {
      const { change: wanted } = parseArguments(toolArguments.describe_changes, given);
      await recordRead(tools, principal, name);
      return { result: wanted === undefined ? describeChanges(services) : describeChange(services, wanted) };
    }
    case 'plan_change': {
      const asked = parseArguments(toolArguments.plan_change, given);
      const where = pickContext(asked.context, allowed);
      await recordRead(tools, principal, name, where.context);
      return planChange(tools, principal, where, asked);
    }
    case 'propose_change': {
      const { idempotency_key: key, ...asked } = parseArguments(toolArguments.propose_change, given);
      const where = pickContext(asked.context, allowed);
      return proposeChange(tools, principal, where, { ...asked, key });
    }
    case 'get_request': {
      const asked = parseArguments(toolArguments.get_request, given);
      await recordRead(tools, principal, name);
      return getRequest(tools, principal, allowed, asked, gone);
    }
    case 'cancel_request':
      return cancelRequest(tools, principal, allowed, parseArguments(toolArguments.cancel_request, given).request);
    case 'diagnose_component': {
      const { context: typed, component } = parseArguments(toolArguments.diagnose_component, given);
      const { context } = await contextOf(services, allowed, typed, component);
      await recordRead(tools, principal, name, context);
      return diagnose(services, principal, context, component, allowed);
    }
    case 'list_requests':
      return listRequestsShown(tools, principal, allowed, given);
    default: {
      const { context: typed, ...rest } = parseArguments(toolArguments.reading, given);
      const { context } = await contextOf(services, allowed, typed, rest.component);
      await recordRead(tools, principal, name, context);
      const only = allowed.map((each) => each.context);
      return readTool(services, principal, name, context, rest, only);
    }
  }
}

/**
 * Records a read with its tool, agent and context, but without arguments and results. Doesn't wait for the disk,
 * because fifty parallel reads would delay the acks of commands in the embedded database.
 */
async function recordRead(
  { services }: ChangeTools,
  { agent, owner }: Principal,
  tool: ToolName,
  context?: Parameters<typeof placeKey>[0],
): Promise<void> {
  await services.store.audit.append(
    [
      {
        kind: 'agent',
        at: services.world.now(),
        who: { id: owner.id, name: owner.name },
        placeKey: context ? placeKey(context) : '',
        place: context ? placeText(context) : '',
        details: { agent: agent.name, tool: toolTexts[tool].title },
      },
    ],
    'relaxed',
  );
}

const longestSummary = 400;

/** @throws ToolError if the agents of this owner made too many calls within a minute */
async function countCall({ store, policy, world }: ChangeTools['services'], owner: string): Promise<void> {
  const now = world.now();
  const freeAt = await store.limits.take(`calls ${owner}`, policy.agents.calls, now);
  if (freeAt === undefined) return;
  const seconds = Math.max(1, Math.ceil((freeAt - now) / 1_000));
  throw new ToolError(`Too many calls within a minute. Try again in ${seconds} seconds.`);
}
