import * as z from 'zod';
import { appNumber, type Place, placeKey, placeText } from '../command/context.ts';
import { durationText } from '../text/duration-messages.ts';
import { verbatimList } from '../text/joined.ts';
import type { Text } from '../text/text.ts';
import {
  type Allowance,
  type Condition,
  channelMembers,
  type ExceptionRule,
  needs,
  type PlacePattern,
  type Policy,
  type Risk,
  Role,
  type Rule,
  type When,
} from './policy.ts';
import { policyMsg } from './policy-messages.ts';

/** A person's user groups (those that `groupsOf` returns are enough), and the groups with unreadable members. */
export type Groups =
  | readonly string[]
  | {
      readonly in: readonly string[];
      readonly unreadable: readonly string[];
      /** Remaining time of Slack's rate limit, in ms, if the limit prevented the read. */
      readonly limitedMs?: number;
    };

/** The facts of a request that rules check, with the resolved place instead of a context's name. */
export interface PolicyInput {
  readonly risk: Risk | 'question';
  readonly operation: string;
  /** Id of another operation. Rules for that operation also apply to this one. */
  readonly ruledAs?: string;
  readonly context?: Place;
  readonly channel: string;
  readonly asker: { readonly id: string; readonly groups: Groups };
  readonly elsewhere?: boolean;
  /** Needs the channel's own context or a rule that names the context, like all changes of the risk `disrupt`. */
  readonly ownContextOnly?: boolean;
  /** Whether the change touches more than half of the app's components, and at least two; absent if unknown. */
  readonly touchesMost?: boolean;
  readonly opens?: boolean;
}

const DecidingRule = z.union([z.literal('default'), z.object({ index: z.number(), line: z.number() })]);

/** Why a person's decision counted: the rule, the version of the policy, and their role. */
export const DecisionGround = z.object({
  rule: DecidingRule,
  version: z.string().optional(),
  as: z.enum(['requester', 'member', 'role', 'break-glass']),
  role: z.string().optional(),
  /** The user group that gave the person the role; absent if the role names the person directly. */
  group: z.string().optional(),
});
export type DecisionGround = z.infer<typeof DecisionGround>;

/** Stored with the request, so a change of the policy doesn't affect open requests. */
export const PolicyDecision = z.object({
  need: z.enum(needs),
  /** The people who decide: the requester (`run`, `confirm`), any full member of the channel, or a role by its name. */
  from: z.string(),
  users: z.array(z.string()).readonly(),
  groups: z.array(z.string()).readonly(),
  /** Number of different approvers; 0 unless `need` is `approve`. */
  count: z.number().int(),
  rule: DecidingRule,
  version: z.string().optional(),
  /** The requester's user groups, limited to groups that the policy names, because some rules depend on them. */
  askerGroups: z.array(z.string()).readonly().optional(),
  breakGlass: Role.optional(),
  /** Time for a decision, in ms. */
  expiry: z.number(),
  /** Maximum length of temporary access, in ms. */
  maxOpen: z.number(),
  /** Maximum time to wait for the outcome, in ms; absent in requests from versions that didn't wait. */
  longestRun: z.number().optional(),
});
export type PolicyDecision = z.infer<typeof PolicyDecision>;

export interface Refusal {
  readonly refused: Text;
  readonly canRetry?: true;
}

/** Returns the decision of the first matching rule, otherwise of the defaults; a refusal if it isn't allowed here. */
export function rule(policy: Policy, input: PolicyInput): PolicyDecision | Refusal {
  const refusal = notAllowedHere(policy, input);
  if (refusal) return { refused: refusal };
  const isBound = input.risk === 'disrupt' || input.ownContextOnly === true;
  const outside = isBound && input.elsewhere ? refuseElsewhere(policy, input) : undefined;
  if (outside) return outside;
  if (input.risk === 'question') return ruling(policy, input, { need: 'run' }, 'default');
  for (const [index, each] of policy.rules.entries()) {
    const match = matches(policy, each.when, input);
    if (match === 'unreadable') return groupsUnreadable(input);
    if (match === true) return ruling(policy, input, each, { index, line: each.line });
  }
  if (input.risk === 'change' || (input.risk === 'disrupt' && !input.touchesMost))
    return ruling(policy, input, { need: 'confirm' }, 'default');
  return ruling(policy, input, { need: 'approve', from: channelMembers, count: 1 }, 'default');
}

/** Refuses disruptive changes in another channel's context that no rule names: the platform checks almost nothing. */
function refuseElsewhere(policy: Policy, input: PolicyInput): Refusal | undefined {
  const results = policy.rules.flatMap(({ when }) => (when.context ? [matches(policy, when, input)] : []));
  if (results.includes(true)) return undefined;
  return results.includes('unreadable') ? groupsUnreadable(input) : { refused: policyMsg.notFromElsewhere() };
}

function groupsUnreadable({ asker }: PolicyInput): Refusal {
  return { refused: groupsUnreadableText(asker.groups), canRetry: true };
}

/** Returns the decision for a rule or for `default`. `from` and `count` matter only if approval is needed. */
function ruling(
  { roles, breakGlass, expiry, maxOpen, longestRun, version }: Policy,
  { asker }: Pick<PolicyInput, 'asker'>,
  asked: { readonly need: 'run' | 'confirm' } | ({ readonly need: 'approve' } & Pick<Rule, 'from' | 'count'>),
  by: PolicyDecision['rule'],
): PolicyDecision {
  const mine = 'in' in asker.groups ? asker.groups.in : asker.groups;
  const askerGroups = mine.length > 0 ? mine : undefined;
  const terms = { rule: by, expiry, maxOpen, longestRun, version, askerGroups };
  if (asked.need !== 'approve') return { need: asked.need, from: 'asker', users: [], groups: [], count: 0, ...terms };
  const { need, from, count } = asked;
  const { users = [], groups = [] } = roles.get(from) ?? {};
  return { need, from, users, groups, count, breakGlass, ...terms };
}

/** Returns the decision for an exception: the need of the freeze's rule, or the change's own if that is stricter. */
export function exceptionRuling(
  policy: Policy,
  { need, from, count }: ExceptionRule,
  before: PolicyDecision,
): PolicyDecision {
  const isLess =
    need === 'approve' && before.need === 'approve'
      ? count <= before.count && (from === channelMembers || from === before.from)
      : needs.indexOf(need) < needs.indexOf(before.need);
  if (isLess) return before;
  const terms = need === 'approve' ? { need, from, count } : { need };
  const { breakGlass: _, ...kept } = before;
  return { ...kept, ...ruling(policy, { asker: { id: '', groups: before.askerGroups ?? [] } }, terms, before.rule) };
}

export function notAllowedHere(
  policy: Policy,
  input: Pick<PolicyInput, 'risk' | 'context' | 'channel'>,
): Text | undefined {
  const { contexts } = policy;
  const place = input.context;
  if (contexts && place && !contexts.some((each) => placeKey(each) === placeKey(place)))
    return policyMsg.noSuchContext({
      place: placeText(place),
      names: verbatimList(contexts.map(({ name }) => name)),
    });
  if (!policy.channels) return undefined;
  const channel = policy.channels.get(input.channel);
  if (!channel) return input.risk === 'question' ? undefined : policyMsg.onlyQuestionsHere();
  if (channel.allow.includes(input.risk)) return undefined;
  return policyMsg.notAllowedHere({ what: allowanceText(input.risk) });
}

/** Returns every condition of a rule that doesn't hold, or can't be checked. */
export function mismatches(policy: Policy, when: When, input: PolicyInput): readonly (Condition | 'unreadable')[] {
  const conditions: (Condition | 'unreadable')[] = [];
  if (when.risk && !when.risk.some((risk) => risk === input.risk)) conditions.push('risk');
  if (when.operation && !when.operation.some((name) => name === input.operation || name === input.ruledAs))
    conditions.push('operation');
  const { context } = input;
  if (when.context && !when.context.some((pattern) => context && matchesPlace(pattern, context)))
    conditions.push('context');
  if (when.channel && !when.channel.includes(input.channel)) conditions.push('channel');
  if (when.asker) {
    const asked = when.asker.map((who) => isAsker(policy, who, input));
    if (!asked.includes(true)) conditions.push(asked.includes('unreadable') ? 'unreadable' : 'asker');
  }
  return conditions;
}

/** Checks a rule's conditions. Returns `unreadable` if the result depends on groups that couldn't be read. */
export function matches(policy: Policy, when: When, input: PolicyInput): boolean | 'unreadable' {
  const lacking = mismatches(policy, when, input);
  if (lacking.length === 0) return true;
  return lacking.every((each) => each === 'unreadable') ? 'unreadable' : false;
}

/** Checks whether a pattern matches a place, or everything that another pattern matches. */
export function matchesPlace(pattern: PlacePattern, place: PlacePattern): boolean {
  // Ignore case: a platform with a case-insensitive database accepts a name in any case, which must not evade a rule.
  const matchesName = (wanted: string, is: string) => wanted === '*' || wanted.toLowerCase() === is.toLowerCase();
  return (
    matchesName(pattern.team, place.team) &&
    matchesName(pattern.region, place.region) &&
    matchesName(appNumber(pattern.app), appNumber(place.app))
  );
}

function isAsker(policy: Policy, who: string, input: PolicyInput): boolean | 'unreadable' {
  const role = policy.roles.get(who);
  return role ? isIn(role, input.asker.id, input.asker.groups) : who === input.asker.id;
}

/** Checks whether someone is in a role. Returns `unreadable` if that depends on a group that can't be read. */
export function isIn(role: Pick<Role, 'users' | 'groups'>, id: string, groups: Groups): boolean | 'unreadable' {
  if (role.users.includes(id)) return true;
  const { in: mine, unreadable } = 'unreadable' in groups ? groups : { in: groups, unreadable: [] };
  if (role.groups.some((group) => mine.includes(group))) return true;
  return role.groups.some((group) => unreadable.includes(group)) ? 'unreadable' : false;
}

export function groupsUnreadableText(groups: Groups): Text {
  return unreadText('limitedMs' in groups ? groups.limitedMs : undefined, policyMsg.groupsUnreadable());
}

export function unreadText(limitedMs: number | undefined, otherwise: Text): Text {
  return limitedMs === undefined ? otherwise : slackLimitText(limitedMs);
}

/** Returns the text that Slack limits the bot's calls for another `ms` milliseconds. */
export function slackLimitText(ms: number): Text {
  return policyMsg.slackLimits({ wait: durationText(Math.ceil(ms / 1_000) * 1_000) });
}

const allowanceTexts: Readonly<Record<Allowance, () => Text>> = {
  question: policyMsg.questions,
  change: policyMsg.changes,
  expose: policyMsg.exposures,
  disrupt: policyMsg.disruptions,
  destroy: policyMsg.deletions,
};

export function allowanceText(what: Allowance): Text {
  return allowanceTexts[what]();
}
