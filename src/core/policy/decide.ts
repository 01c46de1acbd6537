import type { Person } from '../command/context.ts';
import type { Text } from '../text/text.ts';
import { approvers, channelMembers, type Policy, type Role, type Setting } from './policy.ts';
import {
  type DecisionGround,
  type Groups,
  groupsUnreadableText,
  isIn,
  type PolicyDecision,
  type PolicyInput,
  rule,
  unreadText,
} from './policy-decision.ts';
import { policyMsg } from './policy-messages.ts';

/** Minimum length of a break-glass reason, in characters, without surrounding spaces. */
const minReason = 10;

export interface Actor {
  readonly person: Pick<Person, 'id' | 'standing'>;
  /** The person's user groups, limited to groups that the policy names. */
  readonly groups: Groups;
  readonly inChannel: boolean | 'unreadable';
  /** Remaining time of Slack's rate limit, in ms, if the limit prevented a read. */
  readonly limitedMs?: number;
}

export interface Approval {
  readonly by: string;
}

export interface NotAllowed {
  readonly refusal: Text;
  /** Slack couldn't be read, which never counts as permission; retrying may help. */
  readonly canRetry?: true;
}

/** Effect of pressing a button. `left`: number of approvals still needed after it; with 0, the request continues. */
type Verdict = { readonly may: 'confirm' | 'approve' | 'break-glass'; readonly left: number };

interface WantedDecision {
  readonly ruling: PolicyDecision;
  readonly decider: Actor;
  readonly asker: string;
  /** Approvals of the plan's present revision. */
  readonly approvals: readonly Approval[];
  readonly breakGlass?: string;
}

/** Checks who may approve, confirm or break the glass. Nobody approves their own request, not even administrators. */
export function mayDecide(wanted: WantedDecision): Verdict | NotAllowed {
  const { ruling, decider, asker, approvals } = wanted;
  const standing = mayAsk(decider.person);
  if (standing) return standing;
  if (ruling.need === 'run') return { refusal: policyMsg.nothingToDecide() };
  if (wanted.breakGlass !== undefined) return mayBreakGlass(ruling, decider, wanted.breakGlass);
  if (ruling.need === 'confirm') {
    if (decider.person.id !== asker) return { refusal: policyMsg.onlyAskerConfirms({ asker: { user: asker } }) };
    return notInChannel(decider, policyMsg.notInChannel()) ?? { may: 'confirm', left: 0 };
  }
  if (decider.person.id === asker) return { refusal: neverOneself(ruling, decider) };
  const refusal = noDecider(ruling, decider);
  if (refusal) return refusal;
  const left = approvalsLeft(ruling, asker, approvals);
  if (left === 0) return { refusal: policyMsg.enoughAlready() };
  if (approvals.some(({ by }) => by === decider.person.id)) return { refusal: policyMsg.approvedAlready({ left }) };
  return { may: 'approve', left: left - 1 };
}

/** Returns why a decision allowed by `mayDecide` counts, for storing with the request. */
export function groundOf(ruling: PolicyDecision, { person, groups }: Actor, may: Verdict['may']): DecisionGround {
  const by = { rule: ruling.rule, version: ruling.version };
  if (may === 'confirm') return { ...by, as: 'requester' };
  if (may === 'approve' && ruling.from === channelMembers) return { ...by, as: 'member' };
  const role = may === 'approve' ? { name: ruling.from, ...ruling } : ruling.breakGlass;
  const mine = 'in' in groups ? groups.in : groups;
  const group = role?.users.includes(person.id) ? undefined : role?.groups.find((each) => mine.includes(each));
  return { ...by, as: may === 'approve' ? 'role' : 'break-glass', role: role?.name, group };
}

/** Returns the number of missing approvals. Counts each person one time, and never the requester. */
export function approvalsLeft(ruling: PolicyDecision, asker: string, approvals: readonly Approval[]): number {
  const others = new Set(approvals.map(({ by }) => by).filter((by) => by !== asker));
  return Math.max(0, ruling.count - others.size);
}

/** Checks who may deny: people who could approve or break the glass. The requester can only cancel. */
export function mayDeny(ruling: PolicyDecision, decider: Actor, asker: string): NotAllowed | undefined {
  const standing = mayAsk(decider.person);
  if (standing) return standing;
  if (ruling.need === 'run') return { refusal: policyMsg.nothingToDecide() };
  if (ruling.need === 'confirm')
    return decider.person.id === asker
      ? undefined
      : { refusal: policyMsg.onlyAskerConfirms({ asker: { user: asker } }) };
  if (decider.person.id === asker) return { refusal: neverOneself(ruling, decider) };
  const mayBreakGlass = ruling.breakGlass && isIn(ruling.breakGlass, decider.person.id, decider.groups);
  if (mayBreakGlass === true) return undefined;
  const refusal = noDecider(ruling, decider);
  return refusal && mayBreakGlass === 'unreadable' ? groupsUnreadable(decider) : refusal;
}

/** Checks who may record an outcome: people who may decide, but not the requester if the change needs approval. */
export function maySettle(ruling: PolicyDecision, who: Actor, asker: string): NotAllowed | undefined {
  const standing = mayAsk(who.person);
  if (standing) return standing;
  if (ruling.need !== 'approve') return notInChannel(who, policyMsg.notInChannel());
  if (who.person.id === asker) return { refusal: policyMsg.othersSettle({ who: decidersText(ruling) }) };
  return noDecider(ruling, who);
}

function neverOneself(ruling: PolicyDecision, asker: Actor): Text {
  const mayBreakGlass = ruling.breakGlass && isIn(ruling.breakGlass, asker.person.id, asker.groups) === true;
  const who = decidersText(ruling);
  return mayBreakGlass ? policyMsg.neverOneselfButGlass({ who }) : policyMsg.neverOneself({ who });
}

function groupsUnreadable({ groups }: Pick<Actor, 'groups'>): NotAllowed {
  return { refusal: groupsUnreadableText(groups), canRetry: true };
}

export function membersUnreadable({ limitedMs }: Pick<Actor, 'limitedMs'>): NotAllowed {
  return { refusal: unreadText(limitedMs, policyMsg.membersUnreadable()), canRetry: true };
}

/** Returns undefined if someone is in the channel, else `otherwise`, or the text that members couldn't be read. */
function notInChannel(who: Actor, otherwise: Text): NotAllowed | undefined {
  if (who.inChannel === 'unreadable') return membersUnreadable(who);
  return who.inChannel ? undefined : { refusal: otherwise };
}

/** Returns undefined if someone is in a role, else `otherwise`, or the text that its groups couldn't be read. */
function notInRole(role: Pick<Role, 'users' | 'groups'>, who: Actor, otherwise: Text): NotAllowed | undefined {
  const isOne = isIn(role, who.person.id, who.groups);
  if (isOne === 'unreadable') return groupsUnreadable(who);
  return isOne ? undefined : { refusal: otherwise };
}

function noDecider(ruling: PolicyDecision, decider: Actor): NotAllowed | undefined {
  if (ruling.from === channelMembers) return notInChannel(decider, policyMsg.notInChannel());
  return notInRole(ruling, decider, policyMsg.notInRole({ who: decidersText(ruling) }));
}

function mayBreakGlass(ruling: PolicyDecision, decider: Actor, reason: string): Verdict | NotAllowed {
  const role = ruling.breakGlass;
  if (!role || ruling.need !== 'approve') return { refusal: policyMsg.noGlass() };
  const refusal = notInRole(role, decider, policyMsg.notInGlassRole({ role: role.name }));
  if (refusal) return refusal;
  if (!isReason(reason)) return { refusal: reasonTooShortText() };
  return { may: 'break-glass', left: 0 };
}

/** Checks that a break-glass reason is long enough and isn't one character repeated. */
export function isReason(reason: string): boolean {
  const signs = [...reason.replace(/\s+/g, ' ').trim()];
  return signs.length >= minReason && new Set(signs).size >= 4;
}

export function reasonTooShortText(what: Text = policyMsg.glass()): Text {
  return policyMsg.reasonTooShort({ what, least: minReason });
}

/** Checks whether someone may ask or decide: only full members of this workspace may. */
export function mayAsk({ standing }: Pick<Person, 'standing'>): NotAllowed | undefined {
  const { guest, stranger, bot } = policyMsg;
  return standing === 'member' ? undefined : { refusal: { guest, stranger, bot }[standing]() };
}

/** Describes who may decide: “2 different people of operators”. */
export function decidersText(ruling: PolicyDecision): Text {
  if (ruling.need !== 'approve') return policyMsg.theAsker();
  const { count, from: role } = ruling;
  if (role === channelMembers) return count === 1 ? policyMsg.oneMember() : policyMsg.someMembers({ count });
  return count === 1 ? policyMsg.oneOf({ role }) : policyMsg.someOf({ count, role });
}

export interface Candidates {
  readonly people: readonly Pick<Person, 'id' | 'standing'>[];
  /** Whether there are other candidates: `more` than were checked, or some that couldn't be read. */
  readonly others: 'none' | 'more' | 'unreadable';
  readonly limitedMs?: number;
}

/**
 * Checks a permission from the policy file's `may`.
 * @param who with `inChannel` for the channel of the context, schedule, opening or audit log
 */
export function maySetting(policy: Policy, which: Setting, who: Actor): NotAllowed | undefined {
  const standing = mayAsk(who.person);
  if (standing) return standing;
  const from = policy.may[which];
  const what = settingTexts[which]();
  if (from === 'nobody') return { refusal: policyMsg.settingNobody({ what }) };
  if (from === channelMembers) return notInChannel(who, policyMsg.settingMembers({ what }));
  const role = policy.roles.get(from) ?? { users: [], groups: [] };
  return notInRole(role, who, policyMsg.settingRole({ what, role: from }));
}

/** Checks who may accept addresses: the people in `may`, or the possible approvers of an opening; never the opener. */
export function mayAcceptExposure(
  policy: Policy,
  input: Pick<PolicyInput, 'context' | 'channel' | 'operation'>,
  who: Actor,
  opener: string | undefined,
): NotAllowed | undefined {
  if (opener === who.person.id) return { refusal: policyMsg.neverOwnExposure() };
  if (policy.may.exposure !== approvers) return maySetting(policy, 'exposure', who);
  return mayApproveThere(policy, { ...input, risk: 'expose' }, who);
}

/** Checks who may freeze changes in a place: the people in `may`, or the possible approvers of such a change there. */
export function mayFreeze(
  policy: Policy,
  who: Actor,
  { changes, context, channel }: Pick<PolicyInput, 'channel' | 'context'> & { readonly changes: readonly string[] },
): NotAllowed | undefined {
  if (policy.may.freeze !== approvers) return maySetting(policy, 'freeze', who);
  const refusals = changes.map((operation) =>
    mayApproveThere(policy, { risk: 'disrupt', operation, context, channel }, who),
  );
  return refusals.includes(undefined) ? undefined : refusals[0];
}

/** Checks whether someone may approve something there. If it needs no approval, any full member may. */
function mayApproveThere(policy: Policy, input: Omit<PolicyInput, 'asker'>, who: Actor): NotAllowed | undefined {
  const standing = mayAsk(who.person);
  if (standing) return standing;
  const ruling = rule(policy, { ...input, asker: { id: who.person.id, groups: who.groups } });
  if ('refused' in ruling) return { refusal: ruling.refused, canRetry: ruling.canRetry };
  return ruling.need === 'approve' ? noDecider(ruling, who) : notInChannel(who, policyMsg.notInChannel());
}

const settingTexts: Readonly<Record<Setting, () => Text>> = {
  set_context: policyMsg.setContext,
  schedule: policyMsg.schedule,
  follow: policyMsg.follow,
  watch: policyMsg.watch,
  open_for_a_while: policyMsg.openForAWhile,
  end_others: policyMsg.endOthers,
  read_audit: policyMsg.readAudit,
  exposure: policyMsg.acceptExposure,
  freeze: policyMsg.freeze,
};
