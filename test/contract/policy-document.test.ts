import { ticketFor } from '../../src/changes/propose.ts';
import { frozenAt } from '../../src/core/policy/freeze.ts';
import { exemptionsOf } from '../../src/core/policy/never-frozen.ts';
import { type PolicyInput, rule } from '../../src/core/policy/policy-decision.ts';
import { changeIds, operations } from '../../src/operations/index.ts';
import { parsePolicy } from '../../src/policy-file/parse.ts';
import { keysOf } from '../../src/policy-file/schema.ts';
import { codeBlocks, readDocument } from '../documents/markdown.ts';

const guide = readDocument('docs/policy.md');
const examples = codeBlocks(guide).filter(({ language }) => language === 'yaml');

function section(level: number, title: string): string {
  const [, after = ''] = guide.split(`\n${'#'.repeat(level)} ${title}\n`);
  return after.split(new RegExp(`^#{1,${level}} `, 'm'))[0] ?? '';
}

describe('docs/policy.md', () => {
  test.each(examples.map(({ line, text }) => [line, text] as const))('the example in line %i is valid', (_line, text) =>
    expect(parsePolicy(text, changeIds)).toMatchObject({ policy: { source: 'file' } }),
  );

  test.each(Object.entries(keysOf))('describes every key of “%s”, and no other', (name, keys) => {
    const title = name === '' ? 'Top level' : name;
    const rows = [...section(3, title).matchAll(/^\| `(\w+)` \| [^|]+ \| [^|]+ \|$/gm)];
    expect(rows.map(([, key]) => key).sort()).toEqual([...keys].sort());
  });
});

describe('the recipes do what they say', () => {
  const places = {
    prod: { team: 'shop', region: 'east-1', app: '12' },
    test: { team: 'shop', region: 'west-2', app: '31' },
    lab: { team: 'lab', region: 'west-2', app: '40' },
  };
  const recipe = (title: string) => {
    const [, after = ''] = guide.split(`\n### ${title}\n`);
    const parsed = parsePolicy(codeBlocks(after)[0]?.text ?? '', changeIds);
    if (!('policy' in parsed))
      throw new Error(`correct the recipe “${title}” in docs/policy.md: ${JSON.stringify(parsed.faults)}`);
    return parsed.policy;
  };
  const ask = (input: Partial<PolicyInput>): PolicyInput => ({
    risk: 'change',
    operation: 'port.add',
    context: places.prod,
    channel: 'C0OPS',
    asker: { id: 'U0ANYONE', groups: [] },
    ...input,
  });
  const operator = { id: 'U0ANYONE', groups: ['S0123OPS'] };

  test.each([
    ['No deploys on special days', 'component.deploy', '2026-11-11T23:00+08:00', true],
    ['No deploys on special days', 'component.deploy', '2026-11-12T00:00+08:00', false],
    ['No deploys on special days', 'component.stop', '2026-11-11T23:00+08:00', false],
    ['Deploys only while people are at work', 'component.deploy', '2026-11-27T11:00+01:00', false],
    ['Deploys only while people are at work', 'component.deploy', '2026-11-27T13:00+01:00', true],
    ['Approve now, run at night', 'component.deploy', '2026-11-27T02:00+08:00', false],
    ['Approve now, run at night', 'component.deploy', '2026-11-27T12:00+08:00', true],
  ] as const)('%s: %s at %s is frozen: %s', (title, operation, at, isFrozen) => {
    const policy = recipe(title);
    const calendar = { freezes: policy.freezes ?? [], windows: policy.windows ?? [] };
    const change = operations.find(({ id }) => id === operation);
    const freezes = change?.kind === 'change' ? change.freezes : undefined;
    const exempt = exemptionsOf({ freezes, risk: 'disrupt' });
    const input = { ...ask({ risk: 'disrupt', operation }), freezes, exempt };
    expect(frozenAt(policy, calendar, input, Date.parse(at)) !== undefined).toBe(isFrozen);
  });

  test('Each change of production has a ticket', () => {
    const policy = recipe('Each change of production has a ticket');
    const ticket = (context: PolicyInput['context'], typed?: string) => {
      const ruling = rule(policy, ask({ risk: 'disrupt', context }));
      return 'refused' in ruling ? undefined : ticketFor(policy, ruling, typed);
    };
    expect(ticket(places.prod)).toMatchObject({ ok: false });
    expect(ticket(places.prod, 'OPS-x')).toMatchObject({ ok: false });
    expect(ticket(places.prod, 'OPS-12')).toMatchObject({
      value: { id: 'OPS-12', link: 'https://tickets.example.com/OPS-12' },
    });
    expect(ticket(places.test)).toMatchObject({ ok: true });
  });

  test.each([
    [
      'Production needs two operators, testing needs nobody',
      { risk: 'destroy' },
      { need: 'approve', from: 'operators', count: 2 },
    ],
    ['Production needs two operators, testing needs nobody', { risk: 'expose', context: places.test }, { need: 'run' }],
    ['Developers look, operators change', { asker: operator }, { need: 'confirm' }],
    ['Developers look, operators change', { asker: operator, risk: 'expose' }, { need: 'approve', count: 1 }],
    ['Developers look, operators change', {}, { need: 'approve', from: 'operators', count: 2 }],
    ['A channel that can only look', { channel: 'C0STATUS' }, { refused: expect.anything() }],
    ['A channel that can only look', { channel: 'C0STATUS', risk: 'question' }, { need: 'run' }],
    ['A channel that can only look', {}, { need: 'confirm' }],
    ['On call at night', { operation: 'port.close' }, { need: 'run' }],
    ['On call at night', { risk: 'expose' }, { need: 'approve', breakGlass: { name: 'on-call' }, maxOpen: 7_200_000 }],
    ['One bot for several teams', { risk: 'expose', channel: 'C0SHOP' }, { from: 'shop-leads' }],
    ['One bot for several teams', { risk: 'expose', channel: 'C0LAB', context: places.lab }, { from: 'lab-leads' }],
    ['One bot for several teams', { channel: 'C0SHOP' }, { need: 'confirm' }],
    ['One bot for several teams', { channel: 'C0LAB' }, { need: 'approve', from: 'shop-leads' }],
    ['One bot for several teams', { context: places.test, channel: 'C0SHOP' }, { refused: expect.anything() }],
  ] as const)('%s: %o', (title, input, expected) => expect(rule(recipe(title), ask(input))).toMatchObject(expected));
});
