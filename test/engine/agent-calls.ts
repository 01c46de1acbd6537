import type { AnyBlock } from '@slack/types';
import { Ajv, type ValidateFunction } from 'ajv';
import * as z from 'zod';
import type { RawArgs } from '../../src/core/command/params.ts';
import { Secret } from '../../src/core/text/secret.ts';
import { type Caller, principalOf } from '../../src/mcp/agent-principal.ts';
import { callTool } from '../../src/mcp/call-tool.ts';
import { toolsFor } from '../../src/mcp/mcp-server.ts';
import { storedAgent } from '../../src/operations/agent/agent-operations.ts';
import { hashSecret } from '../../src/operations/agent/agent-token.ts';
import { type Agent, loadAgent } from '../../src/operations/agent/stored-agent.ts';
import type { Services } from '../../src/operations/shared/services.ts';
import { channel, type Name, people, type Stage, type StageOptions } from './stage.ts';
import { useStages } from './stages.ts';

export const team = 'T0SHOP';

/** Chooses a context for a channel, so that agents can propose changes in it. */
export const chooseContext = ({ store }: Pick<Stage, 'store'>, where = channel): Promise<unknown> =>
  store.contexts.set('channel', where, { team: 'shop', region: 'east-1', app: '12', setBy: 'UANN', at: 0 });

/** Returns functions that open stages with a context: `contextStage`, and `agentStage` with the calls of Ann's agent. */
export function useAgentStages(open = useStages()) {
  async function contextStage(options?: StageOptions): Promise<Stage> {
    const stage = await open(options);
    await chooseContext(stage);
    return stage;
  }
  async function agentStage(options?: StageOptions) {
    const stage = await contextStage(options);
    return { stage, call: await agentCalls(stage, await makeAgent(stage)) };
  }
  return { contextStage, agentStage };
}

export interface Called {
  readonly isError: boolean;
  readonly text: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly blocks: readonly AnyBlock[] | undefined;
  readonly whole: string;
}

export type Call = (name: string, args?: Readonly<Record<string, unknown>>) => Promise<Called>;

export async function makeAgent(stage: Stage, who: Name = 'ann', more: Partial<Agent> = {}): Promise<Agent> {
  const at = stage.clock.world.now();
  const { id, name } = people[who];
  const agent: Agent = {
    ...{ v: 1, id: `agent-${id.toLowerCase()}`, name: 'helper', owner: { id, name }, may: 'propose', at },
    ...{ hash: hashSecret(new Secret(id)), expires: at + 90 * 86_400_000, ...more },
  };
  await stage.store.commit({ at, agents: { create: storedAgent(agent) } });
  return agent;
}

/** Returns a caller's tool calls on a replica. `gone` aborts the calls, like a client that disconnects. */
export function callsOf(
  stage: Stage,
  caller: Caller,
  slack?: object,
  gone = new AbortController().signal,
  stopping = new AbortController().signal,
): Call {
  const { services, engine } = stage;
  const tools = { services, engine, stopping };
  return async (name, args = {}) => {
    const result = await callTool(
      tools,
      () => principalOf(services, caller, team, slack, name === 'propose_change'),
      { name, arguments: args },
      gone,
    );
    const [first] = result.content;
    expectCallable(stage, result.structuredContent);
    return {
      isError: result.isError === true,
      text: first?.type === 'text' ? first.text : '',
      data: z.record(z.string(), z.unknown()).catch({}).parse(result.structuredContent),
      blocks: result.blocks,
      whole: JSON.stringify(result),
    };
  };
}

const Next = z.object({
  next: z.array(z.object({ tool: z.string(), arguments: z.record(z.string(), z.unknown()) })).default([]),
});

/** Checks that each suggested next call exists, and that its arguments match the tool's schema. */
function expectCallable({ services }: Stage, result: unknown): void {
  for (const { tool, arguments: given } of Next.parse(result ?? {}).next) {
    const validate = validatorOf(tool, services);
    if (!validate(structuredClone(given)))
      throw new Error(`no such call: ${tool} ${JSON.stringify([given, validate.errors])}`);
  }
}

/** Validators of each list of operations. Compiling one takes longer than most calls. */
const validators = new WeakMap<Services['operations'], Map<string, ValidateFunction>>();

function validatorOf(tool: string, { operations, platform }: Services): ValidateFunction {
  const dialect = platform.dialect();
  const own = validators.get(operations) ?? new Map<string, ValidateFunction>();
  validators.set(operations, own);
  const key = `${tool} ${dialect}`;
  const schema = () => toolsFor('propose', operations, dialect).find(({ name }) => name === tool)?.inputSchema;
  const validate = own.get(key) ?? new Ajv({ strict: false, coerceTypes: true }).compile(schema() ?? false);
  own.set(key, validate);
  return validate;
}

export async function agentCalls(stage: Stage, agent: Agent, gone?: AbortSignal): Promise<Call> {
  const loaded = loadAgent(await stage.store.agents.get(agent.id));
  return callsOf(stage, { by: 'token', agent: loaded ?? agent }, undefined, gone);
}

/** Returns the tool calls that Slackbot makes for a person. Different values of `sent` mean different requests. */
export function slackbotCalls(stage: Stage, who: Name, sent: string, meta: object = {}): Call {
  const slack = { user_id: people[who].id, team_id: team, ...meta };
  return callsOf(stage, { by: 'slack', sent, secret: new Secret('signing') }, slack);
}

export const opening = (component: string, port: number, more: RawArgs = {}) => ({
  change: 'port.open',
  parameters: { component, port, ...more },
  reason: 'the callback',
});
