import fc from 'fast-check';
import { aRuling } from '../../../test/sample-requests.ts';
import { canAnybodyDecide } from '../../changes/policy/rule-plan.ts';
import { deciderIds } from '../../changes/request-commit.ts';
import { whoMayDecide } from '../../slack/request/card-status.ts';
import { plain } from '../../slack/slack-catalog.ts';
import type { Text } from '../text/text.ts';
import { type Actor, type Approval, type Candidates, mayDecide, mayDeny, maySetting } from './decide.ts';
import { defaultPolicy, type Policy } from './policy.ts';
import type { PolicyDecision } from './policy-decision.ts';

const operators = { name: 'operators', users: ['U0ANNA', 'U0BEN'], groups: ['S0OPS'] };
const byOperators = aRuling({
  ...{ need: 'approve', from: 'operators', users: operators.users, groups: operators.groups, count: 2 },
  rule: { index: 0, line: 8 },
  breakGlass: operators,
});
const byMembers = aRuling({ need: 'approve', count: 1 });
const byAsker = aRuling({ need: 'confirm', from: 'asker' });

const actor = (
  id: string,
  changes: Partial<Omit<Actor, 'person'>> & { standing?: 'guest' | 'bot' | 'stranger' } = {},
): Actor => ({
  person: { id, standing: changes.standing ?? 'member' },
  groups: changes.groups ?? [],
  inChannel: changes.inChannel ?? true,
  limitedMs: changes.limitedMs,
});

const words = (result: { readonly refusal: Text } | object | undefined) =>
  result && 'refusal' in result ? plain(result.refusal, 'en') : result;
const says = (pattern: RegExp) => expect.stringMatching(pattern);

const asker = 'U0CARL';
const [anna, ben, eve] = [actor('U0ANNA'), actor('U0BEN'), actor('U0EVE')];
const ofOps = actor('U0DORA', { groups: ['S0OPS'] });
const unread = { in: [], unreadable: ['S0OPS'] };
const outside = actor('U0EVE', { inChannel: false });
const limited = 'Slack is limiting requests. Try again in 30 seconds.';

describe('approving', () => {
  const once = { may: 'approve', left: 0 };
  const gone = { in: ['S0OPS'], unreadable: ['S0GONE'] };

  test.each<[string, PolicyDecision, Actor, readonly string[], unknown]>([
    ['first of two', byOperators, anna, [], { may: 'approve', left: 1 }],
    ['second of two', byOperators, ben, ['U0ANNA'], once],
    ['by a group', byOperators, ofOps, ['U0ANNA'], once],
    ['twice the same', byOperators, anna, ['U0ANNA'], says(/already approved this.* 1 more approval/)],
    ['one too many', byOperators, anna, ['U0BEN', 'U0DORA'], says(/all the approvals/)],
    ['not in the role', byOperators, eve, [], says(/needs approval from 2 people from operators/)],
    ['groups unreadable', byOperators, actor('U0EVE', { groups: unread }), [], says(/couldn’t read/)],
    [
      'groups that Slack limits',
      byOperators,
      actor('U0EVE', { groups: { ...unread, limitedMs: 29_001 } }),
      [],
      limited,
    ],
    [
      'a group unreadable, but in another',
      { ...byOperators, groups: ['S0GONE', 'S0OPS'] },
      actor('U0DORA', { groups: gone }),
      ['U0ANNA'],
      once,
    ],
    [
      'another group unreadable',
      byOperators,
      actor('U0EVE', { groups: { in: [], unreadable: ['S0GONE'] } }),
      [],
      says(/needs approval from 2/),
    ],
    [
      'another group',
      byOperators,
      actor('U0EVE', { groups: { ...unread, in: ['S0CREW'] } }),
      [],
      says(/couldn’t read/),
    ],
    ['groups unreadable, but named', byOperators, actor('U0BEN', { groups: unread }), ['U0ANNA'], once],
    ['a member of the channel', byMembers, eve, [], once],
    ['nobody of the channel', byMembers, outside, [], says(/Join the channel first/)],
    ['a channel Slack limits', byMembers, actor('U0EVE', { inChannel: 'unreadable', limitedMs: 30_000 }), [], limited],
    ['channel unreadable', byMembers, actor('U0EVE', { inChannel: 'unreadable' }), [], says(/couldn’t read/)],
    ['a guest', byMembers, actor('U0EVE', { standing: 'guest' }), [], says(/^Guests/)],
    ['a stranger', byMembers, actor('U0EVE', { standing: 'stranger' }), [], says(/other workspaces/)],
    ['a bot', byMembers, actor('U0EVE', { standing: 'bot' }), [], says(/^Bots/)],
    ['oneself', byMembers, actor(asker), [], says(/needs approval from someone else/)],
    ['the asker confirms', byAsker, actor(asker), [], { may: 'confirm', left: 0 }],
    ['another confirms', byAsker, anna, [], says(/Only the requester, @U0CARL/)],
    ['nothing to decide', { ...byAsker, need: 'run' }, actor(asker), [], says(/doesn’t need a decision/)],
  ])('%s', (_name, ruling, decider, approvals, result) =>
    expect(words(mayDecide({ ruling, decider, asker, approvals: approvals.map((by) => ({ by })) }))).toEqual(result),
  );

  test('an asker of the role is told about the glass', () => {
    const own = mayDecide({ ruling: byOperators, decider: anna, asker: 'U0ANNA', approvals: [] });
    expect(words(own)).toMatch(/Break glass/);
  });
});

describe('breaking the glass', () => {
  const press = (ruling: PolicyDecision, decider: Actor, breakGlass: string, by = asker) =>
    words(mayDecide({ ruling, decider, asker: by, approvals: [], breakGlass }));
  const reason = 'shop is down, nobody awake';

  test.each<[string, PolicyDecision, Actor, string, unknown]>([
    ['alone, with a reason', byOperators, anna, reason, { may: 'break-glass', left: 0 }],
    ['a reason too short', byOperators, anna, ' urgent   ', says(/at least 10/)],
    ['no reason at all', byOperators, anna, 'xxxxxxxxxxxxxxx', says(/at least 10/)],
    ['not in the role', byOperators, eve, reason, says(/Only operators/)],
    ['groups unreadable', byOperators, actor('U0EVE', { groups: unread }), reason, says(/couldn’t/)],
    ['a guest in the role', byOperators, actor('U0ANNA', { standing: 'guest' }), reason, says(/^Guests/)],
    ['where none is', byMembers, anna, reason, says(/isn’t available here/)],
    ['where the asker confirms', byAsker, actor(asker), reason, says(/isn’t available here/)],
  ])('%s', (_name, ruling, decider, why, result) => expect(press(ruling, decider, why)).toEqual(result));

  test('also for what one asked oneself: that is what alone means', () =>
    expect(press(byOperators, anna, reason, 'U0ANNA')).toMatchObject({ may: 'break-glass' }));
});

describe('never one’s own approval', () => {
  const people = fc.constantFrom('U0ANNA', 'U0BEN', 'U0CARL', 'U0DORA');
  const rulings = fc.record({ base: fc.constantFrom(byOperators, byMembers), count: fc.integer({ min: 1, max: 3 }) });

  test('no sequence of presses by the asker decides; and others only when enough different ones pressed', () =>
    fc.assert(
      fc.property(rulings, people, fc.array(people, { maxLength: 12 }), ({ base, count }, by, presses) => {
        const ruling = { ...base, count };
        const approvals: Approval[] = [];
        let decided = false;
        for (const id of presses) {
          const verdict = mayDecide({ ruling, decider: actor(id, { groups: ['S0OPS'] }), asker: by, approvals });
          if (id === by || decided) expect(verdict).toHaveProperty('refusal');
          if ('refusal' in verdict) continue;
          approvals.push({ by: id });
          decided ||= verdict.left === 0;
        }
        const others = new Set(presses.filter((id) => id !== by));
        expect(decided).toBe(others.size >= count);
        expect(approvals.map((each) => each.by)).not.toContain(by);
      }),
    ));

  test('not even with approvals in the asker’s name that got into the request', () => {
    const forged = [{ by: asker }, { by: asker }];
    expect(mayDecide({ ruling: byOperators, decider: anna, asker, approvals: forged })).toMatchObject({ left: 1 });
  });
});

test.each<[string, PolicyDecision, Actor, unknown]>([
  ['by the role', byOperators, anna, undefined],
  ['by others', byOperators, eve, says(/needs approval/)],
  ['by oneself', byMembers, actor(asker), says(/own request/)],
  ['of what waits for its asker', byAsker, eve, says(/Only the requester, @U0CARL/)],
  ['who may break the glass', { ...byMembers, breakGlass: operators }, actor('U0BEN', { inChannel: false }), undefined],
])('denying: %s', (_name, ruling, decider, result) => expect(words(mayDeny(ruling, decider, asker))).toEqual(result));

test('who is told: people and groups of the role, without the asker', () => {
  const { mentions, says } = whoMayDecide(byOperators, 'U0BEN');
  expect(mentions).toEqual([{ user: 'U0ANNA' }, { group: 'S0OPS' }]);
  expect(plain(says, 'en')).toBe('2 people from operators');
  expect(deciderIds(byOperators, 'U0BEN')).toEqual(['U0ANNA', 'S0OPS']);
});

describe('whether anybody else could decide', () => {
  const member = (id: string) => ({ id, standing: 'member' as const });
  const outsider = { id: asker, groups: [] };
  const people = (...of: Candidates['people']): Candidates => ({ people: of, others: 'none' });
  const unreadable = (...of: Candidates['people']): Candidates => ({ people: of, others: 'unreadable' });
  const [one, other] = [member('U0ANNA'), member('U0BEN')];
  const bots = people({ id: 'U0X', standing: 'guest' }, { id: 'U0Y', standing: 'bot' });

  test.each<[string, PolicyDecision, Candidates, unknown]>([
    ['enough others', byOperators, people(one, other), undefined],
    ['one twice', byOperators, people(one, one), says(/only 1 other person can/)],
    ['nobody else', byMembers, people(member(asker)), says(/No one else in this channel/)],
    ['guests and bots do not count', byMembers, bots, says(/No one else/)],
    ['an empty role', byOperators, people(), says(/No one else in operators/)],
    ['unreadable', byOperators, unreadable(), says(/couldn’t read .* from Slack/)],
    ['too few that could be read', byOperators, unreadable(one), says(/couldn’t read .* from Slack/)],
    ['enough that could be read', byMembers, unreadable(one), undefined],
    ['more than were looked at', byOperators, { people: [], others: 'more' }, undefined],
    ['the asker confirms', byAsker, people(), undefined],
  ])('%s', (_name, ruling, candidates, result) => {
    const verdict = canAnybodyDecide(ruling, outsider, candidates);
    expect(typeof verdict === 'string' ? verdict : words(verdict)).toEqual(result);
  });
});

describe('settings', () => {
  const policy: Policy = {
    ...defaultPolicy,
    roles: new Map([['operators', operators]]),
    may: { ...defaultPolicy.may, schedule: 'operators', end_others: 'nobody' },
  };

  test.each<[string, Parameters<typeof maySetting>[1], Actor, unknown]>([
    ['members of the channel', 'set_context', eve, undefined],
    ['not others', 'read_audit', outside, says(/members of the channel/)],
    ['a role', 'schedule', actor('U0ANNA', { inChannel: false }), undefined],
    ['not in the role', 'schedule', eve, 'Only operators can do this: scheduling charts.'],
    ['nobody', 'end_others', anna, says(/doesn’t allow anyone/)],
    ['no guests', 'set_context', actor('U0EVE', { standing: 'guest' }), says(/^Guests/)],
  ])('%s', (_name, which, who, result) => expect(words(maySetting(policy, which, who))).toEqual(result));
});
