import fc from 'fast-check';
import { groupsOf } from '../../app-base.ts';
import { plain } from '../../slack/slack-catalog.ts';
import { explain } from './explain-policy.ts';
import { defaultPolicy, type Policy, risks } from './policy.ts';
import { type PolicyDecision, type PolicyInput, rule } from './policy-decision.ts';

const shop = { team: 'shop', region: 'east-1', app: '12' };
const operators = { name: 'operators', users: ['U0ANNA', 'U0BEN'], groups: ['S0OPS'] };
const policy: Policy = {
  ...defaultPolicy,
  source: 'file',
  roles: new Map([['operators', operators]]),
  rules: [
    { line: 8, when: { risk: ['destroy'] }, need: 'approve', from: 'operators', count: 2 },
    { line: 9, when: { risk: ['expose'], context: [shop] }, need: 'approve', from: 'operators', count: 1 },
    { line: 10, when: { asker: ['operators'], channel: ['C0OPS'] }, need: 'run', from: 'channel-members', count: 1 },
    {
      line: 11,
      when: { operation: ['port.close'], context: [{ team: '*', region: 'east-1', app: '*' }] },
      need: 'run',
      from: 'channel-members',
      count: 1,
    },
  ],
  breakGlass: operators,
};

const input = (changes: Partial<PolicyInput> = {}): PolicyInput => ({
  risk: 'change',
  operation: 'port.alias',
  context: shop,
  channel: 'C0SHOP',
  asker: { id: 'U0CARL', groups: [] },
  ...changes,
});

function decided(by: Policy, changes: Partial<PolicyInput> = {}): PolicyDecision {
  const ruling = rule(by, input(changes));
  if ('refused' in ruling) throw new Error(plain(ruling.refused, 'en'));
  return ruling;
}

function refused(by: Policy, changes: Partial<PolicyInput> = {}): string {
  const ruling = rule(by, input(changes));
  return 'refused' in ruling ? plain(ruling.refused, 'en') : '';
}

test.each([
  ['question', 'run', 'asker', 0],
  ['change', 'confirm', 'asker', 0],
  ['expose', 'approve', 'channel-members', 1],
  ['disrupt', 'confirm', 'asker', 0],
  ['destroy', 'approve', 'channel-members', 1],
] as const)('without a file: %s → %s by %s', (risk, need, from, count) => {
  expect(decided(defaultPolicy, { risk })).toMatchObject({ need, from, count, rule: 'default' });
  expect(decided(defaultPolicy, { risk }).breakGlass).toBeUndefined();
});

describe('interrupting service', () => {
  const disrupt = { risk: 'disrupt', operation: 'component.stop' } as const;

  test('most of an application needs an approval, unless a rule says otherwise', () => {
    expect(decided(defaultPolicy, { ...disrupt, touchesMost: true })).toMatchObject({
      need: 'approve',
      from: 'channel-members',
      count: 1,
    });
    expect(decided(defaultPolicy, { ...disrupt, touchesMost: false }).need).toBe('confirm');
    const strict = { line: 1, when: { risk: ['disrupt'] }, need: 'approve', from: 'operators', count: 2 } as const;
    expect(decided({ ...policy, rules: [strict] }, disrupt)).toMatchObject({ need: 'approve', count: 2 });
    const loose = { ...strict, need: 'run' } as const;
    expect(decided({ ...policy, rules: [loose] }, { ...disrupt, touchesMost: true }).need).toBe('run');
  });

  const elsewhere = { elsewhere: true } as const;
  const destroying = { risk: 'destroy', ownContextOnly: true } as const;
  const unread = { ...elsewhere, asker: { id: 'U0CARL', groups: { in: [], unreadable: ['S0OPS'] } } };
  const none = /^$/;
  const own = /only in the channel/;

  test.each<[string, Policy['rules'][number]['when'] | undefined, Partial<PolicyInput>, RegExp]>([
    ['the channel’s own context', undefined, {}, none],
    ['another context', undefined, elsewhere, /only in the channel of its context/],
    ['another context with a rule that names it', { context: [shop] }, elsewhere, none],
    ['a rule that names another context', { context: [{ ...shop, app: '13' }] }, elsewhere, own],
    ['a rule that names none', { risk: ['disrupt'] }, elsewhere, own],
    ['a rule that names it for another risk', { context: [shop], risk: ['expose'] }, elsewhere, own],
    ['a rule for unreadable groups', { context: [shop], asker: ['operators'] }, unread, /couldn’t read/],
    ['another risk from elsewhere', undefined, { ...elsewhere, risk: 'expose' }, none],
    ['another risk that needs its own context', undefined, { ...elsewhere, ...destroying }, own],
    ['the same with a rule that names it', { context: [shop] }, { ...elsewhere, ...destroying }, none],
    ['the same where it belongs', undefined, destroying, none],
  ])('%s', (_what, when, changes, why) => {
    const rules = when ? [{ line: 1, when, need: 'confirm', from: 'channel-members', count: 1 } as const] : [];
    expect(refused({ ...policy, rules }, { ...disrupt, ...changes })).toMatch(why);
  });
});

describe('rules', () => {
  test.each<[Partial<PolicyInput>, PolicyDecision['need'], number | 'default']>([
    [{ risk: 'destroy' }, 'approve', 8],
    [{ risk: 'expose' }, 'approve', 9],
    [{ risk: 'expose', context: { ...shop, app: '13' } }, 'approve', 'default'],
    [{ channel: 'C0OPS', asker: { id: 'U0ANNA', groups: [] } }, 'run', 10],
    [{ channel: 'C0OPS', asker: { id: 'U0DORA', groups: ['S0OPS'] } }, 'run', 10],
    [{ channel: 'C0OPS' }, 'confirm', 'default'],
    [{ operation: 'port.close' }, 'run', 11],
    [{ operation: 'port.close', context: { ...shop, region: 'west' } }, 'confirm', 'default'],
    [{ operation: 'port.until', ruledAs: 'port.close' }, 'run', 11],
    [{ operation: 'port.until', ruledAs: 'port.open' }, 'confirm', 'default'],
    [{ risk: 'question', channel: 'C0OPS' }, 'run', 'default'],
  ])('the first that matches: %j', (changes, need, line) => {
    const ruling = decided(policy, changes);
    expect(ruling.need).toBe(need);
    expect(ruling.rule === 'default' ? 'default' : ruling.rule.line).toBe(line);
  });

  test('look at the place, not at what it is called', () => {
    const named = { ...shop, name: 'nothing-dangerous' };
    expect(decided(policy, { risk: 'expose', context: named }).rule).toEqual({ index: 1, line: 9 });
  });

  test('a rule that depends on groups nobody could read refuses; one that does not, decides', () => {
    const asker = { id: 'U0DORA', groups: { in: [], unreadable: ['S0OPS'] } };
    expect(refused(policy, { channel: 'C0OPS', asker })).toMatch(/couldn’t read/);
    expect(decided(policy, { asker }).need).toBe('confirm');
    expect(decided(policy, { risk: 'destroy', asker }).need).toBe('approve');
  });
});

describe('channels and contexts of the file', () => {
  const narrow: Policy = {
    ...defaultPolicy,
    source: 'file',
    contexts: [
      { ...shop, name: 'shop', channel: 'C0SHOP' },
      { ...shop, app: '13', name: 'cart' },
    ],
    channels: new Map([
      ['C0SHOP', { allow: ['question', 'change'] }],
      ['C0CART', { context: { ...shop, app: '13', name: 'cart' }, allow: ['destroy'] }],
    ]),
  };

  test.each<[Partial<PolicyInput>, RegExp]>([
    [{ risk: 'question' }, /^$/],
    [{ risk: 'change' }, /^$/],
    [{ risk: 'expose' }, /doesn’t allow opening external access in this channel/],
    [{ risk: 'disrupt' }, /doesn’t allow interrupting service in this channel/],
    [{ risk: 'question', channel: 'C0CART' }, /doesn’t allow/],
    [{ risk: 'question', channel: 'D0CARL' }, /^$/],
    [{ risk: 'change', channel: 'D0CARL' }, /only read-only commands/],
    [
      { risk: 'question', context: { ...shop, app: '99' } },
      /doesn’t list the context shop\/east-1\/99\. Use one of: shop, cart\./,
    ],
  ])('%j', (changes, why) => expect(refused(narrow, changes)).toMatch(why));

  test('what needs no context is asked without one', () => {
    const { context: _none, ...rest } = input({ risk: 'question' });
    expect(rule(narrow, rest)).toMatchObject({ need: 'run' });
  });

  test('names like those of every object are just unknown', () =>
    expect(refused(narrow, { channel: 'constructor' })).toMatch(/only read-only commands/));
});

test('the groups whose members have to be known', () => {
  expect(groupsOf(policy)).toEqual(['S0OPS']);
  expect(groupsOf(defaultPolicy)).toEqual([]);
});

describe('explaining', () => {
  const explanation = (by: Policy, changes: Partial<PolicyInput>) => {
    const { verdict, lines } = explain(by, input(changes));
    return [verdict, ...lines].map((line) => plain(line, 'en'));
  };

  test('tells the rule that decides, and what the others lack', () =>
    expect(explanation(policy, { operation: 'port.close' })).toEqual([
      'Rule 4 (line 11 of the policy file) applies: it runs immediately.',
      'Rule 1 (line 8) doesn’t match: the risk is change, not destroy.',
      'Rule 2 (line 9) doesn’t match: the risk is change, not expose.',
      'Rule 3 (line 10) doesn’t match: the channel is #C0SHOP, not #C0OPS; the requester is @U0CARL, not operators.',
    ]));

  test('in a channel that allows only read-only commands, no user group is blamed', () => {
    const grouped: Policy = {
      ...policy,
      channels: new Map([['C0SHOP', { allow: ['question'] as const }]]),
      rules: [
        { line: 3, when: { risk: ['change'] }, need: 'run', from: 'asker', count: 0 },
        { line: 4, when: { asker: ['operators'] }, need: 'run', from: 'asker', count: 0 },
      ],
    };
    const asker = { id: 'U0CARL', groups: { in: [], unreadable: ['S0OPS'] } };
    expect(explanation(grouped, { channel: 'C0SHOP', asker })).toEqual([
      'This would be refused. The policy doesn’t allow changes in this channel.',
    ]);
  });
});

describe('whatever the rules say', () => {
  const any = fc.record({
    risk: fc.constantFrom('question', ...risks),
    operation: fc.constantFrom('port.open', 'port.close'),
    channel: fc.constantFrom('C0SHOP', 'C0OPS'),
    app: fc.constantFrom('12', '13'),
    asker: fc.constantFrom('U0ANNA', 'U0CARL'),
  });
  const rules = fc.array(
    fc.record({
      line: fc.nat(),
      when: fc.record(
        {
          risk: fc.subarray([...risks], { minLength: 1 }),
          channel: fc.subarray(['C0SHOP', 'C0OPS'], { minLength: 1 }),
          context: fc.constant([shop]),
          asker: fc.subarray(['operators', 'U0CARL'], { minLength: 1 }),
        },
        { requiredKeys: [] },
      ),
      need: fc.constantFrom('run', 'confirm', 'approve'),
      from: fc.constantFrom('operators', 'channel-members'),
      count: fc.integer({ min: 1, max: 3 }),
    }),
    { maxLength: 5 },
  );
  const ask = ({ app, asker, ...rest }: typeof any extends fc.Arbitrary<infer T> ? T : never): PolicyInput => ({
    ...rest,
    context: { ...shop, app },
    asker: { id: asker, groups: [] },
  });

  test('the name of a context never matters, rules after the one that matches never do, and questions run', () =>
    fc.assert(
      fc.property(any, rules, rules, fc.string(), (asked, some, more, name) => {
        const mine = ask(asked);
        const before = rule({ ...policy, rules: some }, mine);
        const named = { ...mine, context: { ...shop, app: asked.app, name } };
        expect(rule({ ...policy, rules: some }, named)).toEqual(before);
        if ('refused' in before) throw new Error('nothing is refused here');
        if (before.rule !== 'default') expect(rule({ ...policy, rules: [...some, ...more] }, mine)).toEqual(before);
        if (asked.risk === 'question') expect(before.need).toBe('run');
        if (before.need === 'approve') expect(before.count).toBeGreaterThanOrEqual(1);
        expect(explain({ ...policy, rules: some }, mine).ruling).toEqual(before);
      }),
    ));
});
