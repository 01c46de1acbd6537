import type { Person } from '../command/context.ts';
import type { Mention, Text } from '../text/text.ts';
import { approvers, channelMembers, needs, type Policy, type Role, type Setting } from './policy.ts';
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

/** The fewest characters of a written reason for breaking the glass, spaces around it aside. */
const leastReason = 10;

/** Someone who presses a button or asks, with what the policy has to know of them. */
export interface Actor {
  readonly person: Pick<Person, 'id' | 'standing'>;
  /** Of the groups that the policy names: those they are in. */
  readonly groups: Groups;
  /** Whether they are in the channel concerned. */
  readonly inChannel: boolean | 'unreadable';
  /** For how long Slack still limits requests, in ms, where that is why something couldn't be read. */
  readonly limitedMs?: number;
}

/** An approval that was given, as the request keeps it. */
export interface Approval {
  readonly by: string;
}

/** Why someone may not decide. */
export interface NotAllowed {
  readonly no: Text;
  /** Set when Slack couldn't be read, which is never taken for a yes: trying again can help. */
  readonly canRetry?: true;
}

/**
 * What a press does: `confirm` by the asker, `approve`, or `break-glass`; and how many approvals are needed after it. The
 * request goes on where none is.
 */
export type Verdict = { readonly may: 'confirm' | 'approve' | 'break-glass'; readonly left: number };

/** What someone wants to decide. */
export interface WantedDecision {
  readonly ruling: PolicyDecision;
  readonly decider: Actor;
  /** The Slack user id of who asked. */
  readonly asker: string;
  /** Those of the plan's present revision. */
  readonly approvals: readonly Approval[];
  /** The written reason, when the glass is to be broken. */
  readonly breakGlass?: string;
}

/**
 * Whether someone may approve or confirm, or break the glass. Never one's own approval, administrators included.
 * @returns what the press does, or why it may not
 */
export function mayDecide(wanted: WantedDecision): Verdict | NotAllowed {
  const { ruling, decider, asker, approvals } = wanted;
  const standing = mayAsk(decider.person);
  if (standing) return standing;
  if (ruling.need === 'run') return { no: policyMsg.nothingToDecide() };
  if (wanted.breakGlass !== undefined) return mayBreakGlass(ruling, decider, wanted.breakGlass);
  if (ruling.need === 'confirm') {
    if (decider.person.id !== asker) return { no: policyMsg.onlyAskerConfirms({ asker: { user: asker } }) };
    return notInChannel(decider, policyMsg.notInChannel()) ?? { may: 'confirm', left: 0 };
  }
  if (decider.person.id === asker) return { no: neverOneself(ruling, decider) };
  const refusal = noDecider(ruling, decider);
  if (refusal) return refusal;
  const left = approvalsLeft(ruling, asker, approvals);
  if (left === 0) return { no: policyMsg.enoughAlready() };
  if (approvals.some(({ by }) => by === decider.person.id)) return { no: policyMsg.approvedAlready({ left }) };
  return { may: 'approve', left: left - 1 };
}

/** Why a decision counts that `mayDecide` allows, as the request keeps it. */
export function groundOf(ruling: PolicyDecision, { person, groups }: Actor, may: Verdict['may']): DecisionGround {
  const by = { rule: ruling.rule, version: ruling.version };
  if (may === 'confirm') return { ...by, as: 'requester' };
  if (may === 'approve' && ruling.from === channelMembers) return { ...by, as: 'member' };
  const role = may === 'approve' ? { name: ruling.from, ...ruling } : ruling.breakGlass;
  const mine = 'in' in groups ? groups.in : groups;
  const group = role?.users.includes(person.id) ? undefined : role?.groups.find((each) => mine.includes(each));
  return { ...by, as: may === 'approve' ? 'role' : 'break-glass', role: role?.name, group };
}

/**
 * Whether a decision that was made still counts by the policy as it is now: it names the person, or the group that made
 * them one of the role, also if they left that group since.
 */
export function groundHolds(ruling: PolicyDecision, by: string, ground: DecisionGround | undefined): boolean {
  if (ground?.as === 'requester') return true;
  const role = ground?.as === 'break-glass' ? ruling.breakGlass : ruling.from === channelMembers ? 'anyone' : ruling;
  if (role === 'anyone' || role === undefined) return role === 'anyone';
  return role.users.includes(by) || (ground?.group !== undefined && role.groups.includes(ground.group));
}

/** Whether the policy asks for more than another decision of it: a stricter need, more people, or others. */
export function asksMore(now: PolicyDecision, before: PolicyDecision): boolean {
  const [rank, old] = [needs.indexOf(now.need), needs.indexOf(before.need)];
  if (rank !== old || now.need !== 'approve') return rank > old;
  return now.count > before.count || now.from !== before.from || !sameRole(now, before);
}

function sameRole(one: PolicyDecision, other: PolicyDecision): boolean {
  const ids = ({ users, groups }: PolicyDecision) => [...users, ...groups].sort().join(' ');
  return ids(one) === ids(other);
}

/** How many approvals are still missing: different people count, and never the asker. */
export function approvalsLeft(ruling: PolicyDecision, asker: string, approvals: readonly Approval[]): number {
  const others = new Set(approvals.map(({ by }) => by).filter((by) => by !== asker));
  return Math.max(0, ruling.count - others.size);
}

/**
 * Whether someone may deny a request: those who could approve it, or break the glass for it. The asker cancels instead.
 * @returns undefined when they may
 */
export function mayDeny(ruling: PolicyDecision, decider: Actor, asker: string): NotAllowed | undefined {
  const standing = mayAsk(decider.person);
  if (standing) return standing;
  if (ruling.need === 'run') return { no: policyMsg.nothingToDecide() };
  if (ruling.need === 'confirm')
    return decider.person.id === asker ? undefined : { no: policyMsg.onlyAskerConfirms({ asker: { user: asker } }) };
  if (decider.person.id === asker) return { no: neverOneself(ruling, decider) };
  const glass = ruling.breakGlass && isIn(ruling.breakGlass, decider.person.id, decider.groups);
  if (glass === true) return undefined;
  const no = noDecider(ruling, decider);
  return no && glass === 'unreadable' ? groupsUnreadable(decider) : no;
}

/**
 * Whether someone may say how a change ended that the platform doesn't tell: those who may decide it, and never its
 * requester where others approve.
 * @returns undefined when they may
 */
export function maySettle(ruling: PolicyDecision, who: Actor, asker: string): NotAllowed | undefined {
  const standing = mayAsk(who.person);
  if (standing) return standing;
  if (ruling.need !== 'approve') return notInChannel(who, policyMsg.notInChannel());
  if (who.person.id === asker) return { no: policyMsg.othersSettle({ who: decidersText(ruling) }) };
  return noDecider(ruling, who);
}

function neverOneself(ruling: PolicyDecision, asker: Actor): Text {
  const glass = ruling.breakGlass && isIn(ruling.breakGlass, asker.person.id, asker.groups) === true;
  const who = decidersText(ruling);
  return glass ? policyMsg.neverOneselfButGlass({ who }) : policyMsg.neverOneself({ who });
}

function groupsUnreadable({ groups }: Pick<Actor, 'groups'>): NotAllowed {
  return { no: groupsUnreadableText(groups), canRetry: true };
}

/** Why someone is refused whose membership of the channel concerned couldn't be read. */
export function membersUnreadable({ limitedMs }: Pick<Actor, 'limitedMs'>): NotAllowed {
  return { no: unreadText(limitedMs, policyMsg.membersUnreadable()), canRetry: true };
}

/** Why someone isn't in the channel concerned: `otherwise`, unless that couldn't be read. */
function notInChannel(who: Actor, otherwise: Text): NotAllowed | undefined {
  if (who.inChannel === 'unreadable') return membersUnreadable(who);
  return who.inChannel ? undefined : { no: otherwise };
}

/** Why someone isn't in a role: `otherwise`, unless that couldn't be read. */
function notInRole(role: Pick<Role, 'users' | 'groups'>, who: Actor, otherwise: Text): NotAllowed | undefined {
  const isOne = isIn(role, who.person.id, who.groups);
  if (isOne === 'unreadable') return groupsUnreadable(who);
  return isOne ? undefined : { no: otherwise };
}

function noDecider(ruling: PolicyDecision, decider: Actor): NotAllowed | undefined {
  if (ruling.from === channelMembers) return notInChannel(decider, policyMsg.notInChannel());
  return notInRole(ruling, decider, policyMsg.notInRole({ who: decidersText(ruling) }));
}

function mayBreakGlass(ruling: PolicyDecision, decider: Actor, reason: string): Verdict | NotAllowed {
  const role = ruling.breakGlass;
  if (!role || ruling.need !== 'approve') return { no: policyMsg.noGlass() };
  const refusal = notInRole(role, decider, policyMsg.notInGlassRole({ role: role.name }));
  if (refusal) return refusal;
  if (!isReason(reason)) return { no: reasonTooShortText() };
  return { may: 'break-glass', left: 0 };
}

/** Whether a text is reason enough to break the glass: long enough, and not one sign over and over. */
export function isReason(reason: string): boolean {
  const signs = [...reason.replace(/\s+/g, ' ').trim()];
  return signs.length >= leastReason && new Set(signs).size >= 4;
}

/** The answer to a reason that is too short. */
export function reasonTooShortText(what: Text = policyMsg.glass()): Text {
  return policyMsg.reasonTooShort({ what, least: leastReason });
}

/**
 * Whether someone may ask anything at all, and decide: full members of this workspace only.
 * @returns undefined when they may
 */
export function mayAsk({ standing }: Pick<Person, 'standing'>): NotAllowed | undefined {
  const { guest, stranger, bot } = policyMsg;
  return standing === 'member' ? undefined : { no: { guest, stranger, bot }[standing]() };
}

/** Who is to be mentioned on the card, and who may decide in words. Nobody can be mentioned for a whole channel. */
export function whoMayDecide(ruling: PolicyDecision, asker: string): { mentions: readonly Mention[]; says: Text } {
  if (ruling.need !== 'approve') return { mentions: [], says: decidersText(ruling) };
  const users = ruling.users.filter((user) => user !== asker).map((user) => ({ user }));
  return { mentions: [...users, ...ruling.groups.map((group) => ({ group }))], says: decidersText(ruling) };
}

/** The ids that a request is found by when someone looks for what waits for them: the store's `deciders`. */
export function deciderIds(ruling: PolicyDecision, asker: string): readonly string[] {
  if (ruling.need === 'confirm') return [asker];
  return [...ruling.users.filter((user) => user !== asker), ...ruling.groups];
}

/** Who may decide, in words: “2 different people of operators”. */
export function decidersText(ruling: PolicyDecision): Text {
  if (ruling.need !== 'approve') return policyMsg.theAsker();
  const { count, from: role } = ruling;
  if (role === channelMembers) return count === 1 ? policyMsg.oneMember() : policyMsg.someMembers({ count });
  return count === 1 ? policyMsg.oneOf({ role }) : policyMsg.someOf({ count, role });
}

/** The people who could decide, as far as Slack says. */
export interface Candidates {
  readonly people: readonly Pick<Person, 'id' | 'standing'>[];
  /** Others of whom nothing is known: `more` than are looked at, or some that couldn't be read. */
  readonly others: 'none' | 'more' | 'unreadable';
  /** See `limitedMs` of an `Actor`. */
  readonly limitedMs?: number;
}

/**
 * Whether enough others could decide, so that nothing is asked that nobody can answer.
 * The candidates are the people of the ruling's users and groups, or the channel's members, as Slack tells them. Where
 * there are more than were looked at, someone may be there; who couldn't be read counts for nothing.
 * @returns undefined when they could; how many can, where they are too few and its requester may break the glass;
 *   otherwise why not
 */
export function canAnybodyDecide(
  ruling: PolicyDecision,
  asker: { readonly id: string; readonly groups: Groups },
  { people, others, limitedMs }: Candidates,
): NotAllowed | { readonly able: number } | undefined {
  if (ruling.need !== 'approve') return undefined;
  const members = people.filter(({ id, standing }) => standing === 'member' && id !== asker.id);
  const able = new Set(members.map(({ id }) => id)).size;
  if (able >= ruling.count || others === 'more') return undefined;
  if (ruling.breakGlass && isIn(ruling.breakGlass, asker.id, asker.groups) !== false) return { able };
  if (others === 'unreadable') return membersUnreadable({ limitedMs });
  const { count, from: role } = ruling;
  if (role === channelMembers)
    return { no: able === 0 ? policyMsg.nobodyElseHere() : policyMsg.tooFewHere({ count, able }) };
  return { no: able === 0 ? policyMsg.nobodyElseOf({ role }) : policyMsg.tooFewOf({ role, count, able }) };
}

/**
 * Whether someone may do one of the things that the policy file's `may` lists.
 * @param who with `inChannel` of the channel concerned: the one whose context, schedule, opening or audit it is
 * @returns undefined when they may
 */
export function maySetting(policy: Policy, which: Setting, who: Actor): NotAllowed | undefined {
  const standing = mayAsk(who.person);
  if (standing) return standing;
  const from = policy.may[which];
  const what = settingTexts[which]();
  if (from === 'nobody') return { no: policyMsg.settingNobody({ what }) };
  if (from === channelMembers) return notInChannel(who, policyMsg.settingMembers({ what }));
  const role = policy.roles.get(from) ?? { users: [], groups: [] };
  return notInRole(role, who, policyMsg.settingRole({ what, role: from }));
}

/**
 * Whether someone may accept addresses as expected: as the policy file's `may` says, otherwise those who may approve what
 * exposes something there; never who opened it.
 * @param opener the Slack id of who opened it, where that is known
 */
export function mayAcceptExposure(
  policy: Policy,
  input: Pick<PolicyInput, 'context' | 'channel' | 'operation'>,
  who: Actor,
  opener: string | undefined,
): NotAllowed | undefined {
  if (opener === who.person.id) return { no: policyMsg.neverOwnExposure() };
  if (policy.may.exposure !== approvers) return maySetting(policy, 'exposure', who);
  return mayApproveThere(policy, { ...input, risk: 'expose' }, who);
}

/**
 * Whether someone may freeze the changes of a place: as the policy file's `may` says, otherwise those who may approve one of
 * those that freezes cover there.
 * @param place with the ids of those changes, and the channel that the place belongs to
 */
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

/** Whether someone may approve something there; any full member of the channel may do what nobody has to approve. */
function mayApproveThere(policy: Policy, input: Omit<PolicyInput, 'asker'>, who: Actor): NotAllowed | undefined {
  const standing = mayAsk(who.person);
  if (standing) return standing;
  const ruling = rule(policy, { ...input, asker: { id: who.person.id, groups: who.groups } });
  if ('refused' in ruling) return { no: ruling.refused, canRetry: ruling.canRetry };
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
