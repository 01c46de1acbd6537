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

/**
 * The user groups someone is in (those of `groupsOf` are enough); and those whose members Slack didn't return, if any.
 */
export type Groups =
  | readonly string[]
  | {
      readonly in: readonly string[];
      readonly unreadable: readonly string[];
      /** For how long Slack still limits requests, in ms: why they couldn't be read. */
      readonly limitedMs?: number;
    };

/** What is asked, as rules see it: the resolved place, never a context's name. */
export interface PolicyInput {
  readonly risk: Risk | 'question';
  readonly operation: string;
  /** A rule that names this operation matches too. */
  readonly ruledAs?: string;
  /** Absent for what needs no context. */
  readonly context?: Place;
  readonly channel: string;
  readonly asker: { readonly id: string; readonly groups: Groups };
  /** The context isn't the channel's own: it was named in the command, or is the requester's. */
  readonly elsewhere?: boolean;
  /** It needs the channel's own context, as all of the risk `disrupt` does, or a rule that names the context. */
  readonly ownContextOnly?: boolean;
  /**
   * Whether more than half of the application's components, and at least two, are touched; absent where it isn't
   * known.
   */
  readonly touchesMost?: boolean;
  /** Whether it opens something, which the policy limits in time. */
  readonly opens?: boolean;
}

const DecidingRule = z.union([z.literal('default'), z.object({ index: z.number(), line: z.number() })]);

/** Why someone's decision counted when it was made: by which rule of which version of the policy, and as what. */
export const DecisionGround = z.object({
  rule: DecidingRule,
  version: z.string().optional(),
  as: z.enum(['requester', 'member', 'role', 'break-glass']),
  role: z.string().optional(),
  /** The user group that made them one of the role; absent for those whom the role names. */
  group: z.string().optional(),
});
export type DecisionGround = z.infer<typeof DecisionGround>;

/**
 * What the policy says about a request. It is kept with the request: a change of the policy does not change open
 * requests.
 */
export const PolicyDecision = z.object({
  need: z.enum(needs),
  /** Who decides: the asker (`run`, `confirm`), any full member of the channel, or a role by its name. */
  from: z.string(),
  users: z.array(z.string()).readonly(),
  groups: z.array(z.string()).readonly(),
  /** How many different people have to approve; 0 unless the need is `approve`. */
  count: z.number().int(),
  rule: DecidingRule,
  /** The version of the policy file that it is from. */
  version: z.string().optional(),
  /** The user groups that the requester was in, of those that the policy names: some rules depend on them. */
  askerGroups: z.array(z.string()).readonly().optional(),
  /** Who may decide alone, with a written reason. */
  breakGlass: Role.optional(),
  /** ms that the request stays open for a decision. */
  expiry: z.number(),
  /** ms that an opening for a while may last at most. */
  maxOpen: z.number(),
  /** ms that its outcome is waited for at most; absent in requests of versions that didn't wait. */
  longestRun: z.number().optional(),
});
export type PolicyDecision = z.infer<typeof PolicyDecision>;

/** Why something may not be requested at all. */
export interface Refusal {
  readonly refused: Text;
  /** Set when Slack couldn't be read: asking again can help. */
  readonly canRetry?: true;
}

/**
 * What the policy says about a request: the first rule that matches, else the defaults.
 * @returns the ruling, or why it may not be asked here at all
 */
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

/**
 * Interrupting service, and what else declares it, is for channels whose context the component belongs to: the platform
 * itself checks almost no permissions there. Another context needs a rule that names it and matches.
 */
function refuseElsewhere(policy: Policy, input: PolicyInput): Refusal | undefined {
  const found = policy.rules.flatMap(({ when }) => (when.context ? [matches(policy, when, input)] : []));
  if (found.includes(true)) return undefined;
  return found.includes('unreadable') ? groupsUnreadable(input) : { refused: policyMsg.notFromElsewhere() };
}

function groupsUnreadable({ asker }: PolicyInput): Refusal {
  return { refused: groupsUnreadableText(asker.groups), canRetry: true };
}

/** What is decided by a rule, or by `default`. Who decides, and how many, matters only where it needs an approval. */
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

/**
 * What an exception to a freeze needs: what its rule asks for, or what the change needs without the freeze if that is
 * certainly more. A freeze never makes a change easier.
 */
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

/** Why something may not be asked in its channel or context; undefined when it may. */
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

/** Every condition of a rule that does not hold, or that cannot be known. */
export function mismatches(policy: Policy, when: When, input: PolicyInput): readonly (Condition | 'unreadable')[] {
  const found: (Condition | 'unreadable')[] = [];
  if (when.risk && !when.risk.some((risk) => risk === input.risk)) found.push('risk');
  if (when.operation && !when.operation.some((name) => name === input.operation || name === input.ruledAs))
    found.push('operation');
  const { context } = input;
  if (when.context && !when.context.some((pattern) => context && matchesPlace(pattern, context))) found.push('context');
  if (when.channel && !when.channel.includes(input.channel)) found.push('channel');
  if (when.asker) {
    const asked = when.asker.map((who) => isAsker(policy, who, input));
    if (!asked.includes(true)) found.push(asked.includes('unreadable') ? 'unreadable' : 'asker');
  }
  return found;
}

/** Whether a rule's conditions hold; `unreadable` if that depends on groups that couldn't be read. */
export function matches(policy: Policy, when: When, input: PolicyInput): boolean | 'unreadable' {
  const found = mismatches(policy, when, input);
  if (found.length === 0) return true;
  return found.every((each) => each === 'unreadable') ? 'unreadable' : false;
}

/** Whether a place, or everything that another pattern matches, is matched by a pattern. */
export function matchesPlace(pattern: PlacePattern, place: PlacePattern): boolean {
  // A platform whose database compares without case takes a name in any: no rule may be missed by that.
  const matchesName = (wanted: string, is: string) => wanted === '*' || wanted.toLowerCase() === is.toLowerCase();
  return (
    matchesName(pattern.team, place.team) &&
    matchesName(pattern.region, place.region) &&
    matchesName(appNumber(pattern.app), appNumber(place.app))
  );
}

/** Whether a rule asks for a place: then no change may go on in one that is not known by its proper name. */
export function rulesNamePlaces(policy: Policy): boolean {
  const { rules, freezes = [], windows = [] } = policy;
  return [...rules, ...freezes, ...windows].some(({ when }) => when?.context !== undefined);
}

function isAsker(policy: Policy, who: string, input: PolicyInput): boolean | 'unreadable' {
  const role = policy.roles.get(who);
  return role ? isIn(role, input.asker.id, input.asker.groups) : who === input.asker.id;
}

/** Whether someone is in a role; `unreadable` when it depends on a group of the role that can't be read. */
export function isIn(role: Pick<Role, 'users' | 'groups'>, id: string, groups: Groups): boolean | 'unreadable' {
  if (role.users.includes(id)) return true;
  const { in: mine, unreadable } = 'unreadable' in groups ? groups : { in: groups, unreadable: [] };
  if (role.groups.some((group) => mine.includes(group))) return true;
  return role.groups.some((group) => unreadable.includes(group)) ? 'unreadable' : false;
}

/** Why the members of a group aren't known. */
export function groupsUnreadableText(groups: Groups): Text {
  return unreadText('limitedMs' in groups ? groups.limitedMs : undefined, policyMsg.groupsUnreadable());
}

/** Why something couldn't be read from Slack: it limits requests for so many more ms, or what is said `otherwise`. */
export function unreadText(limitedMs: number | undefined, otherwise: Text): Text {
  return limitedMs === undefined ? otherwise : slackLimitText(limitedMs);
}

/** The text that Slack is rate-limiting for so many more ms. */
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

/** What a channel's `allow` word means, in words. */
export function allowanceText(what: Allowance): Text {
  return allowanceTexts[what]();
}
