import * as z from 'zod';
import { type Context, type Place, placeKey } from '../command/context.ts';
import type { Lang } from '../text/text.ts';
import type { WeeklyHours } from '../time/weekly-hours.ts';
import type { NeverFrozen } from './never-frozen.ts';

/** How much a change can do; the policy decides by it. */
export const risks = ['change', 'expose', 'disrupt', 'destroy'] as const;
export type Risk = (typeof risks)[number];

/** A named set of people: users by their ids, and everyone in the user groups. */
export const Role = z.object({
  name: z.string(),
  users: z.array(z.string()).readonly(),
  groups: z.array(z.string()).readonly(),
});
export type Role = z.infer<typeof Role>;

/** What a channel's `allow` may list. */
export const allowances = ['question', ...risks] as const;
export type Allowance = (typeof allowances)[number];

/** What a change may need before it runs. */
export const needs = ['run', 'confirm', 'approve'] as const;
export type Need = (typeof needs)[number];

/** A place in which a rule's part may be `*`: any. */
export type PlacePattern = Place;

/** The conditions under which a rule applies; what is absent doesn't matter. Values of one list are alternatives. */
export interface When {
  readonly risk?: readonly Risk[];
  readonly operation?: readonly string[];
  readonly context?: readonly PlacePattern[];
  readonly channel?: readonly string[];
  /** User ids, and roles by name. */
  readonly asker?: readonly string[];
}
export type Condition = keyof When;

/** One rule of the policy file. `line` is its line there, counted from 1. */
export interface Rule {
  readonly line: number;
  readonly when: When;
  readonly need: Need;
  /** A role's name, or any full member of the channel. Only where the need is `approve`. */
  readonly from: string;
  readonly count: number;
  /** The ticket that it requires: a regular expression, and an address with `{ticket}` in it. */
  readonly ticket?: { readonly pattern: string; readonly link?: string };
}

/** What an exception to a freeze needs. `from`: a role's name, or any full member of the channel. */
export interface ExceptionRule {
  readonly need: Exclude<Need, 'run'>;
  readonly from: string;
  readonly count: number;
}

/** Which changes a freeze or a window is about, and how they may run all the same. */
export interface FreezeCoverage {
  /** What it is known by: the same words in the file are the same freeze. */
  readonly id: string;
  /** Its line in the policy file, from 1; absent for one that was begun in Slack. */
  readonly line?: number;
  /** The same conditions as of rules; undefined: the operations that freezes cover by default. */
  readonly when?: When;
  /** What it covers of what is never frozen otherwise. */
  readonly also: readonly NeverFrozen[];
  /** Whether breaking the glass overrides it. */
  readonly breakGlass: boolean;
  readonly exception?: ExceptionRule;
  readonly reason?: string;
}

/** A time in which changes don't run. Epoch ms; without an end it lasts until it is removed. */
export interface Freeze extends FreezeCoverage {
  readonly from?: number;
  readonly to?: number;
  readonly reason: string;
  /** Of one that was begun in Slack: where, and the name of the person who began it. */
  readonly place?: Place;
  readonly by?: string;
}

/** The only hours in which changes run. Of several that are about one change, any has to be open. */
export interface ChangeWindow extends FreezeCoverage {
  readonly hours: readonly WeeklyHours[];
  readonly zone: string;
}

/** Word for "any full member of the channel": in the file `members`. */
export const channelMembers = 'channel-members';

/** Word for “those who may approve such changes there”: the default of `exposure` and `freeze`, which the file can't name. */
export const approvers = 'approvers';

/** Things about Portolan itself that not everyone may do: see `may` in the policy file. */
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

/** What an agent's token may be for: to read, or also to propose changes, which people decide. */
export const agentRights = ['read', 'propose'] as const;
export type AgentRight = (typeof agentRights)[number];

/** Agents: who may create them, and for what. Durations in ms. */
export interface AgentPolicy {
  readonly allow: readonly AgentRight[];
  /** Only these contexts; undefined: those of the channels that the owner is in. */
  readonly contexts?: readonly PlacePattern[];
  /** `channel-members` (every full member of the workspace), `nobody`, or a role's name. */
  readonly who: string;
  /** The longest that a token may be valid for. */
  readonly longest: number;
  /** Open requests, and calls a minute, of all agents of one owner together. */
  readonly open: number;
  readonly calls: number;
}

/** A source of alerts: an Alertmanager that sends its notifications to `/hooks/alertmanager/<name>`. */
export interface AlertSource {
  readonly name: string;
  /** Where the file says it: a line, counted from 1. */
  readonly line: number;
  /** The environment variable that holds its bearer token. */
  readonly tokenEnv: string;
  /** Where its incidents are posted unless a route says otherwise. */
  readonly channel: string;
  /** The first whose labels all alerts of a group have. */
  readonly routes: readonly { readonly labels: AlertLabels; readonly channel: string }[];
  /** People (`U…`) and groups (`S…`) that its incidents mention. */
  readonly notify?: readonly string[];
  /** So many of its groups fire at once at most; `mostOpenGroups` where it isn't set. */
  readonly open?: number;
  /** Which component an alert is about: the first entry whose labels it has names it in its label `name`. */
  readonly components: readonly { readonly context: Context; readonly labels: AlertLabels; readonly name: string }[];
}

/** So many groups of a source fire at once where the file doesn't say. */
export const mostOpenGroups = 100;

/** More watches of one context are refused. */
export const mostWatches = 100;

/** A watch of the policy file. What it is about is written as people type it, and read by `operations/watch`. */
export interface ConfiguredWatch {
  /** Its id, too. */
  readonly name: string;
  /** Where the file says it: a line, counted from 1. */
  readonly line: number;
  readonly context: Context;
  readonly channel: string;
  /** The names, aliases or ids of its components; none: all of the app. */
  readonly components: readonly string[];
  readonly what: string;
  readonly above?: string;
  readonly below?: string;
  readonly for?: string;
  /** People (`U…`) and groups (`S…`). */
  readonly notify: readonly string[];
}

/** Addresses that the policy file says are meant to be open: those that fit all that it gives. */
export interface ExpectedAddresses {
  /** Where the file says it: a line, counted from 1. */
  readonly line: number;
  /** Names, aliases or ids of components, and addresses; `*` in them stands for anything. */
  readonly component?: string | undefined;
  readonly address?: string | undefined;
  readonly port?: number | undefined;
  readonly context?: readonly PlacePattern[] | undefined;
  /** Until when, epoch ms; absent: without an end. */
  readonly until?: number | undefined;
  readonly reason?: string | undefined;
}

/** AlertLabels with the values that they must have. */
export type AlertLabels = ReadonlyMap<string, string>;

/** What the policy allows in one channel. */
export interface ChannelPolicy {
  readonly context?: Context;
  readonly allow: readonly Allowance[];
  /** The language of what is posted there for everyone. */
  readonly language?: Lang;
}

/** Who may decide what. Built from `portolan.yaml` by `policy-file/`, or `defaultPolicy`. Durations in ms. */
export interface Policy {
  readonly source: 'file' | 'defaults';
  /** Identifies what the file says; absent without a file. */
  readonly version?: string;
  /** Whether groups and channels count again when a change runs, not only when someone decided. */
  readonly recheckRoles?: true;
  /** Only these exist where the file names any. */
  readonly contexts?: readonly (Context & { readonly name: string; readonly channel?: string })[];
  /** By channel id. Where the file has them, other channels only ask questions. */
  readonly channels?: ReadonlyMap<string, ChannelPolicy>;
  readonly roles: ReadonlyMap<string, Role>;
  readonly rules: readonly Rule[];
  readonly freezes?: readonly Freeze[];
  readonly windows?: readonly ChangeWindow[];
  readonly breakGlass?: Role;
  readonly expiry: number;
  readonly maxOpen: number;
  /** How long a change may take to show its outcome after it was sent. */
  readonly longestRun: number;
  /** Whether a chart of the component goes with the cards of operations that declare it. */
  readonly evidence: boolean;
  readonly agents: AgentPolicy;
  /** By name. */
  readonly alertSources?: ReadonlyMap<string, AlertSource>;
  /** In the order of the file. */
  readonly watches?: readonly ConfiguredWatch[];
  /** Addresses that are meant to be open. In the order of the file. */
  readonly expected?: readonly ExpectedAddresses[];
  /** The Slack user of each user of the platform: whom the failure of what they started mentions. */
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

/** The context that the policy gives a channel: its own line first, then the context that names the channel. */
export function channelContext(policy: Policy, channel: string): Context | undefined {
  const own = policy.channels?.get(channel)?.context;
  if (own) return own;
  const named = policy.contexts?.find((each) => each.channel === channel);
  return named && contextOnly(named);
}

/** The contexts of the policy file; undefined where it has no such section and any context may be used. */
export function contextsOf(policy: Policy): readonly (Context & { readonly name: string })[] | undefined {
  return policy.contexts?.map(contextOnly);
}

/** Whether the policy file lets a context be used: it has it, or lists none. */
export function hasContext(policy: Policy, context: Place): boolean {
  const key = placeKey(context);
  return policy.contexts?.some((each) => placeKey(each) === key) ?? true;
}

/** The channel that belongs to a place, where the policy names one: cards go there when no channel was given. */
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

/** Every user group that the policy names: whose members have to be known to decide. */
export function groupsOf(policy: Policy): readonly string[] {
  const roles = [...policy.roles.values()].flatMap((role) => role.groups);
  return [...new Set([...roles, ...(policy.breakGlass?.groups ?? [])])];
}
