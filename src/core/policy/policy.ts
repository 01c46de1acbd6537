import * as z from 'zod';
import { type Context, type Place, placeKey } from '../command/context.ts';
import type { Lang } from '../text/text.ts';
import type { WeeklyHours } from '../time/weekly-hours.ts';
import type { NeverFrozen } from './never-frozen.ts';

/** The impact of a change. The policy's rules depend on it. */
export const risks = ['change', 'expose', 'disrupt', 'destroy'] as const;
export type Risk = (typeof risks)[number];

/** A named set of people: user ids, and all members of the user groups. */
export const Role = z.object({
  name: z.string(),
  users: z.array(z.string()).readonly(),
  groups: z.array(z.string()).readonly(),
});
export type Role = z.infer<typeof Role>;

export const allowances = ['question', ...risks] as const;
export type Allowance = (typeof allowances)[number];

export const needs = ['run', 'confirm', 'approve'] as const;
type Need = (typeof needs)[number];

/** A place with parts that may be `*` (any). */
export type PlacePattern = Place;

/** Conditions of a rule. All given conditions must be true; the values of one list are alternatives. */
export interface When {
  readonly risk?: readonly Risk[];
  readonly operation?: readonly string[];
  readonly context?: readonly PlacePattern[];
  readonly channel?: readonly string[];
  /** User ids, and names of roles. */
  readonly asker?: readonly string[];
}
export type Condition = keyof When;

export interface Rule {
  readonly line: number;
  readonly when: When;
  readonly need: Need;
  /** A role's name, or any full member of the channel. Only if `need` is `approve`. */
  readonly from: string;
  readonly count: number;
  /** The required ticket: a regular expression for it, and an address with `{ticket}` in it. */
  readonly ticket?: { readonly pattern: string; readonly link?: string };
}

/** The need for an exception to a freeze. `from`: a role's name, or any full member of the channel. */
export interface ExceptionRule {
  readonly need: Exclude<Need, 'run'>;
  readonly from: string;
  readonly count: number;
}

export interface FreezeCoverage {
  /** Derived from the entry's text, so the same text in the file means the same freeze. */
  readonly id: string;
  /** Line in the policy file, counted from 1; absent for a freeze that was begun in Slack. */
  readonly line?: number;
  /** Conditions as in rules; undefined: covers the operations that freezes cover by default. */
  readonly when?: When;
  /** Operations that this freeze also covers, although they are never frozen by default. */
  readonly also: readonly NeverFrozen[];
  readonly breakGlass: boolean;
  readonly exception?: ExceptionRule;
  readonly reason?: string;
}

/** A period without changes, in epoch ms. Without an end, it lasts until it is removed. */
export interface Freeze extends FreezeCoverage {
  readonly from?: number;
  readonly to?: number;
  readonly reason: string;
  /** If begun in Slack: the freeze's place, and the name of the person who began it. */
  readonly place?: Place;
  readonly by?: string;
}

/** The only hours in which changes run. If several windows cover a change, one open window is enough. */
export interface ChangeWindow extends FreezeCoverage {
  readonly hours: readonly WeeklyHours[];
  readonly zone: string;
}

/** "Any full member of the channel"; `members` in the file. */
export const channelMembers = 'channel-members';

/** “People who may approve such changes there”: default of `exposure` and `freeze`. The file can't name it. */
export const approvers = 'approvers';

/** Restricted actions on Portolan itself: see `may` in the policy file. */
export const settings = [
  'set_context',
  'schedule',
  'follow',
  'watch',
  'open_for_a_while',
  'end_others',
  'read_audit',
  'exposure',
  'freeze',
] as const;
export type Setting = (typeof settings)[number];

export const agentRights = ['read', 'propose'] as const;
export type AgentRight = (typeof agentRights)[number];

/** The people who may create agents, and their rights. Durations in ms. */
export interface AgentPolicy {
  readonly allow: readonly AgentRight[];
  /** Limits agents to these contexts; undefined: to the contexts of the channels that contain the owner. */
  readonly contexts?: readonly PlacePattern[];
  /** `channel-members` (every full member of the workspace), `nobody`, or a role's name. */
  readonly who: string;
  readonly longest: number;
  /** Maximum number of open requests, and of calls per minute, of all agents of one owner together. */
  readonly open: number;
  readonly calls: number;
}

/** An Alertmanager that sends notifications to `/hooks/alertmanager/<name>`. */
export interface AlertSource {
  readonly name: string;
  readonly line: number;
  readonly tokenEnv: string;
  readonly channel: string;
  /** A route matches if all alerts of a group have its labels. The first matching route applies. */
  readonly routes: readonly { readonly labels: AlertLabels; readonly channel: string }[];
  readonly notify?: readonly string[];
  /** Maximum number of the source's groups that fire at the same time; default: `maxOpenGroups`. */
  readonly open?: number;
  /** Finds an alert's component: the first entry with matching labels. `name`: the label with the component's name. */
  readonly components: readonly { readonly context: Context; readonly labels: AlertLabels; readonly name: string }[];
}

/** Maximum number of watches in one context. */
export const maxWatches = 100;

/** A watch in the policy file, as typed text that `operations/watch` parses. */
export interface ConfiguredWatch {
  readonly name: string;
  readonly line: number;
  readonly context: Context;
  readonly channel: string;
  readonly components: readonly string[];
  readonly what: string;
  readonly above?: string;
  readonly below?: string;
  readonly for?: string;
  readonly notify: readonly string[];
}

/** Addresses that are allowed to be open by the policy file. All given conditions must match. */
export interface ExpectedAddresses {
  readonly line: number;
  /** Names, aliases or ids of components, and addresses, with `*` as a wildcard. */
  readonly component?: string | undefined;
  readonly address?: string | undefined;
  readonly port?: number | undefined;
  readonly context?: readonly PlacePattern[] | undefined;
  /** In epoch ms; absent: no end. */
  readonly until?: number | undefined;
  readonly reason?: string | undefined;
}

export type AlertLabels = ReadonlyMap<string, string>;

interface ChannelPolicy {
  readonly context?: Context;
  readonly allow: readonly Allowance[];
  /** The language of public posts in this channel. */
  readonly language?: Lang;
}

/** The policy, built from `portolan.yaml` by `policy-file/`, or `defaultPolicy`. Durations in ms. */
export interface Policy {
  readonly source: 'file' | 'defaults';
  /** Hash of the file's content; absent without a file. */
  readonly version?: string;
  /** Whether groups and channel membership are checked again when a change runs, not only at the decision. */
  readonly recheckRoles?: true;
  /** If set, no other contexts may be used. */
  readonly contexts?: readonly (Context & { readonly name: string; readonly channel?: string })[];
  /** By channel id. If set, other channels allow only questions. */
  readonly channels?: ReadonlyMap<string, ChannelPolicy>;
  readonly roles: ReadonlyMap<string, Role>;
  readonly rules: readonly Rule[];
  readonly freezes?: readonly Freeze[];
  readonly windows?: readonly ChangeWindow[];
  readonly breakGlass?: Role;
  readonly expiry: number;
  readonly maxOpen: number;
  /** Maximum time to wait for the outcome of a change. */
  readonly longestRun: number;
  /** Whether cards have a chart of the component, for operations that declare it. */
  readonly evidence: boolean;
  readonly agents: AgentPolicy;
  readonly alertSources?: ReadonlyMap<string, AlertSource>;
  readonly watches?: readonly ConfiguredWatch[];
  readonly expected?: readonly ExpectedAddresses[];
  /** The Slack user of each platform user, to mention them when something that they started fails. */
  readonly people?: ReadonlyMap<string, string>;
  /** `channel-members`, `nobody`, `approvers`, or a role's name. */
  readonly may: Readonly<Record<Setting, string>>;
}

/** The policy without a file (docs/policy.md#without-a-file). */
export const defaultPolicy: Policy = {
  source: 'defaults',
  roles: new Map(),
  rules: [],
  expiry: 15 * 60_000,
  maxOpen: 24 * 3_600_000,
  longestRun: 30 * 60_000,
  evidence: true,
  agents: { allow: agentRights, who: channelMembers, longest: 90 * 86_400_000, open: 5, calls: 60 },
  may: {
    set_context: channelMembers,
    schedule: channelMembers,
    follow: channelMembers,
    watch: channelMembers,
    open_for_a_while: channelMembers,
    end_others: channelMembers,
    read_audit: channelMembers,
    exposure: approvers,
    freeze: approvers,
  },
};

/** Returns a channel's context from the policy: from the channel's entry, else the context that names the channel. */
export function channelContext(policy: Policy, channel: string): Context | undefined {
  const own = policy.channels?.get(channel)?.context;
  if (own) return own;
  const named = policy.contexts?.find((each) => each.channel === channel);
  return named && contextOnly(named);
}

/** Returns the policy file's contexts; undefined if the file has no such section, so that any context may be used. */
export function contextsOf(policy: Policy): readonly (Context & { readonly name: string })[] | undefined {
  return policy.contexts?.map(contextOnly);
}

export function hasContext(policy: Policy, context: Place): boolean {
  const key = placeKey(context);
  return policy.contexts?.some((each) => placeKey(each) === key) ?? true;
}

/** Returns the channel that the policy assigns to a place. Cards about the place go there if no channel was given. */
export function channelOf(policy: Policy, place: Place): string | undefined {
  const key = placeKey(place);
  const named = policy.contexts?.find((each) => each.channel !== undefined && placeKey(each) === key)?.channel;
  if (named) return named;
  return [...(policy.channels ?? [])].find(
    ([, each]) => each.context !== undefined && placeKey(each.context) === key,
  )?.[0];
}

function contextOnly(context: Context & { readonly name: string }): Context & { readonly name: string } {
  const { team, region, app, name } = context;
  return { team, region, app, name };
}
