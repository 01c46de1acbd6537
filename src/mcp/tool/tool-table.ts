import type { AgentRight } from '../../core/policy/policy.ts';
import type { Change, Operation } from '../../operations/shared/define.ts';
import { isOffered } from '../../operations/shared/find-operation.ts';
import type { Dialect } from '../../platform/endpoint.ts';
import { plain } from '../../slack/slack-catalog.ts';
import { type JsonSchema, schemaOf } from './tool-schema.ts';

export interface ToolSpec {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: JsonSchema & { readonly type: 'object' };
  readonly annotations: {
    readonly readOnlyHint: boolean;
    readonly destructiveHint?: boolean;
    readonly idempotentHint?: boolean;
    readonly openWorldHint: boolean;
  };
}

/** Fixed data of a tool. `needs`: the right that the tool requires. */
interface ToolText {
  readonly title: string;
  readonly description: string;
  readonly needs: AgentRight;
}

/** Texts of all tools, in display order. Descriptions are constant and never contain data. */
export const toolTexts = {
  list_contexts: {
    title: 'List contexts',
    description:
      'Lists the applications (contexts: team/region/app) that you can ask about, with the Slack channels in which changes to them can be proposed. Its paths are the argument context of all other tools.',
    needs: 'read',
  },
  diagnose_component: {
    title: 'Diagnose a component',
    description:
      'Answers “what is wrong with X?” in one call: status, restarts, last events with the line of a failed one that says why, what monitoring shows of the last hour, recent changes, open requests and incidents, and ports open to the internet. Use it before the tools that read one of these. Without a context, all are searched for the component. Example: {"component": "web"}.',
    needs: 'read',
  },
  find_components: {
    title: 'Find components',
    description:
      'Lists the components (services) of an application with status, instances, image and memory, or searches for one by name. Those that are abnormal come first. Use it if you don’t know the component’s name.',
    needs: 'read',
  },
  read_component: {
    title: 'Read a component',
    description:
      'Reads the state of one component: status, image, version, instances, CPU, memory, addresses and ports. To find out what is wrong, use diagnose_component.',
    needs: 'read',
  },
  list_ports: {
    title: 'List ports',
    description:
      'Lists the ports of a component: protocol, internal and external access, addresses, and until when temporary access lasts. Use it before changing a port.',
    needs: 'read',
  },
  list_gateway_rules: {
    title: 'List gateway rules',
    description:
      'Lists the gateway rules (domains and TCP endpoints) of an application or a component, or its certificates and when they expire.',
    needs: 'read',
  },
  list_events: {
    title: 'List events and changes',
    description:
      'What happened to a component and what was changed in the last 24 hours, by people, agents and the platform. Without a component: the changes of the whole application. With event: the end of that event’s log, to see why it failed.',
    needs: 'read',
  },
  read_monitoring: {
    title: 'Read monitoring',
    description:
      'Reads monitoring data of components (latency, requests and errors at the gateway, CPU, memory, network): a sentence for each series, what changes clearly did, and last, mean, lowest and highest values. Use it for other ranges and items than the last hour. Example: {"component": ["web"], "range": "6h", "item": ["gateway-latency"], "points": 24}.',
    needs: 'read',
  },
  list_requests: {
    title: 'List requests',
    description:
      'Lists the requested changes that are still open, with their ids, who asked and who decided. With view "openings": the ports that are open for a limited time now.',
    needs: 'read',
  },
  list_exposure: {
    title: 'List what is exposed',
    description:
      'Lists what can be reached from outside in your contexts of the team: what is odd first, since when, by whom.',
    needs: 'read',
  },
  describe_changes: {
    title: 'Describe changes',
    description:
      'Lists the changes that can be proposed, or describes one of them: what it does, its risk, its parameters as JSON Schema, and examples. Use it before plan_change if you don’t know the parameters.',
    needs: 'read',
  },
  plan_change: {
    title: 'Plan a change',
    description:
      'Shows what a change would do, before and after, with warnings and who would have to approve it. Changes and stores nothing. Example: {"change": "component.scale", "parameters": {"component": "web", "instances": 4}}.',
    needs: 'propose',
  },
  propose_change: {
    title: 'Propose a change',
    description:
      'Asks people in Slack for a change. Nothing is changed until a person there approves or confirms exactly this plan. Use it only if your user wants the change. Then ask get_request for the outcome.',
    needs: 'propose',
  },
  get_request: {
    title: 'Get a request',
    description:
      'Reads the state of a requested change, and waits a while for the next one: who can decide, who decided, and what was done, as it was read back from the platform. Ask again while "final" is false.',
    needs: 'read',
  },
  cancel_request: {
    title: 'Cancel a request',
    description: 'Withdraws a change that you have proposed, while nobody has run it.',
    needs: 'propose',
  },
} as const satisfies Readonly<Record<string, ToolText>>;
export type ToolName = keyof typeof toolTexts;

export function isToolName(name: string): name is ToolName {
  return Object.hasOwn(toolTexts, name);
}

/** Returns the operations of a tool: its default and its views. */
export function operationsOf(operations: readonly Operation[], tool: ToolName): readonly Operation[] {
  return operations.filter((each) => 'name' in each.tool && each.tool.name === tool);
}

/** Returns the view of its tool that an operation belongs to; `''` for the default view. */
export function viewOf({ tool }: Operation): string {
  return 'view' in tool ? (tool.view ?? '') : '';
}

/** Parameters that only make sense in Slack, because agents have separate contexts. */
const onlyInSlack = new Set(['me', 'team', 'all']);

export function readParameters(operations: readonly Operation[], tool: ToolName) {
  const own = operationsOf(operations, tool);
  const views = own.map(viewOf).filter((view) => view !== '');
  const schemas = own.map((each) => schemaOf(each.params));
  const all = Object.fromEntries(schemas.flatMap(({ properties }) => Object.entries(properties)));
  const properties = Object.fromEntries(Object.entries(all).filter(([name]) => !onlyInSlack.has(name)));
  const required = Object.keys(properties).filter((name) => schemas.every((each) => each.required.includes(name)));
  return {
    properties: {
      ...properties,
      ...(views.length > 0 ? { view: { type: 'string', enum: views, description: viewsText(own) } } : {}),
    },
    // `list_events` requires no component, because recent changes are also known for the whole application.
    required: tool === 'list_events' ? [] : required,
  };
}

function viewsText(own: readonly Operation[]): string {
  const texts = own.map((each) => [viewOf(each), plain(each.summary, 'en')] as const);
  const named = texts.filter(([view]) => view !== '').map(([view, text]) => `${view}: ${text}`);
  return `${named.join('. ')}. Without it: ${texts.find(([view]) => view === '')?.[1] ?? ''}.`;
}

/** Returns the parameters of changes, without advanced ones. If a type differs between changes, it becomes text. */
export function changeParameters(changes: readonly Change[]): Readonly<Record<string, JsonSchema>> {
  const fields: Record<string, JsonSchema> = {};
  for (const { params } of changes)
    for (const [name, { type }] of Object.entries(schemaOf(params).properties))
      if (!params[name]?.advanced)
        fields[name] = { type: fields[name] && fields[name].type !== type ? 'string' : type };
  return Object.fromEntries(
    Object.entries(fields).map(([name, one]) => [
      name,
      one.type === 'array' ? { ...one, items: { type: 'string' } } : one,
    ]),
  );
}

export interface Offered {
  readonly operations: readonly Operation[];
  readonly platform: { readonly dialect: () => Dialect };
}

export function changesOf(operations: readonly Operation[], dialect: Dialect) {
  return operations.flatMap((each) => (each.kind === 'change' && isOffered(each, dialect) ? [each] : []));
}

export function mayUse(right: AgentRight, tool: ToolName): boolean {
  return right === 'propose' || toolTexts[tool].needs === 'read';
}
