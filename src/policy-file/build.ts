import { createHash } from 'node:crypto';
import { type Context, type Place, parseConfiguredPlace } from '../core/command/context.ts';
import {
  type AgentPolicy,
  type AlertSource,
  allowances,
  type ChangeWindow,
  type ConfiguredWatch,
  channelMembers,
  defaultPolicy,
  type Freeze,
  type FreezeCoverage,
  type Policy,
  type Role,
  type Rule,
  type When,
} from '../core/policy/policy.ts';
import { dayMs, momentOfLocal } from '../core/time/zone-clock.ts';
import { type Path, parsePattern } from './check.ts';
import type { PolicyFile } from './schema.ts';

export function buildPolicy(file: PolicyFile, lineAt: (path: Path) => number): Policy {
  const alertSources = buildSources(file, lineAt);
  const watches = (file.watches?.items ?? []).flatMap((item, index) =>
    buildWatch(file, item, lineAt(['watches', 'items', index])),
  );
  const roles = new Map(Object.entries(file.roles ?? {}).map(([name, role]) => [name, buildRole(name, role)]));
  const breakGlass = file.break_glass === undefined ? undefined : roles.get(file.break_glass);
  return {
    source: 'file',
    ...(file.contexts
      ? { contexts: Object.entries(file.contexts).map(([name, context]) => ({ name, ...context })) }
      : {}),
    ...(file.channels ? { channels: buildChannels(file, file.channels) } : {}),
    roles,
    rules: (file.rules ?? []).map((rule, index) => buildRule(file, rule, lineAt(['rules', index]))),
    ...(file.freezes
      ? { freezes: file.freezes.map((each, at) => buildFreeze(file, each, lineAt(['freezes', at]))) }
      : {}),
    ...(file.windows
      ? { windows: file.windows.map((each, at) => buildWindow(file, each, lineAt(['windows', at]))) }
      : {}),
    breakGlass,
    expiry: file.expiry ?? defaultPolicy.expiry,
    maxOpen: file.max_open ?? defaultPolicy.maxOpen,
    recheckRoles: file.recheck_roles ? true : undefined,
    longestRun: file.longest_run ?? defaultPolicy.longestRun,
    evidence: file.evidence ?? defaultPolicy.evidence,
    agents: buildAgents(file),
    ...(alertSources.size > 0 ? { alertSources } : {}),
    ...(watches.length > 0 ? { watches } : {}),
    ...(file.expected
      ? {
          expected: file.expected.map(({ context, ...entry }, index) => ({
            ...entry,
            line: lineAt(['expected', index]),
            context: context && patternsOf(file, context),
          })),
        }
      : {}),
    ...(file.people ? { people: new Map(Object.entries(file.people)) } : {}),
    may: { ...defaultPolicy.may, ...file.may },
  };
}

function buildRole(name: string, role: NonNullable<PolicyFile['roles']>[string]): Role {
  return { name, users: [...new Set(role.users)], groups: [...new Set(role.groups)] };
}

function buildChannels(
  file: PolicyFile,
  channels: NonNullable<PolicyFile['channels']>,
): NonNullable<Policy['channels']> {
  return new Map(
    Object.entries(channels).map(([id, { context, allow, language }]) => {
      const place = context === undefined ? undefined : findContext(file, context);
      return [id, { context: place, language, allow: allow ?? allowances }];
    }),
  );
}

/** Finds a context by its name or place. If the place has a name, the result includes the name. */
function findContext(file: PolicyFile, words: string): Context | undefined {
  const named = contextNamed(file, words);
  if (named) return { ...named, name: words };
  const place = parseConfiguredPlace(words);
  if (!place) return undefined;
  const name = Object.keys(file.contexts ?? {}).find((each) => {
    const other = contextNamed(file, each);
    return other?.team === place.team && other.region === place.region && other.app === place.app;
  });
  return name === undefined ? place : { ...place, name };
}

function contextNamed(file: PolicyFile, name: string): Place | undefined {
  const context = file.contexts?.[name];
  return context && { team: context.team, region: context.region, app: context.app };
}

function buildAgents(file: PolicyFile): AgentPolicy {
  const { contexts, ...rest } = file.agents ?? {};
  return { ...defaultPolicy.agents, ...rest, contexts: contexts && patternsOf(file, contexts) };
}

function patternsOf(file: PolicyFile, contexts: readonly string[]): readonly Place[] {
  return contexts.flatMap((words) => contextNamed(file, words) ?? parsePattern(words) ?? []);
}

type FileWatch = NonNullable<NonNullable<PolicyFile['watches']>['items']>[number];

function buildWatch(
  file: PolicyFile,
  { context: words, component, notify, ...item }: FileWatch,
  line: number,
): readonly ConfiguredWatch[] {
  const context = findContext(file, words);
  return context ? [{ ...item, line, context, components: component ?? [], notify: [...new Set(notify)] }] : [];
}

function buildSources(file: PolicyFile, lineAt: (path: Path) => number): NonNullable<Policy['alertSources']> {
  const mapOf = (labels: Readonly<Record<string, string>> = {}) => new Map(Object.entries(labels));
  return new Map(
    Object.entries(file.watches?.sources ?? {}).map(
      ([name, { token_env: tokenEnv, channel, notify, open, routes = [], component = [] }]): [string, AlertSource] => [
        name,
        {
          name,
          line: lineAt(['watches', 'sources', name]),
          tokenEnv,
          channel,
          open,
          ...(notify ? { notify: [...new Set(notify)] } : {}),
          routes: routes.map((route) => ({ channel: route.channel, labels: mapOf(route.labels) })),
          components: component.flatMap((each) => {
            const context = findContext(file, each.context);
            return context ? [{ context, labels: mapOf(each.labels), name: each.name }] : [];
          }),
        },
      ],
    ),
  );
}

function buildRule(file: PolicyFile, rule: NonNullable<PolicyFile['rules']>[number], line: number): Rule {
  const when = buildWhen(file, rule.when);
  return {
    line,
    when,
    need: rule.need,
    from: rule.from ?? channelMembers,
    count: rule.count ?? 1,
    ticket: rule.ticket,
  };
}

function buildWhen(file: PolicyFile, { context, ...rest }: FileWhen = {}): When {
  return { ...rest, context: context && patternsOf(file, context) };
}

type FileWhen = NonNullable<NonNullable<PolicyFile['rules']>[number]['when']>;
type FileFreeze = NonNullable<PolicyFile['freezes']>[number];
type FileWindow = NonNullable<PolicyFile['windows']>[number];

function buildFreeze(file: PolicyFile, freeze: FileFreeze, line: number): Freeze {
  const { from, to, zone, reason } = freeze;
  // The range includes the whole last day.
  const end = to && (to.isDay ? to.local + dayMs : to.local);
  return {
    ...buildCoverage(file, freeze, line),
    reason,
    ...(from ? { from: momentOfLocal(zone, from.local) } : {}),
    ...(end === undefined ? {} : { to: momentOfLocal(zone, end) }),
  };
}

function buildWindow(file: PolicyFile, window: FileWindow, line: number): ChangeWindow {
  const { zone, open, reason } = window;
  return { ...buildCoverage(file, window, line), zone, hours: open, reason };
}

function buildCoverage(file: PolicyFile, coverage: FileFreeze | FileWindow, line: number): FreezeCoverage {
  const { when, also = [], break_glass: breakGlass = true, exception } = coverage;
  return {
    id: createHash('sha256').update(JSON.stringify(coverage)).digest('hex').slice(0, 16),
    line,
    ...(when ? { when: buildWhen(file, when) } : {}),
    also: [...new Set(also)],
    breakGlass,
    ...(exception
      ? { exception: { need: exception.need, from: exception.from ?? channelMembers, count: exception.count ?? 1 } }
      : {}),
  };
}
