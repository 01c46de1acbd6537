import { channelMembers, type Policy, type Role } from '../core/policy/policy.ts';
import type { SlackInspection } from '../slack/app/inspect-slack.ts';
import { doctorMsg } from './report/doctor-messages.ts';
import { about, type Finding } from './report/finding.ts';

/** Slack names in the policy file: each id with the parts of the file that use it. */
export interface PolicyNames {
  readonly users: ReadonlyMap<string, readonly string[]>;
  readonly groups: ReadonlyMap<string, readonly string[]>;
  readonly channels: ReadonlyMap<string, readonly string[]>;
}

/** Collects the names except the channels of watches and alerts, which another check covers. */
export function policyNames(policy: Policy): PolicyNames {
  const { alertSources, breakGlass, channels, contexts = [], people, roles, rules, watches = [] } = policy;
  const notified = [...(alertSources?.values() ?? []), ...watches].flatMap(({ name, notify = [] }) =>
    notify.map((id) => [id, `notify of “${name}”`] as const),
  );
  const inRoles = [...roles.values(), ...(breakGlass ? [breakGlass] : [])].flatMap(({ name, users, groups }) =>
    [...users, ...groups].map((id) => [id, `role “${name}”`] as const),
  );
  const askers = rules.flatMap(({ line, when: { asker = [] } }) => asker.map((id) => [id, `line ${line}`] as const));
  const mapped = [...(people?.values() ?? [])].map((id) => [id, 'people'] as const);
  const everyone = [...inRoles, ...askers, ...mapped, ...notified];
  const ofKind = (pattern: RegExp) => byId(everyone.filter(([id]) => pattern.test(id)));
  const named = contexts.flatMap(({ name, channel }) => (channel ? [[channel, `context “${name}”`] as const] : []));
  return {
    users: ofKind(/^[UW][A-Z0-9]{2,}$/),
    groups: ofKind(/^S[A-Z0-9]{2,}$/),
    channels: byId([...[...(channels?.keys() ?? [])].map((id) => [id, 'channels'] as const), ...named]),
  };
}

function byId(pairs: readonly (readonly [string, string])[]): ReadonlyMap<string, readonly string[]> {
  const grouped = Map.groupBy(pairs, ([id]) => id);
  return new Map([...grouped].map(([id, each]) => [id, [...new Set(each.map(([, where]) => where))]]));
}

/** Finds people, groups and channels that Slack doesn't know, and rules that nobody can approve. */
export function checkPolicyNames(
  policy: Policy,
  policyFile: string | undefined,
  { people, channels }: Pick<SlackInspection, 'people' | 'channels'>,
): readonly Finding[] {
  const { ok, unknown, warning, error } = about('policy-names');
  const names = policyNames(policy);
  const everyone = [...names.users, ...names.groups];
  if (policyFile === undefined || everyone.length + names.channels.size === 0 || people.size + channels.size === 0)
    return [];
  const fix = doctorMsg.correctPolicy();
  const triedPerson = (id: string) => people.get(id);
  const lost = everyone.flatMap(([id, where]) => {
    const tried = triedPerson(id);
    if (!tried || !('value' in tried) || tried.value === 'active') return [];
    const names = { id, where: where.join(', ') };
    const said =
      tried.value === 'deactivated'
        ? doctorMsg.personGone(names)
        : id.startsWith('S')
          ? doctorMsg.groupUnknown(names)
          : doctorMsg.personUnknown(names);
    return [warning(said, { why: doctorMsg.nobodyInstead(), fix })];
  });
  const unread = everyone.filter(([id]) => 'error' in (triedPerson(id) ?? {}));
  const away = [...names.channels].flatMap(([id, where]) => {
    const tried = channels.get(id);
    if (!tried || 'error' in tried || tried.value) return [];
    return [
      warning(doctorMsg.channelUnknown({ id, where: where.join(', ') }), {
        why: doctorMsg.nothingPosted(),
        fix: doctorMsg.inviteOrCorrect(),
      }),
    ];
  });
  const isGone = (id: string) => {
    const tried = triedPerson(id);
    return tried !== undefined && 'value' in tried && tried.value !== 'active';
  };
  const isEmpty = ({ users, groups }: Role) => [...users, ...groups].every(isGone);
  const stuck = policy.rules.flatMap(({ line, need, from }) => {
    const role = policy.roles.get(from);
    if (need !== 'approve' || from === channelMembers || !role || !isEmpty(role)) return [];
    return [
      error(doctorMsg.nobodyApproves({ file: policyFile, line, role: from }), {
        why: doctorMsg.requestsExpire(),
        fix,
      }),
    ];
  });
  const all = [...stuck, ...lost, ...away];
  if (unread.length > 0) return [...all, unknown(doctorMsg.namesUnread({ ids: unread.map(([id]) => id).join(', ') }))];
  return all.length > 0 ? all : [ok(doctorMsg.namesFine())];
}
